/*
 * Exhaustive: every operand and every witness of the adds, compares and branches, in toy words of
 * two halves, over toy fields (tests/support/table_toy.h). No wrong result is accepted and no right
 * one is without a witness. What rests on argument in src/tables/ is tried here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "support/table_toy.h"

#define RD 5

/* A table in one of its forms: columns that the operands set, and those that the prover may
 * choose, in the order of the search. All others are constant. */
struct plan {
    enum table_id id;
    uint32_t op;
    const char *inputs, *free;
};

static const struct plan plans[] = {
    {TABLE_ADDI, OP_ADDI, "A_LO A_HI IMM", "L0 L1 HI INV"},
    {TABLE_ADDI_M, OP_ADDI, "A_LO A_HI IMM", "L0 L1 HI INV"},
    {TABLE_ADDSUB, OP_ADD, "A_LO A_HI B_LO B_HI", "SUB C1 L0 L1 C2 H0 H1"},
    {TABLE_ADDSUB, OP_SUB, "A_LO A_HI B_LO B_HI", "SUB C1 L0 L1 C2 H0 H1"},
    {TABLE_ADDIW, OP_ADDIW, "A_LO A_HI IMM", "S L1 L0"},
    {TABLE_ADDIW_M, OP_ADDIW, "A_LO A_HI IMM", "S L1 L0"},
    {TABLE_ADDSUBW, OP_ADDW, "A_LO A_HI B_LO B_HI", "SUB S L1 L0 C"},
    {TABLE_ADDSUBW, OP_SUBW, "A_LO A_HI B_LO B_HI", "SUB S L1 L0 C"},
    {TABLE_ADDW_M, OP_ADDW, "A_LO A_HI B_LO B_HI", "S L1 L0"},
    {TABLE_BEQ, OP_CMPEQ, "A_LO A_HI B_LO B_HI", "EQ NEXT INV"},
    {TABLE_BEQZ, OP_CMPZ, "A_LO A_HI", "EQ NEXT INV"},
    {TABLE_BLT, OP_CMPLT, "A_LO A_HI B_LO B_HI", "SG LT NEXT E X0 X1"},
    {TABLE_BLT, OP_CMPLT + 2, "A_LO A_HI B_LO B_HI", "SG LT NEXT E X0 X1"},
    {TABLE_SLTX, OP_CMPLT + 2, "A_LO A_HI B_LO B_HI",
     "F_REG F_IMM F_GE F_LT SG LT NEXT SA TA SB TB E X0 X1"},
    {TABLE_SLTX, OP_SLT, "A_LO A_HI B_LO B_HI",
     "F_REG F_IMM F_GE F_LT SG LT NEXT SA TA SB TB E X0 X1"},
    {TABLE_SLTX, OP_SLT + 1, "A_LO A_HI B_LO B_HI",
     "F_REG F_IMM F_GE F_LT SG LT NEXT SA TA SB TB E X0 X1"},
    {TABLE_SLTX, OP_SLT + 2, "A_LO A_HI IMM",
     "F_REG F_IMM F_GE F_LT SG LT NEXT PREV2 SB B_LO B_HI TB SA TA E X0 X1"},
    {TABLE_SLTX, OP_SLT + 3, "A_LO A_HI IMM",
     "F_REG F_IMM F_GE F_LT SG LT NEXT PREV2 SB B_LO B_HI TB SA TA E X0 X1"},
};

#define N_PLANS (sizeof plans / sizeof *plans)

/* What the instruction does, on words of half^2 values. */
struct meaning {
    int writes;
    uint32_t result;  /* what rd gets */
    uint32_t outcome; /* of a branch */
    uint64_t wrong;   /* assignments that say otherwise */
};

static uint32_t extend(uint32_t low, uint32_t half)
{
    return low < half / 2 ? low : low + half * (half - 1);
}

static uint32_t less(int is_signed, uint32_t a, uint32_t b, uint32_t half)
{
    const uint32_t flip = is_signed ? half * half / 2 : 0; /* the sign bit */
    return (a ^ flip) < (b ^ flip);
}

