/*
 * Batches: the widest kernel that the mask allows takes whole vectors, the next takes what is
 * left, and the portable code the last few (and everything, for mask 0 or very long messages).
 */
#include "hash/batch.h"

#include "base/bytes.h"
#include "base/cpu.h"
#include "hash/batch_kernels.h"

#define N_SETS 2u

/* By hash kind, widest first. */
#if defined(__x86_64__)
static const struct batch_kernels *const kernels[2][N_SETS] = {
    [HASH_BLAKE3] = {&blake3_avx512, &blake3_avx2},
    [HASH_KECCAK] = {&keccak_avx512, &keccak_avx2},
};
#else
static const struct batch_kernels *const kernels[2][N_SETS];
#endif

static const struct batch_kernels *usable(enum hash_kind kind, unsigned cpu_mask, size_t set)
{
    const struct batch_kernels *k = kernels[kind][set];
    return k != NULL && (k->cpu & cpu_mask) != 0 ? k : NULL;
}

#define TILE_ROWS    8u /* one cache line of each column, however the columns alias */
#define TILE_COLUMNS 16u

/* The columns [0, n_columns) of n rows from `row`, as bytes of each row. */
static void gather_tile(uint8_t bytes[TILE_ROWS][8 * TILE_COLUMNS], const fp *const *columns,
                        size_t n_columns, size_t row, size_t n)
{
    for (size_t c = 0; c < n_columns; c++) {
        for (size_t r = 0; r < n; r++) {
            store_le64(bytes[r] + 8 * c, columns[c][row + r]);
        }
    }
}

static void columns_portable(enum hash_kind kind, enum hash_purpose purpose,
                             const fp *const *columns, size_t n_columns, size_t first, size_t n,
                             struct digest *out)
{
    uint8_t bytes[TILE_ROWS][8 * TILE_COLUMNS];
    struct hasher h[TILE_ROWS];
    for (size_t i = 0; i < n; i += TILE_ROWS) {
        const size_t rows = n - i < TILE_ROWS ? n - i : TILE_ROWS;
        for (size_t r = 0; r < rows; r++) {
            hash_init(&h[r], kind, purpose);
        }
        for (size_t c = 0; c < n_columns; c += TILE_COLUMNS) {
            const size_t span = n_columns - c < TILE_COLUMNS ? n_columns - c : TILE_COLUMNS;
            gather_tile(bytes, columns + c, span, first + i, rows);
            for (size_t r = 0; r < rows; r++) {
                hash_update(&h[r], bytes[r], 8 * span);
            }
        }
        for (size_t r = 0; r < rows; r++) {
            hash_final(&h[r], &out[i + r]);
        }
    }
}

static void hash_columns(enum hash_kind kind, enum hash_purpose purpose, unsigned cpu_mask,
                         const fp *const *columns, size_t n_columns, size_t first, size_t n,
                         struct digest *out)
{
    size_t done = 0;
    for (size_t set = 0; set < N_SETS && n_columns <= BATCH_MAX_COLUMNS; set++) {
        const struct batch_kernels *k = usable(kind, cpu_mask, set);
        if (k != NULL) {
            done += k->columns(purpose, columns, n_columns, first + done, n - done, out + done);
        }
    }
    columns_portable(kind, purpose, columns, n_columns, first + done, n - done, out + done);
}

void hash_rows(enum hash_kind kind, unsigned cpu_mask, const fp *const *columns, size_t n_columns,
               size_t first_row, size_t n_rows, struct digest *out)
{
    hash_columns(kind, HASH_ROW, cpu_mask, columns, n_columns, first_row, n_rows, out);
}

