/* How the functions of field/vec.h are declared. */
#ifndef CHERT_FIELD_VEC_INLINE_H
#define CHERT_FIELD_VEC_INLINE_H

#include "field/fp.h"

/* gcc calls the larger ones otherwise, with vectors passed through memory. */
#define VEC_INLINE static inline __attribute__((always_inline))

#endif
