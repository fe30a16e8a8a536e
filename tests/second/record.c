/*
 * Linked into a test program with -Wl,--wrap=chert_verify: everything that the program has verified
 * goes to a directory as well, for recorded.py to judge with the second verifier. That way liars
 * and attackers are heard by both, without knowing of it.
 *
 * A case is one file: a line "id exit-code|any accept output-length|any verdict", the expected
 * output, the proof. Without CHERT_RECORD in the environment nothing is written.
 */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "verify/verify.h"

enum chert_status __real_chert_verify(const uint8_t *proof, size_t len,
                                      const struct verify_options *opt, struct arena *arena,
                                      struct verified *out, struct err *e);
enum chert_status __wrap_chert_verify(const uint8_t *proof, size_t len,
                                      const struct verify_options *opt, struct arena *arena,
                                      struct verified *out, struct err *e);

static void write_head(FILE *file, const struct verify_options *opt, enum chert_status verdict)
{
    for (unsigned i = 0; i < DIGEST_BYTES; i++) {
        fprintf(file, "%02x", opt->program_id.b[i]);
    }
    if (opt->any_exit) {
        fprintf(file, " any");
    } else {
        fprintf(file, " %" PRIu64, opt->exit_code);
    }
    fprintf(file, " %d", opt->accept_test_set);
    if (opt->output == NULL) {
        fprintf(file, " any");
    } else {
        fprintf(file, " %zu", opt->output_len);
    }
    fprintf(file, " %s\n", chert_status_name(verdict));
}

static void record(const char *dir, const uint8_t *proof, size_t len,
                   const struct verify_options *opt, enum chert_status verdict)
{
    static atomic_uint number;
    char path[512];
    (void)snprintf(path, sizeof path, "%s/%06u", dir, atomic_fetch_add(&number, 1u));
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        perror(path);
        abort();
    }
    write_head(file, opt, verdict);
    if (opt->output != NULL && opt->output_len != 0) {
        (void)fwrite(opt->output, 1, opt->output_len, file);
    }
    (void)fwrite(proof, 1, len, file);
    if (fclose(file) != 0) {
        perror(path);
        abort();
    }
}

enum chert_status __wrap_chert_verify(const uint8_t *proof, size_t len,
                                      const struct verify_options *opt, struct arena *arena,
                                      struct verified *out, struct err *e)
{
    const enum chert_status verdict = __real_chert_verify(proof, len, opt, arena, out, e);
    const char *dir = getenv("CHERT_RECORD");
    if (dir != NULL) {
        record(dir, proof, len, opt, verdict);
    }
    return verdict;
}
