#include "proof/security.h"

#include <math.h>

#include "air/air.h"
#include "isa/insn.h"

#define FIELD_BITS (3 * 64.0) /* of fp3, less 3 2^-32 bits */
#define JOHNSON_M  48.0       /* the proximity parameter m of `compact` */

struct security_shape security_limits(const struct set *set)
{
    return (struct security_shape){
        .log_height = MAX_LOG_HEIGHT,
        .values = MAX_INSTANCES * 128.0,      /* no table has more columns: checked by a test */
        .constraints = MAX_INSTANCES * 128.0, /* nor constraints */
        .denominators = (double)MAX_TOTAL_ROWS * 64.0,
        .tuple_width = AIR_MAX_TUPLE + 1.0,
        .proofs = (set->modes & MODE_BIT(GROUPING_PER_TABLE)) != 0 ? MAX_GROUPS : 1.0,
    };
}

/* log2 of the proximity-gap error of one random combination over a domain of n points, times
 * |F|. */
static double log_gap(const struct set *set, double n)
{
    const double rho = 1.0 / (double)(1u << set->log_blowup);
    if (!set->johnson) {
        return log2((1 - rho) / 2 * n + 1);
    }
    const double m = JOHNSON_M + 0.5;
    const double gamma = 1 - sqrt(rho) * (1 + 1 / (2 * JOHNSON_M));
    return log2((2 * pow(m, 5) + 3 * m * gamma * rho) * n / (3 * pow(rho, 1.5)) + m / sqrt(rho));
}

static double log_list(const struct set *set)
{
    return set->johnson ? log2(JOHNSON_M * (double)(1u << set->log_blowup)) : 0;
}

/* Bits that one query adds. */
static double query_bits(const struct set *set)
{
    const double rho = 1.0 / (double)(1u << set->log_blowup);
    return set->johnson ? -log2(sqrt(rho) * (1 + 1 / (2 * JOHNSON_M))) : -log2((1 + rho) / 2);
}

size_t security_rounds(const struct set *set, const struct security_shape *shape,
                       struct security_round rounds[SECURITY_MAX_ROUNDS])
{
    const double n = pow(2, shape->log_height), domain = n * (double)(1u << set->log_blowup);
    const double list = log_list(set);
    /* Johnson sets divide shorter columns at a second point (verify/openings.c). */
    const double terms = set->johnson ? 2 * shape->values : shape->values;
    size_t k = 0;
    rounds[k++] =
        (struct security_round){"lookup (alpha, gamma)",
                                FIELD_BITS - log2(shape->denominators * (shape->tuple_width + 2)) -
                                    list,
                                "192 - log2(denominators (width + 2)) - log2(list)"};
    rounds[k++] = (struct security_round){"constraints (lambda)",
                                          FIELD_BITS - log2(shape->constraints) - list,
                                          "192 - log2(constraints) - log2(list)"};
    rounds[k++] =
        (struct security_round){"out-of-domain point (z)",
                                FIELD_BITS - log2(AIR_MAX_DEGREE * (n + 1) + n - 1) - 2 * list,
                                "192 - log2(3 (N + 1) + N - 1) - 2 log2(list)"};
    rounds[k++] = (struct security_round){"batching (DEEP powers)",
                                          FIELD_BITS - log_gap(set, domain) - log2(terms - 1) +
                                              set->batch_bits,
                                          "192 - log2(gap(domain)) - log2(terms - 1) + grinding"};
    rounds[k++] = (struct security_round){"first fold (beta)",
                                          FIELD_BITS - log_gap(set, domain) -
                                              log2((1u << FRI_LOG_ARITY) - 1) + set->fold_bits,
                                          "192 - log2(gap(domain)) - log2(arity - 1) + grinding"};
    rounds[k++] =
        (struct security_round){"queries", set->queries * query_bits(set) + set->query_bits,
                                "queries x bits a query + grinding"};
    rounds[k++] = (struct security_round){"queries, over all groups and epochs",
                                          set->queries * query_bits(set) + set->query_bits -
                                              log2(shape->proofs),
                                          "the same - log2(groups x epochs)"};
    rounds[k++] = (struct security_round){"hash collisions", 128.0, "256-bit digests"};
    return k;
}

double security_bits(const struct set *set, const struct security_shape *shape)
{
    struct security_round rounds[SECURITY_MAX_ROUNDS] = {{0}};
    const size_t n = security_rounds(set, shape, rounds);
    double least = rounds[0].bits;
    for (size_t i = 1; i < n; i++) {
        least = rounds[i].bits < least ? rounds[i].bits : least;
    }
    return least;
}
