/* chert verify, inspect, id. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tables/table.h"
#include "verify/verify.h"

#include "cli.h"

/* Reads key and statement of a proof without checking anything but their form. */
static enum chert_status read_claims(const uint8_t *bytes, size_t len, struct verified *v,
                                     struct err *e)
{
    struct reader r = reader_of(bytes, len);
    const uint8_t *magic = read_bytes(&r, 8);
    if (magic != NULL && memcmp(magic, "\177ELF", 4) == 0) {
        return err_set(e, CHERT_E_ARG, "this is an ELF file; the proof comes first");
    }
    if (magic == NULL || memcmp(magic, PROOF_MAGIC, 8) != 0) {
        return err_set(e, CHERT_REJECT_FORMAT, NOT_A_PROOF);
    }
    TRY(key_read(&r, &v->key, e));
    return statement_read(&r, &v->statement, e);
}

/* The id of an ELF under the set and hash that a key names. */
static enum chert_status id_of_elf(const struct options *o, const char *path, const struct set *set,
                                   enum hash_kind hash, struct digest *id, struct err *e)
{
    struct job j;
    struct prepared p;
    const struct prepare_options opt = {set, hash, o->cpu_mask, o->threads, MIN_LOG_HEIGHT};
    enum chert_status s = job_open(&j, o, path, e);
    if (s == CHERT_OK) {
        s = prepared_init(&p, &j.program, &opt, e);
        *id = p.id;
        prepared_fini(&p);
    }
    job_close(&j);
    return s;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One verification: what it is of, and what came of it. */
struct check {
    const uint8_t *proof, *expected; /* `expected` is NULL where any output will do */
    size_t len, expected_len;
    struct verified v;
    struct digest id;
    double seconds;
    const char *where; /* the file that an error is about */
};

static int show_verified(const struct options *o, const struct check *c)
{
    const struct statement *s = &c->v.statement;
    if (o->json) {
        cJSON *j = cJSON_CreateObject();
        cJSON_AddBoolToObject(j, "valid", 1);
        json_hex(j, "program_id", c->id.b, DIGEST_BYTES);
        json_u64(j, "exit_code", s->exit_code);
        json_u64(j, "output_bytes", s->output_len);
        json_hex(j, "output", s->output, s->output_len);
        cJSON_AddNumberToObject(j, "verify_seconds", c->seconds);
        return json_print(j);
    }
    if (!o->quiet) {
        printf("valid: exit code %llu, %u bytes of output, %.1f ms\n",
               (unsigned long long)s->exit_code, s->output_len, 1e3 * c->seconds);
    }
    return finish_stdout();
}

/* "valid" is false only where the proof was judged. */
static int show_rejected(const struct options *o, const struct check *c, const struct err *e)
{
    if (o->json) {
        cJSON *j = cJSON_CreateObject();
        if (e->status >= CHERT_REJECT_FORMAT) {
            cJSON_AddBoolToObject(j, "valid", 0);
        }
        json_error(j, e);
        (void)json_print(j);
    }
    return complain(o, c->where, e);
}

/* The id that the second argument is, or is the ELF of. */
static enum chert_status read_id(const struct options *o, struct check *c, struct err *e)
{
    const char *arg = o->positional[1];
    struct err why = {0};
    if (digest_of_hex(arg, &c->id)) {
        return CHERT_OK;
    }
    const enum chert_status s =
        id_of_elf(o, arg, set_by_id(c->v.key.set), (enum hash_kind)c->v.key.hash, &c->id, &why);
    if (s == CHERT_OK) {
        return CHERT_OK;
    }
    c->where = arg;
    if (s == CHERT_E_ELF) {
        return err_set(e, s, "neither 64 hex digits nor a readable ELF: %s", why.msg);
    }
    if (s == CHERT_E_IO) { /* whose message has to name the file */
        return err_set(e, s, "%.64s: neither 64 hex digits nor a readable ELF: %s", arg, why.msg);
    }
    *e = why;
    return s;
}

/* The verifier has no room for ids in its message. */
static enum chert_status wrong_id(const struct check *c, struct err *e)
{
    struct digest id;
    char proven[2 * DIGEST_BYTES + 1], expected[2 * DIGEST_BYTES + 1];
    key_id(&c->v.key, &id);
    hex_of(id.b, DIGEST_BYTES, proven);
    hex_of(c->id.b, DIGEST_BYTES, expected);
    *e = (struct err){0};
    return err_set(e, CHERT_REJECT_PROGRAM,
                   "the proof's program id is not the expected one: it is %s, expected %s", proven,
                   expected);
}

static enum chert_status verify(const struct options *o, struct check *c, struct err *e)
{
    struct arena arena;
    struct verify_options opt = {
        .any_exit = o->any_exit,
        .exit_code = o->exit_code,
        .output = c->expected,
        .output_len = c->expected_len,
        .accept_test_set = o->accept_test_set,
    };
    TRY(read_claims(c->proof, c->len, &c->v, e));
    TRY(read_id(o, c, e));
    opt.program_id = c->id;
    TRY(arena_init(&arena, chert_verify_arena_bytes(statement_total_instances(&c->v.statement)),
                   e));
    const double start = now();
    const enum chert_status s = chert_verify(c->proof, c->len, &opt, &arena, &c->v, e);
    c->seconds = now() - start;
    arena_fini(&arena);
    return s == CHERT_REJECT_PROGRAM ? wrong_id(c, e) : s;
}

int cmd_verify(const struct options *o)
{
    struct err e = {0};
    struct arena proof_mem = {0}, output_mem = {0};
    struct check c = {.where = o->positional[0]};
    uint8_t *proof = NULL, *expected = NULL;
    enum chert_status s = file_read(o->positional[0], &proof_mem, &proof, &c.len, &e);
    if (s == CHERT_OK && o->public_out != NULL) {
        s = file_read(o->public_out, &output_mem, &expected, &c.expected_len, &e);
    }
    if (s == CHERT_OK) {
        c.proof = proof;
        c.expected = expected;
        s = verify(o, &c, &e);
    }
    if (s == CHERT_OK && o->output != NULL) {
        s = file_write(o->output, c.v.statement.output, c.v.statement.output_len, &e);
    }
    const int code = s == CHERT_OK ? show_verified(o, &c) : show_rejected(o, &c, &e);
    arena_fini(&proof_mem);
    arena_fini(&output_mem);
    return code;
}

static const char *hash_name(unsigned hash)
{
    return hash == HASH_KECCAK ? "keccak" : "blake3";
}

static const char *grouping_name(unsigned grouping)
{
    return grouping == GROUPING_JOINT ? "joint" : "per-table";
}

static int claims_json(const struct verified *v, size_t len)
{
    const struct statement *s = &v->statement;
    struct digest id;
    key_id(&v->key, &id);
    cJSON *j = cJSON_CreateObject();
    cJSON_AddNumberToObject(j, "version", PROOF_VERSION);
    cJSON_AddStringToObject(j, "set", set_by_id(v->key.set)->name);
    cJSON_AddStringToObject(j, "hash", hash_name(v->key.hash));
    cJSON_AddStringToObject(j, "grouping", grouping_name(s->grouping));
    json_hex(j, "program_id", id.b, DIGEST_BYTES);
    json_u64(j, "exit_code", s->exit_code);
    json_u64(j, "output_bytes", s->output_len);
    json_hex(j, "output", s->output, s->output_len);
    json_u64(j, "proof_bytes", len);
    cJSON *tables = cJSON_AddArrayToObject(j, "tables");
    for (unsigned t = 0, at = 0; t < N_TABLES; t++) {
        if (s->n_instances[t] == 0) {
            continue;
        }
        cJSON *x = cJSON_CreateObject();
        cJSON_AddStringToObject(x, "name", chert_tables[t].name);
        cJSON *heights = cJSON_AddArrayToObject(x, "log_heights");
        for (unsigned i = 0; i < s->n_instances[t]; i++) {
            cJSON_AddItemToArray(heights, cJSON_CreateNumber(s->log_height[at++]));
        }
        cJSON_AddItemToArray(tables, x);
    }
    return json_print(j);
}

static int show_claims(const struct options *o, const struct verified *v, size_t len)
{
    const struct statement *s = &v->statement;
    struct digest id;
    char text[2 * DIGEST_BYTES + 1];
    if (o->json) {
        return claims_json(v, len);
    }
    key_id(&v->key, &id);
    hex_of(id.b, DIGEST_BYTES, text);
    printf("claims, not checked (chert verify checks them):\n");
    printf("program      %s\n", text);
    printf("exit code    %llu\n", (unsigned long long)s->exit_code);
    printf("output       %u bytes\n", s->output_len);
    printf("proof        %zu bytes, format %u, set %s, hash %s, grouping %s\n", len, PROOF_VERSION,
           set_by_id(v->key.set)->name, hash_name(v->key.hash), grouping_name(s->grouping));
    printf("tables       %u instances\n", statement_total_instances(s));
    return finish_stdout();
}

int cmd_inspect(const struct options *o)
{
    struct err e = {0};
    struct arena mem = {0};
    uint8_t *proof = NULL;
    size_t len = 0;
    struct verified v = {0};
    const int code = file_read(o->positional[0], &mem, &proof, &len, &e) == CHERT_OK &&
                             read_claims(proof, len, &v, &e) == CHERT_OK
                         ? show_claims(o, &v, len)
                         : fail(o, o->positional[0], &e);
    arena_fini(&mem);
    return code;
}

int cmd_id(const struct options *o)
{
    struct err e = {0};
    struct digest id;
    if (id_of_elf(o, o->positional[0], o->set, o->hash, &id, &e) != CHERT_OK) {
        return fail(o, o->positional[0], &e);
    }
    if (o->json) {
        cJSON *j = cJSON_CreateObject();
        json_hex(j, "program_id", id.b, DIGEST_BYTES);
        cJSON_AddStringToObject(j, "set", o->set->name);
        cJSON_AddStringToObject(j, "hash", hash_name(o->hash));
        return json_print(j);
    }
    char text[2 * DIGEST_BYTES + 1];
    hex_of(id.b, DIGEST_BYTES, text);
    puts(text);
    return finish_stdout();
}
