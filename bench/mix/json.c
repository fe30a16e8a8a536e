/*
 * cJSON: an array of records (u64 input, 40 without one) is built, printed, parsed, compared and
 * printed again.
 */
#include <stdio.h>

#include "cJSON.h"
#include "mix.h"

static cJSON *record(uint64_t *state, uint32_t i)
{
    static const double ratios[4] = {0.5, 12.25, -3.125, 1e6};
    char name[64];
    size_t used = 0;
    cJSON *r = cJSON_CreateObject();
    cJSON *tags = cJSON_CreateArray();

    for (unsigned k = 0; k < 3; k++) {
        const char *word = mix_word(state);
        size_t n = strlen(word);

        memcpy(name + used, word, n);
        used += n;
        name[used++] = k == 2 ? '\0' : '"';
    }
    cJSON_AddNumberToObject(r, "id", i);
    cJSON_AddStringToObject(r, "name", name);
    cJSON_AddNumberToObject(r, "ratio", ratios[i % 4]);
    cJSON_AddNumberToObject(r, "size", mix_random(state) >> 8);
    cJSON_AddBoolToObject(r, "real", i % 3 == 0);
    cJSON_AddNullToObject(r, "none");
    for (unsigned k = 0; k < 4; k++) {
        cJSON_AddItemToArray(tags, cJSON_CreateString(mix_word(state)));
    }
    cJSON_AddItemToObject(r, "tags", tags);
    return r;
}

int main(void)
{
    uint64_t n = input_number(40);
    uint64_t state = 1;
    cJSON *built = cJSON_CreateArray();
    cJSON *parsed;
    char *first;
    char *second;

    for (uint32_t i = 0; i < n; i++) {
        cJSON_AddItemToArray(built, record(&state, i));
    }
    first = cJSON_PrintUnformatted(built);
    parsed = cJSON_Parse(first);
    if (first == NULL || parsed == NULL || !cJSON_Compare(built, parsed, 1)) {
        put_text("json: what was printed does not parse to what was built\n");
        return 1;
    }
    second = cJSON_PrintUnformatted(parsed);
    if (second == NULL || strcmp(first, second) != 0) {
        put_text("json: what was parsed prints otherwise\n");
        return 1;
    }
    mix_report("json: bytes", strlen(first));
    mix_report("json: checksum", mix_checksum(first, strlen(first)));
    cJSON_Delete(built);
    cJSON_Delete(parsed);
    return 0;
}
