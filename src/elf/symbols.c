/*
 * Symbols by libelf, lines by libdw. Both are opened for one question and closed again: questions
 * are asked when a run has failed, or once a profile.
 */
#include "elf/symbols.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <gelf.h>
#include <stdio.h>
#include <string.h>

static Elf *open_elf(const struct program *p)
{
    (void)elf_version(EV_CURRENT);
    return elf_memory((char *)p->file, p->file_bytes);
}

static Elf_Scn *find_symtab(Elf *elf, GElf_Shdr *header)
{
    Elf_Scn *section = NULL;
    while ((section = elf_nextscn(elf, section)) != NULL) {
        if (gelf_getshdr(section, header) != NULL && header->sh_type == SHT_SYMTAB) {
            return section;
        }
    }
    return NULL;
}

/* The i-th symbol if it names code: a function, or an untyped label such as assembly has. */
static const char *code_symbol(Elf *elf, const GElf_Shdr *header, Elf_Data *data, int i,
                               GElf_Sym *symbol)
{
    if (gelf_getsym(data, i, symbol) == NULL || symbol->st_shndx == SHN_UNDEF ||
        symbol->st_shndx >= SHN_LORESERVE ||
        (GELF_ST_TYPE(symbol->st_info) != STT_FUNC &&
         GELF_ST_TYPE(symbol->st_info) != STT_NOTYPE)) {
        return NULL;
    }
    return elf_strptr(elf, header->sh_link, symbol->st_name);
}

static size_t symbol_count(const GElf_Shdr *header, const Elf_Data *data)
{
    if (data == NULL || header->sh_entsize == 0) {
        return 0;
    }
    return data->d_size / sizeof(Elf64_Sym);
}

/* The symbol that covers pc, or else the closest one before it; "$x" and other local marks of the
 * assembler are not names. */
static void locate_symbol(Elf *elf, uint32_t pc, struct elf_place *out)
{
    GElf_Shdr header;
    Elf_Scn *section = find_symtab(elf, &header);
    Elf_Data *data = section == NULL ? NULL : elf_getdata(section, NULL);
    const size_t n = symbol_count(&header, data);
    uint64_t best = 0;
    int best_is_function = 0;

    for (size_t i = 0; i < n; i++) {
        GElf_Sym symbol;
        const char *name = code_symbol(elf, &header, data, (int)i, &symbol);
        const int is_function = name != NULL && GELF_ST_TYPE(symbol.st_info) == STT_FUNC;
        if (name == NULL || name[0] == '\0' || name[0] == '$' || name[0] == '.' ||
            symbol.st_value > pc ||
            (is_function && symbol.st_size != 0 && pc - symbol.st_value >= symbol.st_size)) {
            continue;
        }
        if (out->symbol[0] == '\0' || is_function > best_is_function ||
            (is_function == best_is_function && symbol.st_value > best)) {
            best = symbol.st_value;
            best_is_function = is_function;
            (void)snprintf(out->symbol, sizeof out->symbol, "%s", name);
            out->symbol_start = (uint32_t)symbol.st_value;
        }
    }
}

static void locate_line(Dwarf *dwarf, uint32_t pc, struct elf_place *out)
{
    Dwarf_Off at = 0, next = 0;
    size_t header_bytes = 0;

    /* The units one by one: an ELF need not have .debug_aranges, which dwarf_addrdie wants. */
    while (dwarf_nextcu(dwarf, at, &next, &header_bytes, NULL, NULL, NULL) == 0) {
        Dwarf_Die die;
        if (dwarf_offdie(dwarf, at + header_bytes, &die) != NULL && dwarf_haspc(&die, pc) == 1) {
            Dwarf_Line *line = dwarf_getsrc_die(&die, pc);
            const char *file = line == NULL ? NULL : dwarf_linesrc(line, NULL, NULL);
            int number = 0;
            if (file != NULL && dwarf_lineno(line, &number) == 0) {
                const size_t room = sizeof out->source - 16, n = strlen(file);
                (void)snprintf(out->source, sizeof out->source, "%s:%d",
                               n > room ? file + (n - room) : file, number);
            }
            return;
        }
        at = next;
    }
}

void elf_locate(const struct program *p, const uint32_t *pcs, size_t n, struct elf_place *out)
{
    Elf *elf = open_elf(p);
    Dwarf *dwarf = elf == NULL ? NULL : dwarf_begin_elf(elf, DWARF_C_READ, NULL);

    for (size_t i = 0; i < n; i++) {
        out[i] = (struct elf_place){{0}, {0}, 0};
        if (elf != NULL) {
            locate_symbol(elf, pcs[i], &out[i]);
        }
        if (dwarf != NULL) {
            locate_line(dwarf, pcs[i], &out[i]);
        }
    }
    (void)dwarf_end(dwarf);
    (void)elf_end(elf);
}

void elf_each_function(const struct program *p,
                       void (*visit)(void *ctx, const char *name, uint32_t start, uint32_t size),
                       void *ctx)
{
    Elf *elf = open_elf(p);
    GElf_Shdr header;
    Elf_Scn *section = elf == NULL ? NULL : find_symtab(elf, &header);
    Elf_Data *data = section == NULL ? NULL : elf_getdata(section, NULL);
    const size_t n = symbol_count(&header, data);

    for (size_t i = 0; i < n; i++) {
        GElf_Sym symbol;
        const char *name = code_symbol(elf, &header, data, (int)i, &symbol);
        if (name != NULL && GELF_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_size != 0 &&
            symbol.st_value + symbol.st_size <= UINT32_MAX) {
            visit(ctx, name, (uint32_t)symbol.st_value, (uint32_t)symbol.st_size);
        }
    }
    (void)elf_end(elf);
}
