#include "tables/product.h"

expr product_position(struct air *air, const struct product_limbs *a, const struct product_limbs *b,
                      unsigned k)
{
    expr terms[4];
    size_t n = 0;
    for (unsigned i = 0; i < 4; i++) {
        if (k >= i && k - i < 4) {
            terms[n++] = air_mul(air, a->limb[i], b->limb[k - i]);
        }
    }
    return air_sum(air, terms, n);
}

expr product_digit(struct air *air, const struct product_limbs *a, const struct product_limbs *b,
                   unsigned k)
{
    const expr low = product_position(air, a, b, 2 * k);
    return k == 3 ? low : air_limbs(air, low, product_position(air, a, b, 2 * k + 1));
}

struct row_word product_word(struct air *air, const struct product_limbs *a)
{
    return (struct row_word){air_limbs(air, a->limb[0], a->limb[1]),
                             air_limbs(air, a->limb[2], a->limb[3])};
}
