#include "e2e.h"

#include <stdio.h>

#include "base/cpu.h"

static void read_file(const char *path, struct arena *mem, const uint8_t **bytes, size_t *len)
{
    struct err e = {0};
    uint8_t *at = NULL;
    FILE *f = fopen(path, "rb");
    if (f == NULL) {
        fail_msg("cannot open %s", path);
    }
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    *len = (size_t)ftell(f);
    rewind(f);
    assert_int_equal(arena_init(mem, *len + ARENA_ALIGN, &e), CHERT_OK);
    assert_int_equal(arena_alloc(mem, *len, 1, (void **)&at, &e), CHERT_OK);
    assert_int_equal(fread(at, 1, *len, f), *len);
    fclose(f);
    *bytes = at;
}

void guest_open(struct guest *g, const char *name, const char *input)
{
    struct err e = {0};
    char path[256];
    *g = (struct guest){0};
    snprintf(path, sizeof path, "guest/elf/%s.elf", name);
    struct arena file;
    const uint8_t *bytes = NULL;
    size_t len = 0;
    read_file(path, &file, &bytes, &len);
    assert_int_equal(arena_init(&g->elf, elf_bytes(len), &e), CHERT_OK);
    if (elf_load_bytes(&g->program, bytes, len, &g->elf, &e) != CHERT_OK) {
        fail_msg("%s: %s", path, e.msg);
    }
    arena_fini(&file);
    if (input != NULL) {
        snprintf(path, sizeof path, "guest/expected/%s", input);
        read_file(path, &g->input_mem, &g->input, &g->input_len);
    }
}

void guest_close(struct guest *g)
{
    arena_fini(&g->elf);
    arena_fini(&g->input_mem);
}

struct prove_options guest_options(const struct guest *g)
{
    return (struct prove_options){
        .set = set_by_id(SET_TEST),
        .cpu_mask = cpu_detect(),
        .workers = 1,
        .exec = {.input = g->input, .input_bytes = g->input_len},
    };
}

struct digest guest_id(const struct guest *g, const struct set *set, enum hash_kind hash)
{
    struct err e = {0};
    struct prepared p;
    const struct prepare_options opt = {set, hash, cpu_detect(), 1, MIN_LOG_HEIGHT};
    if (prepared_init(&p, &g->program, &opt, &e) != CHERT_OK) {
        fail_msg("id: %s", e.msg);
    }
    const struct digest id = p.id;
    prepared_fini(&p);
    return id;
}

enum chert_status guest_verify(const uint8_t *proof, size_t len, const struct verify_options *opt,
                               struct verified *v, struct err *e)
{
    struct arena arena;
    *e = (struct err){0};
    assert_int_equal(arena_init(&arena, chert_verify_arena_bytes(MAX_INSTANCES), e), CHERT_OK);
    const enum chert_status s = chert_verify(proof, len, opt, &arena, v, e);
    arena_fini(&arena);
    return s;
}
