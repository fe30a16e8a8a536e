/*
 * The ELF policy, segment by segment, then the two things made of the segments: decoded
 * instructions and image cells. libelf reads the headers; what they say is judged here.
 */
#include "elf/elf.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_SEGMENTS 256u
#define MAX_FILE     (UINT32_C(1) << 30)

/* What is known of one PT_LOAD while loading: the file bytes behind it. */
struct source {
    struct elf_segment segment;
    const uint8_t *bytes;
    uint32_t n_bytes;
};

struct loader {
    struct program *p;
    struct arena *mem;
    struct err *e;
    struct source *sources; /* sorted by start */
    uint32_t n;
};

#define REJECT(e, ...) err_set((e), CHERT_E_ELF, __VA_ARGS__)

static enum chert_status check_header(const struct program *p, Elf *elf, GElf_Ehdr *header,
                                      struct err *e)
{
    const uint8_t *ident = p->file;

    if (p->file_bytes < sizeof(Elf64_Ehdr) || memcmp(ident, ELFMAG, SELFMAG) != 0) {
        return REJECT(e, "not an ELF file: it does not begin with an ELF header");
    }
    if (ident[EI_CLASS] != ELFCLASS64) {
        return REJECT(e, "a 64-bit ELF is needed, this one has class %u", ident[EI_CLASS]);
    }
    if (ident[EI_DATA] != ELFDATA2LSB) {
        return REJECT(e, "a little-endian ELF is needed, this one has encoding %u", ident[EI_DATA]);
    }
    if (elf == NULL || gelf_getehdr(elf, header) == NULL) {
        return REJECT(e, "damaged ELF header: %s", elf_errmsg(-1));
    }
    if (header->e_version != EV_CURRENT) {
        return REJECT(e, "ELF version %u is unknown", header->e_version);
    }
    if (header->e_machine != EM_RISCV) {
        return REJECT(e, "an ELF for RISC-V is needed, this one is for machine %u",
                      header->e_machine);
    }
    if (header->e_type != ET_EXEC) {
        return REJECT(e,
                      "a static executable (ET_EXEC) is needed, this ELF has type %u: link "
                      "with -static and without -pie",
                      header->e_type);
    }
    if (header->e_phentsize != sizeof(Elf64_Phdr) || header->e_phnum == 0 ||
        header->e_phnum >= PN_XNUM) {
        return REJECT(e,
                      "%u program headers of %u bytes: at least one, and of %zu bytes, is needed",
                      header->e_phnum, header->e_phentsize, sizeof(Elf64_Phdr));
    }
    return CHERT_OK;
}

/* Where the machine has nothing for a program, in words; NULL if [start, end) is all RAM. */
static const char *not_ram(uint64_t start, uint64_t end)
{
    if (start < MAP_RAM_START) {
        return "the null page";
    }
    if (start < MAP_GUARD_END && end > MAP_GUARD_START) {
        return "the guard page below the stack";
    }
    if (end > MAP_STACK_TOP) {
        return start < MAP_INPUT_END ? "the input region" : "the unmapped last page";
    }
    return NULL;
}

static enum chert_status check_segment(const struct program *p, unsigned i, const GElf_Phdr *h,
                                       struct err *e)
{
    const uint64_t start = h->p_vaddr;
    const char *where = NULL;
    uint64_t end = 0;

    if (h->p_filesz > h->p_memsz) {
        return REJECT(e, "segment %u has more bytes in the file (0x%llx) than in memory (0x%llx)",
                      i, (unsigned long long)h->p_filesz, (unsigned long long)h->p_memsz);
    }
    if (h->p_offset > p->file_bytes || h->p_filesz > p->file_bytes - h->p_offset) {
        return REJECT(e, "segment %u reaches past the end of the file: 0x%llx bytes at 0x%llx", i,
                      (unsigned long long)h->p_filesz, (unsigned long long)h->p_offset);
    }
    if (__builtin_add_overflow(start, h->p_memsz, &end)) {
        return REJECT(e, "segment %u at 0x%llx wraps around the address space", i,
                      (unsigned long long)start);
    }
    if (start % 4 != 0) {
        return REJECT(e, "segment %u at 0x%llx is not aligned to 4 bytes", i,
                      (unsigned long long)start);
    }
    where = not_ram(start, end);
    if (where != NULL) {
        return REJECT(e, "segment %u, [0x%llx, 0x%llx), touches %s", i, (unsigned long long)start,
                      (unsigned long long)end, where);
    }
    if ((h->p_flags & PF_W) != 0 && (h->p_flags & PF_X) != 0) {
        return REJECT(e, "segment %u at 0x%llx is both writable and executable", i,
                      (unsigned long long)start);
    }
    if (h->p_filesz != 0 && h->p_paddr != start) {
        return REJECT(e, "segment %u is linked at 0x%llx but to be loaded at 0x%llx", i,
                      (unsigned long long)start, (unsigned long long)h->p_paddr);
    }
    return CHERT_OK;
}

