/* chert security, limits, tables: what this build is. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "air/dump.h"
#include "base/cpu.h"
#include "proof/security.h"
#include "tables/table.h"

#include "cli.h"

static cJSON *security_json(const struct set *set)
{
    const struct security_shape shape = security_limits(set);
    struct security_round rounds[SECURITY_MAX_ROUNDS];
    const size_t n = security_rounds(set, &shape, rounds);
    cJSON *j = cJSON_CreateObject(), *a = cJSON_CreateArray();
    cJSON_AddStringToObject(j, "set", set->name);
    cJSON_AddNumberToObject(j, "bits", security_bits(set, &shape));
    for (size_t i = 0; i < n; i++) {
        cJSON *r = cJSON_CreateObject();
        cJSON_AddStringToObject(r, "round", rounds[i].name);
        cJSON_AddNumberToObject(r, "bits", rounds[i].bits);
        cJSON_AddStringToObject(r, "formula", rounds[i].formula);
        cJSON_AddItemToArray(a, r);
    }
    cJSON_AddItemToObject(j, "rounds", a);
    return j;
}

static void show_security(const struct set *set)
{
    const struct security_shape shape = security_limits(set);
    struct security_round rounds[SECURITY_MAX_ROUNDS];
    const size_t n = security_rounds(set, &shape, rounds);
    printf("%s: blowup %u, %u queries, grinding %u/%u/%u, %s\n", set->name, 1u << set->log_blowup,
           set->queries, set->query_bits, set->batch_bits, set->fold_bits,
           set->johnson ? "up to the Johnson bound" : "unique decoding");
    for (size_t i = 0; i < n; i++) {
        printf("  %-38s %7.1f  %s\n", rounds[i].name, rounds[i].bits, rounds[i].formula);
    }
    printf("  %-38s %7.1f\n", "least", security_bits(set, &shape));
}

int cmd_security(const struct options *o)
{
    const struct set *sets[] = {set_by_id(SET_FAST), set_by_id(SET_COMPACT)};
    if (o->json) {
        cJSON *a = cJSON_CreateArray();
        for (size_t i = 0; i < 2; i++) {
            cJSON_AddItemToArray(a, security_json(sets[i]));
        }
        return json_print(a);
    }
    puts(
        "Provable bits of every round, at the limits of a proof (tables of 2^24 rows, 2^30 rows in\n"
        "all); the field has 192 bits, the hash 256. Groups x epochs are at most 2^10.\n");
    for (size_t i = 0; i < 2; i++) {
        show_security(sets[i]);
        putchar('\n');
    }
    puts("The test set has no security and is refused unless asked for.");
    return finish_stdout();
}

int cmd_limits(const struct options *o)
{
    const unsigned cpu = cpu_detect();
    const char *kernels = (cpu & CPU_AVX512) != 0 ? "avx512"
                          : (cpu & CPU_AVX2) != 0 ? "avx2"
                                                  : "portable";
    if (o->json) {
        cJSON *j = cJSON_CreateObject();
        cJSON_AddNumberToObject(j, "format_version", PROOF_VERSION);
        cJSON_AddNumberToObject(j, "max_log_height", MAX_LOG_HEIGHT);
        cJSON_AddNumberToObject(j, "max_instances", MAX_INSTANCES);
        cJSON_AddNumberToObject(j, "max_rows", MAX_TOTAL_ROWS);
        cJSON_AddNumberToObject(j, "max_output_bytes", MAX_OUTPUT);
        cJSON_AddNumberToObject(j, "max_input_bytes", MAP_INPUT_MAX);
        json_u64(j, "memory_bytes", o->max_ram);
        cJSON_AddStringToObject(j, "kernels", kernels);
        cJSON_AddNumberToObject(j, "threads", o->threads);
        return json_print(j);
    }
    printf("proof format       version %u\n", PROOF_VERSION);
    printf("table height       2^%u to 2^%u rows, %u instances, below 2^30 rows in all\n",
           MIN_LOG_HEIGHT, MAX_LOG_HEIGHT, MAX_INSTANCES);
    printf("public output      %u bytes\n", MAX_OUTPUT);
    printf("private input      %u bytes\n", MAP_INPUT_MAX);
    printf("this machine       %s kernels, %u threads, %zu MiB of memory\n", kernels, o->threads,
           o->max_ram >> 20);
    return finish_stdout();
}

static void to_file(void *ctx, const char *text, size_t n)
{
    (void)fwrite(text, 1, n, ctx);
}

/* All tables that match; a JSON array of them if they are all asked for. */
static unsigned show_tables(const struct options *o, const struct airs *airs)
{
    const char *wanted = o->n_positional == 1 ? o->positional[0] : NULL;
    const int array = o->json && wanted == NULL;
    unsigned shown = 0;
    for (unsigned t = 0; t < N_TABLES; t++) {
        if (wanted != NULL && strcasecmp(wanted, airs->table[t].name) != 0) {
            continue;
        }
        if (array) {
            (void)fputs(shown == 0 ? "[" : ",", stdout);
        }
        if (o->json) {
            air_dump_json(&airs->table[t], to_file, stdout);
        } else {
            air_dump_page(&airs->table[t], chert_tables[t].doc, to_file, stdout);
        }
        shown++;
    }
    if (array) {
        (void)puts("]");
    }
    return shown;
}

int cmd_tables(const struct options *o)
{
    struct arena mem;
    struct airs *airs = NULL;
    struct err e = {0};
    if (arena_init(&mem, (size_t)32 << 20, &e) != CHERT_OK ||
        ARENA_NEW(&mem, &airs, 1, &e) != CHERT_OK || airs_record(airs, &mem, &e) != CHERT_OK) {
        arena_fini(&mem);
        return fail(o, "tables", &e);
    }
    const unsigned shown = show_tables(o, airs);
    arena_fini(&mem);
    if (shown == 0) {
        fprintf(stderr, "chert: there is no table '%s'; chert tables prints all\n",
                o->positional[0]);
        return EXIT_USAGE;
    }
    return finish_stdout();
}
