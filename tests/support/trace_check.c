#include "support/trace_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WRONG(c, ...)                                              \
    do {                                                           \
        if ((c)->why[0] == '\0') {                                 \
            (void)snprintf((c)->why, sizeof(c)->why, __VA_ARGS__); \
        }                                                          \
    } while (0)

static const char *const table_names[N_TABLES] = {
#define XX(NAME, stem, rows) [TABLE_##NAME] = #NAME,
#include "isa/tables.def"
#undef XX
};

/* Tokens are counted as sums of hashes, produced ones plus and consumed ones minus: a bus in
 * miniature. Spaces 0 registers, 1 memory, 2 exec(pc, clk), 3 out(ptr, clk, remaining position). */
struct judge {
    struct trace_check *c;
    const struct trace_events *t;
    const uint8_t *output;
    uint64_t sum;
    uint64_t rows;
};

static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint64_t token(uint32_t space, uint32_t addr, uint32_t clk, uint64_t value)
{
    return mix(mix(mix((uint64_t)space << 32 | addr) + clk) + value);
}

static void access_cell(struct judge *j, uint32_t space, uint32_t addr, uint32_t prev, uint32_t clk,
                        uint64_t before, uint64_t after)
{
    if (clk - prev - 1 >= 0x10000) {
        WRONG(j->c, "access of (%u, 0x%x) at clk %u after a token of clk %u", space, addr, clk,
              prev);
    }
    j->sum += token(space, addr, clk, after) - token(space, addr, prev, before);
}

static void step(struct judge *j, uint32_t pc, uint32_t clk, uint32_t next)
{
    j->sum += token(2, next, clk + 4, 0) - token(2, pc, clk, 0);
}

static uint64_t word(uint64_t x)
{
    return (uint64_t)(int32_t)(uint32_t)x;
}

static uint64_t high_product(uint64_t a, uint64_t b, int a_signed, int b_signed)
{
    __extension__ typedef unsigned __int128 u128;
    const uint64_t high = (uint64_t)((u128)a * b >> 64);
    return high - (a_signed && a >> 63 ? b : 0) - (b_signed && b >> 63 ? a : 0);
}

static uint64_t division(uint32_t flags, uint64_t a, uint64_t b)
{
    const int is_unsigned = flags & 1, remainder = (flags & 2) != 0, narrow = (flags & 4) != 0;
    uint64_t q = UINT64_MAX, r = 0;
    if (narrow) {
        a = is_unsigned ? (uint32_t)a : word(a);
        b = is_unsigned ? (uint32_t)b : word(b);
    }
    r = a;
    if (b != 0 && is_unsigned) {
        q = a / b;
        r = a % b;
    } else if (b != 0) {
        const uint64_t x = a >> 63 ? 0 - a : a, y = b >> 63 ? 0 - b : b;
        q = a >> 63 != b >> 63 ? 0 - x / y : x / y;
        r = a >> 63 ? 0 - x % y : x % y;
    }
    q = remainder ? r : q;
    return narrow ? word(q) : q;
}

/* SHLO, SHHI, SHW: the product with N = imm, cut where the flags say. */
static uint64_t power_shift(uint32_t op, uint64_t a, uint64_t power)
{
    __extension__ typedef unsigned __int128 u128;
    const int narrow = op >= OP_SHW, high = !narrow && op >= OP_SHHI;
    const uint32_t flags = (op - OP_SHLO) % 4, w = flags % 2;
    const unsigned base = high ? 32 : 0;
    const u128 product = (u128)(narrow ? (uint32_t)a : a) * power;
    const uint64_t d =
        (uint64_t)(flags < 2 ? product << (16 * w + base) : product >> (16 * w + 16 + base));
    return narrow ? word(d) : d;
}

