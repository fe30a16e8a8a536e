/*
 * Goal: the loader takes what a static RISC-V ELF may be, rejects everything else before anything
 * runs, and says why.
 * Method: ELF files built in memory; each rejection bends one field of a file that loads.
 */
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "elf/symbols.h"
#include "support/guest_asm.h"
#include "support/random_program.h"

#define TEXT  0x10000u
#define DATA  0x20000u
#define BYTES ((size_t)1 << 19)

static const uint32_t code[] = {EXIT, NOP, NOP};
static const uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};

/* Text, read-only data, data. */
static const struct guest_segment base[] = {{TEXT, code, sizeof code, sizeof code, 5},
                                            {0x18000, bytes, 8, 8, 4},
                                            {DATA, bytes, sizeof bytes, 0x1000, 6}};

struct load {
    struct arena mem;
    struct program program;
    struct err e;
    enum chert_status status;
};

static void load(struct load *l, const uint8_t *elf, size_t n)
{
    memset(l, 0, sizeof *l);
    assert_int_equal(arena_init(&l->mem, elf_bytes(n), &l->e), CHERT_OK);
    l->status = elf_load_bytes(&l->program, elf, n, &l->mem, &l->e);
}

static void assert_rejected(const uint8_t *elf, size_t n, const char *why)
{
    struct load l;
    load(&l, elf, n);
    if (l.status != CHERT_E_ELF || strstr(l.e.msg, why) == NULL) {
        fail_msg("wanted a rejection with \"%s\", got %s: %s", why, chert_status_name(l.status),
                 l.e.msg);
    }
    arena_fini(&l.mem);
}

static void assert_loads(const uint8_t *elf, size_t n)
{
    struct load l;
    load(&l, elf, n);
    if (l.status != CHERT_OK) {
        fail_msg("%s: %s", chert_status_name(l.status), l.e.msg);
    }
    arena_fini(&l.mem);
}

/* The base file with one field bent: FIELD of the header, or of program header i. */
#define HEADER(elf)     ((Elf64_Ehdr *)(void *)(elf))
#define SEGMENT(elf, i) ((Elf64_Phdr *)(void *)((elf) + sizeof(Elf64_Ehdr)) + (i))

#define REJECT(change, why)                              \
    do {                                                 \
        const size_t n_ = guest_elf(elf, TEXT, base, 3); \
        change;                                          \
        assert_rejected(elf, n_, why);                   \
    } while (0)
#define ACCEPT(change)                                   \
    do {                                                 \
        const size_t n_ = guest_elf(elf, TEXT, base, 3); \
        change;                                          \
        assert_loads(elf, n_);                           \
    } while (0)

static uint8_t *new_elf(void)
{
    uint8_t *elf = malloc(BYTES);
    assert_non_null(elf);
    return elf;
}

static void test_headers_of_other_files_are_rejected(void **state)
{
    uint8_t *elf = new_elf();
    (void)state;
    ACCEPT((void)0);
    assert_rejected(elf, 0, "not an ELF file");
    assert_rejected(elf, 63, "not an ELF file");
    REJECT(elf[0] = 'M', "not an ELF file");
    REJECT(elf[EI_CLASS] = ELFCLASS32, "64-bit");
    REJECT(elf[EI_CLASS] = 7, "64-bit");
    REJECT(elf[EI_DATA] = ELFDATA2MSB, "little-endian");
    REJECT(elf[EI_VERSION] = 2, "ELF");
    REJECT(HEADER(elf)->e_version = 2, "version");
    REJECT(HEADER(elf)->e_machine = EM_X86_64, "RISC-V");
    REJECT(HEADER(elf)->e_type = ET_DYN, "static executable");
    REJECT(HEADER(elf)->e_type = ET_REL, "static executable");
    REJECT(HEADER(elf)->e_type = ET_CORE, "static executable");
    REJECT(HEADER(elf)->e_phentsize = 32, "program headers");
    REJECT(HEADER(elf)->e_phnum = 0, "program headers");
    REJECT(HEADER(elf)->e_phnum = PN_XNUM, "program headers");
    REJECT(HEADER(elf)->e_phnum = 4000, "program header");
    REJECT(HEADER(elf)->e_phoff = UINT64_MAX - 8, "program header");
    REJECT(HEADER(elf)->e_phoff = n_ - 56, "program header");
    ACCEPT(HEADER(elf)->e_flags = 0xdeadbeef);
    ACCEPT(HEADER(elf)->e_shoff = UINT64_MAX); /* sections are for messages only */
    free(elf);
}

