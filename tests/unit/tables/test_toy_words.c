/*
 * Exhaustive: every witness of the shifts by a constant, the products of words and the divisions,
 * in toy words of four 2-bit limbs over the toy field of 241 elements (tests/support/table_toy.h).
 * No wrong result is accepted and no right one is without a witness. Operands are exhaustive too,
 * but for DIV, whose 2^16 pairs are sampled; `test_toy_words all` runs them all (minutes).
 *
 * MUL and MULH have no toy form: their carries need 2^50 << p, and 4^3.5 is not << 241. Their
 * equations are air_eq's: proved to hold over the integers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "support/table_toy.h"

#define LIMB  4u   /* in the place of 2^16, */
#define HALF  16u  /* 2^32, */
#define WORD  256u /* and 2^64 */
#define FLAGS "SIGNED QUOT NQUOT REM NREM "

enum { RD = 5 };

/* A table in one of its forms: columns that the operands set, and those that the prover may
 * choose, in the order of the search. All others are constant. */
struct plan {
    enum table_id id;
    uint32_t op, imm;
    const char *inputs, *free;
};

static int all_pairs;

static uint32_t extend(uint32_t low)
{
    return low < HALF / 2 ? low : low + HALF * (HALF - 1);
}

/* The number that an n-valued word stands for. */
static int32_t value_of(uint32_t x, uint32_t n, int is_signed)
{
    return is_signed && x >= n / 2 ? (int32_t)(x - n) : (int32_t)x;
}

/* RISC-V's division of n-valued words. */
static uint32_t divide(uint32_t a, uint32_t b, uint32_t n, int is_signed, int remainder)
{
    const int32_t x = value_of(a, n, is_signed), y = value_of(b, n, is_signed);
    if (b == 0) {
        return remainder ? a : n - 1;
    }
    return (uint32_t)(remainder ? x % y : x / y) % n;
}

/* By how many bits: ops.def with limbs of 2 bits. */
static uint32_t amount_of(uint32_t form, uint32_t power)
{
    const uint32_t w = form & 1, log = power / 2; /* of 1, 2, 4: 0, 1, 2 */
    return form < 2 ? 2 * w + log : 2 * w + 2 - log;
}

static uint32_t meaning_of(const struct plan *plan, uint32_t a, uint32_t b)
{
    const uint32_t op = plan->op, a_lo = a % HALF, b_lo = b % HALF;
    if (op == OP_MULW) {
        return extend(a_lo * b_lo % HALF);
    }
    if (op >= OP_DIV + 4) {
        return extend(divide(a_lo, b_lo, HALF, !(op & 1), (op - OP_DIV) >> 1 & 1));
    }
    if (op >= OP_DIV) {
        return divide(a, b, WORD, !(op & 1), (op - OP_DIV) >> 1 & 1);
    }
    const uint32_t base = op >= OP_SHW ? OP_SHW : op >= OP_SHHI ? OP_SHHI : OP_SHLO;
    const uint32_t left = op - base < 2;
    const uint32_t k = amount_of(op - base, plan->imm) + (base == OP_SHHI ? 4 : 0);
    if (base == OP_SHW) {
        return extend(left ? (a_lo << k) % HALF : a_lo >> k);
    }
    return left ? (a << k) % WORD : a >> k;
}

struct expected {
    uint32_t result;
    uint64_t witnesses; /* found so far */
};

/* The last register token is rd's. */
static void judge(struct table_toy *toy, void *ctx)
{
    struct expected *e = ctx;
    uint32_t token[AIR_MAX_TUPLE] = {0}, step[AIR_MAX_TUPLE] = {0};
    if (!table_toy_sent(toy, BUS_EXEC, 0, step)) {
        return; /* all flags 0: padding */
    }
    e->witnesses++;
    for (uint32_t k = 0; table_toy_sent(toy, BUS_CELL, k, token); k++) {
    }
    if (token[1] != RD || token[3] + HALF * token[4] != e->result) {
        fail_msg("%s op %u: (%u, %u) instead of %u in register %u", toy->tc.air.name,
                 toy->tc.insn.op, token[3], token[4], e->result, token[1]);
    }
}

static void each_name(struct table_toy *toy, const char *names,
                      void (*f)(struct table_toy *toy, const char *name))
{
    char name[16];
    while (*names != '\0') {
        const size_t n = strcspn(names, " ");
        assert_true(n < sizeof name);
        memcpy(name, names, n);
        name[n] = '\0';
        f(toy, name);
        names += n + (names[n] == ' ');
    }
}

static void set_if(struct table_toy *toy, const char *name, int64_t value)
{
    if (table_toy_has(toy, name)) {
        table_toy_set(toy, name, value);
    }
}

