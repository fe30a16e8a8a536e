/*
 * LGI: andi, xori, and ori of an immediate that is not negative (ORI of a negative one is LG64's).
 *
 * An immediate has 12 bits with its sign, so as a word it is 16 bits, i, under 48 bits that are all
 * neg. Only the lower 16 bits of a need an AND lookup; the upper 48 become 0, stay or are inverted:
 *
 *     neg   and    or     xor
 *     0     0      a      a
 *     1     a      -      ~a
 *
 * Why a cheating prover cannot win. The program holds op = ANDL + or + 2 xor, i = i0 + 256 i1 and
 * the entry rs2 = or + xor + neg (isa/ops.def: 1 where the upper bits stay, 2 where they are
 * inverted). or and xor exclude each other, so op fixes both, and then rs2 fixes neg: no ORL entry
 * has rs2 = 2. a is the token of rs1, cut uniquely, since a0, a1 and u are range-checked. z = a AND
 * i by bytes; bit by bit OR is a + i - z and XOR a + i - 2 z. The result's halves are made of
 * whole limbs below 2^16 and 2^32, so they are below 2^32.
 *
 * Cells: 22 main columns, 12 interactions: 40 (the model: 41, with flags for and, or, xor, up and
 * inv; the upper bits follow from the operation and the sign).
 */
#include "tables/lgi.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/lgi.def"
#undef XX
};

TABLE_ROWS(lgi, LGI_N_COLUMNS)

static expr bytes(struct air *air, expr low, expr high)
{
    return air_add(air, low, air_scale(air, 256, high));
}

/* The result's lower 16 bits: z, or a + i - z, or a + i - 2 z. */
static expr lower_bits(struct air *air, expr a, expr i, expr z)
{
    const expr rest = air_sub(air, air_add(air, a, i), air_scale(air, 2, z));
    return air_sum(air,
                   (expr[]){z, air_mul(air, air_col(air, LGI_OR), rest),
                            air_mul(air, air_col(air, LGI_XOR), air_sub(air, rest, z))},
                   3);
}

/* Upper bits x, of which `ones` has all: x times (or + xor + neg - 3 xor neg), which is 0, 1 or -1,
 * plus all of them where they are inverted. */
static expr upper_bits(struct air *air, expr x, uint64_t ones)
{
    const expr inverted = air_mul(air, air_col(air, LGI_XOR), air_col(air, LGI_NEG));
    const expr stay =
        air_sum(air, (expr[]){air_col(air, LGI_OR), air_col(air, LGI_XOR), air_col(air, LGI_NEG)},
                3);
    return air_add(air, air_mul(air, air_sub(air, stay, air_scale(air, 3, inverted)), x),
                   air_scale(air, ones, inverted));
}

enum chert_status lgi_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "LGI", columns, 0, LGI_N_COLUMNS, mem, e));
#define C(name) air_col(air, LGI_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const expr a16 = bytes(air, C(A0), C(A1)), i16 = bytes(air, C(I0), C(I1));
    const expr z16 = bytes(air, C(Z0), C(Z1));
    const struct row_word a = {air_limbs(air, a16, C(U)), C(A_HI)};
    const struct row_word d = {C(O_LO), C(O_HI)};

    struct row_prog p = row_prog_zero(&r, OP_ANDL);
    p.op = air_add(air, p.op, air_add(air, C(OR), air_scale(air, 2, C(XOR))));
    p.rd = C(RD), p.rs1 = C(RS1), p.imm = i16;
    p.rs2 = air_sum(air, (expr[]){C(OR), C(XOR), C(NEG)}, 3);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), a);
    row_write_reg(&r, C(RD), C(PREVD), (struct row_word){C(OLD_LO), C(OLD_HI)}, d);
    row_and(&r, r.real, C(A0), C(I0), C(Z0));
    row_and(&r, r.real, C(A1), C(I1), C(Z1));
    row_range(&r, r.real, C(U));

    air_zero(air, "one_operation", air_mul(air, C(OR), C(XOR)));
    air_eq(air, "result_lo", d.lo,
           air_limbs(air, lower_bits(air, a16, i16, z16), upper_bits(air, C(U), UINT16_MAX)));
    air_eq(air, "result_hi", d.hi, upper_bits(air, C(A_HI), UINT32_MAX));
    air_claim(air, LGI_O_LO, "result_lo: a bitwise operation on two bytes and a limb");
    air_claim(air, LGI_O_HI, "result_hi: 0, the operand's half, or its complement");
#undef C
    return air_finish(air);
}
