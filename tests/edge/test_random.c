/*
 * Goal: whatever instructions follow each other, what the executor does is provable, and is what
 * qemu does.
 * Method: the random programs of the differential test, through all that an edge program goes
 * through (edge.h). In a long run every table that has rows of its own must be among the proofs.
 *
 *   test_edge_random [instructions [seed]]
 *
 * proves programs of that many instructions in all, 40,000 without an argument.
 */
#include <stdio.h>
#include <stdlib.h>

#include "edge.h"
#include "support/random_program.h"
#include "tables/table.h"

#define PER_PROGRAM 100000u /* most instructions of one, about */
#define LONG        1000000u

static uint64_t wanted = 40000, first_seed = 1;

static void test_random_programs_are_proven(void **state)
{
    uint8_t *elf = test_malloc(RANDOM_ELF_BYTES);

    (void)state;
    for (uint64_t seed = first_seed; edge_totals.instructions < wanted; seed++) {
        /* Short bodies run often. Each result costs three instructions. */
        const uint32_t instructions = 200u << (seed % 6);
        const uint64_t most = wanted / 2 < PER_PROGRAM ? wanted / 2 : PER_PROGRAM;
        const uint32_t loop = (uint32_t)(most / 3 / instructions);
        const struct random_options o = {seed, instructions, loop < 1 ? 1 : loop};
        char name[64];

        (void)snprintf(name, sizeof name, "seed %llu, %u x %u", (unsigned long long)seed,
                       o.instructions, o.iterations);
        edge_run(&(struct edge_case){
            .name = name,
            .elf = elf,
            .elf_size = random_program(&o, elf),
        });
    }
    test_free(elf);
    for (unsigned t = 0; t < N_TABLES; t++) {
        const enum table_id table = (enum table_id)t;
        if (wanted >= LONG && chert_tables[t].rows->event_bytes > 0) { /* not a preprocessed one */
            edge_expect_tables(&table, 1);
        }
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_programs_are_proven)};

    wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : wanted;
    first_seed = argc > 2 ? strtoull(argv[2], NULL, 10) : first_seed;
    return EDGE_MAIN(tests);
}
