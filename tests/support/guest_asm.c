#include "support/guest_asm.h"

#include <elf.h>
#include <string.h>

#define PAGE 0x1000u

size_t guest_elf_offset(const struct guest_segment *segments, size_t i)
{
    size_t at = PAGE;
    for (size_t k = 0;; k++) {
        at += (size_t)(segments[k].vaddr % PAGE + PAGE - at % PAGE) % PAGE;
        if (k == i) {
            return at;
        }
        at += (size_t)segments[k].n;
    }
}

size_t guest_elf(uint8_t *out, uint64_t entry, const struct guest_segment *segments, size_t n)
{
    Elf64_Ehdr header = {
        .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
        .e_type = ET_EXEC,
        .e_machine = EM_RISCV,
        .e_version = EV_CURRENT,
        .e_entry = entry,
        .e_phoff = sizeof header,
        .e_ehsize = sizeof header,
        .e_phentsize = sizeof(Elf64_Phdr),
        .e_phnum = (Elf64_Half)n,
        .e_shentsize = sizeof(Elf64_Shdr),
    };
    size_t end = PAGE;

    memset(out, 0, PAGE);
    memcpy(out, &header, sizeof header);
    for (size_t i = 0; i < n; i++) {
        const size_t at = guest_elf_offset(segments, i);
        const Elf64_Phdr ph = {
            .p_type = PT_LOAD,
            .p_flags = segments[i].flags,
            .p_offset = at,
            .p_vaddr = segments[i].vaddr,
            .p_paddr = segments[i].vaddr,
            .p_filesz = segments[i].n,
            .p_memsz = segments[i].memsz,
            .p_align = PAGE,
        };
        memcpy(out + sizeof header + i * sizeof ph, &ph, sizeof ph);
        memset(out + end, 0, at - end);
        if (segments[i].n > 0) {
            memcpy(out + at, segments[i].bytes, segments[i].n);
        }
        end = at + (size_t)segments[i].n;
    }
    return end;
}