static struct meaning meaning_of(uint32_t op, uint32_t a, uint32_t b, uint32_t half)
{
    const uint32_t all = half * half;
    switch (op) {
    case OP_ADDI:
    case OP_ADD:
        return (struct meaning){1, (a + b) % all, 0, 0};
    case OP_SUB:
        return (struct meaning){1, (a + all - b) % all, 0, 0};
    case OP_ADDIW:
    case OP_ADDW:
        return (struct meaning){1, extend((a + b) % half, half), 0, 0};
    case OP_SUBW:
        return (struct meaning){1, extend((a + all - b) % half, half), 0, 0};
    case OP_CMPEQ:
        return (struct meaning){0, 0, a == b, 0};
    case OP_CMPZ:
        return (struct meaning){0, 0, a == 0, 0};
    case OP_CMPLT:
    case OP_CMPLT + 2:
        return (struct meaning){0, 0, less(op == OP_CMPLT + 2, a, b, half), 0};
    default:
        return (struct meaning){1, less((op & 1) != 0, a, b, half), 0, 0};
    }
}

/* The last register token is rd's in a table that writes; exec has the outcome. */
static void judge(struct table_toy *toy, void *ctx)
{
    struct meaning *m = ctx;
    const uint32_t half = toy->t * toy->t;
    uint32_t token[AIR_MAX_TUPLE] = {0}, step[AIR_MAX_TUPLE] = {0};
    assert_true(table_toy_sent(toy, BUS_EXEC, 0, step));
    for (uint32_t k = 0; table_toy_sent(toy, BUS_CELL, k, token); k++) {
    }
    m->wrong += step[0] != (m->outcome ? toy->tc.insn.next1 : toy->tc.insn.next);
    m->wrong += m->writes
                    ? token[1] != RD || token[3] != m->result % half || token[4] != m->result / half
                    : token[1] == RD;
}

/* Splits "A B C" and calls f with each name. */
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

static void add_free(struct table_toy *toy, const char *name)
{
    if (strcmp(name, "NEXT") == 0) { /* the program allows no other */
        table_toy_choice(toy, name, toy->tc.insn.next, toy->tc.insn.next1);
    } else {
        table_toy_free(toy, name);
    }
}

static void set_constants(struct table_toy *toy, uint32_t op)
{
    /* Gaps of 0: each token is one tick old. */
    static const struct {
        const char *name;
        int64_t value;
    } constants[] = {
        {"REAL", 1}, {"PREV1", -1}, {"PREV2", 0}, {"PREVD", 2}, {"RD", RD}, {"RS1", 6}, {"RS2", 7},
    };
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        if (table_toy_has(toy, constants[i].name)) {
            table_toy_set(toy, constants[i].name, constants[i].value);
        }
    }
    if (op == OP_SLT + 2 || op == OP_SLT + 3) {
        table_toy_set(toy, "RS2", 0);
    }
    if (op == OP_CMPLT + 2 && table_toy_has(toy, "RD")) {
        table_toy_set(toy, "RD", 0);
    }
}

/* The program's row: entries that the table has no column for are 0. */
static struct insn program_of(const struct plan *plan)
{
    struct insn in = table_case_insn(plan->op, RD, 6, 7, 0);
    const int branch = plan->op >= OP_CMPEQ && plan->op < OP_SLT;
    const int one = strstr(plan->inputs, "B_LO") == NULL;
    in.pc = 0, in.next = 4, in.next1 = 9;
    in.rs1 =
        plan->id == TABLE_ADDI_M || plan->id == TABLE_ADDIW_M || plan->id == TABLE_ADDW_M ? RD : 6;
    in.rs2 = one ? 0 : 7;
    in.rd = branch ? 0 : RD;
    return in;
}

/* Signed comparisons with upper halves neither equal nor complements are SLTX's. */
static int no_witness(const struct plan *plan, uint32_t a, uint32_t b, uint32_t half)
{
    const uint32_t x = a / half, y = b / half;
    return plan->id == TABLE_BLT && plan->op == OP_CMPLT + 2 && x != y && x + y != half - 1;
}

