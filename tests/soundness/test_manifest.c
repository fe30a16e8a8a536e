/*
 * Goal: every field of a proof is checked, and by the check that is meant for it.
 * Method: manifest.def lists the fields. Key and statement are walked as docs/proof-format.md has
 * them; what follows is found by the log of an honest verification (log.h), which accounts for
 * every byte. Each field is changed in every way of `mutations`, in real proofs of several sets,
 * hashes and groupings; the verifier must reject, for a reason that the manifest allows. Changes of
 * length (a unit dropped or doubled) may be rejected for any reason.
 */
#include <string.h>

#include "base/bytes.h"
#include "soundness/fixture.h"

enum unit { U8 = 1, U16 = 2, U32 = 4, U64 = 8, FP = 9, DIGEST = 32 };

enum field {
#define XX(name, unit, reasons, trusted) F_##name,
#include "soundness/manifest.def"
#undef XX
    N_FIELDS
};

#define R(reason)  (UINT32_C(1) << (CHERT_REJECT_##reason - CHERT_REJECT_FORMAT))
#define ANY_REASON UINT32_MAX

static const struct {
    const char *name;
    enum unit unit;
    uint32_t reasons, trusted;
} manifest[N_FIELDS] = {
#define XX(name, unit, reasons, trusted) {#name, unit, reasons, trusted},
#include "soundness/manifest.def"
#undef XX
};

enum mutation {
    LOW,    /* lowest bit */
    HIGH,   /* highest bit */
    ZERO,   /* all bits 0 */
    ONES,   /* all bits 1 */
    MORE,   /* + 1 */
    LESS,   /* - 1 */
    HALF,   /* 2^31, 2^63: the highest bit alone */
    LIMIT,  /* of a byte: 25, one more than the largest height */
    WORD,   /* of a byte: 33, a shift that a machine would take mod 32 */
    PLUS_P, /* of an element: the same residue or another, p or more */
    NEXT,   /* as the unit after it */
    SWAP,   /* exchanged with the unit after it */
    DROP,
    DOUBLE,
    N_MUTATIONS
};

static const char *const mutations[N_MUTATIONS] = {"LOW",  "HIGH", "ZERO",  "ONES",  "MORE",
                                                   "LESS", "HALF", "LIMIT", "WORD",  "PLUS_P",
                                                   "NEXT", "SWAP", "DROP",  "DOUBLE"};

/* Runs of units of one field. */
struct place {
    enum field field;
    size_t at, n;
};

#define MAX_PLACES 40000u

static struct {
    struct place places[MAX_PLACES];
    size_t n;
    size_t units[N_FIELDS]; /* of the subject under test */
    size_t at;              /* while walking */
} map;

static unsigned tried[N_FIELDS][N_MUTATIONS]; /* over all subjects */

static size_t unit_bytes(enum field f)
{
    return manifest[f].unit == FP ? 8 : (size_t)manifest[f].unit;
}

static void put(enum field f, size_t n_units)
{
    assert_true(map.n < MAX_PLACES);
    if (n_units != 0) {
        map.places[map.n++] = (struct place){f, map.at, n_units};
        map.at += n_units * unit_bytes(f);
        map.units[f] += n_units;
    }
}

static void walk_key(const uint8_t *proof)
{
    const size_t n_regions = proof[8 + 7];
    put(F_MAGIC, 8);
    put(F_VERSION, 1);
    put(F_SET, 1);
    put(F_HASH, 1);
    put(F_MODES, 1);
    put(F_N_REGIONS, 1);
    put(F_ENTRY, 1);
    put(F_AIR, 1);
    for (unsigned i = 0; i < N_FIXED_TABLES; i++) {
        put(F_FIXED_ROOT, 1);
        put(F_FIXED_HEIGHT, 1);
    }
    for (size_t i = 0; i < n_regions; i++) {
        put(F_REGION_START, 1);
        put(F_REGION_END, 1);
        put(F_REGION_KIND, 1);
    }
}

static void walk_statement(const uint8_t *proof)
{
    put(F_KIND, 1);
    put(F_GROUPING, 1);
    put(F_LABEL, 1);
    put(F_EXIT_CODE, 1);
    put(F_HALT_CLK, 1);
    const size_t output_len = load_le32(proof + map.at);
    put(F_OUTPUT_LEN, 1);
    put(F_OUTPUT, output_len);
    for (unsigned r = 0; r < 34; r++) {
        put(r == 33 ? F_POSITION : F_REG_LO, 1);
        put(r == 33 ? F_POSITION : F_REG_HI, 1);
        put(r == 33 ? F_POSITION_CLK : F_REG_CLK, 1);
    }
    size_t instances = 0;
    for (unsigned t = 0; t < N_TABLES; t++) {
        instances += proof[map.at + 2 * t] + 256u * proof[map.at + 2 * t + 1];
    }
    put(F_N_INSTANCES, N_TABLES);
    put(F_LOG_HEIGHT, instances);
}

