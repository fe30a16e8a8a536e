/*
 * MUL: d = a b mod 2^64.
 *
 * Why a cheating prover cannot win. a and b are the tokens of rs1 and rs2 cut into limbs of 16
 * bits, each range-checked, so the cuts are unique. With the digits of product.h,
 *
 *     D_0      = r0 + 2^16 r1 + 2^32 c0
 *     D_1 + c0 = r2 + 2^16 r3 + 2^32 c1
 *
 * where the limbs of r are range-checked, c0 is 17 bits and c1 is 18: the sums are below 2^51, so
 * both hold over the integers, and r = a b mod 2^64. (Honest carries fit: D_0 <= (2^16 - 1)^2
 * (2^17 + 1) < 2^49, D_1 + c0 <= (2^16 - 1)^2 (2^18 + 3) + 2^17 < 2^50.)
 *
 * Cells: 28 main columns, 26 interactions: 67 (the model: 65, by four products of halves). The
 * reason for two more: a chain of 32-bit products aliases mod p, and excluding that takes two
 * inverses a row, which cost more time than two cells and an argument that air_eq cannot check.
 */
#include "tables/mul.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/mul.def"
#undef XX
};

TABLE_ROWS(mul, MUL_N_COLUMNS)

enum chert_status mul_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "MUL", columns, 0, MUL_N_COLUMNS, mem, e));
#define C(name) air_col(air, MUL_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct product_limbs a = {{C(A0), C(A1), C(A2), C(A3)}};
    const struct product_limbs b = {{C(B0), C(B1), C(B2), C(B3)}};
    const struct product_limbs d = {{C(R0), C(R1), C(R2), C(R3)}};
    const struct row_word result = product_word(air, &d);
    const expr c0 = air_limbs(air, C(C0), C(C0_16));
    const expr c1 = air_limbs(air, C(C1), air_add(air, C(C1_16), air_scale(air, 2, C(C1_17))));
    const uint64_t unit = UINT64_C(1) << 32;

    struct row_prog p = row_prog_zero(&r, OP_MUL);
    p.rd = C(RD), p.rs1 = C(RS1), p.rs2 = C(RS2);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), product_word(air, &a));
    row_read_reg(&r, SLOT_RS2, C(RS2), C(PREV2), product_word(air, &b));
    row_write_reg(&r, C(RD), C(PREVD), (struct row_word){C(OLD_LO), C(OLD_HI)}, result);
    for (size_t i = 0; i < 4; i++) {
        row_range(&r, r.real, a.limb[i]);
        row_range(&r, r.real, b.limb[i]);
        row_range(&r, r.real, d.limb[i]);
    }
    row_range(&r, r.real, C(C0));
    row_range(&r, r.real, C(C1));

    air_eq(air, "digit_0", product_digit(air, &a, &b, 0),
           air_add(air, result.lo, air_scale(air, unit, c0)));
    air_eq(air, "digit_1", air_add(air, product_digit(air, &a, &b, 1), c0),
           air_add(air, result.hi, air_scale(air, unit, c1)));
#undef C
    return air_finish(air);
}
