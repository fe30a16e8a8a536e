/*
 * Proof bytes are a function of program, input, set, hash and grouping alone: the digests of a few
 * proofs are pinned in tests/vectors/proofs.txt, so that every compiler, instruction set and
 * machine that runs this test has made the same bytes.
 *
 * A change of tables, protocol or guests changes them: run with CHERT_PIN=1 and put the printed
 * lines in the file, in the commit that makes the change.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"

#include "e2e.h"

#define VECTORS "tests/vectors/proofs.txt"

static const struct {
    const char *elf, *input;
} guests[] = {{"hello", NULL}, {"misaligned", NULL}, {"sha256", "sha256.hello.in"}};

/* "guest hash grouping digest" */
static void line_of(size_t guest, unsigned hash, unsigned grouping, unsigned cpu_mask, char *line,
                    size_t cap)
{
    struct guest g;
    struct proof_result r;
    struct digest d;
    struct err e = {0};
    guest_open(&g, guests[guest].elf, guests[guest].input);
    struct prove_options opt = guest_options(&g);
    opt.hash = (enum hash_kind)hash;
    opt.grouping = (enum grouping)grouping;
    opt.cpu_mask = cpu_mask;
    opt.workers = 2;
    if (prove_program(&g.program, &opt, &r, &e) != CHERT_OK) {
        fail_msg("prove: %s", e.msg);
    }
    hash_once(HASH_BLAKE3, HASH_KEY, r.proof, r.proof_bytes, &d);
    int n = snprintf(line, cap, "%s %s %s ", guests[guest].elf, hash == 0 ? "blake3" : "keccak",
                     grouping == 0 ? "joint" : "per-table");
    for (size_t i = 0; i < sizeof d.b; i++) {
        n += snprintf(line + n, cap - (size_t)n, "%02x", d.b[i]);
    }
    proof_result_fini(&r);
    guest_close(&g);
}

static void test_pinned(void **state)
{
    (void)state;
    char want[16384] = "";
    FILE *f = fopen(VECTORS, "r");
    assert_non_null(f);
    want[fread(want, 1, sizeof want - 1, f)] = '\0';
    fclose(f);
    unsigned missing = 0;
    for (size_t guest = 0; guest < sizeof guests / sizeof guests[0]; guest++) {
        for (unsigned mode = 0; mode < 4; mode++) {
            char line[256];
            /* one of the four with the portable kernels */
            line_of(guest, mode & 1, mode >> 1, mode == 3 ? 0 : cpu_detect(), line, sizeof line);
            if (getenv("CHERT_PIN") != NULL || strstr(want, line) == NULL) {
                printf("%s\n", line);
                missing++;
            }
        }
    }
    if (getenv("CHERT_PIN") == NULL && missing != 0) {
        fail_msg("%u proofs differ from " VECTORS " (printed above)", missing);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pinned)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