static void concat(enum hash_kind kind, enum hash_purpose purpose, unsigned cpu_mask,
                   const struct digest *const *parts, size_t n_parts, size_t stride, size_t n,
                   struct digest *out)
{
    size_t done = 0;
    for (size_t set = 0; set < N_SETS && n_parts <= BATCH_MAX_PARTS; set++) {
        const struct batch_kernels *k = usable(kind, cpu_mask, set);
        if (k != NULL) {
            done += k->concat(purpose, parts, n_parts, stride, done, n - done, out + done);
        }
    }
    for (; done < n; done++) {
        struct hasher h;
        hash_init(&h, kind, purpose);
        for (size_t p = 0; p < n_parts; p++) {
            hash_update(&h, parts[p][done * stride].b, DIGEST_BYTES);
        }
        hash_final(&h, &out[done]);
    }
}

void hash_pairs(enum hash_kind kind, enum hash_purpose purpose, unsigned cpu_mask,
                const struct digest *in, size_t n, struct digest *out)
{
    const struct digest *const parts[2] = {in, in + 1};
    concat(kind, purpose, cpu_mask, parts, 2, 2, n, out);
}

void hash_concat(enum hash_kind kind, enum hash_purpose purpose, unsigned cpu_mask,
                 const struct digest *const *parts, size_t n_parts, size_t n, struct digest *out)
{
    concat(kind, purpose, cpu_mask, parts, n_parts, 1, n, out);
}

/* One leaf after the other, for arities whose leaves exceed the kernels' length. */
static void fri_leaf_long(enum hash_kind kind, const fp *const planes[3], size_t arity, size_t leaf,
                          struct digest *out)
{
    struct hasher h;
    hash_init(&h, kind, HASH_LEAF);
    for (size_t j = 0; j < arity; j++) {
        uint8_t bytes[24];
        for (size_t c = 0; c < 3; c++) {
            store_le64(bytes + 8 * c, planes[c][leaf * arity + j]);
        }
        hash_update(&h, bytes, sizeof bytes);
    }
    hash_final(&h, out);
}

#define FRI_TILE 16u

/* The leaves of a tile, n at most FRI_TILE, as columns: three for each element. */
static void fri_columns(fp tile[][FRI_TILE], const fp *const planes[3], size_t arity, size_t leaf,
                        size_t n)
{
    for (size_t c = 0; c < 3; c++) {
        const fp *plane = planes[c] + leaf * arity;
        for (size_t l = 0; l < n; l++) {
            for (size_t j = 0; j < arity; j++) {
                tile[3 * j + c][l] = plane[l * arity + j];
            }
        }
    }
}

void hash_fri_leaves(enum hash_kind kind, unsigned cpu_mask, const fp *const planes[3],
                     size_t arity, size_t n_leaves, struct digest *out)
{
    if (3 * arity > BATCH_MAX_COLUMNS) {
        for (size_t i = 0; i < n_leaves; i++) {
            fri_leaf_long(kind, planes, arity, i, &out[i]);
        }
        return;
    }
    /* Turned into columns in the first-level cache, for the one kernel that rows have too. */
    fp tile[BATCH_MAX_COLUMNS][FRI_TILE];
    const fp *columns[BATCH_MAX_COLUMNS];
    for (size_t c = 0; c < 3 * arity; c++) {
        columns[c] = tile[c];
    }
    for (size_t i = 0; i < n_leaves; i += FRI_TILE) {
        const size_t leaves = n_leaves - i < FRI_TILE ? n_leaves - i : FRI_TILE;
        fri_columns(tile, planes, arity, i, leaves);
        hash_columns(kind, HASH_LEAF, cpu_mask, columns, 3 * arity, 0, leaves, out + i);
    }
}

int hash_grind(enum hash_kind kind, unsigned cpu_mask, const struct digest *state, uint8_t tag,
               uint8_t bits, uint64_t start, uint64_t count, uint64_t *nonce)
{
    uint64_t done = 0;
    for (size_t set = 0; set < N_SETS; set++) {
        const struct batch_kernels *k = usable(kind, cpu_mask, set);
        if (k != NULL) {
            int found = 0;
            done += k->grind(state, tag, bits, start + done, count - done, &found, nonce);
            if (found) {
                return 1;
            }
        }
    }
    for (; done < count; done++) {
        if (hash_grind_check(kind, state, tag, bits, start + done)) {
            *nonce = start + done;
            return 1;
        }
    }
    return 0;
}