static uint64_t any_shift(uint32_t flags, uint64_t a, uint64_t amount)
{
    const int left = flags & 1, narrow = (flags & 2) != 0, arithmetic = (flags & 4) != 0;
    const uint64_t n = amount & (narrow ? 31 : 63);
    uint64_t x = narrow ? (uint32_t)a : a, d = 0;
    if (arithmetic) {
        x = narrow ? word(a) : a;
        d = x >> n | (x >> 63 != 0 && n != 0 ? ~(UINT64_MAX >> n) : 0);
    } else {
        d = left ? x << n : x >> n;
    }
    return narrow ? word(d) : d;
}

/* What rd becomes, by the program's entries alone. */
static uint64_t result(const struct insn *in, uint64_t a, uint64_t b)
{
    const uint64_t imm = (uint64_t)in->imm;
    const uint64_t kept = in->rs2 == 1   ? a & ~UINT64_C(0xffff)
                          : in->rs2 == 2 ? ~a & ~UINT64_C(0xffff)
                                         : 0;
    const uint32_t op = in->op;

    if (op >= OP_SHLO && op < OP_SHX) {
        return power_shift(op, a, imm);
    }
    if (op >= OP_SHX && op < OP_CMPEQ) {
        return any_shift(op - OP_SHX, a, op - OP_SHX < 8 ? imm : b);
    }
    if (op >= OP_SLT && op < OP_JALR) {
        const uint64_t y = op - OP_SLT >= 2 ? imm : b;
        return (op - OP_SLT) % 2 == 1 ? (int64_t)a < (int64_t)y : a < y;
    }
    if (op >= OP_DIV && op < OP_ECALL) {
        return division(op - OP_DIV, a, b);
    }
    switch (op) {
    case OP_CONST:
        return in->value;
    case OP_MOVE:
        return a;
    case OP_ADDI:
        return a + imm;
    case OP_ADD:
        return a + b;
    case OP_SUB:
        return a - b;
    case OP_ADDIW:
        return word(a + imm);
    case OP_ADDW:
        return word(a + b);
    case OP_SUBW:
        return word(a - b);
    case OP_AND:
        return a & b;
    case OP_OR:
        return a | b;
    case OP_XOR:
        return a ^ b;
    case OP_ORI:
        return a | imm;
    case OP_ANDL:
        return (a & imm & 0xffff) | kept;
    case OP_ORL:
        return ((a | imm) & 0xffff) | kept;
    case OP_XORL:
        return ((a ^ imm) & 0xffff) | kept;
    case OP_JALR:
        return in->pc + UINT64_C(4);
    case OP_MUL:
        return a * b;
    case OP_MULH:
        return high_product(a, b, 1, 1);
    case OP_MULHSU:
        return high_product(a, b, 1, 0);
    case OP_MULHU:
        return high_product(a, b, 0, 0);
    case OP_MULW:
        return word(a * b);
    default:
        return UINT64_C(0xbad0bad0bad0bad0);
    }
}

/* Sign- or zero-extended. */
static int is_word(uint64_t x)
{
    return x == word(x) || x == (uint32_t)x || x >> 32 == UINT32_MAX;
}

/* The table that a row belongs to, by the routes of exec/record.h. */
static uint32_t route(const struct insn *in, uint64_t a, uint64_t b)
{
    const uint32_t a_hi = (uint32_t)(a >> 32), b_hi = (uint32_t)(b >> 32);
    const int same = in->rd == in->rs1;

    if (in->op >= OP_CMPLT && in->op < OP_SLT) {
        const int is_signed = in->op >= OP_CMPLT + 2;
        return !is_signed || a_hi == b_hi || a_hi == (uint32_t)~b_hi ? TABLE_BLT : TABLE_SLTX;
    }
    switch (in->op) {
    case OP_ADDI:
        return same ? TABLE_ADDI_M : TABLE_ADDI;
    case OP_ADDIW:
        return same ? TABLE_ADDIW_M : TABLE_ADDIW;
    case OP_ADDW:
        return same ? TABLE_ADDW_M : TABLE_ADDSUBW;
    case OP_AND:
    case OP_OR:
    case OP_XOR:
        return is_word(a) && is_word(b) ? TABLE_LG32 : TABLE_LG64;
    default:
        return in->table;
    }
}

