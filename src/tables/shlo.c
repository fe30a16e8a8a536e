/*
 * SHLO: slli and srli by 1..31.
 *
 * Multiplying by n = 2^0 .. 2^15 and moving whole limbs does all of them: with a n = s0 + 2^16 s1 +
 * ... + 2^64 s4,
 *
 *     left  by      log n: s0 s1 s2 s3        right by 16 - log n: s1 s2 s3 s4
 *     left  by 16 + log n:  0 s0 s1 s2        right by 32 - log n: s2 s3 s4 0
 *
 * lists the limbs of the result, lowest first.
 *
 * Why a cheating prover cannot win. One of four flags is 1, and the program holds op = SHLO + its
 * number and n. a is the token of rs1, so its halves are below 2^32. All pieces and the carry c are
 * range-checked, so a_lo n = s0 + 2^16 s1 + 2^32 c and a_hi n + c = s2 + 2^16 s3 + 2^32 s4 hold
 * over the integers (both sides stay below p, whatever n < 2^32): a division with remainder, which
 * has one solution. The result is checked limbs, or 0.
 *
 * Cells: 21 main columns, 15 interactions: 45 (the model: 47). The last interaction stands alone,
 * so that the result needs no columns (late_write.h).
 */
#include "tables/shlo.h"

#include "tables/late_write.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/shlo.def"
#undef XX
};

TABLE_ROWS(shlo, SHLO_N_COLUMNS)

/* Limb i = 0..3 of the result, of the pieces s[0..4]. */
static expr result_limb(struct air *air, const expr *s, uint32_t i)
{
    expr terms[4] = {air_mul(air, air_col(air, SHLO_LEFT0), s[i]),
                     air_mul(air, air_col(air, SHLO_RIGHT0), s[i + 1])};
    size_t n = 2;
    if (i >= 1) {
        terms[n++] = air_mul(air, air_col(air, SHLO_LEFT1), s[i - 1]);
    }
    if (i <= 2) {
        terms[n++] = air_mul(air, air_col(air, SHLO_RIGHT1), s[i + 2]);
    }
    return air_sum(air, terms, n);
}

enum chert_status shlo_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "SHLO", columns, 0, SHLO_N_COLUMNS, mem, e));
#define C(name) air_col(air, SHLO_##name)
    const expr real = air_sum(air, (expr[]){C(LEFT0), C(LEFT1), C(RIGHT0), C(RIGHT1)}, 4);
    struct row r = row_of(air, real, C(PC), C(CLK));
    const struct row_word a = {C(A_LO), C(A_HI)};
    const expr s[] = {C(S0), C(S1), C(S2), C(S3), C(S4)};
    const struct row_word d = {
        air_limbs(air, result_limb(air, s, 0), result_limb(air, s, 1)),
        air_limbs(air, result_limb(air, s, 2), result_limb(air, s, 3)),
    };

    struct row_prog p = row_prog_zero(&r, OP_SHLO);
    p.op = air_sum(air,
                   (expr[]){p.op, C(LEFT1), air_scale(air, 2, C(RIGHT0)),
                            air_scale(air, 3, C(RIGHT1))},
                   4);
    p.rd = C(RD), p.rs1 = C(RS1), p.imm = C(N);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), a);
    late_write_take(&r, C(RD), C(PREVD), (struct row_word){C(OLD_LO), C(OLD_HI)});
    for (size_t i = 0; i < 5; i++) {
        row_range(&r, real, s[i]);
    }
    row_range(&r, real, C(C));
    late_write_put(&r, C(RD), d);

    air_eq(air, "product_lo", air_mul(air, a.lo, C(N)),
           air_add(air, air_limbs(air, s[0], s[1]), air_scale(air, UINT64_C(1) << 32, C(C))));
    air_eq(air, "product_hi", air_add(air, air_mul(air, a.hi, C(N)), C(C)),
           air_add(air, air_limbs(air, s[2], s[3]), air_scale(air, UINT64_C(1) << 32, s[4])));
    air_claim(air, SHLO_N, "the program's entry imm: 2^0 .. 2^15");
#undef C
    return air_finish(air);
}
