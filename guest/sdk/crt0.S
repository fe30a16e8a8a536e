/*
 * Entry of every guest: set gp, sp and tp, run the constructors, call main, exit with its result.
 *
 * The machine starts with all registers zero and all memory outside the ELF's segments zero, so
 * there is no .bss to clear, and the private input lies in its region before the first
 * instruction. Addresses that may be out of reach of a pc-relative pair (the stack's top, the
 * input) are read from the words that the linker script puts at __chert_layout.
 */
    .section .text.start, "ax", @progbits
    .globl _start
    .type _start, @function
_start:
    .option push
    .option norelax
    la      gp, __global_pointer$
    .option pop
    la      t0, __chert_layout
    ld      sp, 0(t0)
    la      tp, __tls_base
    la      s0, __init_array_start
    la      s1, __init_array_end
1:  bgeu    s0, s1, 2f
    ld      t0, 0(s0)
    jalr    t0
    addi    s0, s0, 8
    j       1b
2:  li      s0, 0
    li      s1, 0
    call    main
    call    exit
    .size _start, . - _start