static void test_bad_segments_are_rejected(void **state)
{
    uint8_t *elf = new_elf();
    (void)state;
    REJECT(SEGMENT(elf, 2)->p_filesz = 0x2000, "more bytes in the file");
    REJECT(SEGMENT(elf, 2)->p_offset = n_ - 4, "past the end of the file");
    REJECT(SEGMENT(elf, 2)->p_offset = UINT64_MAX - 2, "past the end of the file");
    REJECT(SEGMENT(elf, 2)->p_memsz = UINT64_MAX - 8, "wraps");
    REJECT(SEGMENT(elf, 2)->p_vaddr = DATA + 2, "not aligned to 4");
    REJECT(SEGMENT(elf, 0)->p_flags = PF_R | PF_W | PF_X, "writable and executable");
    REJECT(SEGMENT(elf, 0)->p_flags = PF_W | PF_X, "writable and executable");
    REJECT(SEGMENT(elf, 2)->p_paddr = 0x80000000, "to be loaded at");
    REJECT(SEGMENT(elf, 2)->p_type = PT_DYNAMIC, "dynamically linked");
    REJECT(SEGMENT(elf, 2)->p_type = PT_INTERP, "dynamically linked");
    REJECT(SEGMENT(elf, 1)->p_memsz = 0x9000, "overlap");
    REJECT(SEGMENT(elf, 1)->p_vaddr = SEGMENT(elf, 1)->p_paddr = TEXT + 8, "overlap");
    free(elf);
}

static void place(uint8_t *elf, uint64_t vaddr, uint64_t memsz)
{
    SEGMENT(elf, 2)->p_vaddr = vaddr;
    SEGMENT(elf, 2)->p_paddr = vaddr;
    SEGMENT(elf, 2)->p_memsz = memsz;
}

static void test_segments_stay_in_ram(void **state)
{
    uint8_t *elf = new_elf();
    (void)state;
    REJECT(place(elf, 0, 16), "null page");
    REJECT(place(elf, 0xffc, 16), "null page");
    ACCEPT(place(elf, 0x1000, 16));
    REJECT(place(elf, MAP_GUARD_START, 16), "guard page");
    REJECT(place(elf, MAP_GUARD_END - 4, 16), "guard page");
    REJECT(place(elf, DATA, MAP_GUARD_START - DATA + 1), "guard page");
    REJECT(place(elf, DATA, MAP_INPUT_START - DATA), "guard page");
    ACCEPT(place(elf, DATA, MAP_GUARD_START - DATA)); /* 3 GiB of zeros cost nothing */
    ACCEPT(place(elf, MAP_GUARD_END, MAP_STACK_BYTES));
    REJECT(place(elf, MAP_GUARD_END, MAP_STACK_BYTES + 1), "input region");
    REJECT(place(elf, MAP_INPUT_START, 16), "input region");
    REJECT(place(elf, 0xfffff000, 16), "last page");
    REJECT(place(elf, UINT64_C(0x100010000), 16), "last page");
    REJECT(place(elf, UINT64_MAX - 0xfff, 16), "last page");
    free(elf);
}

static void test_entry_is_in_code(void **state)
{
    uint8_t *elf = new_elf();
    (void)state;
    REJECT(HEADER(elf)->e_entry = TEXT + 2, "multiple of 4");
    REJECT(HEADER(elf)->e_entry = 0, "in no executable segment");
    REJECT(HEADER(elf)->e_entry = DATA, "in no executable segment");
    REJECT(HEADER(elf)->e_entry = TEXT + sizeof code, "in no executable segment");
    REJECT(HEADER(elf)->e_entry = TEXT + (UINT64_C(1) << 32), "in no executable segment");
    REJECT(SEGMENT(elf, 0)->p_flags = PF_R, "in no executable segment");
    ACCEPT(HEADER(elf)->e_entry = TEXT + 4);
    ACCEPT(SEGMENT(elf, 0)->p_flags = PF_X);
    free(elf);
}