static int has_rs2(const struct insn *in)
{
    const uint32_t op = in->op;
    return op == OP_ADD || op == OP_SUB || op == OP_ADDW || op == OP_SUBW || op == OP_AND ||
           op == OP_OR || op == OP_XOR || (op >= OP_SHX + 8 && op < OP_CMPEQ) ||
           (op >= OP_CMPEQ && op < OP_CMPZ) || (op >= OP_CMPLT && op < OP_SLT + 2) ||
           (op >= OP_MUL && op < OP_ECALL);
}

static void check_plain(struct judge *j, enum table_id table, const struct event *ev)
{
    const struct insn *in = &j->t->program->insns[ev->insn];
    const int in_place = table == TABLE_ADDI_M || table == TABLE_ADDIW_M || table == TABLE_ADDW_M;
    const int branch = in->op >= OP_CMPEQ && in->op < OP_SLT;
    const uint64_t b = has_rs2(in) ? ev->b : 0;
    uint32_t next = in->next;
    uint64_t d = 0;

    if (route(in, ev->a, b) != table || ev->b != b) {
        WRONG(j->c, "op %u at pc 0x%x is in table %s", in->op, in->pc, table_names[table]);
    }
    if (!in_place && in->op != OP_CONST) {
        access_cell(j, 0, in->rs1, ev->prev1, ev->clk, ev->a, ev->a);
    }
    if (has_rs2(in)) {
        access_cell(j, 0, in->rs2, ev->prev2, ev->clk + 1, ev->b, ev->b);
    }
    if (branch) {
        const int is_signed = in->op >= OP_CMPLT + 2;
        d = in->op < OP_CMPZ    ? ev->a == ev->b
            : in->op < OP_CMPLT ? ev->a == 0
            : is_signed         ? (int64_t)ev->a < (int64_t)ev->b
                                : ev->a < ev->b;
        next = d ? in->next1 : in->next;
    } else if (in->op != OP_RET) {
        d = result(in, ev->a, ev->b);
        access_cell(j, 0, in->rd, ev->prevd, ev->clk + 3, in_place ? ev->a : ev->old_d, d);
        if (in_place && ev->old_d != ev->a) {
            WRONG(j->c, "old_d is not a in %s", table_names[table]);
        }
    }
    if (in->op == OP_JALR || in->op == OP_RET) {
        next = (uint32_t)(ev->a + (uint64_t)in->imm) & ~1u;
    }
    if (ev->d != d) {
        WRONG(j->c, "op %u at pc 0x%x, clk %u: result 0x%llx, expected 0x%llx", in->op, in->pc,
              ev->clk, (unsigned long long)ev->d, (unsigned long long)d);
    }
    step(j, in->pc, ev->clk, next);
}

/* Width of an access, and what a load makes of its bytes. */
static uint32_t width_of(uint32_t op)
{
    switch (op) {
    case OP_LD:
    case OP_SD:
        return 8;
    case OP_LW:
    case OP_LWU:
    case OP_SW:
        return 4;
    case OP_LH:
    case OP_LHU:
    case OP_SH:
        return 2;
    default:
        return 1;
    }
}

static uint64_t loaded(uint32_t op, uint64_t bytes)
{
    const uint32_t width = width_of(op);
    const uint64_t mask = width == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * width) - 1;
    const uint64_t sign = UINT64_C(1) << (8 * width - 1);
    bytes &= mask;
    return op == OP_LB || op == OP_LH || op == OP_LW ? (bytes ^ sign) - sign : bytes;
}