static void begin(struct table_toy *toy, const struct plan *plan)
{
    const int one = plan->id == TABLE_SHLO || plan->id == TABLE_SHHI || plan->id == TABLE_SHW;
    struct insn in = table_case_insn(plan->op, RD, 6, one ? 0 : 7, plan->imm);
    in.pc = 0, in.next = 4;
    table_toy_init(toy, plan->id, LIMB, &in);
    /* Gaps of 0: each token is one tick old. */
    set_if(toy, "REAL", 1);
    set_if(toy, "RD", RD);
    set_if(toy, "RS1", 6);
    set_if(toy, "RS2", 7);
    set_if(toy, "PREV1", -1);
    set_if(toy, "PREV2", 0);
    set_if(toy, "PREVD", 2);
    set_if(toy, "N", plan->imm);
    each_name(toy, plan->inputs, table_toy_input);
    each_name(toy, plan->free, table_toy_free);
    table_toy_prepare(toy);
}

static uint64_t try_pair(struct table_toy *toy, const struct plan *plan, uint32_t a, uint32_t b)
{
    struct expected e = {meaning_of(plan, a, b), 0};
    static const char *const limbs[] = {"D0", "D1", "D2", "D3"};
    table_toy_set(toy, "A_LO", a % HALF);
    table_toy_set(toy, "A_HI", a / HALF);
    set_if(toy, "B_LO", b % HALF);
    set_if(toy, "B_HI", b / HALF);
    for (uint32_t i = 0; plan->id == TABLE_DIV && i < 4; i++) {
        table_toy_set(toy, limbs[i], b >> 2 * i & 3);
    }
    (void)table_toy_run(toy, judge, &e);
    if (e.witnesses == 0) {
        fail_msg("%s op %u: no witness for %u, %u", toy->tc.air.name, plan->op, a, b);
    }
    return e.witnesses;
}

/* All operands; of a table that ignores upper halves, all lower ones and some upper. */
static void try_plan(const struct plan *plan)
{
    struct table_toy toy;
    const int words = plan->id == TABLE_MULW || plan->id == TABLE_DIVW;
    begin(&toy, plan);
    for (uint32_t a = 0; a < (words ? HALF : WORD); a++) {
        for (uint32_t b = 0; b < (words ? HALF : 1); b++) {
            try_pair(&toy, plan, words ? a + HALF * (b ^ a) : a, words ? b + HALF * (a & b) : 0);
        }
    }
    table_toy_fini(&toy);
}

static void test_shifts(void **state)
{
    static const char *const free[] = {
        "LEFT0 LEFT1 RIGHT0 RIGHT1 S0 S1 C S2 S3 S4",
        "RIGHT FAR T0 T1 T2 O_LO O_HI",
        "RIGHT FAR T U V S O",
    };
    (void)state;
    for (uint32_t form = 0; form < 4; form++) {
        for (uint32_t n = 1; n <= 4; n *= 2) {
            const struct plan shlo = {TABLE_SHLO, OP_SHLO + form, n, "A_LO A_HI", free[0]};
            const struct plan shhi = {TABLE_SHHI, OP_SHHI + form, n, "A_LO A_HI", free[1]};
            const struct plan shw = {TABLE_SHW, OP_SHW + form, n, "A_LO A_HI", free[2]};
            if (n < LIMB) {
                try_plan(&shlo);
                try_plan(&shw);
            }
            if (n < LIMB || form == 2) { /* right by HALF's bits */
                try_plan(&shhi);
            }
        }
    }
}

static void test_mulw(void **state)
{
    const struct plan plan = {TABLE_MULW, OP_MULW, 0, "A_LO A_HI B_LO B_HI", "T1 U L1 S L0 T0"};
    (void)state;
    try_plan(&plan);
}

static void test_divw(void **state)
{
    (void)state;
    for (uint32_t k = 4; k < 8; k++) {
        const struct plan plan = {TABLE_DIVW, OP_DIV + k, 0, "A_LO A_HI B_LO B_HI",
                                  "W1 S " FLAGS "A0 SA SB D0 D1 ZERO W0 V1 V0 Y0 Y1"};
        try_plan(&plan);
    }
}

static void test_div(void **state)
{
    static const uint32_t edges[] = {0, 1, 15, 16, 17, 127, 128, 129, 240, 255};
    uint64_t seed = 1;
    (void)state;
    for (uint32_t k = 0; k < 4; k++) {
        const struct plan plan = {TABLE_DIV, OP_DIV + k, 0, "A_LO A_HI D0 D1 D2 D3",
                                  FLAGS
                                  "SA A2 SB ZERO Q3 Q2 Q1 Q0 C_16 C R0 R1 R2 R3 LOW H0 H1 Y0 Y1"};
        struct table_toy toy;
        begin(&toy, &plan);
        for (uint32_t i = 0; i < 10 && !all_pairs; i++) {
            for (uint32_t j = 0; j < 10; j++) {
                try_pair(&toy, &plan, edges[i], edges[j]);
            }
        }
        for (uint32_t i = 0; i < (all_pairs ? WORD * WORD : 60); i++) {
            const uint64_t r = all_pairs ? i : table_case_random(&seed);
            try_pair(&toy, &plan, r % WORD, r / WORD % WORD);
        }
        table_toy_fini(&toy);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shifts),
        cmocka_unit_test(test_mulw),
        cmocka_unit_test(test_divw),
        cmocka_unit_test(test_div),
    };
    all_pairs = argc > 1 && strcmp(argv[1], "all") == 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
