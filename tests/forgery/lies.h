/* All lies, by what they lie about. Tables of results first; each list ends where its size says. */
#ifndef CHERT_TESTS_FORGERY_LIES_H
#define CHERT_TESTS_FORGERY_LIES_H

#include "forgery/liar.h"

/* Of liar_everything. */
extern struct lie lies_alu[], lies_flow[], lies_memory[], lies_calls[];
extern const size_t n_lies_alu, n_lies_flow, n_lies_memory, n_lies_calls;
/* Of liar_rester. */
extern struct lie lies_refresh[];
extern const size_t n_lies_refresh;

#define N_LIES(list) (sizeof(list) / sizeof *(list))

#endif
