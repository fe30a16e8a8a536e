/* The bytes of demo_elf.h, taken by the assembler from the file that CMake names. */
#include "demo_elf.h"

__asm__(".pushsection .rodata.chert_demo_elf, \"a\", %progbits\n"
        ".balign 16\n"
        ".globl chert_demo_elf\n"
        ".globl chert_demo_elf_end\n"
        ".hidden chert_demo_elf\n"
        ".hidden chert_demo_elf_end\n"
        "chert_demo_elf:\n"
        ".incbin \"" CHERT_DEMO_ELF_FILE "\"\n"
        "chert_demo_elf_end:\n"
        ".byte 0\n"
        ".popsection\n");
