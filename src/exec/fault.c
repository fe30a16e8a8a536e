/* Faults: noting one costs nothing, putting it into words happens once, when the run is over. */
#include <stdio.h>
#include <string.h>

#include "exec/internal.h"

#define MAX_FRAMES 16u

const char *exec_cause_name(enum exec_cause cause)
{
    static const char *const names[] = {
        [FAULT_NONE] = "none",         [FAULT_ILLEGAL] = "illegal_instruction",
        [FAULT_EBREAK] = "ebreak",     [FAULT_LOAD] = "load",
        [FAULT_STORE] = "store",       [FAULT_MISALIGNED] = "misaligned_jump",
        [FAULT_FETCH] = "fetch",       [FAULT_CALL] = "unknown_call",
        [FAULT_FD] = "bad_descriptor", [FAULT_WRITE] = "bad_write",
        [FAULT_PANIC] = "panic",
    };
    return (size_t)cause < sizeof names / sizeof *names ? names[cause] : "unknown";
}

void exec_fault_at(struct exec *x, const struct insn *in, enum exec_cause cause, uint64_t address)
{
    x->fault.cause = cause;
    x->fault.pc = in->pc;
    x->fault.address = address;
}

void exec_fault_jump(struct exec *x, const struct insn *in, uint64_t to)
{
    if (to == PC_NONE) {
        to = in->pc + (uint64_t)rv64_immediate(in->word);
    }
    exec_fault_at(x, in, to % 4 != 0 ? FAULT_MISALIGNED : FAULT_FETCH, to);
}

void exec_fault_insn(struct exec *x, const struct insn *in)
{
    if (program_find(x->program, in->pc) == INSN_NONE) {
        exec_fault_at(x, in, FAULT_FETCH, in->pc);
    } else if (rv64_of(in->word) == RV64_EBREAK) {
        exec_fault_at(x, in, FAULT_EBREAK, 0);
    } else {
        exec_fault_at(x, in, FAULT_ILLEGAL, in->word);
    }
}

/* Why an address is not to be had. */
static const char *place_name(uint64_t addr)
{
    if (addr < MAP_RAM_START) {
        return "the null page";
    }
    if (addr - MAP_GUARD_START < MAP_PAGE) {
        return "the guard page below the stack: stack overflow?";
    }
    if (addr > UINT32_MAX) {
        return "above 2^32";
    }
    return map_has(addr) ? "the access reaches past its region" : "the last page, unmapped";
}

/* The panic's message, made printable. */
static void panic_text(const struct exec *x, char *text, size_t room)
{
    const uint64_t n = exec_mapped(x->reg[REG_A0], x->reg[REG_A1]);
    size_t at = (size_t)snprintf(text, room, "panic: ");

    if (n == 0 && x->reg[REG_A1] != 0) {
        (void)snprintf(text, room, "panic, with a message at unmapped 0x%llx",
                       (unsigned long long)x->reg[REG_A0]);
        return;
    }
    for (uint64_t i = 0; i < n && at + 1 < room; i++) {
        const uint8_t c = x->memory[x->reg[REG_A0] + i];
        text[at++] = (char)(c >= 0x20 && c < 0x7f ? c : ' ');
    }
    text[at] = '\0';
}

static void fault_text(const struct exec *x, const struct insn *in, char *text, size_t room)
{
    const unsigned long long address = x->fault.address;

    switch (x->fault.cause) {
    case FAULT_NONE:
        text[0] = '\0';
        break;
    case FAULT_ILLEGAL:
        (void)snprintf(text, room, "illegal instruction 0x%08x%s", in->word,
                       in->word == 0               ? " (an all-zero word)"
                       : (in->word & 3u) != 3u     ? " (compressed instructions are not supported)"
                       : (in->word & 0x7f) == 0x73 ? " (there are no CSRs)"
                                                   : "");
        break;
    case FAULT_EBREAK:
        (void)snprintf(text, room, "ebreak");
        break;
    case FAULT_LOAD:
    case FAULT_STORE:
        (void)snprintf(text, room, "%s unmapped 0x%llx (%s)",
                       x->fault.cause == FAULT_LOAD ? "load from" : "store to", address,
                       place_name(address));
        break;
    case FAULT_MISALIGNED:
        (void)snprintf(text, room, "jump to 0x%llx, which is not a multiple of 4", address);
        break;
    case FAULT_FETCH:
        (void)snprintf(text, room, "%s 0x%llx, which is in no executable segment",
                       address == in->pc ? "execution ran on to" : "jump to", address);
        break;
    case FAULT_CALL:
        (void)snprintf(text, room, "unknown environment call %llu", address);
        break;
    case FAULT_FD:
        (void)snprintf(text, room, "write to file descriptor %llu; only 1 exists", address);
        break;
    case FAULT_WRITE:
        (void)snprintf(text, room, "write of %llu bytes at 0x%llx, which are not all mapped",
                       (unsigned long long)x->reg[REG_A2], address);
        break;
    case FAULT_PANIC:
        panic_text(x, text, room);
        break;
    }
}