/* Keeps the sources sorted by start. */
static enum chert_status add_segment(struct loader *l, const GElf_Phdr *h)
{
    const struct source s = {
        {(uint32_t)h->p_vaddr, (uint32_t)(h->p_vaddr + h->p_memsz), h->p_flags & 7u},
        l->p->file + h->p_offset,
        (uint32_t)h->p_filesz,
    };
    uint32_t at = l->n;

    if (l->n == MAX_SEGMENTS) {
        return err_set(l->e, CHERT_E_LIMIT, "the ELF has more than %u segments", MAX_SEGMENTS);
    }
    while (at > 0 && l->sources[at - 1].segment.start > s.segment.start) {
        l->sources[at] = l->sources[at - 1];
        at--;
    }
    l->sources[at] = s;
    l->n++;
    return CHERT_OK;
}

static enum chert_status read_segments(struct loader *l, Elf *elf, const GElf_Ehdr *header)
{
    for (unsigned i = 0; i < header->e_phnum; i++) {
        GElf_Phdr h;
        if (gelf_getphdr(elf, (int)i, &h) == NULL) {
            return REJECT(l->e, "damaged program header %u: %s", i, elf_errmsg(-1));
        }
        if (h.p_type == PT_INTERP || h.p_type == PT_DYNAMIC) {
            return REJECT(l->e, "the ELF is dynamically linked: link with -static");
        }
        if (h.p_type != PT_LOAD || (h.p_memsz == 0 && h.p_filesz == 0)) {
            continue;
        }
        TRY(check_segment(l->p, i, &h, l->e));
        TRY(add_segment(l, &h));
    }
    for (uint32_t i = 1; i < l->n; i++) {
        const struct elf_segment *a = &l->sources[i - 1].segment;
        const struct elf_segment *b = &l->sources[i].segment;
        if (b->start < a->end) {
            return REJECT(l->e, "segments [0x%x, 0x%x) and [0x%x, 0x%x) overlap", a->start, a->end,
                          b->start, b->end);
        }
    }
    return CHERT_OK;
}

static enum chert_status check_entry(const struct loader *l, uint64_t entry)
{
    if (entry % 4 != 0) {
        return REJECT(l->e, "the entry point 0x%llx is not a multiple of 4",
                      (unsigned long long)entry);
    }
    for (uint32_t i = 0; i < l->n; i++) {
        const struct elf_segment *s = &l->sources[i].segment;
        if ((s->flags & ELF_X) != 0 && entry >= s->start && entry < s->end) {
            return CHERT_OK;
        }
    }
    return REJECT(l->e, "the entry point 0x%llx is in no executable segment",
                  (unsigned long long)entry);
}

/* Little-endian bytes [at, at + n) of a source; past its file bytes are zeros. */
static uint64_t source_word(const struct source *s, uint32_t at, uint32_t n)
{
    uint64_t word = 0;
    for (uint32_t k = 0; k < n && at + k < s->n_bytes; k++) {
        word |= (uint64_t)s->bytes[at + k] << (8 * k);
    }
    return word;
}

/* Words that can be fetched and are not all zeros by themselves: whole ones, begun in the file. */
static uint32_t source_words(const struct source *s)
{
    const uint32_t whole = (s->segment.end - s->segment.start) / 4;
    const uint32_t begun = s->n_bytes / 4 + (s->n_bytes % 4 != 0);
    if ((s->segment.flags & ELF_X) == 0) {
        return 0;
    }
    return begun < whole ? begun : whole;
}

static enum chert_status decode_segments(struct loader *l)
{
    struct program *p = l->p;
    struct elf_range *ranges = NULL;
    uint64_t words = 0;

