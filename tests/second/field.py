"""Goldilocks and its cubic extension fp[w]/(w^3 - 2), elements as tuples of three integers."""
P = 2**64 - 2**32 + 1
ZERO, ONE = (0, 0, 0), (1, 0, 0)
GENERATOR = 7
ROOT_32 = 1753635133440165772


def root(log_order):
    return pow(ROOT_32, 1 << (32 - log_order), P)


def shift(log_height):
    return pow(GENERATOR, 1 << (27 - log_height), P)


def rev(i, bits):
    return int(f"{i:0{bits}b}"[::-1], 2) if bits else 0


def point(index, log_height, log_blowup):
    """x_i of a codeword of height 2^log_height."""
    bits = log_height + log_blowup
    return shift(log_height) * pow(root(bits), rev(index, bits), P) % P


def add(a, b):
    return (a[0] + b[0]) % P, (a[1] + b[1]) % P, (a[2] + b[2]) % P


def sub(a, b):
    return (a[0] - b[0]) % P, (a[1] - b[1]) % P, (a[2] - b[2]) % P


def mul(a, b):
    a0, a1, a2 = a
    b0, b1, b2 = b
    return (
        (a0 * b0 + 2 * (a1 * b2 + a2 * b1)) % P,
        (a0 * b1 + a1 * b0 + 2 * a2 * b2) % P,
        (a0 * b2 + a1 * b1 + a2 * b0) % P,
    )


def scale(a, k):
    return a[0] * k % P, a[1] * k % P, a[2] * k % P


def lift(k):
    return k % P, 0, 0


def inverse(a):
    """By the adjugate of multiplication by a: a * adjugate is the norm, an element of fp."""
    a0, a1, a2 = a
    b = (a0 * a0 - 2 * a1 * a2, 2 * a2 * a2 - a0 * a1, a1 * a1 - a0 * a2)
    norm = (a0 * b[0] + 2 * (a1 * b[2] + a2 * b[1])) % P
    if norm == 0:
        raise ZeroDivisionError
    return scale(b, pow(norm, -1, P))


def power(a, n):
    result = ONE
    while n:
        if n & 1:
            result = mul(result, a)
        a, n = mul(a, a), n >> 1
    return result


def powers(a, count):
    out, x = [], ONE
    for _ in range(count):
        out.append(x)
        x = mul(x, a)
    return out


def horner(coefficients, x):
    """The value at x of a polynomial, lowest coefficient first."""
    result = ZERO
    for c in reversed(coefficients):
        result = add(mul(result, x), c)
    return result
