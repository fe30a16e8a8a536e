/* SHX: results against C's << and >>, and a forgery for every check. */
#include <stdio.h>

#include "register_case.h"
#include "tables/shx.h"

#define LIMB  0x10000
#define LEFT  1u
#define WORD  2u
#define ARITH 4u
#define REG   8u

static struct insn by_register(uint32_t flags)
{
    return table_case_insn(OP_SHX + REG + flags, 5, 6, 7, 0);
}

static struct insn by_amount(uint32_t flags, uint32_t amount)
{
    return table_case_insn(OP_SHX + flags, 5, 6, 0, amount);
}

static uint64_t meaning(const struct insn *in, uint64_t a, uint64_t b)
{
    const uint32_t flags = in->op - OP_SHX;
    const uint64_t k = (flags & REG ? b : (uint64_t)in->imm) & (flags & WORD ? 31 : 63);
    if (flags & WORD) {
        const uint32_t x = (uint32_t)a;
        const uint32_t r = flags & LEFT    ? x << k
                           : flags & ARITH ? (uint32_t)((int32_t)x >> k)
                                           : x >> k;
        return (uint64_t)(int64_t)(int32_t)r;
    }
    return flags & LEFT ? a << k : flags & ARITH ? (uint64_t)((int64_t)a >> k) : a >> k;
}

static void test_by_amount(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_SHX);
    table_case_assert_accepted(&tc); /* padding */
    for (uint32_t amount = 1; amount < 64; amount++) {
        const struct insn wide = by_amount(ARITH, amount);
        register_results(&tc, &wide, 0, meaning, NULL, 50);
        if (amount < 32) {
            const struct insn word = by_amount(ARITH + WORD, amount);
            register_results(&tc, &word, 0, meaning, NULL, 50);
        }
    }
    table_case_fini(&tc);
}

static void test_by_register(void **state)
{
    const uint32_t flags[] = {LEFT, 0, ARITH, LEFT + WORD, WORD, ARITH + WORD};
    uint64_t seed = 5;
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_SHX);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        const struct insn in = by_register(flags[i]);
        register_results(&tc, &in, 1, meaning, NULL, 1000);
        for (uint64_t k = 0; k < 128; k++) { /* every amount, and what is taken mod 32 or 64 */
            const uint64_t a = table_case_word(&seed), b = table_case_random(&seed) << 7 | k;
            const struct event ev = register_event(&in, meaning, a, b);
            register_check(&tc, &in, 1, &ev);
        }
    }
    table_case_fini(&tc);
}

static void settle(struct table_case *tc)
{
    register_settle(tc, SHX_O_LO, "result_lo");
    register_settle(tc, SHX_O_HI, "result_hi");
}

/* One flag is not a bit although all are 1 in sum. The others make up for it in POW's w, and in
 * whether n is a power to the left. */
static void forge_flags(struct table_case *tc)
{
    static const struct {
        const char *name;
        int left[4], right[4];
        uint32_t w, is_left;
    } forged[] = {
        {"LEFT0_bit", {-1, 1, 1, 0}, {0}, 3, 1},  {"LEFT1_bit", {1, -1, 1, 0}, {0}, 1, 1},
        {"LEFT2_bit", {1, 0, -1, 1}, {0}, 1, 1},  {"LEFT3_bit", {0, 1, 1, -1}, {0}, 0, 1},
        {"RIGHT0_bit", {0}, {-1, 1, 1, 0}, 3, 0}, {"RIGHT1_bit", {0}, {1, -1, 1, 0}, 1, 0},
        {"RIGHT2_bit", {0}, {1, 0, -1, 1}, 1, 0}, {"RIGHT3_bit", {0}, {0, 1, 1, -1}, 0, 0},
    };
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
        const struct insn in = by_register(forged[i].is_left ? LEFT : 0);
        register_fill(tc, &in, meaning, 0x123456789abcdef0, 16 * forged[i].w + 3);
        for (uint32_t w = 0; w < 4; w++) {
            register_edit(tc, SHX_LEFT0 + w, table_signed(forged[i].left[w]));
            register_edit(tc, SHX_RIGHT0 + w, table_signed(forged[i].right[w]));
        }
        settle(tc);
        register_forgery(tc, forged[i].name);
    }
    /* two flags: op is 32 too large, and both powers are looked up doubled */
    const struct insn srai = by_amount(ARITH, 19);
    register_fill(tc, &srai, meaning, 0, 0);
    tc->insn.op = 2 * OP_SHX + 2 * LEFT;
    register_edit(tc, SHX_LEFT0, 1);
    register_edit(tc, SHX_LEFT1, 1);
    register_edit(tc, SHX_RIGHT1, 0);
    register_edit(tc, SHX_ARITH, 0);
    register_edit(tc, SHX_N, (1 << 3) / 2);
    register_edit(tc, SHX_OTHER, (LIMB >> 3) / 2);
    register_forgery(tc, "real_bit");
}

