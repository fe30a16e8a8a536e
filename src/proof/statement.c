#include "proof/statement.h"

#include <string.h>

int table_fixed_index(unsigned table)
{
    switch (table) {
    case TABLE_IMAGE:
        return 0;
    case TABLE_PROGRAM:
        return 1;
    case TABLE_T16:
        return 2;
    case TABLE_POW:
        return 3;
    default:
        return -1;
    }
}

uint32_t statement_total_instances(const struct statement *s)
{
    uint32_t n = 0;
    for (unsigned t = 0; t < N_TABLES; t++) {
        n += s->n_instances[t];
    }
    return n;
}

void statement_write(struct writer *w, const struct statement *s)
{
    write_u8(w, s->kind);
    write_u8(w, s->grouping);
    write_u32(w, s->label);
    write_u64(w, s->exit_code);
    write_u32(w, s->halt_clk);
    write_u32(w, s->output_len);
    write_bytes(w, s->output, s->output_len);
    for (unsigned i = 0; i < N_REGS; i++) {
        write_u32(w, s->regs[i].lo);
        write_u32(w, s->regs[i].hi);
        write_u32(w, s->regs[i].clk);
    }
    for (unsigned t = 0; t < N_TABLES; t++) {
        write_u16(w, s->n_instances[t]);
    }
    write_bytes(w, s->log_height, statement_total_instances(s));
}

enum chert_status statement_read(struct reader *r, struct statement *s, struct err *e)
{
    memset(s, 0, sizeof *s);
    s->kind = read_u8(r);
    s->grouping = read_u8(r);
    s->label = read_u32(r);
    s->exit_code = read_u64(r);
    s->halt_clk = read_u32(r);
    s->output_len = read_u32(r);
    if (s->output_len > MAX_OUTPUT) {
        return err_set(e, CHERT_REJECT_FORMAT, "the output's length %u is over the limit %u",
                       s->output_len, MAX_OUTPUT);
    }
    s->output = read_bytes(r, s->output_len);
    for (unsigned i = 0; i < N_REGS; i++) {
        s->regs[i].lo = read_u32(r);
        s->regs[i].hi = read_u32(r);
        s->regs[i].clk = read_u32(r);
    }
    for (unsigned t = 0; t < N_TABLES; t++) {
        s->n_instances[t] = read_u16(r);
    }
    TRY(reader_status(r, "statement", e));
    const uint32_t n = statement_total_instances(s);
    if (n > MAX_INSTANCES) {
        return err_set(e, CHERT_REJECT_HEIGHT, "%u table instances, at most %u", n, MAX_INSTANCES);
    }
    const uint8_t *heights = read_bytes(r, n);
    TRY(reader_status(r, "statement", e));
    memcpy(s->log_height, heights, n);
    return CHERT_OK;
}

static enum chert_status check_heights(const struct statement *s, const struct key *k,
                                       struct err *e)
{
    uint64_t rows = 0;
    uint32_t at = 0;
    for (unsigned t = 0; t < N_TABLES; t++) {
        const int fixed = table_fixed_index(t);
        if (fixed >= 0 && (s->n_instances[t] != 1 || s->log_height[at] != k->log_height[fixed])) {
            return err_set(e, CHERT_REJECT_HEIGHT,
                           "a preprocessed table must occur once, with the key's height");
        }
        for (unsigned i = 0; i < s->n_instances[t]; i++, at++) {
            const unsigned log_n = s->log_height[at];
            if (log_n < MIN_LOG_HEIGHT || log_n > MAX_LOG_HEIGHT) {
                return err_set(e, CHERT_REJECT_HEIGHT, "height 2^%u of instance %u is not allowed",
                               log_n, at);
            }
            rows += UINT64_C(1) << log_n;
        }
    }
    if (rows >= MAX_TOTAL_ROWS) {
        return err_set(e, CHERT_REJECT_HEIGHT, "the tables have too many rows in all");
    }
    return CHERT_OK;
}

enum chert_status statement_check(const struct statement *s, const struct key *k, struct err *e)
{
    const struct set *set = set_by_id(k->set);
    if (s->kind != PROOF_RUN || s->label != 1) {
        return err_set(e, CHERT_REJECT_MODE, "proofs of kind %u, epoch %u are not accepted",
                       s->kind, s->label);
    }
    if (s->grouping > GROUPING_PER_TABLE || (MODE_BIT(s->grouping) & k->modes & set->modes) == 0) {
        return err_set(e, CHERT_REJECT_MODE, "grouping %u is not accepted with this set",
                       s->grouping);
    }
    const struct register_end *position = &s->regs[REG_POSITION];
    if (position->lo != s->output_len || position->hi != 0) {
        return err_set(e, CHERT_REJECT_STATEMENT, "the output position is not the output's length");
    }
    return check_heights(s, k, e);
}