static uint32_t memory_table(uint32_t op)
{
    switch (op) {
    case OP_LD:
        return TABLE_LD;
    case OP_LW:
    case OP_LWU:
        return TABLE_LW;
    case OP_LB:
        return TABLE_LB;
    case OP_LBU:
        return TABLE_LBU;
    case OP_LH:
    case OP_LHU:
        return TABLE_LH;
    case OP_SD:
        return TABLE_SD;
    case OP_SW:
        return TABLE_SW;
    default:
        return TABLE_SSUB;
    }
}

/* `second` is NULL for an aligned access. */
static void check_memory(struct judge *j, enum table_id table, const struct event *ev,
                         const struct event *second)
{
    __extension__ typedef unsigned __int128 u128;
    const struct insn *in = &j->t->program->insns[ev->insn];
    const uint64_t addr = ev->a + (uint64_t)in->imm;
    const uint32_t width = width_of(in->op), offset = (uint32_t)addr % 8;
    const uint32_t cell = (uint32_t)addr & ~7u;
    const int store = in->op >= OP_SD, two = offset + width > 8;
    const u128 both = (u128)(second == NULL ? 0 : second->m) << 64 | ev->m;
    const u128 mask = (((u128)1 << 8 * width) - 1) << 8 * offset;
    const u128 stored = (both & ~mask) | ((u128)ev->b << 8 * offset & mask);

    if (!map_has(addr) || !map_has(addr + width - 1) || (addr % width != 0) != (second != NULL) ||
        (second == NULL && table != (enum table_id)memory_table(in->op))) {
        WRONG(j->c, "op %u at pc 0x%x of address 0x%llx is in table %s", in->op, in->pc,
              (unsigned long long)addr, table_names[table]);
    }
    access_cell(j, 0, in->rs1, ev->prev1, ev->clk, ev->a, ev->a);
    if (store) {
        access_cell(j, 0, in->rs2, ev->prev2, ev->clk + 1, ev->b, ev->b);
    } else {
        const uint64_t d = loaded(in->op, (uint64_t)(both >> 8 * offset));
        access_cell(j, 0, in->rd, ev->prevd, ev->clk + 3, ev->old_d, d);
        if (ev->d != d) {
            WRONG(j->c, "load at pc 0x%x: wrong value", in->pc);
        }
    }
    access_cell(j, 1, cell, ev->prevm, ev->clk + 2, ev->m, store ? (uint64_t)stored : ev->m);
    if (store && ev->d != (uint64_t)stored) {
        WRONG(j->c, "store at pc 0x%x: wrong cell", in->pc);
    }
    if (second != NULL) {
        const uint64_t after = store ? (uint64_t)(stored >> 64) : 0;
        if (second->b != (uint64_t)two || second->insn != ev->insn || second->clk != ev->clk ||
            second->d != (two ? after : 0) || (!two && (second->m != 0 || second->prevm != 0))) {
            WRONG(j->c, "misaligned access at pc 0x%x: wrong second event", in->pc);
        }
        if (two) {
            access_cell(j, 1, cell + 8, second->prevm, ev->clk + 2, second->m,
                        store ? after : second->m);
        }
    }
    step(j, in->pc, ev->clk, in->next);
}

static uint64_t out_state(uint32_t remaining, uint32_t position)
{
    return (uint64_t)remaining << 32 | position;
}