/* Bits that are 2, in ops that would be so. */
static void forge_kind_bits(struct table_case *tc)
{
    const struct insn sll = by_register(LEFT), sllw = by_register(LEFT + WORD);
    register_fill(tc, &sll, meaning, 3, 5);
    tc->insn.op = OP_SHX + LEFT + 2 * REG, tc->insn.imm = 5;
    register_edit(tc, SHX_REG, 2);
    register_edit(tc, SHX_IMM, 5);
    register_forgery(tc, "REG_bit");
    register_fill(tc, &sll, meaning, 3, 5);
    tc->insn.op = OP_SHX + LEFT + 2 * ARITH + REG;
    register_edit(tc, SHX_ARITH, 2);
    register_forgery(tc, "ARITH_bit");
    register_fill(tc, &sllw, meaning, 3, 5);
    tc->insn.op = OP_SHX + LEFT + 2 * WORD + REG;
    register_edit(tc, SHX_WORD, 2);
    register_forgery(tc, "WORD_bit");
    /* a padding row that writes a register's token */
    table_case_clear(tc);
    register_edit(tc, SHX_REG, 1);
    register_forgery(tc, "register_row");
}

static void forge_amount(struct table_case *tc)
{
    const struct insn sll = by_register(LEFT), sllw = by_register(LEFT + WORD);
    const struct insn srai = by_amount(ARITH, 5);

    register_fill(tc, &srai, meaning, 0x1234, 0); /* k = 6 in the place of 5 */
    register_edit(tc, SHX_K, 6);
    register_edit(tc, SHX_N, LIMB >> 6);
    register_edit(tc, SHX_OTHER, 1 << 6);
    register_edit(tc, SHX_A_LO, 0);
    for (uint32_t c = SHX_S0; c <= SHX_C; c++) {
        register_edit(tc, c, 0);
    }
    settle(tc);
    register_forgery(tc, "amount_imm");

    register_fill(tc, &sll, meaning, 0, 5); /* k = 5 + 32 mod 64 */
    register_edit(tc, SHX_HALF, 1);
    register_forgery(tc, "half_word");
    register_edit(tc, SHX_G0, fp_neg(1)); /* k = 5 as 5 + 64 - 64 */
    register_forgery(tc, "RANGE#18");
    register_edit(tc, SHX_G1, fp_inv(1 << 22)); /* b_lo = 6 */
    register_forgery(tc, "RANGE#19");

    register_fill(tc, &sllw, meaning, 0, 5); /* k = 37 */
    register_edit(tc, SHX_K, 37);
    register_edit(tc, SHX_LEFT0, 0);
    register_edit(tc, SHX_LEFT2, 1);
    settle(tc);
    register_forgery(tc, "amount_word");
    register_edit(tc, SHX_HALF, fp_inv(32)); /* b_lo = 6 */
    register_forgery(tc, "HALF_bit");
    register_edit(tc, SHX_N, 16); /* another power */
    register_forgery(tc, "POW#22");
}

