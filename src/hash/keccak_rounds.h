/*
 * Keccak-f[1600], once for all lane types: the includer defines `lane` and lane_xor(a, b),
 * lane_xor3(a, b, c), lane_chi(a, b, c) = a ^ (~b & c), LANE_ROL(a, n) for a constant n in 0..63
 * and lane_set1(uint64_t): one uint64_t, or a vector with one message a lane.
 */

/* Theta's column sums, then rho, pi and chi for output row `y`: five lanes of the input, each with
 * its rotation. A row at a time keeps few values alive. */
#define KECCAK_ROW(y, i0, r0, i1, r1, i2, r2, i3, r3, i4, r4)       \
    do {                                                            \
        const lane b0 = LANE_ROL(lane_xor(a[i0], d[(i0) % 5]), r0); \
        const lane b1 = LANE_ROL(lane_xor(a[i1], d[(i1) % 5]), r1); \
        const lane b2 = LANE_ROL(lane_xor(a[i2], d[(i2) % 5]), r2); \
        const lane b3 = LANE_ROL(lane_xor(a[i3], d[(i3) % 5]), r3); \
        const lane b4 = LANE_ROL(lane_xor(a[i4], d[(i4) % 5]), r4); \
        e[5 * (y) + 0] = lane_chi(b0, b1, b2);                      \
        e[5 * (y) + 1] = lane_chi(b1, b2, b3);                      \
        e[5 * (y) + 2] = lane_chi(b2, b3, b4);                      \
        e[5 * (y) + 3] = lane_chi(b3, b4, b0);                      \
        e[5 * (y) + 4] = lane_chi(b4, b0, b1);                      \
    } while (0)

#define KECCAK_SUM(x) lane_xor3(lane_xor3(a[x], a[(x) + 5], a[(x) + 10]), a[(x) + 15], a[(x) + 20])

static inline void keccak_round(lane e[25], const lane a[25], uint64_t constant)
{
    const lane c[5] = {KECCAK_SUM(0), KECCAK_SUM(1), KECCAK_SUM(2), KECCAK_SUM(3), KECCAK_SUM(4)};
    const lane d[5] = {
        lane_xor(c[4], LANE_ROL(c[1], 1)), lane_xor(c[0], LANE_ROL(c[2], 1)),
        lane_xor(c[1], LANE_ROL(c[3], 1)), lane_xor(c[2], LANE_ROL(c[4], 1)),
        lane_xor(c[3], LANE_ROL(c[0], 1)),
    };
    KECCAK_ROW(0, 0, 0, 6, 44, 12, 43, 18, 21, 24, 14);
    KECCAK_ROW(1, 3, 28, 9, 20, 10, 3, 16, 45, 22, 61);
    KECCAK_ROW(2, 1, 1, 7, 6, 13, 25, 19, 8, 20, 18);
    KECCAK_ROW(3, 4, 27, 5, 36, 11, 10, 17, 15, 23, 56);
    KECCAK_ROW(4, 2, 62, 8, 55, 14, 39, 15, 41, 21, 2);
    e[0] = lane_xor(e[0], lane_set1(constant));
}

static inline void keccak_rounds(lane a[25])
{
    lane e[25];
    for (unsigned r = 0; r < KECCAK_ROUNDS; r += 2) {
        keccak_round(e, a, keccak_round_constants[r]);
        keccak_round(a, e, keccak_round_constants[r + 1]);
    }
}