static enum field field_of(const struct span *s)
{
    static const enum field absorbed[] = {
        [TAG_MAIN_ROOT] = F_MAIN_ROOT,
        [TAG_AUX_ROOT] = F_AUX_ROOT,
        [TAG_SUMS] = F_SUM,
        [TAG_QUOTIENT_ROOT] = F_QUOTIENT_ROOT,
        [TAG_VALUES] = F_VALUE,
        [TAG_BATCH_GRIND] = F_BATCH_NONCE,
        [TAG_FRI_ROOT] = F_FRI_ROOT,
        [TAG_FOLD_GRIND] = F_FOLD_NONCE,
        [TAG_FINAL] = F_FINAL,
        [TAG_QUERY_GRIND] = F_QUERY_NONCE,
    };
    static const enum field opened[] = {[SPAN_ROW] = F_ROW,
                                        [SPAN_TREE_PATH] = F_TREE_PATH,
                                        [SPAN_LEAF] = F_LEAF,
                                        [SPAN_LAYER_PATH] = F_LAYER_PATH};
    return s->kind == SPAN_ABSORBED ? absorbed[s->tag] : opened[s->kind];
}

/* Every byte of the proof belongs to one field. */
static void walk(struct fixture *f)
{
    const uint8_t *proof = f->proof.proof;
    memset(&map, 0, sizeof map);
    log_start(proof, f->len);
    assert_int_equal(fixture_verify(f, proof, f->len), CHERT_OK);
    log_stop();
    assert_true(the_log.gap_at == SIZE_MAX && the_log.proof_at == f->len);
    walk_key(proof);
    assert_int_equal(map.at, the_log.spans[0].at + the_log.spans[0].len);
    walk_statement(proof);
    assert_int_equal(map.at, the_log.spans[1].at + the_log.spans[1].len);
    for (size_t i = 2; i < the_log.n_spans; i++) {
        const struct span *s = &the_log.spans[i];
        const enum field field = field_of(s);
        assert_int_equal(s->at, map.at);
        assert_int_equal(s->len % unit_bytes(field), 0);
        put(field, s->len / unit_bytes(field));
    }
    assert_int_equal(map.at, f->len);
}

/* ---- Mutations ---- */

static void add_to(uint8_t *at, size_t n, uint64_t v)
{
    uint64_t x = 0;
    memcpy(&x, at, n);
    x += v;
    memcpy(at, &x, n);
}

static int edit_number(uint8_t *at, size_t n, enum mutation m)
{
    if (n > 8 && (m == MORE || m == LESS || m == HALF)) {
        return 0;
    }
    switch ((int)m) {
    case LOW:
        at[0] ^= 1;
        return 1;
    case HIGH:
        at[n - 1] ^= 0x80;
        return 1;
    case ZERO:
    case ONES:
        memset(at, m == ZERO ? 0 : 0xff, n);
        return 1;
    case MORE:
    case LESS:
        add_to(at, n, m == MORE ? 1 : UINT64_MAX);
        return 1;
    case HALF:
        memset(at, 0, n);
        at[n - 1] = 0x80;
        return 1;
    case LIMIT:
    case WORD:
        at[0] = m == LIMIT ? 25 : 33;
        return n == 1;
    default:
        return 0;
    }
}

static int edit_element(uint8_t *at, enum mutation m)
{
    if (m == LIMIT || m == WORD || m == HALF || (m == LESS && load_le64(at) == 0) ||
        (m == MORE && load_le64(at) == FP_P - 1)) {
        return 0;
    }
    if (m == PLUS_P) {
        store_le64(at, FP_P + load_le64(at) % UINT32_MAX);
        return 1;
    }
    return edit_number(at, 8, m);
}

/* Edits the copy; *len is its length. 0: it would change nothing, or makes no sense. */
static int edit(struct fixture *f, const struct place *p, size_t unit, enum mutation m, size_t *len)
{
    const size_t n = unit_bytes(p->field), at = p->at + unit * n;
    uint8_t *here = f->copy + at;
    const int has_next = unit + 1 < p->n;
    if (m == DROP) {
        memmove(here, here + n, f->len - at - n);
        *len = f->len - n;
        return 1;
    }
    if (m == DOUBLE) {
        memmove(here + n, f->proof.proof + at, f->len - at);
        *len = f->len + n;
        return 1;
    }
    if (m == NEXT || m == SWAP) {
        if (has_next) {
            memcpy(here, f->proof.proof + at + n, n);
        }
        if (has_next && m == SWAP) {
            memcpy(here + n, f->proof.proof + at, n);
        }
    } else if (!(manifest[p->field].unit == FP ? edit_element(here, m) : edit_number(here, n, m))) {
        return 0;
    }
    return memcmp(f->copy, f->proof.proof, f->len) != 0;
}

/* Elements that are none are refused as such, wherever they stand. */
static uint32_t reasons_of(const struct fixture *f, const struct place *p, size_t unit,
                           enum mutation m, int trusted)
{
    if (m == DROP || m == DOUBLE) {
        return ANY_REASON;
    }
    if (manifest[p->field].unit == FP && load_le64(f->copy + p->at + 8 * unit) >= FP_P) {
        return R(CANONICAL);
    }
    return trusted ? manifest[p->field].trusted : manifest[p->field].reasons;
}

