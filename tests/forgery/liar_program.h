/* The guests that the lying prover runs: assembled by hand, so that every row is known. */
#ifndef CHERT_TESTS_FORGERY_LIAR_PROGRAM_H
#define CHERT_TESTS_FORGERY_LIAR_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

#define LIAR_TEXT      0x10000u
#define LIAR_MAX_WORDS 512u
#define LIAR_DATA                                                                  \
    0x20000u /* the segment's first page has bytes in the file, the second is zero \
              */

struct liar_guest {
    const char *name;
    size_t (*assemble)(uint32_t *text); /* writes the code, which begins at LIAR_TEXT; its words */
    const uint64_t *data;               /* at LIAR_DATA */
    size_t n_data;
    const uint64_t *input; /* words; NULL: none */
    size_t n_input;
};

/* Every table but REFRESH. Results go to t0, which nothing reads, or stay in place in t1, t2. */
extern const struct liar_guest liar_everything;
/* A register and a cell that rest for so long that their tokens are refreshed. */
extern const struct liar_guest liar_rester;

#endif