static void test_other_headers_are_passed_over(void **state)
{
    static const uint32_t types[] = {PT_NULL,      PT_NOTE, PT_TLS,    PT_GNU_STACK,
                                     PT_GNU_RELRO, PT_PHDR, 0x70000003 /* PT_RISCV_ATTRIBUTES */};
    uint8_t *elf = new_elf();
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        ACCEPT({
            SEGMENT(elf, 1)->p_type = types[i];
            SEGMENT(elf, 1)->p_vaddr = 0;
        });
    }
    /* what picolibc's script makes: an empty PT_LOAD at 0 */
    ACCEPT({
        place(elf, 0, 0);
        SEGMENT(elf, 2)->p_filesz = 0;
    });
    free(elf);
}

static void test_instructions_and_their_ranges(void **state)
{
    uint8_t *elf = new_elf();
    struct load l;
    (void)state;
    load(&l, elf, guest_elf(elf, TEXT + 8, base, 3));
    assert_int_equal(l.status, CHERT_OK);
    assert_int_equal(l.program.n_ranges, 1);
    assert_int_equal(l.program.n_insns, 5); /* four and the end */
    assert_int_equal(l.program.n_rows, 4);
    assert_int_equal(l.program.entry, TEXT + 8);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(program_find(&l.program, TEXT + 4 * i), i);
        assert_int_equal(l.program.insns[i].pc, TEXT + 4 * i);
        assert_int_equal(l.program.insns[i].word, code[i]);
        assert_int_equal(l.program.insns[i].row, i);
    }
    assert_int_equal(l.program.insns[4].op, 0);
    assert_int_equal(program_find(&l.program, TEXT + 16), INSN_NONE);
    assert_int_equal(program_find(&l.program, TEXT + 2), INSN_NONE);
    assert_int_equal(program_find(&l.program, TEXT - 4), INSN_NONE);
    assert_int_equal(program_find(&l.program, TEXT + (UINT64_C(1) << 32)), INSN_NONE);
    assert_int_equal(program_find(&l.program, UINT64_MAX - 3), INSN_NONE);
    arena_fini(&l.mem);
    free(elf);
}

static void test_branches_have_two_rows_and_bad_words_none(void **state)
{
    const uint32_t words[] = {asm_b(MATCH_BEQ, 0, 0, 8), 0, asm_b(MATCH_BLT, A0, A1, -4), NOP};
    const struct guest_segment s = {TEXT, words, sizeof words, sizeof words, 5};
    uint8_t *elf = new_elf();
    struct load l;
    (void)state;
    load(&l, elf, guest_elf(elf, TEXT, &s, 1));
    assert_int_equal(l.status, CHERT_OK);
    assert_int_equal(l.program.n_rows, 5);
    assert_int_equal(l.program.insns[2].row, 2);
    assert_int_equal(l.program.insns[3].row, 4);
    arena_fini(&l.mem);
    free(elf);
}

/* Neighbouring segments run on into each other; others end. */
static void test_executable_segments_join_where_they_touch(void **state)
{
    const struct guest_segment segments[] = {{0x30000, code, 8, 8, 5},
                                             {TEXT, code, 8, 8, 1},
                                             {TEXT + 8, code, 16, 64, 5},
                                             {TEXT + 72, code, 6, 6, 5}};
    uint8_t *elf = new_elf();
    struct load l;
    (void)state;
    load(&l, elf, guest_elf(elf, TEXT, segments, 4));
    assert_int_equal(l.status, CHERT_OK);
    assert_int_equal(l.program.n_ranges, 3);
    assert_int_equal(l.program.ranges[0].start, TEXT);
    assert_int_equal(l.program.ranges[0].end, TEXT + 24);
    assert_int_equal(l.program.ranges[1].end, TEXT + 76); /* half a word is none */
    assert_int_equal(l.program.n_insns, 6 + 1 + 1 + 1 + 2 + 1);
    for (uint32_t i = 0; i < l.program.n_ranges; i++) {
        const struct elf_range *r = &l.program.ranges[i];
        for (uint32_t pc = r->start; pc < r->end; pc += 4) {
            assert_int_equal(l.program.insns[program_find(&l.program, pc)].pc, pc);
        }
        assert_int_equal(l.program.insns[r->first + (r->end - r->start) / 4].op, 0);
    }
    arena_fini(&l.mem);
    free(elf);
}

