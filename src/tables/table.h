/*
 * The registry's entry for one table, and how rows are filled.
 *
 * A table NAME is four files: NAME.def (columns), NAME.h (column enum and fill, which host and CUDA
 * compile), NAME.c (constraints, with the argument why a cheating prover cannot win), and its
 * forgeries in tests/unit/tables/test_NAME.c. isa/tables.def lists all tables.
 *
 *   enum chert_status NAME_record(struct air *, struct arena *, struct err *);
 *   HD void NAME_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev);
 *
 * Fillers write every main column of a real row: row[c * stride] is main column c (fixed columns
 * are not counted). Padding rows are all zero, so every constraint must hold on the zero row.
 */
#ifndef CHERT_TABLES_TABLE_H
#define CHERT_TABLES_TABLE_H

#include "air/air.h"
#include "isa/insn.h"

/* Functions that the host and CUDA compile. */
#ifndef HD
#    ifdef __CUDACC__
#        define HD static inline __host__ __device__
#    else
#        define HD static inline
#    endif
#endif

/* Fills rows [0, n) of main columns at `columns` (column-major, `stride` elements a column) from n
 * rows' worth of events; `program` is the decoded program that events index. */
typedef void table_fill_fn(fp *columns, size_t stride, size_t n, const struct insn *program,
                           const void *events);

/* What a table's file exports for its rows: `const struct table_rows NAME_rows`. */
struct table_rows {
    uint32_t n_fixed, n_main;
    uint32_t
        event_bytes;     /* events of one row: sizeof(struct event), twice that for MIS, ... ; 0
                            where there is no event: preprocessed tables, whose main columns count */
    table_fill_fn *fill; /* NULL there */
};

struct table {
    const char *name; /* "ADDI" */
    const char *stem; /* "addi" */
    const char *doc;
    enum chert_status (*record)(struct air *air, struct arena *mem, struct err *e);
    const struct table_rows *rows;
};

/* tables.c; the freestanding verifier's registry has rows = NULL (no fillers). */
extern const struct table chert_tables[N_TABLES];

/* Declarations that NAME.h makes with this macro. */
#define TABLE_DECLARE(stem)                                                            \
    enum chert_status stem##_record(struct air *air, struct arena *mem, struct err *e) \
        CHERT_MUST_CHECK;                                                              \
    extern const struct table_rows stem##_rows;

/* For NAME.c of an instruction table: defines NAME_rows from NAME_fill. */
#ifdef CHERT_FREESTANDING
#    define TABLE_ROWS(stem, n)
#else
#    define TABLE_ROWS(stem, n)                                                      \
        static void stem##_fill_rows(fp *to, size_t stride, size_t rows,             \
                                     const struct insn *program, const void *events) \
        {                                                                            \
            const struct event *ev = events;                                         \
            for (size_t r = 0; r < rows; r++) {                                      \
                stem##_fill(to + r, stride, &program[ev[r].insn], &ev[r]);           \
            }                                                                        \
        }                                                                            \
        const struct table_rows stem##_rows = {0, (n), sizeof(struct event), stem##_fill_rows};
#endif

/* The same for a table whose rows are no instructions, and whose events are `type`:
 * NAME_fill(row, stride, const type *). */
#ifdef CHERT_FREESTANDING
#    define TABLE_EVENT_ROWS(stem, n, type)
#else
#    define TABLE_EVENT_ROWS(stem, n, type)                                          \
        static void stem##_fill_rows(fp *to, size_t stride, size_t rows,             \
                                     const struct insn *program, const void *events) \
        {                                                                            \
            const type *ev = events;                                                 \
            (void)program;                                                           \
            for (size_t r = 0; r < rows; r++) {                                      \
                stem##_fill(to + r, stride, &ev[r]);                                 \
            }                                                                        \
        }                                                                            \
        const struct table_rows stem##_rows = {0, (n), (uint32_t)sizeof(type), stem##_fill_rows};
#endif

/* Signed program immediates as field elements. */
HD fp table_signed(int64_t v)
{
    return v < 0 ? FP_P - (fp)(-v) : (fp)v;
}

#endif