static void check_call(struct judge *j, const struct ecall_event *ev)
{
    const struct insn *in = &j->t->program->insns[ev->insn];
    const uint64_t *v = ev->value;

    access_cell(j, 0, 17, ev->prev[0], ev->clk, v[0], v[0]);
    if (v[0] == 93) {
        access_cell(j, 0, 10, ev->prev[1], ev->clk + 1, v[1], v[1]);
        j->sum -= token(2, in->pc, ev->clk, 0);
        if (!j->t->halted || j->t->exit_code != v[1] || j->t->clk_last != ev->clk ||
            j->t->pc_last != in->pc) {
            WRONG(j->c, "exit call at clk %u is not the end", ev->clk);
        }
    } else if (v[0] == 1) {
        step(j, in->pc, ev->clk, in->next);
    } else if (v[0] == 64 && v[1] == 1 && v[3] <= UINT32_MAX && ev->result == v[3]) {
        access_cell(j, 0, 11, ev->prev[2], ev->clk + 1, v[2], v[2]);
        access_cell(j, 0, 12, ev->prev[3], ev->clk + 2, v[3], v[3]);
        access_cell(j, 0, 10, ev->prev[1], ev->clk + 3, v[1], v[3]);
        access_cell(j, 0, REG_POSITION, ev->prev[4], ev->clk + 3, v[4], v[4] + v[3]);
        if (v[3] == 0) {
            step(j, in->pc, ev->clk, in->next);
        } else {
            j->sum +=
                token(3, (uint32_t)v[2], ev->clk + 4, out_state((uint32_t)v[3], (uint32_t)v[4])) +
                in->next - token(2, in->pc, ev->clk, 0);
        }
    } else {
        WRONG(j->c, "no such call: a7 = %llu", (unsigned long long)v[0]);
    }
}

static void check_write(struct judge *j, const struct write_event *w)
{
    const uint8_t byte = (uint8_t)(w->cell >> 8 * (w->ptr % 8));
    access_cell(j, 1, w->ptr & ~7u, w->prevm, w->clk + 2, w->cell, w->cell);
    j->sum -= token(3, w->ptr, w->clk, out_state(w->remaining, w->position)) + w->next_pc;
    if (w->remaining == 1) {
        j->sum += token(2, w->next_pc, w->clk + 4, 0);
    } else {
        j->sum += token(3, w->ptr + 1, w->clk + 4, out_state(w->remaining - 1, w->position + 1)) +
                  w->next_pc;
    }
    if (j->output[w->position] != byte) {
        WRONG(j->c, "byte %u of the output", w->position);
    }
}

static void check_table(struct judge *j, enum table_id table)
{
    const struct trace_table *rows = &j->t->table[table];
    const void *events = rows->events;

    for (uint64_t i = 0; i < rows->rows; i++) {
        const struct event *ev = (const struct event *)events + (table == TABLE_MIS ? 2 * i : i);
        if (table == TABLE_ECALL) {
            check_call(j, (const struct ecall_event *)events + i);
        } else if (table == TABLE_WRITE) {
            check_write(j, (const struct write_event *)events + i);
        } else if (table == TABLE_REFRESH) {
            const struct refresh_event *f = (const struct refresh_event *)events + i;
            j->sum += token(f->space, f->addr, f->clk, f->value) -
                      token(f->space, f->addr, f->prev, f->value);
            if (f->clk - f->prev - 1 > UINT32_MAX - 1 || f->clk <= f->prev) {
                WRONG(j->c, "refresh backwards");
            }
        } else if (table == TABLE_BOUND) {
            const struct bound_event *c = (const struct bound_event *)events + i;
            j->sum +=
                token(1, c->addr, c->init_clk, c->init) - token(1, c->addr, c->fin_clk, c->fin);
        } else if (table >= TABLE_LD && table <= TABLE_SSUB) {
            check_memory(j, table, ev, NULL);
        } else if (table == TABLE_MIS) {
            check_memory(j, table, ev, ev + 1);
        } else if (table < TABLE_ECALL) {
            check_plain(j, table, ev);
        }
    }
    if (table <= TABLE_WRITE) {
        j->rows += rows->rows;
    }
}

