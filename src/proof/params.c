#include "proof/params.h"

static const struct set sets[] = {
    {"fast", SET_FAST, 1, 285, 20, 0, 0, MODE_BIT(GROUPING_JOINT) | MODE_BIT(GROUPING_PER_TABLE), 0,
     0},
    {"compact", SET_COMPACT, 3, 79, 22, 20, 10, MODE_BIT(GROUPING_JOINT), 1, 0},
    {"test", SET_TEST, 1, 8, 0, 0, 0, MODE_BIT(GROUPING_JOINT) | MODE_BIT(GROUPING_PER_TABLE), 0,
     1},
};

const struct set *set_by_id(unsigned id)
{
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        if (sets[i].id == id) {
            return &sets[i];
        }
    }
    return NULL;
}

static int same(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++, b++;
    }
    return *a == *b;
}

const struct set *set_by_name(const char *name)
{
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        if (same(sets[i].name, name)) {
            return &sets[i];
        }
    }
    return NULL;
}
