/*
 * ECALL: one row a call. a7 picks it:
 *
 *   93 exit(a0)          the run ends: halt(clk, a0), all 64 bits, and no next state
 *   64 write(1, a1, a2)  a0 = a2, register 33 (the position) advances by a2, and the bytes are
 *                        written by rows of WRITE: the state goes to them on bus OUT, from clk + 4,
 *                        and comes back from the last of them; with a2 = 0 there are none
 *    1 print             debugging help on the host: the machine does nothing
 *
 * Why a cheating prover cannot win. a7 is received as the token (93 exit + 64 write + 1 print, 0),
 * so the flag that is set is the call made, and any other a7, panic (2) among them, fits no row.
 * Each flag sends the state on one bus: exit to HALT, write to OUT, the others to EXEC.
 *   exit. a0's token goes to HALT as it is.
 *   write. a0 is received as (1, 0): the file. a2 is received as (len, 0) and a1, if there is a
 * byte to write, has upper half 0 too (rule S11): both are 32-bit numbers. The count returned and
 * the position's advance are len itself. `empty` forces len = 0. Nothing forbids `write` with len =
 * 0, but then the rows of WRITE would count down from 0 to 1 in the field, p - 1 of them, and there
 * are fewer than 2^30. For the same reason len < 2^30, so the position does not outgrow its limb.
 *   The position is read, modified and written here, in the order of the calls, so bytes cannot be
 * committed out of order (rule S5).
 *   a0 and register 33 are read-modify-write accesses at slot 3 (rule S6), of different cells.
 *
 * Cells: 15 main, 20 interactions, 45 in all (the model estimates 17, 17, 44). x serves a0 of
 * exit and a1 of write.
 */
#include "tables/ecall.h"

#include "tables/row.h"

enum { A0 = 10, A1 = 11, A2 = 12, A7 = 17 };

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/ecall.def"
#undef XX
};

#ifndef CHERT_FREESTANDING
static void fill_rows(fp *to, size_t stride, size_t rows, const struct insn *program,
                      const void *events)
{
    const struct ecall_event *ev = events;
    for (size_t i = 0; i < rows; i++) {
        ecall_fill(to + i, stride, &program[ev[i].insn], &ev[i]);
    }
}
const struct table_rows ecall_rows = {0, ECALL_N_COLUMNS, sizeof(struct ecall_event), fill_rows};
#endif

#define C(name) air_col(air, ECALL_##name)

/* The four registers besides a7. */
static void access_registers(struct row *r)
{
    struct air *air = r->air;
    const expr zero = air_const(air, 0), one = air_const(air, 1);
    const expr writes = air_add(air, C(WRITE), C(EMPTY));
    const expr reads_x = air_add(air, C(EXIT), writes);
    const expr x = air_add(air, air_scale(air, A0, C(EXIT)), air_scale(air, A1, writes));
    const struct row_word value = {C(X_LO), C(X_HI)};
    const struct row_word len = {C(LEN), zero};
    const struct row_word pos = {C(POS), zero}, pos_after = {air_add(air, C(POS), C(LEN)), zero};

    row_access(r, reads_x, zero, x, SLOT_RS2, C(PREVX), value, value);
    row_access(r, writes, zero, air_const(air, A2), SLOT_MEM, C(PREV2), len, len);
    row_access(r, writes, zero, air_const(air, A0), SLOT_RD, C(PREV0), (struct row_word){one, zero},
               len);
    row_access(r, writes, zero, air_const(air, REG_POSITION), SLOT_RD, C(PREVP), pos, pos_after);
}

enum chert_status ecall_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "ECALL", columns, 0, ECALL_N_COLUMNS, mem, e));
    const expr real = air_sum(air, (expr[]){C(EXIT), C(WRITE), C(EMPTY), C(PRINT)}, 4);
    struct row r = row_of(air, real, C(PC), C(CLK));
    const expr zero = air_const(air, 0);
    const expr clk_next = air_add(air, r.clk, air_const(air, CLK_STEP));
    const struct row_prog p = row_prog_zero(&r, OP_ECALL);
    const struct row_word a7 = {air_sum(air,
                                        (expr[]){air_scale(air, CALL_EXIT, C(EXIT)),
                                                 air_scale(air, CALL_WRITE, C(WRITE)),
                                                 air_scale(air, CALL_WRITE, C(EMPTY)),
                                                 air_scale(air, CALL_PRINT, C(PRINT))},
                                        4),
                                zero};

    air_receive(air, BUS_EXEC, real, 2, (expr[]){r.pc, r.clk});
    air_send(air, BUS_PROG, real, 7, (expr[]){r.pc, p.op, p.rd, p.rs1, p.rs2, p.imm, p.next});
    row_read_reg(&r, SLOT_RS1, air_const(air, A7), C(PREV7), a7);
    access_registers(&r);
    air_send(air, BUS_EXEC, air_add(air, C(EMPTY), C(PRINT)), 2, (expr[]){p.next, clk_next});
    air_send(air, BUS_HALT, C(EXIT), 3, (expr[]){r.clk, C(X_LO), C(X_HI)});
    air_send(air, BUS_OUT, C(WRITE), 5, (expr[]){clk_next, C(X_LO), C(LEN), C(POS), p.next});

    air_zero(air, "pointer_upper", air_mul(air, C(WRITE), C(X_HI)));
    air_zero(air, "empty_length", air_mul(air, C(EMPTY), C(LEN)));
    return air_finish(air);
}