int trace_check_epoch(struct trace_check *c, const struct trace_events *t, const uint8_t *output)
{
    struct judge j = {.c = c, .t = t, .output = output};

    c->why[0] = '\0';
    for (uint32_t r = 0; r < N_REGS; r++) {
        j.sum += token(0, r, 0, t->reg_first[r]) - token(0, r, t->reg_clk[r], t->reg_last[r]);
    }
    if (t->reg_first[0] != 0 || t->reg_last[0] != 0) {
        WRONG(c, "x0 holds 0x%llx", (unsigned long long)t->reg_last[0]);
    }
    j.sum += token(2, t->pc_first, t->clk_first, 0);
    if (!t->halted) {
        j.sum -= token(2, t->pc_last, t->clk_last, 0);
    }
    for (uint32_t i = 0; i < N_TABLES; i++) {
        check_table(&j, (enum table_id)i);
    }
    if (j.sum != 0) {
        WRONG(c, "tokens do not balance");
    }
    if (j.rows != t->cycles || t->clk_last != 4 * (t->cycles + (t->halted ? 0 : 1))) {
        WRONG(c, "%llu rows in %llu cycles, last clk %u", (unsigned long long)j.rows,
              (unsigned long long)t->cycles, t->clk_last);
    }
    return c->why[0] == '\0';
}

static uint64_t input_value(const struct exec_options *o, uint32_t addr)
{
    uint64_t v = 0;
    if (addr == MAP_INPUT_START) {
        return o->input_bytes;
    }
    for (uint32_t k = 0; k < 8; k++) {
        const uint64_t at = (uint64_t)addr - MAP_INPUT_START - 8 + k;
        v |= at < o->input_bytes ? (uint64_t)o->input[at] << 8 * k : 0;
    }
    return v;
}

/* Genesis rows: order, chains, initial values. Returns the sum of their world tokens. */
static uint64_t check_genesis(struct trace_check *c, const struct trace_events *t,
                              const struct exec_options *o)
{
    const struct genesis_event *g = (const void *)t->table[TABLE_GENESIS].events;
    const struct program *p = t->program;
    uint64_t last = 0, sum = 0;
    uint32_t n_image = 0, region = MAP_N_REGIONS, previous = 0;

    for (uint64_t i = 0; i < t->table[TABLE_GENESIS].rows; i++, g++) {
        uint64_t init = 0;
        if (!map_has(g->addr) || g->addr % 8 != 0 || g->addr <= last) {
            WRONG(c, "genesis row of 0x%x", g->addr);
        }
        last = g->addr;
        if (map_region_of(g->addr) != region) {
            region = map_region_of(g->addr);
            previous = map_regions[region].start - 8;
        }
        if (g->prev_addr != previous || g->kind != map_regions[region].kind) {
            WRONG(c, "genesis chain at 0x%x", g->addr);
        }
        previous = g->addr;
        if (g->in_image) {
            if (n_image == p->n_image || p->image[n_image].addr != g->addr) {
                WRONG(c, "genesis row 0x%x is not the image's next", g->addr);
                return 0;
            }
            init = p->image[n_image++].value;
        } else if (g->kind == 1) {
            init = input_value(o, g->addr);
        }
        if (g->init != init) {
            WRONG(c, "initial value of 0x%x", g->addr);
        }
        sum += token(4, g->addr, 0, g->init) - token(4, g->addr, g->writer, g->fin);
    }
    if (n_image != p->n_image) {
        WRONG(c, "%u image cells of %u", n_image, p->n_image);
    }
    return sum;
}

int trace_check_world(struct trace_check *c, const struct trace_events *const *epochs, size_t n,
                      const struct trace_events *genesis, const struct exec_options *o)
{
    uint64_t sum = 0;

    c->why[0] = '\0';
    sum = check_genesis(c, genesis, o);
    for (size_t i = 0; i < n; i++) {
        const struct bound_event *b = (const void *)epochs[i]->table[TABLE_BOUND].events;
        for (uint64_t k = 0; k < epochs[i]->table[TABLE_BOUND].rows; k++, b++) {
            if (b->writer >= epochs[i]->epoch) {
                WRONG(c, "epoch %u reads what epoch %u wrote", epochs[i]->epoch, b->writer);
            }
            sum +=
                token(4, b->addr, epochs[i]->epoch, b->fin) - token(4, b->addr, b->writer, b->init);
        }
    }
    if (sum != 0) {
        WRONG(c, "world tokens do not balance");
    }
    return c->why[0] == '\0';
}