static void prepare(struct table_toy *toy, const struct plan *plan, uint32_t t, uint32_t skip)
{
    const struct insn in = program_of(plan);
    table_toy_init(toy, plan->id, t, &in);
    set_constants(toy, plan->op);
    each_name(toy, plan->inputs, table_toy_input);
    each_name(toy, plan->free, add_free);
    table_toy_skip(toy, skip);
    table_toy_prepare(toy);
}

/* All operands, without check `skip`: returns the number of wrong assignments. Stops at the first
 * if there is a skip; else fails if an operand has no witness. */
static uint64_t run(const struct plan *plan, uint32_t t, uint32_t skip)
{
    static struct table_toy toy;
    const uint32_t half = t * t, all = half * half;
    const int by_imm = strstr(plan->inputs, "IMM") != NULL, single = plan->id == TABLE_BEQZ;
    uint64_t wrong = 0;
    prepare(&toy, plan, t, skip);
    for (uint32_t a = 0; a < all && (wrong == 0 || skip == UINT32_MAX); a++) {
        table_toy_set(&toy, "A_LO", a % half);
        table_toy_set(&toy, "A_HI", a / half);
        for (uint32_t b = 0; b < (by_imm ? t : single ? 1 : all); b++) {
            const int64_t imm = (int64_t)b - t / 2; /* half a limb, signed */
            const uint32_t operand = by_imm ? (uint32_t)((imm + all) % all) : b;
            struct meaning m = meaning_of(plan->op, a, operand, half);
            if (by_imm) {
                toy.tc.insn.imm = imm;
                table_toy_set(&toy, "IMM", imm);
            } else if (!single) {
                table_toy_set(&toy, "B_LO", b % half);
                table_toy_set(&toy, "B_HI", b / half);
            }
            const uint64_t n = table_toy_run(&toy, judge, &m);
            if (skip == UINT32_MAX && (n == 0) != no_witness(plan, a, operand, half)) {
                fail_msg("%s op %u, %u and %u: %llu witnesses", toy.tc.air.name, plan->op, a,
                         operand, (unsigned long long)n);
            }
            wrong += m.wrong;
        }
    }
    table_toy_fini(&toy);
    return wrong;
}

static void test_base_2(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_PLANS; i++) {
        assert_int_equal(run(&plans[i], 2, UINT32_MAX), 0);
    }
}

static void test_base_4(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_PLANS; i++) {
        assert_int_equal(run(&plans[i], 4, UINT32_MAX), 0);
    }
}

/* Flags are pinned by the program here, and times are constants: single forgeries cover those
 * (test_<stem>.c). */
static int has_no_toy_teeth(const struct table_case *tc, uint32_t check)
{
    const struct air *air = &tc->air;
    if (check < air->n_constraints) {
        const char *name = air->constraints[check].name;
        const size_t n = strlen(name);
        return n > 4 && strcmp(name + n - 4, "_bit") == 0;
    }
    const uint32_t k = check - air->n_constraints;
    const int gap = k > 0 && air->interactions[k - 1].bus == BUS_CELL;
    return (air->interactions[k].bus != BUS_RANGE && air->interactions[k].bus != BUS_MSB) || gap;
}

/* Without any one of the other checks, some operands get a wrong result in some form. */
static void test_teeth(void **state)
{
    (void)state;
    for (size_t first = 0, end = 0; first < N_PLANS; first = end) {
        struct table_case tc;
        table_case_init(&tc, plans[first].id);
        for (end = first; end < N_PLANS && plans[end].id == plans[first].id; end++) {
        }
        for (uint32_t k = 0; k < tc.air.n_constraints + tc.air.n_interactions; k++) {
            uint64_t wrong = 0;
            for (size_t i = first; i < end && !has_no_toy_teeth(&tc, k); i++) {
                wrong += run(&plans[i], 2, k);
            }
            if (wrong == 0 && !has_no_toy_teeth(&tc, k)) {
                fail_msg("%s: check %u is not needed", tc.air.name, k);
            }
        }
        table_case_fini(&tc);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_base_2),
        cmocka_unit_test(test_base_4),
        cmocka_unit_test(test_teeth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