/* Whether a word could be the frame pointer of a frame above `below`. */
static int is_frame(const struct exec *x, uint64_t frame, uint64_t below)
{
    return frame % 8 == 0 && frame > below && frame >= x->reg[REG_SP] && map_has(frame - 16) &&
           map_has(frame - 8);
}

static uint64_t word_at(const struct exec *x, uint64_t addr)
{
    uint64_t v = 0;
    memcpy(&v, x->memory + addr, sizeof v);
    return v;
}

/* Return addresses, innermost first: by the chain of frame pointers where there is one (code built
 * with -fno-omit-frame-pointer), else only ra. */
static size_t return_addresses(const struct exec *x, uint32_t *out, size_t most)
{
    uint64_t frame = x->reg[REG_S0], below = 0;
    const uint64_t ra = x->reg[REG_RA];
    size_t n = 0;

    /* The call must be an instruction; what follows it need not, after a call that never returns.
     */
    if (program_find(x->program, ra - 4) != INSN_NONE) {
        out[n++] = (uint32_t)ra;
    }
    while (n < most && is_frame(x, frame, below)) {
        const uint64_t to = word_at(x, frame - 8);
        if (program_find(x->program, to - 4) == INSN_NONE) {
            break;
        }
        if (n == 0 || to != out[n - 1]) {
            out[n++] = (uint32_t)to;
        }
        below = frame;
        frame = word_at(x, frame - 16);
    }
    return n;
}

static void describe_frames(struct exec *x)
{
    struct exec_fault *fault = &x->fault;
    struct elf_place places[1 + MAX_FRAMES];
    uint32_t pcs[1 + MAX_FRAMES];
    size_t n = 1, at = 0;

    pcs[0] = fault->pc;
    n += return_addresses(x, pcs + 1, MAX_FRAMES);
    for (size_t i = 1; i < n; i++) {
        pcs[i] -= 4; /* the call, not what follows it */
    }
    elf_locate(x->program, pcs, n, places);
    (void)snprintf(fault->symbol, sizeof fault->symbol, "%s", places[0].symbol);
    (void)snprintf(fault->source, sizeof fault->source, "%s", places[0].source);
    for (size_t i = 1; i < n && at < sizeof fault->backtrace; i++) {
        /* ra of a function that has called points into itself: no caller. */
        if (i == 1 && places[1].symbol[0] != '\0' &&
            places[1].symbol_start == places[0].symbol_start) {
            continue;
        }
        const int wrote =
            snprintf(fault->backtrace + at, sizeof fault->backtrace - at, "  0x%08x %s%s%s%s\n",
                     pcs[i], places[i].symbol, places[i].source[0] != '\0' ? " (" : "",
                     places[i].source, places[i].source[0] != '\0' ? ")" : "");
        at += wrote > 0 ? (size_t)wrote : 0;
    }
}

enum chert_status exec_describe(struct exec *x, struct err *e)
{
    struct exec_fault *fault = &x->fault;
    const struct insn *in = &x->program->insns[x->at];

    fault_text(x, in, fault->text, sizeof fault->text);
    disassemble(in->pc, in->word, fault->instruction);
    describe_frames(x);
    return err_set(e, CHERT_E_FAULT, "guest fault at pc 0x%08x%s%s%s%s%s: %s", fault->pc,
                   fault->symbol[0] != '\0' ? " in " : "", fault->symbol,
                   fault->source[0] != '\0' ? " (" : "", fault->source,
                   fault->source[0] != '\0' ? ")" : "", fault->text);
}
