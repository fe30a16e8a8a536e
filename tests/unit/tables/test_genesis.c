/*
 * Goal: GENESIS makes a chain of cells in increasing address with the values that their kind
 * allows, and closes it at the region's end without a cell there.
 * Method: random rows of each kind, whole chains over the machine's map; a forgery for every check.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "isa/map.h"
#include "support/table_case.h"
#include "tables/genesis.h"

#define AT(column) (*table_case_cell(&tc, (column)))

static void assert_row(struct table_case *tc, const struct genesis_event *ev)
{
    const int is_cell = ev->in_image != GENESIS_CLOSING;
    const fp given[4] = {ev->addr, 0, (uint32_t)ev->init, ev->init >> 32};
    const fp taken[4] = {ev->addr, ev->writer, (uint32_t)ev->fin, ev->fin >> 32};
    const fp image[3] = {ev->addr, (uint32_t)ev->init, ev->init >> 32};
    fp t[AIR_MAX_TUPLE];
    table_case_fill(tc, NULL, ev);
    table_case_assert_accepted(tc);
    assert_true(table_case_received(tc, BUS_CHAIN, 0, t));
    assert_true(t[0] == ev->kind && t[1] == ev->prev_addr);
    assert_true(table_case_sent(tc, BUS_CHAIN, 0, t));
    assert_true(t[0] == ev->kind + (is_cell ? 0 : GENESIS_CLOSED) && t[1] == ev->addr);
    assert_int_equal(table_case_n_sent(tc, BUS_WORLD), is_cell);
    assert_int_equal(table_case_n_received(tc, BUS_WORLD), is_cell);
    assert_int_equal(table_case_n_received(tc, BUS_IMG), ev->in_image == GENESIS_IMAGE);
    if (is_cell) {
        assert_true(table_case_sent(tc, BUS_WORLD, 0, t));
        assert_memory_equal(t, given, sizeof given);
        assert_true(table_case_received(tc, BUS_WORLD, 0, t));
        assert_memory_equal(t, taken, sizeof taken);
    }
    if (ev->in_image == GENESIS_IMAGE) {
        assert_true(table_case_received(tc, BUS_IMG, 0, t));
        assert_memory_equal(t, image, sizeof image);
    }
}

static void means_what_it_should(void **state)
{
    struct table_case tc;
    uint64_t seed = 6;
    (void)state;
    table_case_init(&tc, TABLE_GENESIS);
    for (unsigned i = 0; i < 20000; i++) {
        const uint32_t x = (uint32_t)table_case_word(&seed) & ~7u;
        const uint32_t y = (uint32_t)table_case_word(&seed) & ~7u;
        struct genesis_event ev = {.addr = x < y ? y : x + 8,
                                   .prev_addr = x,
                                   .kind = i & 1,
                                   .in_image = i & 1 ? GENESIS_PLAIN : i >> 1 & 1,
                                   .writer = (uint32_t)(table_case_random(&seed) % 1025),
                                   .init = i & 3 ? table_case_word(&seed) : 0,
                                   .fin = table_case_word(&seed)};
        if (ev.addr < ev.prev_addr) {
            continue; /* x + 8 = 2^32 */
        }
        assert_row(&tc, &ev);
    }
    table_case_clear(&tc);
    table_case_assert_accepted(&tc);
    assert_int_equal(table_case_n_sent(&tc, BUS_CHAIN), 0);
    table_case_fini(&tc);
}

/* Every region of the map, empty and with its first and last cell: the chain goes from the
 * verifier's first token to its last. */
static void chains_span_the_map(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_GENESIS);
    for (unsigned i = 0; i < MAP_N_REGIONS; i++) {
        const struct map_region *g = &map_regions[i];
        const struct genesis_event first = {g->start, g->start - 8, g->kind, 0, 1, 0, 0, 5};
        const struct genesis_event last = {g->end - 8, g->start, g->kind, 0, 0, 0, 0, 0};
        const struct genesis_event closing[2] = {{g->end, g->end - 8, g->kind, GENESIS_CLOSING, 0,
                                                  0, 0, 0},
                                                 {g->end, g->start - 8, g->kind, GENESIS_CLOSING, 0,
                                                  0, 0, 0}};
        assert_row(&tc, &first);
        assert_row(&tc, &last);
        assert_row(&tc, &closing[0]);
        assert_row(&tc, &closing[1]);
    }
    table_case_fini(&tc);
}

