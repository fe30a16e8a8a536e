/* Proving small guests of guest/elf in a test, and verifying as a stranger would. */
#ifndef CHERT_TESTS_E2E_H
#define CHERT_TESTS_E2E_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "prove/prove.h"
#include "verify/verify.h"

/* guest/elf/NAME.elf loaded; input from guest/expected/INPUT or none. */
struct guest {
    struct arena elf, input_mem;
    struct program program;
    const uint8_t *input;
    size_t input_len;
};

void guest_open(struct guest *g, const char *name, const char *input);
void guest_close(struct guest *g);

/* Options for `test`, blake3, joint, one worker, all kernels that the machine has. */
struct prove_options guest_options(const struct guest *g);

/* The id as `chert id` computes it, not as the prover says. */
struct digest guest_id(const struct guest *g, const struct set *set, enum hash_kind hash);

/* chert_verify with a fresh arena. */
enum chert_status guest_verify(const uint8_t *proof, size_t len, const struct verify_options *opt,
                               struct verified *v, struct err *e);

#endif
