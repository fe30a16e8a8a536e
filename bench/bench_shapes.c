/*
 * How often a run has the shape that a read-modify-write table saves cells on: the destination is
 * an operand, so that one access of a register does for two. For each table with such rows prints
 * a JSON object of a list: rows, and rows with rd = rs1 or (where the operation commutes) rd = rs2.
 * bench/cells.py prices them.
 *
 *   bench_shapes ELF [INPUT]
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "exec/exec.h"
#include "isa/map.h"
#include "tables/table.h"

/* The private input's bytes; 0 without a file, and *e says why if there is one that fails. */
static enum chert_status read_input(const char *path, struct arena *mem, struct exec_options *o,
                                    struct err *e)
{
    struct stat st;
    uint8_t *bytes = NULL;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return err_set(e, CHERT_E_IO, "cannot open %s", path);
    }
    enum chert_status s = CHERT_OK;
    if (fstat(fileno(file), &st) != 0 || (size_t)st.st_size > MAP_INPUT_MAX) {
        s = err_set(e, CHERT_E_IO, "cannot use %s as input", path);
    } else {
        o->input_bytes = (size_t)st.st_size;
        s = ARENA_NEW(mem, &bytes, o->input_bytes + 1, e);
    }
    if (s == CHERT_OK && fread(bytes, 1, o->input_bytes, file) != o->input_bytes) {
        s = err_set(e, CHERT_E_IO, "cannot read %s", path);
    }
    if (s == CHERT_OK) {
        o->input = bytes;
    }
    (void)fclose(file);
    return s;
}

static int commutes(const struct insn *in)
{
    switch ((int)in->handler) {
    case HANDLER_ADD:
    case HANDLER_ADDW:
    case HANDLER_AND:
    case HANDLER_OR:
    case HANDLER_XOR:
    case HANDLER_MUL:
    case HANDLER_MULH:
    case HANDLER_MULHU:
    case HANDLER_MULW:
        return 1;
    default:
        return 0;
    }
}

/* A store or branch has rd = 0 here, a write to x0 goes to the sink: neither equals an operand that
 * is read. */
static int in_place(const struct insn *in)
{
    return in->rd != 0 && in->rd != REG_SINK &&
           (in->rd == in->rs1 || (in->rd == in->rs2 && commutes(in)));
}

static void count(const struct trace_events *t)
{
    const char *separator = "[";
    for (int id = 0; id < N_TABLES; id++) {
        const struct table_rows *kind = chert_tables[id].rows;
        const uint64_t rows = t->table[id].rows;
        if (kind == NULL || kind->event_bytes != sizeof(struct event) || rows == 0) {
            continue;
        }
        const struct event *ev = trace_rows(t, (enum table_id)id);
        uint64_t n = 0;
        for (uint64_t r = 0; r < rows; r++) {
            n += (uint64_t)in_place(&t->program->insns[ev[r].insn]);
        }
        printf("%s{\"table\": \"%s\", \"rows\": %" PRIu64 ", \"in_place\": %" PRIu64 "}", separator,
               chert_tables[id].name, rows, n);
        separator = ",\n ";
    }
    puts("]");
}

static enum chert_status run(const char *elf, const char *input, struct arena *mem, struct err *e)
{
    struct program program;
    struct exec_options options = {0};
    struct exec x;
    struct trace_events t = {0};
    struct exec_result result;
    TRY(elf_load(&program, elf, mem, e));
    if (input != NULL) {
        TRY(read_input(input, mem, &options, e));
    }
    TRY(exec_open(&x, &program, &options, e));
    const enum chert_status s = exec_record(&x, &t, &result, e);
    if (s == CHERT_OK) {
        count(&t);
    }
    trace_free(&t);
    exec_close(&x);
    return s;
}

int main(int argc, char **argv)
{
    struct arena mem;
    struct err e = {0};
    if (argc < 2 || argc > 3) {
        (void)fputs("usage: bench_shapes ELF [INPUT]\n", stderr);
        return 2;
    }
    enum chert_status s = arena_init(&mem, (size_t)1 << 30, &e);
    if (s == CHERT_OK) {
        s = run(argv[1], argc == 3 ? argv[2] : NULL, &mem, &e);
        arena_fini(&mem);
    }
    if (s != CHERT_OK) {
        (void)fprintf(stderr, "bench_shapes: %s\n", e.msg);
        return 1;
    }
    return 0;
}
