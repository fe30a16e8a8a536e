/*
 * MIS: loads and stores of 2, 4 or 8 bytes at a + imm, not in one piece of a cell as the narrow
 * tables want it. Rare (Zicclsm), so one table for all of them, byte by byte.
 *
 * The row sees sixteen bytes x0..x15: the cell that holds the first byte, and the next one. The
 * access begins at byte k = 1..7 (one-hot o_k) and has w bytes. y0..y7 is the other register
 * afterwards: the value loaded, or the value stored.
 *
 * Why a cheating prover cannot win.
 *   Address. That of memory.h with offset sum k o_k, so k is the address mod 8 and the first cell
 * is the right one; the second is 8 further. `two` says whether it is touched, and must be k + w >
 * 8: a prover can neither skip it nor touch it without need. Beyond the last cell there is none.
 *   Bytes. All x and y are checked bytes, and both cells are received as the words that the x make,
 * so the x are the cells' own bytes. Where `two` is 0, x8..x15 are free and nothing reads them.
 *   Loads. y_j = x_(k+j) for j < w; further bytes are 255 s, where s is the top bit of the last
 * byte loaded on rows of lw and lh, and 0 on others. The register produced is made of the y. Both
 * cells stay: no term below is alive.
 *   Stores. The register before is made of the y, so they are its own bytes. Each word after is the
 * word before, with y_(i-k) for x_i where 0 <= i - k < w: pieces at disjoint places, below 2^32.
 *   One access serves for both registers: rd of a load is written at slot 3, rs2 of a store is read
 * at slot 1, which is clk + 1 + 2 load. The program has rd = 0 on stores and rs2 = 0 on loads, so
 * rd + rs2 is the register.
 *
 * Cells: 71 main, 28 interactions, 113 in all (the model estimates 60, 32, 108).
 */
#include "tables/mis.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/mis.def"
#undef XX
};

#ifndef CHERT_FREESTANDING
static void fill_rows(fp *to, size_t stride, size_t rows, const struct insn *program,
                      const void *events)
{
    const struct event *ev = events;
    for (size_t i = 0; i < rows; i++) {
        mis_fill(to + i, stride, &program[ev[2 * i].insn], &ev[2 * i]);
    }
}
const struct table_rows mis_rows = {0, MIS_N_COLUMNS, 2 * sizeof(struct event), fill_rows};
#endif

#define C(name) air_col(air, MIS_##name)

/* Flags of the loads or stores that move more than j bytes. */
static expr loads(struct air *air, unsigned j)
{
    const expr all[5] = {C(LD), C(LW), C(LWU), C(LH), C(LHU)};
    return air_sum(air, all, j < 2 ? 5 : j < 4 ? 3 : 1);
}

static expr stores(struct air *air, unsigned j)
{
    const expr all[3] = {C(SD), C(SW), C(SH)};
    return air_sum(air, all, j < 2 ? 3 : j < 4 ? 2 : 1);
}

/* The word of four byte columns from `first`. */
static expr word(struct air *air, uint32_t first)
{
    expr e = air_col(air, first);
    for (uint32_t i = 1; i < 4; i++) {
        e = air_add(air, e, air_scale(air, UINT64_C(1) << 8 * i, air_col(air, first + i)));
    }
    return e;
}

static expr offset_bit(struct air *air, uint32_t k)
{
    return air_col(air, MIS_O1 + k - 1);
}

static void constrain_offset(struct air *air, expr real)
{
    const expr eight = air_add(air, C(LD), C(SD));
    const expr four = air_sum(air, (expr[]){C(LW), C(LWU), C(SW)}, 3);
    const expr two = air_sum(air, (expr[]){C(LH), C(LHU), C(SH)}, 3);
    const expr over4 = air_sum(air, (expr[]){C(O5), C(O6), C(O7)}, 3);
    const expr some = air_sum(air, (expr[]){C(O1), C(O2), C(O3), C(O4), C(O5), C(O6), C(O7)}, 7);
    const expr reaches =
        air_add(air, eight, air_add(air, air_mul(air, four, over4), air_mul(air, two, C(O7))));
    air_zero(air, "one_offset", air_sub(air, some, real));
    air_zero(air, "two", air_sub(air, C(TWO), reaches));
    /* Follows from "two"; in terms that the check of multiplicities can enumerate. */
    air_zero(air, "two_real", air_mul(air, C(TWO), air_not(air, real)));
}

/* y_j on rows of loads. */
static void constrain_loaded(struct air *air)
{
    static const char *const byte[8] = {"byte0", "byte1", "byte2", "byte3",
                                        "byte4", "byte5", "byte6", "byte7"};
    static const char *const fill[8] = {"",      "",      "fill2", "fill3",
                                        "fill4", "fill5", "fill6", "fill7"};
    const expr with_sign = air_add(air, C(LW), C(LH));
    (void)byte, (void)fill; /* the freestanding verifier keeps no names */
    for (uint32_t j = 0; j < 8; j++) {
        const expr y = air_col(air, MIS_Y0 + j);
        expr x = air_const(air, 0);
        for (uint32_t k = 1; k < 8; k++) {
            x = air_add(air, x, air_mul(air, offset_bit(air, k), air_col(air, MIS_X0 + j + k)));
        }
        air_eq_if(air, byte[j], loads(air, j), y, x);
        if (j >= 2) {
            const expr shorter = air_sub(air, loads(air, 0), loads(air, j));
            air_zero(air, fill[j],
                     air_mul(air, shorter, air_sub(air, y, air_scale(air, 255, C(S)))));
        }
    }
    air_zero(air, "top_byte",
             air_add(air, air_mul(air, C(LW), air_sub(air, C(T), C(Y3))),
                     air_mul(air, C(LH), air_sub(air, C(T), C(Y1)))));
    air_zero(air, "unsigned_sign", air_mul(air, C(S), air_not(air, with_sign)));
}