static void judge(struct fixture *f, const struct place *p, size_t unit, enum mutation m,
                  int trusted, size_t len)
{
    const uint32_t reasons = reasons_of(f, p, unit, m, trusted);
    const enum chert_status s = fixture_verify(f, f->copy, len);
    if (s < CHERT_REJECT_FORMAT || (reasons >> (s - CHERT_REJECT_FORMAT) & 1) == 0) {
        fail_msg("%s (unit %zu of the run at byte %zu), %s%s: %s (%s)", manifest[p->field].name,
                 unit, p->at, mutations[m], trusted ? ", trusted" : "", chert_status_name(s),
                 f->err.msg);
    }
    tried[p->field][m]++;
}

static void mutate(struct fixture *f, const struct place *p, size_t unit, enum mutation m)
{
    size_t len = f->len;
    if (!edit(f, p, unit, m, &len)) {
        fixture_restore(f);
        return;
    }
    judge(f, p, unit, m, 0, len);
    if (manifest[p->field].trusted != 0 && m != DROP && m != DOUBLE && fixture_trust_copy(f)) {
        judge(f, p, unit, m, 1, len);
    }
    fixture_restore(f);
}

/* Every mutation of about `per_field` units of every field, spread over the proof. */
static void mutate_all(struct fixture *f, size_t per_field)
{
    size_t seen[N_FIELDS] = {0};
    for (size_t i = 0; i < map.n; i++) {
        const struct place *p = &map.places[i];
        const size_t units = map.units[p->field];
        const size_t stride = units <= per_field ? 1 : units / per_field;
        for (size_t unit = 0; unit < p->n; unit++, seen[p->field]++) {
            if (seen[p->field] % stride == 0) {
                for (int m = 0; m < N_MUTATIONS; m++) {
                    mutate(f, p, unit, (enum mutation)m);
                }
            }
        }
    }
}

static const struct {
    struct subject subject;
    size_t per_field;
} subjects[] = {
    {{"hello", NULL, SET_TEST, HASH_BLAKE3, GROUPING_JOINT}, 35},
    {{"hello", NULL, SET_TEST, HASH_KECCAK, GROUPING_PER_TABLE}, 7},
    {{"hello", NULL, SET_COMPACT, HASH_BLAKE3, GROUPING_JOINT}, 3},
};

static void test_subject(void **state)
{
    const size_t i = *(const size_t *)*state;
    struct fixture f;
    fixture_open(&f, &subjects[i].subject);
    walk(&f);
    mutate_all(&f, subjects[i].per_field);
    /* One byte more. */
    f.copy[f.len] = 0;
    assert_int_equal(fixture_verify(&f, f.copy, f.len + 1), CHERT_REJECT_TRAILING);
    fixture_close(&f);
}

/* After a true key and statement: nothing but zeros, which satisfy every constraint, and nothing
 * but ones. Attack 99. */
static void test_blank(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        struct fixture f;
        fixture_open(&f, &subjects[i].subject);
        walk(&f);
        const size_t at = the_log.spans[1].at + the_log.spans[1].len;
        memset(f.copy + at, 0, f.len - at);
        const enum chert_status s = fixture_verify(&f, f.copy, f.len);
        assert_true(s == CHERT_REJECT_MERKLE || s == CHERT_REJECT_GRIND);
        memset(f.copy + at, 0xff, f.len - at);
        assert_int_equal(fixture_verify(&f, f.copy, f.len), CHERT_REJECT_CANONICAL);
        memset(f.copy, 0, f.len);
        assert_int_equal(fixture_verify(&f, f.copy, f.len), CHERT_REJECT_FORMAT);
        assert_int_equal(fixture_verify(&f, f.copy, 0), CHERT_REJECT_FORMAT);
        fixture_close(&f);
    }
}

/* No field, and no way of changing it that makes sense, went untried. */
static void test_nothing_untried(void **state)
{
    unsigned total = 0;
    (void)state;
    for (int f = 0; f < N_FIELDS; f++) {
        unsigned of_field = 0;
        for (int m = 0; m < N_MUTATIONS; m++) {
            of_field += tried[f][m];
        }
        if (of_field == 0 || tried[f][LOW] == 0 || tried[f][DROP] == 0 || tried[f][DOUBLE] == 0 ||
            (manifest[f].unit == FP && tried[f][PLUS_P] == 0)) {
            fail_msg("%s was not tried in every way", manifest[f].name);
        }
        total += of_field;
    }
    print_message("%u changes of %d fields\n", total, (int)N_FIELDS);
}

int main(void)
{
    static size_t numbers[] = {0, 1, 2};
    const struct CMUnitTest tests[] = {
        {"test_joint", test_subject, NULL, NULL, &numbers[0]},
        {"test_per_table", test_subject, NULL, NULL, &numbers[1]},
        {"test_compact", test_subject, NULL, NULL, &numbers[2]},
        cmocka_unit_test(test_blank),
        cmocka_unit_test(test_nothing_untried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