    for (uint32_t i = 0; i < l->n; i++) {
        words += source_words(&l->sources[i]);
    }
    if (words > ELF_MAX_ROWS) {
        return err_set(l->e, CHERT_E_LIMIT, "the program has %llu instruction words, at most %u",
                       (unsigned long long)words, ELF_MAX_ROWS);
    }
    TRY(ARENA_NEW(l->mem, &ranges, l->n, l->e));
    TRY(ARENA_NEW(l->mem, &p->insns, words + l->n, l->e));
    p->ranges = ranges;
    for (uint32_t i = 0; i < l->n; i++) {
        const struct source *s = &l->sources[i];
        const uint32_t n = source_words(s);
        if (n == 0) {
            continue;
        }
        if (p->n_ranges > 0 && ranges[p->n_ranges - 1].end == s->segment.start) {
            p->n_insns--; /* runs on from the segment before: no end between them */
        } else {
            ranges[p->n_ranges++] =
                (struct elf_range){s->segment.start, s->segment.start, p->n_insns};
        }
        for (uint32_t k = 0; k < n; k++) {
            struct insn *in = &p->insns[p->n_insns++];
            *in = decode(s->segment.start + 4 * k, (uint32_t)source_word(s, 4 * k, 4));
            in->row = p->n_rows;
            p->n_rows += insn_rows(in);
        }
        ranges[p->n_ranges - 1].end = s->segment.start + 4 * n;
        p->insns[p->n_insns++] = decode(s->segment.start + 4 * n, 0);
    }
    if (p->n_rows > ELF_MAX_ROWS) {
        return err_set(l->e, CHERT_E_LIMIT, "the program table has %u rows, at most %u", p->n_rows,
                       ELF_MAX_ROWS);
    }
    return CHERT_OK;
}

static enum chert_status make_image(struct loader *l)
{
    struct program *p = l->p;
    struct elf_cell *cells = NULL;
    uint64_t most = 0;

    for (uint32_t i = 0; i < l->n; i++) {
        if ((l->sources[i].segment.flags & ELF_R) != 0) {
            most += l->sources[i].n_bytes / 8 + 2;
        }
    }
    if (most > ELF_MAX_ROWS) {
        return err_set(l->e, CHERT_E_LIMIT, "the image has %llu cells, at most %u",
                       (unsigned long long)most, ELF_MAX_ROWS);
    }
    TRY(ARENA_NEW(l->mem, &cells, most, l->e));
    p->image = cells;
    for (uint32_t i = 0; i < l->n; i++) {
        const struct source *s = &l->sources[i];
        if ((s->segment.flags & ELF_R) == 0 || s->n_bytes == 0) {
            continue;
        }
        /* The first cell may begin before the segment, and hold the end of the one before. */
        for (uint32_t at = 0; at < s->n_bytes;) {
            const uint32_t skip = (s->segment.start + at) % 8;
            const uint32_t addr = s->segment.start + at - skip;
            if (p->n_image == 0 || cells[p->n_image - 1].addr != addr) {
                cells[p->n_image++] = (struct elf_cell){0, addr};
            }
            cells[p->n_image - 1].value |= source_word(s, at, 8 - skip) << (8 * skip);
            at += 8 - skip;
        }
    }
    return CHERT_OK;
}

static enum chert_status keep_segments(struct loader *l)
{
    struct program *p = l->p;
    struct elf_segment *segments = NULL;

    TRY(ARENA_NEW(l->mem, &segments, l->n, l->e));
    for (uint32_t i = 0; i < l->n; i++) {
        segments[i] = l->sources[i].segment;
        if ((segments[i].flags & ELF_W) == 0) {
            if (p->readonly_end == 0) {
                p->readonly_start = segments[i].start;
            }
            p->readonly_end = segments[i].end;
        }
    }
    p->segments = segments;
    p->n_segments = l->n;
    return CHERT_OK;
}

static enum chert_status load(struct loader *l, Elf *elf)
{
    GElf_Ehdr header = {0};

    TRY(check_header(l->p, elf, &header, l->e));
    TRY(ARENA_NEW(l->mem, &l->sources, MAX_SEGMENTS, l->e));
    TRY(read_segments(l, elf, &header));
    TRY(check_entry(l, header.e_entry));
    l->p->entry = (uint32_t)header.e_entry;
    TRY(decode_segments(l));
    TRY(make_image(l));
    return keep_segments(l);
}

