#include "forgery/liar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "support/guest_asm.h"
#include "verify/verify.h"

#define MAX_NAMES 4096u

static void must(const struct liar *l, enum chert_status status, const char *what)
{
    if (status != CHERT_OK) {
        fail_msg("%s: %s: %s", what, chert_status_name(status), l->err.msg);
    }
}

static void load(struct liar *l)
{
    uint32_t text[LIAR_MAX_WORDS];
    static uint8_t elf[1 << 16];
    const struct liar_guest *g = l->guest;
    const size_t n_text = g->assemble(text);
    const struct guest_segment segments[] = {
        {LIAR_TEXT, text, 4 * n_text, 4 * n_text, 5},
        {LIAR_DATA, g->data, 8 * g->n_data, 0x2000, 6},
    };
    const size_t n = guest_elf(elf, LIAR_TEXT, segments, 2);
    must(l, arena_init(&l->mem, elf_bytes(n) + sizeof *l->s + ((size_t)64 << 20), &l->err), "load");
    must(l, elf_load_bytes(&l->program, elf, n, &l->mem, &l->err), "load");
    must(l, ARENA_NEW(&l->mem, &l->insns, l->program.n_insns, &l->err), "load");
    memcpy(l->insns, l->program.insns, l->program.n_insns * sizeof *l->insns);
}

/* The run's events. A run that is cut gets the genesis rows that a last epoch would have. */
static void execute(struct liar *l, const struct lie *lie)
{
    l->err = (struct err){0};
    memcpy(l->program.insns, l->insns, l->program.n_insns * sizeof *l->insns);
    l->opt.exec.log_epoch = lie->log_epoch;
    l->opt.grouping = lie->grouping;
    const enum chert_status status = session_execute(l->s, &l->program, &l->opt, &l->err);
    if (lie->log_epoch != 0) {
        assert_int_equal(status, CHERT_E_LIMIT);
        assert_int_equal(l->s->result.stop, EXEC_EPOCH);
        l->err = (struct err){0};
        must(l, exec_genesis(&l->s->exec, &l->s->events, &l->err), "genesis");
    } else {
        must(l, status, "execute");
    }
    l->s->prepared = l->prepared;
}

/* A lookup that no row provides is what many lies come to: they are proved nevertheless. */
static void fill(struct liar *l)
{
    const enum chert_status status = session_fill(l->s, &l->err);
    if (status == CHERT_E_INTERNAL && strstr(l->err.msg, "lookups") != NULL) {
        l->err = (struct err){0};
        return;
    }
    must(l, status, "fill");
}

/* Counts the lookups of all rows: a lie may have woken padding. */
static void count(struct liar *l)
{
    const struct layout *layout = &l->s->layout;
    uint64_t rows[MAX_INSTANCES], missing = 0;
    for (uint32_t i = 0; i < layout->n_instances; i++) {
        rows[i] = l->s->filled[i].rows;
        l->s->filled[i].rows = UINT64_C(1) << layout->instances[i].log_n;
    }
    must(l, trace_count(layout, l->s->filled, &l->prepared.sched, &missing, &l->err), "count");
    for (uint32_t i = 0; i < layout->n_instances; i++) {
        l->s->filled[i].rows = rows[i];
    }
}

/* The distinct "TABLE.check" that trace_check reports, each followed by a blank. */
struct findings {
    char names[MAX_NAMES];
    char first[512];
};