static void forge_pieces(struct table_case *tc)
{
    static const char *const names[] = {"RANGE#12", "RANGE#13", "RANGE#14", "RANGE#15"};
    const struct insn sll = by_register(LEFT), sraw = by_register(ARITH + WORD);
    register_fill(tc, &sll, meaning, 0xf123456789abcdef, 5);
    FORGE(tc, "result_lo", {SHX_O_LO, 0});
    FORGE(tc, "result_hi", {SHX_O_HI, 0});
    for (uint32_t i = 0; i < 4; i++) {
        register_add(tc, SHX_S0 + i, LIMB);
        if (i == 1) {
            register_add(tc, SHX_C, -1);
            register_add(tc, SHX_S2, -1);
        } else {
            register_add(tc, SHX_S1 + i, -1);
        }
        settle(tc);
        register_forgery(tc, names[i]);
    }
    register_add(tc, SHX_S2, 1);
    register_settle(tc, SHX_S4, "product_hi");
    settle(tc);
    register_forgery(tc, "RANGE#16");
    register_add(tc, SHX_S0, 1);
    settle(tc);
    register_forgery(tc, "product_lo");
    register_add(tc, SHX_S2, 1);
    settle(tc);
    register_forgery(tc, "product_hi");
    /* (2^32 - 1) 1 = 0 + 2^32 2^32 mod p */
    register_fill(tc, &sll, meaning, 0xffffffff, 0);
    register_edit(tc, SHX_S0, 0);
    register_edit(tc, SHX_S1, 0);
    register_edit(tc, SHX_C, UINT64_C(1) << 32);
    register_edit(tc, SHX_S4, 1);
    settle(tc);
    register_forgery(tc, "RANGE#17");
    /* sraw takes the operand for positive, or its upper half for other than the sign's */
    register_fill(tc, &sraw, meaning, 0x80000000, 5);
    register_edit(tc, SHX_S2, 0);
    register_edit(tc, SHX_S3, 0);
    register_edit(tc, SHX_S4, 0);
    settle(tc);
    register_forgery(tc, "product_ext");
}

/* Takes a negative a for a positive one: for sign = 0 with t as it is made to be. */
static void as_positive(struct table_case *tc, uint32_t t0, fp t1, fp top, const char *name)
{
    register_edit(tc, SHX_T0, t0);
    register_edit(tc, SHX_T1, t1);
    register_edit(tc, SHX_TOP, top);
    register_edit(tc, SHX_SIGN, 0);
    settle(tc);
    register_forgery(tc, name);
}

static void forge_sign(struct table_case *tc)
{
    const struct insn sra = by_register(ARITH), sraw = by_register(ARITH + WORD);
    const struct insn sllw = by_register(LEFT + WORD);

    register_fill(tc, &sra, meaning, 0x8000000012345678, 5);
    as_positive(tc, 0, 0, 0, "top_of_hi");
    as_positive(tc, 0x8000, fp_sub(0x8000, fp_inv(2)), 0, "MSB#21");
    as_positive(tc, 0, 0x8000, 0, "MSB#21");
    as_positive(tc, 0, 0x8000, 1, "sign");
    /* t1 below 2^15, what is missing in t0 */
    *table_case_cell(tc, SHX_T0) = UINT64_C(1) << 31;
    register_edit(tc, SHX_T1, 0);
    register_edit(tc, SHX_TOP, 0);
    register_edit(tc, SHX_SIGN, 0);
    settle(tc);
    register_forgery(tc, "RANGE#20");

    register_fill(tc, &sraw, meaning, 0x92345678, 5);
    register_edit(tc, SHX_T0, 0);
    register_forgery(tc, "top_of_lo");

    register_fill(tc, &sllw, meaning, 0x04000000, 5); /* d = 0xffffffff80000000 */
    register_edit(tc, SHX_T1, 0);
    register_edit(tc, SHX_TOP, 0);
    settle(tc);
    register_forgery(tc, "top_of_result");
}

static void forge_kinds(struct table_case *tc)
{
    const struct insn sll = by_register(LEFT);
    register_fill(tc, &sll, meaning, 0x1234, 5);
    FORGE(tc, "PROG#2", {SHX_RS1, 8});
    FORGE(tc, "PROG#2", {SHX_RS2, 8});
    FORGE(tc, "PROG#2", {SHX_RD, 8});
    FORGE(tc, "RANGE#5", {SHX_PREV1, 400});
    FORGE(tc, "RANGE#8", {SHX_PREV2, 401});
    FORGE(tc, "RANGE#11", {SHX_PREVD, 403});
}

static void test_forgeries(void **state)
{
    const struct table_case_exception except[] = {
        {"TOP_bit", "implied by the lookup of T1 with its top bit"},
        {"SIGN_bit", "implied by sign: a product of two bits"},
    };
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_SHX);
    forge_kinds(&tc);
    forge_amount(&tc);
    forge_pieces(&tc);
    forge_sign(&tc);
    forge_flags(&tc);
    forge_kind_bits(&tc);
    table_case_assert_covered(&tc, except, 2);
    table_case_fini(&tc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_amount),
        cmocka_unit_test(test_by_register),
        cmocka_unit_test(test_forgeries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