/* The file is in the arena; nothing else is. */
static enum chert_status load_file(struct program *p, uint8_t *bytes, size_t n, struct arena *mem,
                                   struct err *e)
{
    struct loader l = {.p = p, .mem = mem, .e = e};
    enum chert_status status = CHERT_OK;
    Elf *elf = NULL;

    *p = (struct program){.file = bytes, .file_bytes = n};
    (void)elf_version(EV_CURRENT);
    elf = elf_memory((char *)bytes, n);
    status = load(&l, elf);
    (void)elf_end(elf);
    return status;
}

enum chert_status elf_load_bytes(struct program *p, const uint8_t *bytes, size_t n,
                                 struct arena *mem, struct err *e)
{
    uint8_t *copy = NULL;

    if (n > MAX_FILE) {
        return err_set(e, CHERT_E_LIMIT, "an ELF file of %zu bytes, at most %u", n, MAX_FILE);
    }
    TRY(ARENA_NEW(mem, &copy, n, e));
    memcpy(copy, bytes, n);
    return load_file(p, copy, n, mem, e);
}

static enum chert_status read_all(int fd, const char *path, uint8_t **bytes, size_t *n,
                                  struct arena *mem, struct err *e)
{
    struct stat st;
    size_t done = 0;

    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        return err_set(e, CHERT_E_IO, "%s is not a regular file", path);
    }
    if (st.st_size > (off_t)MAX_FILE) {
        return err_set(e, CHERT_E_LIMIT, "%s has %lld bytes, an ELF file may have %u", path,
                       (long long)st.st_size, MAX_FILE);
    }
    *n = (size_t)st.st_size;
    TRY(ARENA_NEW(mem, bytes, *n, e));
    while (done < *n) {
        const ssize_t got = read(fd, *bytes + done, *n - done);
        if (got <= 0) {
            return err_set(e, CHERT_E_IO, "%s: reading failed after %zu of %zu bytes: %s", path,
                           done, *n, got < 0 ? strerror(errno) : "end of file");
        }
        done += (size_t)got;
    }
    return CHERT_OK;
}

enum chert_status elf_load(struct program *p, const char *path, struct arena *mem, struct err *e)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    enum chert_status status = CHERT_OK;
    uint8_t *bytes = NULL;
    size_t n = 0;

    if (fd < 0) {
        return err_set(e, CHERT_E_IO, "cannot open %s: %s", path, strerror(errno));
    }
    status = read_all(fd, path, &bytes, &n, mem, e);
    (void)close(fd);
    TRY(status);
    return load_file(p, bytes, n, mem, e);
}

size_t elf_bytes(size_t file_bytes)
{
    const size_t words = file_bytes / 4 + 2 * (size_t)MAX_SEGMENTS;
    const size_t cells = file_bytes / 8 + 2 * (size_t)MAX_SEGMENTS;
    return arena_bytes(file_bytes, 1) + arena_bytes(words, sizeof(struct insn)) +
           arena_bytes(cells, sizeof(struct elf_cell)) +
           arena_bytes(MAX_SEGMENTS, sizeof(struct source)) +
           arena_bytes(MAX_SEGMENTS, sizeof(struct elf_range)) +
           arena_bytes(MAX_SEGMENTS, sizeof(struct elf_segment));
}

uint32_t program_find(const struct program *p, uint64_t pc)
{
    uint32_t low = 0, high = p->n_ranges;

    while (low < high) {
        const uint32_t mid = (low + high) / 2;
        if (pc >= p->ranges[mid].end) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    if (low == p->n_ranges || pc < p->ranges[low].start || pc % 4 != 0) {
        return INSN_NONE;
    }
    return p->ranges[low].first + ((uint32_t)pc - p->ranges[low].start) / 4;
}

int program_readonly(const struct program *p, uint32_t addr, uint32_t bytes)
{
    for (uint32_t i = 0; i < p->n_segments; i++) {
        const struct elf_segment *s = &p->segments[i];
        if ((s->flags & ELF_W) == 0 && addr < s->end && addr + (uint64_t)bytes > s->start) {
            return 1;
        }
    }
    return 0;
}