/* What the stores do to word m, bytes 4 m .. 4 m + 3. */
static expr change(struct air *air, uint32_t m)
{
    expr sum = air_const(air, 0);
    for (uint32_t i = 4 * m; i < 4 * m + 4; i++) {
        expr byte = air_const(air, 0);
        for (uint32_t k = 1; k < 8; k++) {
            if (i >= k && i - k < 8) {
                const expr taken = air_mul(air, offset_bit(air, k), stores(air, i - k));
                const expr by =
                    air_sub(air, air_col(air, MIS_Y0 + i - k), air_col(air, MIS_X0 + i));
                byte = air_add(air, byte, air_mul(air, taken, by));
            }
        }
        sum = air_add(air, sum, air_scale(air, UINT64_C(1) << 8 * (i % 4), byte));
    }
    return sum;
}

static void constrain_stored(struct air *air, struct row_word old, struct row_word value)
{
    static const char *const after[4] = {"after0", "after1", "after2", "after3"};
    (void)after;
    air_eq_if(air, "stored_lo", stores(air, 0), old.lo, value.lo);
    air_eq_if(air, "stored_hi", stores(air, 0), old.hi, value.hi);
    for (uint32_t m = 0; m < 4; m++) {
        air_eq(air, after[m], air_col(air, MIS_N0 + m),
               air_add(air, word(air, MIS_X0 + 4 * m), change(air, m)));
        air_claim(air, MIS_N0 + m, "the word before with some of its bytes replaced by bytes");
    }
}

static void access_cells(struct row *r, expr first)
{
    struct air *air = r->air;
    const struct row_word old1 = {word(air, MIS_X0), word(air, MIS_X4)};
    const struct row_word old2 = {word(air, MIS_X8), word(air, MIS_X12)};
    const struct row_word new1 = {C(N0), C(N1)}, new2 = {C(N2), C(N3)};
    const expr second = air_add(air, first, air_const(air, 8));
    row_memory(r, first, C(PREVM), old1, new1);
    row_access(r, C(TWO), air_const(air, 1), second, SLOT_MEM, C(PREVN), old2, new2);
}

static void look_up_bytes(struct row *r)
{
    struct air *air = r->air;
    for (uint32_t i = 0; i < 8; i++) {
        row_and(r, r->real, air_col(air, MIS_X0 + 2 * i), air_col(air, MIS_X0 + 2 * i + 1),
                air_col(air, MIS_ZX0 + i));
    }
    for (uint32_t i = 0; i < 4; i++) {
        row_and(r, r->real, air_col(air, MIS_Y0 + 2 * i), air_col(air, MIS_Y0 + 2 * i + 1),
                air_col(air, MIS_ZY0 + i));
    }
    row_and(r, air_add(air, C(LW), C(LH)), C(T), air_const(air, 128), air_scale(air, 128, C(S)));
}

/* The op's number on a real row. */
static expr op_number(struct air *air)
{
    static const struct {
        uint32_t column, op;
    } flags[8] = {{MIS_LD, OP_LD},   {MIS_LW, OP_LW}, {MIS_LWU, OP_LWU}, {MIS_LH, OP_LH},
                  {MIS_LHU, OP_LHU}, {MIS_SD, OP_SD}, {MIS_SW, OP_SW},   {MIS_SH, OP_SH}};
    expr sum = air_const(air, 0);
    for (uint32_t i = 0; i < 8; i++) {
        sum = air_add(air, sum, air_scale(air, flags[i].op, air_col(air, flags[i].column)));
    }
    return sum;
}

enum chert_status mis_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "MIS", columns, 0, MIS_N_COLUMNS, mem, e));
    struct row r = row_of(air, air_add(air, loads(air, 0), stores(air, 0)), C(PC), C(CLK));
    const struct row_word old = {C(OLD_LO), C(OLD_HI)};
    const struct row_word value = {word(air, MIS_Y0), word(air, MIS_Y4)};
    const expr reg = air_add(air, C(RD), C(RS2));
    struct row at_slot3 = r; /* on loads: its slot 1 is slot 3 */
    expr offset = air_const(air, 0);
    for (uint32_t k = 1; k < 8; k++) {
        offset = air_add(air, offset, air_scale(air, k, offset_bit(air, k)));
    }
    at_slot3.clk = air_add(air, r.clk, air_scale(air, SLOT_RD - SLOT_RS2, loads(air, 0)));

    struct row_prog p = row_prog_zero(&r, 0);
    p.op = op_number(air);
    p.rd = C(RD), p.rs1 = C(RS1), p.rs2 = C(RS2), p.imm = C(IMM);
    row_step(&r, &p, p.next);
    access_cells(&r, memory_cell(&r, C(RS1), C(PREV1), C(A_LO), C(IMM), offset));
    row_access(&at_slot3, r.real, air_const(air, 0), reg, SLOT_RS2, C(PREV2), old, value);
    look_up_bytes(&r);

    constrain_offset(air, r.real);
    constrain_loaded(air);
    constrain_stored(air, old, value);
    return air_finish(air);
}