static int has_name(const char *names, const char *name)
{
    const size_t n = strlen(name);
    for (const char *at = names; (at = strstr(at, name)) != NULL; at += n) {
        if ((at == names || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0')) {
            return 1;
        }
    }
    return 0;
}

static void note(void *ctx, const struct check_failure *f)
{
    struct findings *found = ctx;
    char name[128];
    (void)snprintf(name, sizeof name, "%s.%s", f->table, f->name);
    if (found->names[0] == '\0') {
        (void)snprintf(found->first, sizeof found->first, "%s row %llu: %s", name,
                       (unsigned long long)f->row, f->text);
    }
    const size_t used = strlen(found->names);
    if (!has_name(found->names, name) && used + strlen(name) + 2 < sizeof found->names) {
        (void)snprintf(found->names + used, sizeof found->names - used, "%s ", name);
    }
}

/* Both lists hold the same names. */
static int same_names(const char *a, const char *b)
{
    const char *lists[2] = {a, b};
    for (int k = 0; k < 2; k++) {
        for (const char *at = lists[k]; *at != '\0'; at += strspn(at, " ")) {
            char name[128];
            const size_t n = strcspn(at, " ");
            assert_true(n < sizeof name);
            memcpy(name, at, n);
            name[n] = '\0';
            if (!has_name(lists[1 - k], name)) {
                return 0;
            }
            at += n;
        }
    }
    return 1;
}

static void judge_trace(struct liar *l, const struct lie *lie)
{
    struct findings found = {0};
    uint64_t failures = 0;
    struct session *s = l->s;
    must(l,
         trace_check(&s->rows, &s->layout, s->filled, &s->prepared.key, &s->statement, note, &found,
                     UINT64_MAX, &failures, &l->err),
         "check");
    if (!same_names(found.names, lie->checks)) {
        fail_msg("%s: check reports \"%s\", expected \"%s\"; first: %s", lie->name, found.names,
                 lie->checks, found.first);
    }
}

/* The verifier knows the guest, and nothing else: it takes any output and whatever exit code the
 * proof claims. */
static void judge_proof(struct liar *l, const struct lie *lie)
{
    struct arena bytes = {0}, arena = {0};
    struct stark_times times = {0};
    struct verified v;
    must(l, session_prove(l->s, &bytes, &l->proof, &l->proof_len, &times, &l->err), "prove");
    if (lie->proof != NULL) {
        lie->proof(l, lie);
    }
    struct verify_options opt = {
        .program_id = l->prepared.id,
        .any_exit = 1,
        .accept_test_set = 1,
        .airs = &l->prepared.airs,
    };
    if (lie->trusted) {
        key_id(&l->s->prepared.key, &opt.program_id);
    }
    must(l, arena_init(&arena, chert_verify_arena_bytes(MAX_INSTANCES), &l->err), "verify");
    const enum chert_status status =
        chert_verify(l->proof, l->proof_len, &opt, &arena, &v, &l->err);
    arena_fini(&arena);
    arena_fini(&bytes);
    if (status != lie->status) {
        fail_msg("%s: the verifier says %s (%s), expected %s", lie->name, chert_status_name(status),
                 l->err.msg, chert_status_name(lie->status));
    }
}

static void end(struct liar *l)
{
    memset(&l->s->prepared, 0, sizeof l->s->prepared); /* it was only lent */
    session_close(l->s);
}

void liar_tell(struct liar *l, const struct lie *lie)
{
    const size_t mark = arena_mark(&l->mem);
    execute(l, lie);
    if (lie->events != NULL) {
        lie->events(l, lie);
    }
    fill(l);
    if (lie->cells != NULL) {
        lie->cells(l, lie);
    }
    count(l);
    if (lie->counts != NULL) {
        lie->counts(l, lie);
    }
    judge_trace(l, lie);
    judge_proof(l, lie);
    end(l);
    arena_release(&l->mem, mark);
}

void liar_open(struct liar *l, const struct liar_guest *guest)
{
    *l = (struct liar){.guest = guest};
    load(l);
    must(l, ARENA_NEW(&l->mem, &l->s, 1, &l->err), "session");
    l->opt = (struct prove_options){
        .set = set_by_id(SET_TEST),
        .cpu_mask = cpu_detect(),
        .workers = 1,
        .exec = {.input = (const uint8_t *)guest->input, .input_bytes = 8 * guest->n_input},
    };
    const struct prepare_options opt = {l->opt.set, l->opt.hash, l->opt.cpu_mask, 1, 18};
    must(l, prepared_init(&l->prepared, &l->program, &opt, &l->err), "prepare");
    liar_tell(l, &(struct lie){.name = "the truth", .checks = ""});
}

void liar_close(struct liar *l)
{
    prepared_fini(&l->prepared);
    arena_fini(&l->mem);
}

/* The guest under test; what cmocka's tests share. */
static struct liar shared;
static const struct liar_guest *shared_guest;

static int open_shared(void **state)
{
    (void)state;
    liar_open(&shared, shared_guest);
    return 0;
}

static int close_shared(void **state)
{
    (void)state;
    liar_close(&shared);
    return 0;
}

static void tell_one(void **state)
{
    liar_tell(&shared, *state);
}

int liar_run(const char *name, const struct liar_guest *guest, struct lie *lies, size_t n)
{
    struct CMUnitTest *tests = calloc(n, sizeof *tests);
    if (tests == NULL) {
        return 1;
    }
    shared_guest = guest;
    for (size_t i = 0; i < n; i++) {
        tests[i] = (struct CMUnitTest){.name = lies[i].name,
                                       .test_func = tell_one,
                                       .initial_state = &lies[i]};
    }
    const int failed = _cmocka_run_group_tests(name, tests, n, open_shared, close_shared);
    free(tests);
    return failed;
}
