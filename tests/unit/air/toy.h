/*
 * Toy tables for the tests of air/: a chain of tokens with range lookups (5 interactions, or 4),
 * the provider of its lookups, and a table without interactions.
 */
#ifndef CHERT_TESTS_AIR_TOY_H
#define CHERT_TESTS_AIR_TOY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "air/air.h"

enum toy_bus { TOY_TOKEN, TOY_RANGE, TOY_PROG, TOY_MSB, TOY_AND, TOY_WIDE, TOY_N_BUSES };
static const struct air_bus toy_buses[TOY_N_BUSES] = {{"TOKEN", 11, AIR_STATEFUL, 2, "value time"},
                                                      {"RANGE", 12, AIR_LOOKUP, 1, "v"},
                                                      {"PROG", 13, AIR_LOOKUP, 2, "imm reg"},
                                                      {"MSB", 14, AIR_LOOKUP, 2, "v bit"},
                                                      {"AND", 15, AIR_LOOKUP, 3, "x y z"},
                                                      {"WIDE", 16, AIR_STATEFUL, 3, "x y z"}};

enum chain_column {
    CHAIN_REAL,
    CHAIN_X,
    CHAIN_T,
    CHAIN_L0,
    CHAIN_L1,
    CHAIN_FLAG,
    CHAIN_LABEL,
    CHAIN_INV,
    CHAIN_N
};
static const struct air_column chain_columns[CHAIN_N] = {{"REAL", "real row", AIR_BIT},
                                                         {"X", "value", AIR_LIMB},
                                                         {"T", "time", AIR_CLK},
                                                         {"L0", "next value, low", AIR_U16},
                                                         {"L1", "next value, high", AIR_U16},
                                                         {"FLAG", "low half is odd", AIR_BIT},
                                                         {"LABEL", "the parameter", AIR_LIMB},
                                                         {"INV", "anything", AIR_FIELD}};

/* value -> any 32-bit value y = L0 + 2^16 L1, time -> time + 1. */
static inline enum chert_status chain_record_n(struct air *air, int odd, struct arena *mem,
                                               struct err *e)
{
    TRY(air_begin(air, "CHAIN", chain_columns, 0, CHAIN_N, toy_buses, TOY_N_BUSES, mem, e));
#define C(name) air_col(air, CHAIN_##name)
    const expr real = C(REAL), flag = C(FLAG);
    const expr y = air_limbs(air, C(L0), C(L1));
    air_real(air, real);
    air_zero(air, "flag_real", air_mul(air, flag, air_not(air, real)));
    air_zero(air, "label", air_mul(air, real, air_sub(air, C(LABEL), air_param(air, 0))));
    air_zero(air, "cubic",
             air_mul(air, air_mul(air, flag, C(LABEL)),
                     air_sub(air, air_scale(air, 3, C(INV)), C(X))));
    air_receive(air, TOY_TOKEN, real, 2, (expr[]){C(X), C(T)});
    air_send(air, TOY_TOKEN, real, 2, (expr[]){y, air_add(air, C(T), air_const(air, 1))});
    air_send(air, TOY_RANGE, real, 1, (expr[]){C(L0)});
    air_send(air, TOY_RANGE, real, 1, (expr[]){C(L1)});
    if (odd) {
        air_send(air, TOY_RANGE, flag, 1, (expr[]){air_mul(air, flag, C(L0))});
    }
    air_claim(air, CHAIN_LABEL, "equals the parameter");
#undef C
    return air_finish(air);
}

static inline enum chert_status chain_record(struct air *air, struct arena *mem, struct err *e)
{
    return chain_record_n(air, 1, mem, e);
}

static inline enum chert_status chain_even_record(struct air *air, struct arena *mem, struct err *e)
{
    return chain_record_n(air, 0, mem, e);
}

enum range_column { RANGE_V, RANGE_COUNT, RANGE_N };
static const struct air_column range_columns[RANGE_N] = {{"V", "0, 1, 2, ...", AIR_FIXED},
                                                         {"COUNT", "lookups", AIR_FIELD}};

static inline enum chert_status range_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(air_begin(air, "T", range_columns, 1, 1, toy_buses, TOY_N_BUSES, mem, e));
    air_provide(air, TOY_RANGE, air_col(air, RANGE_COUNT), 1, (expr[]){air_col(air, RANGE_V)});
    return air_finish(air);
}

static const struct air_column quiet_columns[2] = {{"A", "root", AIR_FIELD},
                                                   {"B", "square", AIR_FIELD}};

static inline enum chert_status quiet_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(air_begin(air, "QUIET", quiet_columns, 0, 2, toy_buses, TOY_N_BUSES, mem, e));
    const expr a = air_col(air, 0), b = air_col(air, 1);
    air_zero(air, "square", air_sub(air, air_mul(air, a, a), b));
    air_zero(air, "scaled", air_sub(air, air_scale(air, FP_P - 1, a), air_mul(air, a, b)));
    return air_finish(air);
}

typedef enum chert_status toy_record_fn(struct air *air, struct arena *mem, struct err *e);
static toy_record_fn *const toys[] = {chain_record, chain_even_record, range_record, quiet_record};
#define N_TOYS (sizeof toys / sizeof *toys)

static inline uint64_t next_random(uint64_t *s)
{
    *s += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = *s;
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Random, with the edges of the field now and then. */
static inline fp random_fp(uint64_t *s)
{
    static const fp edges[] = {0, 1, FP_P - 1, FP_P - 2, FP_EPS, FP_EPS + 1};
    const uint64_t r = next_random(s);
    return r % 16 == 0 ? edges[r / 16 % 6] : next_random(s) % FP_P;
}

static inline fp3 random_fp3(uint64_t *s)
{
    const fp3 r = {{random_fp(s), random_fp(s), random_fp(s)}};
    return r;
}

static inline void assert_fp3(fp3 a, fp3 b)
{
    assert_memory_equal(a.c, b.c, sizeof a.c);
}

#define TOY_ARENA ((size_t)16 << 20)

static inline struct arena *toy_arena(void)
{
    static struct arena a;
    struct err e = {0};
    assert_int_equal(arena_init(&a, TOY_ARENA, &e), CHERT_OK);
    return &a;
}

#endif
