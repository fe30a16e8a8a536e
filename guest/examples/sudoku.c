/*
 * Knowledge of a sudoku's solution. The private input is 81 digits of the puzzle, 0 for an empty
 * cell, and 81 digits of a solution; the public output is the puzzle. Exits with 1 if the solution
 * breaks a rule or a clue. Without an input, the guest finds the solution of a puzzle of its own
 * by search, and checks it in the same way.
 */
#include "text.h"

#define CELLS 81
#define ALL   0x3fe /* bits 1 to 9 */

/* 28 clues; one solution. */
static const char own_puzzle[CELLS + 1] = "000000907000420180000705026100904000"
                                          "050000040000507009920108000034059000"
                                          "507000000";

/* For each row, column and box the digits that it holds, as bits 1 to 9. */
struct held {
    uint32_t row[9], column[9], box[9];
};

static size_t box_of(size_t cell)
{
    return cell / 27 * 3 + cell % 9 / 3;
}

static uint32_t free_digits(const struct held *h, size_t cell)
{
    return ALL & ~(h->row[cell / 9] | h->column[cell % 9] | h->box[box_of(cell)]);
}

static void flip(struct held *h, size_t cell, uint32_t digit_bit)
{
    h->row[cell / 9] ^= digit_bit;
    h->column[cell % 9] ^= digit_bit;
    h->box[box_of(cell)] ^= digit_bit;
}

static int is_solution(const uint8_t *puzzle, const uint8_t *solution)
{
    struct held h = {0};

    for (size_t i = 0; i < CELLS; i++) {
        uint32_t digit = solution[i];

        if (digit < 1 || digit > 9 || (puzzle[i] != 0 && puzzle[i] != digit) ||
            (free_digits(&h, i) >> digit & 1) == 0) {
            return 0;
        }
        flip(&h, i, 1U << digit);
    }
    return 1;
}

static uint32_t count_bits(uint32_t bits)
{
    uint32_t n = 0;

    for (; bits != 0; bits &= bits - 1) {
        n++;
    }
    return n;
}

/* The empty cell with the fewest digits left; CELLS if none is empty. */
static size_t tightest(const struct held *h, const uint8_t *grid)
{
    size_t best = CELLS;
    uint32_t fewest = 10;

    for (size_t i = 0; i < CELLS && fewest > 1; i++) {
        if (grid[i] == 0) {
            uint32_t n = count_bits(free_digits(h, i));

            if (n < fewest) {
                fewest = n;
                best = i;
            }
        }
    }
    return best;
}

/* Depth-first search with its own stack. */
static int solve(const uint8_t *puzzle, uint8_t *grid)
{
    struct {
        size_t cell;
        uint32_t left;
    } stack[CELLS];
    size_t depth = 0;
    struct held h = {0};

    for (size_t i = 0; i < CELLS; i++) {
        grid[i] = puzzle[i];
        if (grid[i] != 0) {
            flip(&h, i, 1U << grid[i]);
        }
    }
    for (;;) {
        size_t cell = tightest(&h, grid);

        if (cell == CELLS) {
            return 1;
        }
        stack[depth].cell = cell;
        stack[depth++].left = free_digits(&h, cell);
        while (stack[depth - 1].left == 0) {
            if (--depth == 0) {
                return 0;
            }
            cell = stack[depth - 1].cell;
            flip(&h, cell, 1U << grid[cell]);
            grid[cell] = 0;
        }
        cell = stack[depth - 1].cell;
        while ((stack[depth - 1].left >> grid[cell] & 1) == 0) {
            grid[cell]++;
        }
        stack[depth - 1].left ^= 1U << grid[cell];
        flip(&h, cell, 1U << grid[cell]);
    }
}

static int read_digits(const uint8_t *text, uint8_t *digits)
{
    for (size_t i = 0; i < CELLS; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return 0;
        }
        digits[i] = (uint8_t)(text[i] - '0');
    }
    return 1;
}

int main(void)
{
    static uint8_t puzzle[CELLS];
    static uint8_t solution[CELLS];
    const uint8_t *input;
    size_t size;

    read_input(&input, &size);
    if (size == 0) {
        input = (const uint8_t *)own_puzzle;
        if (!read_digits(input, puzzle) || !solve(puzzle, solution)) {
            return 1;
        }
    } else if (size < (size_t)2 * CELLS || !read_digits(input, puzzle) ||
               !read_digits(input + CELLS, solution)) {
        chert_panic("sudoku: the input must be 81 digits of puzzle and 81 of solution");
    }
    if (!is_solution(puzzle, solution)) {
        return 1;
    }
    put_text("solved: ");
    write_output(input, CELLS);
    put_text("\n");
    return 0;
}
