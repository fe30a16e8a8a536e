/*
 * What a Chert guest may call. The same header serves the native build (host.c), so a guest can
 * be debugged and sanitized on the host before it is proven.
 *
 * Input is private: the proof says that some input led to the output, not which. Output is
 * public: it is part of the statement that the verifier checks. docs/guest.md says more.
 */
#ifndef CHERT_GUEST_H
#define CHERT_GUEST_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The whole private input. Cannot fail, can be called any number of times and gives the same
 * answer each time. With *size == 0, *buf means nothing. The bytes may be overwritten by the
 * guest but that helps nobody. */
void read_input(const uint8_t **buf, size_t *size);

/* Appends `size` bytes to the public output. Cannot fail; `size` 0 does nothing. A long output is
 * passed on in pieces of CHERT_WRITE_PIECE bytes, so that an epoch can end between them. */
void write_output(const void *output, size_t size);
#define CHERT_WRITE_PIECE 1024

/* Shows text on the host's stderr. Leaves no trace in machine or proof. */
void chert_print(const char *text);
void chert_print_bytes(const void *bytes, size_t size);

/* Ends the run as a fault that shows the message: no proof of such a run exists. `abort` is a
 * panic with the message "abort". */
__attribute__((noreturn)) void chert_panic(const char *message);

/* exit(code), from stdlib.h, ends the run with an exit code, which is public. 0 means success. */

#ifdef __cplusplus
}
#endif

#endif