/* A word whose last bytes are beyond the file but inside the segment is completed with zeros. */
static void test_a_word_cut_by_the_file_end(void **state)
{
    const uint8_t lui[] = {0x37, 0x05};
    const struct guest_segment s = {TEXT, lui, 2, 4, 5}, none = {TEXT, lui, 2, 3, 5};
    uint8_t *elf = new_elf();
    struct load l;
    (void)state;
    load(&l, elf, guest_elf(elf, TEXT, &s, 1));
    assert_int_equal(l.program.n_insns, 2);
    assert_int_equal(l.program.insns[0].op, OP_CONST);
    assert_int_equal(l.program.insns[0].rd, A0);
    arena_fini(&l.mem);
    load(&l, elf, guest_elf(elf, TEXT, &none, 1));
    assert_int_equal(program_find(&l.program, TEXT), INSN_NONE);
    arena_fini(&l.mem);
    free(elf);
}

static void test_image_cells(void **state)
{
    /* read-only bytes end and data begins inside one cell; execute-only bytes are not there */
    const struct guest_segment segments[] = {{TEXT, code, 8, 8, 1},
                                             {0x18004, bytes, 8, 8, 4},
                                             {0x1800c, bytes, 3, 0x1000, 6},
                                             {DATA, bytes, 0, 64, 6}};
    uint8_t *elf = new_elf();
    struct load l;
    (void)state;
    load(&l, elf, guest_elf(elf, TEXT, segments, 4));
    assert_int_equal(l.status, CHERT_OK);
    assert_int_equal(l.program.n_image, 2);
    assert_int_equal(l.program.image[0].addr, 0x18000);
    assert_int_equal(l.program.image[0].value, UINT64_C(0x0403020100000000));
    assert_int_equal(l.program.image[1].addr, 0x18008);
    assert_int_equal(l.program.image[1].value, UINT64_C(0x0003020108070605));
    arena_fini(&l.mem);
    free(elf);
}

static void test_read_only_bytes(void **state)
{
    uint8_t *elf = new_elf();
    struct load l;
    (void)state;
    load(&l, elf, guest_elf(elf, TEXT, base, 3));
    assert_int_equal(l.program.readonly_start, TEXT);
    assert_int_equal(l.program.readonly_end, 0x18008);
    assert_true(program_readonly(&l.program, TEXT, 1));
    assert_true(program_readonly(&l.program, TEXT - 7, 8));
    assert_false(program_readonly(&l.program, TEXT - 8, 8));
    assert_true(program_readonly(&l.program, 0x18007, 1));
    assert_false(program_readonly(&l.program, 0x18008, 8));
    assert_false(program_readonly(&l.program, 0x14000, 8));
    assert_false(program_readonly(&l.program, DATA, 8));
    arena_fini(&l.mem);
    free(elf);
}

/* In any order, up to the limit; the headers stand at the end of the file. */
static void test_many_segments(void **state)
{
    uint8_t *elf = new_elf();
    (void)state;
    for (uint32_t n = 256; n <= 257; n++) {
        const size_t at = guest_elf(elf, TEXT, base, 1);
        Elf64_Phdr h = *SEGMENT(elf, 0);
        struct load l;
        for (uint32_t i = 0; i < n; i++) {
            memcpy(elf + at + i * sizeof h, &h, sizeof h);
            h.p_vaddr = h.p_paddr = DATA + 64 * (n - i);
            h.p_filesz = 0;
            h.p_memsz = 64;
            h.p_flags = PF_R | PF_W;
        }
        HEADER(elf)->e_phoff = at;
        HEADER(elf)->e_phnum = (Elf64_Half)n;
        load(&l, elf, at + n * sizeof h);
        assert_int_equal(l.status, n == 256 ? CHERT_OK : CHERT_E_LIMIT);
        for (uint32_t i = 1; i < l.program.n_segments; i++) {
            assert_true(l.program.segments[i - 1].end <= l.program.segments[i].start);
        }
        arena_fini(&l.mem);
    }
    free(elf);
}