/* The longest possible advance of the most rows there can be does not lap the field. */
static void no_chain_laps_the_field(void **state)
{
    const uint64_t step = 8 * (UINT64_C(0xffff) + 1) + (UINT64_C(0xffff) << 16);
    const struct genesis_event ev = {16, 8, 0, 0, 0, 0, 0, 0};
    struct table_case tc;
    fp t[AIR_MAX_TUPLE];
    (void)state;
    table_case_init(&tc, TABLE_GENESIS);
    table_case_fill(&tc, NULL, &ev);
    AT(GENESIS_PREV) = 0;
    AT(GENESIS_D0) = AT(GENESIS_D1) = 0xffff;
    table_case_assert_accepted(&tc);
    assert_true(table_case_sent(&tc, BUS_CHAIN, 0, t));
    assert_int_equal(t[1], step);
    assert_true(step < UINT64_C(1) << 33);
    assert_true((step << 30) >> 30 == step && (step << 30) < FP_P / 2);
    table_case_fini(&tc);
}

static void every_check_has_teeth(void **state)
{
    const struct genesis_event plain = {0x2000, 0x1000, 0, GENESIS_PLAIN, 0, 0, 0, 0};
    const struct genesis_event closing = {0x2000, 0x1000, 0, GENESIS_CLOSING, 0, 0, 0, 0};
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_GENESIS);
    assert_row(&tc, &plain);
    FORGE(&tc, "CELL_bit", {GENESIS_CELL, table_signed(-1)}, {GENESIS_CLOSE, 1});
    FORGE(&tc, "CLOSE_bit", {GENESIS_CLOSE, table_signed(-1)});
    FORGE(&tc, "real_bit", {GENESIS_CLOSE, 1}); /* a cell at the region's end */
    FORGE(&tc, "KIND_bit", {GENESIS_KIND, 2});  /* the same */
    FORGE(&tc, "IN_IMAGE_bit", {GENESIS_IN_IMAGE, 2});
    FORGE(&tc, "image_or_input", {GENESIS_IN_IMAGE, 1}, {GENESIS_KIND, 1});
    for (unsigned i = 0; i < 4; i++) { /* a cell that starts with what it should not */
        FORGE(&tc, "zero", {GENESIS_I0 + i, 1});
    }
    FORGE(&tc, "RANGE#5", {GENESIS_D0, table_signed(-1)}, {GENESIS_D1, 0}); /* stands still */
    FORGE(&tc, "RANGE#5", {GENESIS_D0, fp_inv(2)});                         /* no multiple of 8 */
    FORGE(&tc, "RANGE#6", {GENESIS_D1, table_signed(-1)});                  /* goes back */
    FORGE(&tc, "RANGE#7", {GENESIS_I0, table_signed(-1)}, {GENESIS_I1, 1});
    FORGE(&tc, "RANGE#8", {GENESIS_I0, 1}, {GENESIS_I1, table_signed(-1)});
    FORGE(&tc, "RANGE#9", {GENESIS_I0, 1}, {GENESIS_I2, table_signed(-1)});
    FORGE(&tc, "RANGE#10", {GENESIS_I0, 1}, {GENESIS_I3, table_signed(-1)});
    assert_row(&tc, &closing);
    FORGE(&tc, "image_is_cell", {GENESIS_IN_IMAGE, 1}); /* an image cell that does not exist */
    table_case_assert_covered(&tc, NULL, 0);
    table_case_fini(&tc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(means_what_it_should),
        cmocka_unit_test(chains_span_the_map),
        cmocka_unit_test(no_chain_laps_the_field),
        cmocka_unit_test(every_check_has_teeth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
