/*
 * Status codes and error messages.
 *
 * Every function that can fail returns `enum chert_status`, and only CHERT_OK (0) means success.
 * A function that fails has written one sentence into the caller's `struct err`: what was
 * expected, what was found, and the names and numbers involved. Nothing is printed.
 *
 * Three kinds of failure, never mixed:
 *   - CHERT_E_*       the environment failed (memory, file, device) or the caller asked for
 *                     something impossible;
 *   - CHERT_REJECT_*  the proof is wrong: one code for each check of the verifier, so that a test
 *                     can demand which check rejected;
 *   - a bug in this code: ASSERT, which aborts. No input may reach an ASSERT.
 */
#ifndef CHERT_BASE_STATUS_H
#define CHERT_BASE_STATUS_H

/* XX(name, value, text). Values are part of the public interface: append, never renumber. */
#define CHERT_STATUS_MAP(XX)                                                             \
    XX(OK, 0, "success")                                                                 \
    XX(E_ARG, 1, "invalid argument")                                                     \
    XX(E_MEMORY, 2, "out of memory")                                                     \
    XX(E_DEVICE, 3, "device error")                                                      \
    XX(E_LIMIT, 4, "a documented limit was exceeded")                                    \
    XX(E_IO, 5, "input or output failed")                                                \
    XX(E_ELF, 6, "the ELF file was rejected")                                            \
    XX(E_FAULT, 7, "the guest faulted")                                                  \
    XX(E_EXIT, 8, "the guest exited with a code that was not expected")                  \
    XX(E_VERSION, 9, "made by another version")                                          \
    XX(E_CANCELLED, 10, "cancelled")                                                     \
    XX(E_INTERNAL, 11, "internal error")                                                 \
    XX(REJECT_FORMAT, 100, "the proof is malformed or cut short")                        \
    XX(REJECT_TRAILING, 101, "bytes follow the end of the proof")                        \
    XX(REJECT_CANONICAL, 102, "a field element is not canonical")                        \
    XX(REJECT_VERSION, 103, "the proof has another format version")                      \
    XX(REJECT_SET, 104, "the security set is not accepted")                              \
    XX(REJECT_HASH, 105, "the hash function is not accepted")                            \
    XX(REJECT_MODE, 106, "the group mode is not accepted with this set and kind")        \
    XX(REJECT_AIR, 107, "the proof is of other tables than this verifier's")             \
    XX(REJECT_PROGRAM, 108, "the proof is of another program")                           \
    XX(REJECT_EXIT, 109, "the exit code is not the expected one")                        \
    XX(REJECT_OUTPUT, 110, "the public output is not the expected one")                  \
    XX(REJECT_STATEMENT, 111, "the statement contradicts itself")                        \
    XX(REJECT_HEIGHT, 112, "a table height is not allowed")                              \
    XX(REJECT_BUS, 113, "the buses do not balance")                                      \
    XX(REJECT_CONSTRAINT, 114, "the constraints do not hold at the out-of-domain point") \
    XX(REJECT_GRIND, 115, "a proof of work is missing")                                  \
    XX(REJECT_MERKLE, 116, "an opening does not lead to its root")                       \
    XX(REJECT_FRI, 117, "a FRI fold is inconsistent")                                    \
    XX(REJECT_FINAL, 118, "the final polynomial does not match the last fold")           \
    XX(REJECT_POINT, 119, "a challenge fell into a forbidden set; prove again")

enum chert_status {
#define XX(name, value, text) CHERT_##name = (value),
    CHERT_STATUS_MAP(XX)
#undef XX
};

#define CHERT_MUST_CHECK __attribute__((warn_unused_result))

#define ERR_BYTES 512u

/* Where the message of the first failure is kept; the caller owns it. */
struct err {
    enum chert_status status;
    char msg[ERR_BYTES]; /* one sentence, NUL-terminated; cut if longer */
};

const char *chert_status_name(enum chert_status s); /* "CHERT_E_MEMORY"; never NULL */
const char *chert_status_text(enum chert_status s); /* "out of memory"; never NULL */

/* Records the message (the first one wins) and returns `s`, so a caller writes
 * `return err_set(e, CHERT_E_LIMIT, "table %s: %u rows, at most %u", ...)`. In the freestanding
 * verifier (CHERT_FREESTANDING) it is a macro that keeps the code and drops the text. */
#ifdef CHERT_FREESTANDING
static inline enum chert_status err_code(struct err *e, enum chert_status s)
{
    if (e != (struct err *)0 && e->status == CHERT_OK) {
        e->status = s;
    }
    return s;
}
#    define err_set(e, s, ...) err_code((e), (s))
#else
enum chert_status err_set(struct err *e, enum chert_status s, const char *fmt, ...)
    __attribute__((format(printf, 3, 4))) CHERT_MUST_CHECK;
#endif

/* Propagates a failure. Cleanup belongs to the arena mark of the caller, so no goto is needed. */
#define TRY(call)                                     \
    do {                                              \
        const enum chert_status try_status_ = (call); \
        if (try_status_ != CHERT_OK) {                \
            return try_status_;                       \
        }                                             \
    } while (0)

/* For bugs only: stays on in release builds. */
#define ASSERT(cond)          \
    do {                      \
        if (!(cond)) {        \
            __builtin_trap(); \
        }                     \
    } while (0)

#endif