static void test_files(void **state)
{
    struct load l = {0};
    (void)state;
    assert_int_equal(arena_init(&l.mem, (size_t)1 << 22, &l.e), CHERT_OK);
    assert_int_equal(elf_load(&l.program, "/nonexistent/x.elf", &l.mem, &l.e), CHERT_E_IO);
    assert_non_null(strstr(l.e.msg, "/nonexistent/x.elf"));
    l.e.status = CHERT_OK;
    assert_int_equal(elf_load(&l.program, "/dev/null", &l.mem, &l.e), CHERT_E_IO);
    l.e.status = CHERT_OK;
    assert_int_equal(elf_load(&l.program, "guest/elf/hello.elf", &l.mem, &l.e), CHERT_OK);
    arena_fini(&l.mem);
    assert_int_equal(arena_init(&l.mem, 4096, &l.e), CHERT_OK);
    assert_int_equal(elf_load(&l.program, "guest/elf/hello.elf", &l.mem, &l.e), CHERT_E_MEMORY);
    arena_fini(&l.mem);
}

static void see(void *ctx, const char *name, uint32_t start, uint32_t size)
{
    if (strcmp(name, "main") == 0 && size > 0) {
        *(uint32_t *)ctx = start;
    }
}

static void test_symbols_and_lines(void **state)
{
    struct load l = {0};
    struct elf_place place[2];
    uint32_t at = 0;
    (void)state;
    assert_int_equal(arena_init(&l.mem, (size_t)1 << 22, &l.e), CHERT_OK);
    assert_int_equal(elf_load(&l.program, "guest/elf/hello.elf", &l.mem, &l.e), CHERT_OK);
    elf_each_function(&l.program, see, &at);
    assert_int_not_equal(at, 0);
    const uint32_t pcs[] = {at + 4, 0x7fffff00};
    elf_locate(&l.program, pcs, 2, place);
    assert_string_equal(place[0].symbol, "main");
    assert_int_equal(place[0].symbol_start, at);
    assert_non_null(strstr(place[0].source, "guest/examples/"));
    assert_string_equal(place[1].source, "");
    arena_fini(&l.mem);
}

static void test_a_file_without_symbols_has_no_names(void **state)
{
    uint8_t *elf = new_elf();
    struct elf_place place;
    const uint32_t pc = TEXT;
    struct load l;
    (void)state;
    load(&l, elf, guest_elf(elf, TEXT, base, 3));
    elf_locate(&l.program, &pc, 1, &place);
    assert_string_equal(place.symbol, "");
    assert_string_equal(place.source, "");
    arena_fini(&l.mem);
    free(elf);
}

/* Any byte of the headers may be anything: no crash, and what loads obeys the map. */
static void test_damaged_headers_do_no_harm(void **state)
{
    uint8_t *elf = new_elf();
    uint64_t seed = 11;
    uint32_t loaded = 0;
    (void)state;
    for (uint32_t i = 0; i < 20000; i++) {
        const size_t n = guest_elf(elf, TEXT, base, 3);
        struct load l;
        for (uint32_t k = 0; k <= i % 3; k++) {
            elf[random_next(&seed) % 232] ^= (uint8_t)(1u << random_next(&seed) % 8);
        }
        load(&l, elf, i % 16 == 0 ? random_next(&seed) % n : n);
        if (l.status == CHERT_OK) {
            loaded++;
            for (uint32_t s = 0; s < l.program.n_segments; s++) {
                assert_true(map_has(l.program.segments[s].start));
                assert_true(map_has(l.program.segments[s].end - 1));
                assert_int_not_equal(l.program.segments[s].flags & 3, 3);
            }
        } else {
            assert_true(l.status == CHERT_E_ELF || l.status == CHERT_E_MEMORY ||
                        l.status == CHERT_E_LIMIT);
            assert_int_not_equal(l.e.msg[0], 0);
        }
        arena_fini(&l.mem);
    }
    assert_in_range(loaded, 100, 19000);
    free(elf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_headers_of_other_files_are_rejected),
        cmocka_unit_test(test_bad_segments_are_rejected),
        cmocka_unit_test(test_segments_stay_in_ram),
        cmocka_unit_test(test_entry_is_in_code),
        cmocka_unit_test(test_other_headers_are_passed_over),
        cmocka_unit_test(test_instructions_and_their_ranges),
        cmocka_unit_test(test_branches_have_two_rows_and_bad_words_none),
        cmocka_unit_test(test_executable_segments_join_where_they_touch),
        cmocka_unit_test(test_a_word_cut_by_the_file_end),
        cmocka_unit_test(test_image_cells),
        cmocka_unit_test(test_read_only_bytes),
        cmocka_unit_test(test_many_segments),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_symbols_and_lines),
        cmocka_unit_test(test_a_file_without_symbols_has_no_names),
        cmocka_unit_test(test_damaged_headers_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
