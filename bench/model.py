"""The model that the tables were planned with, before any was built: cells that each table was to
have, how often its rows come in the reference mix, and what that made a program.

Source: the design's measurements on nine programs built with gcc 12 -O2, 37 tables, one lifted
quotient a group. DIV, DIVW, MULH, MIS, ECALL and SHX were estimates; genesis was not counted.
"""

# table: main columns, interactions, percent of the instructions (mean of the six)
TABLES = {
    "CONST": (10, 6, 4.12), "MOVE": (11, 9, 5.60), "ADDI": (16, 11, 0.79), "ADDI_M": (12, 8, 7.33),
    "ADDSUB": (22, 16, 6.20), "ADDIW": (15, 11, 4.51), "ADDIW_M": (11, 8, 3.88),
    "ADDSUBW": (20, 14, 0.98), "ADDW_M": (14, 11, 3.06), "LG64": (41, 20, 0.56),
    "LG32": (29, 16, 5.54), "LGI": (23, 12, 2.44), "SHLO": (23, 15, 3.18), "SHHI": (20, 12, 4.00),
    "SHW": (22, 12, 5.50), "SHX": (43, 23, 0.75), "BEQ": (14, 9, 4.30), "BEQZ": (10, 6, 3.45),
    "BLT": (18, 11, 6.68), "SLTX": (28, 18, 0.17), "JALR": (12, 9, 0.14), "RET": (8, 6, 0.73),
    "LD": (14, 12, 4.38), "LW": (19, 14, 6.12), "LBU": (21, 14, 3.14), "LB": (23, 15, 0.01),
    "LH": (20, 14, 1.05), "SD": (14, 12, 3.36), "SW": (17, 12, 3.09), "SSUB": (29, 16, 2.50),
    "MUL": (29, 24, 0.04), "MULH": (39, 32, 0.03), "MULW": (21, 16, 1.65), "DIVW": (30, 22, 0.61),
    "DIV": (47, 36, 0.13), "MIS": (60, 32, 0.00), "ECALL": (17, 17, 0.00),
}

# Cells an instruction, 2^20 and 2^22.
PROGRAMS = {
    "sort": (39.57, 39.56), "sha256": (41.45, 40.88), "json": (36.93, 35.54),
    "inflate": (43.23, 43.49), "coreloop": (38.72, 38.19), "bzip2": (41.07, 41.57),
    "keccak": (48.3, 48.4), "ecrecover": (54.8, 54.8), "fib": (31.8, 31.4),
}

# The mean of the six by kind; proof bytes of opened rows alone.
MEAN = {20: {"main": 17.84, "aux": 18.13, "quotient": 0.71, "padding": 2.42, "fixed": 0.66,
             "boundary": 0.29, "refresh": 0.12},
        22: {"main": 17.84, "aux": 18.13, "quotient": 0.68, "padding": 2.64, "fixed": 0.20,
             "boundary": 0.19, "refresh": 0.20}}


def cells(table):
    """Cells of one row."""
    main, interactions, _ = TABLES[table]
    return main + 3 * ((interactions + 1) // 2)
