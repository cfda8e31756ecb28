/* Content hashes: FNV-1a, 64 bits, written as 16 hexadecimal digits. */
#ifndef PAIRLANES_HASH_H
#define PAIRLANES_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { HASH_TEXT = 17 }; /* characters of a written hash, with the final zero */

/** The hash of nothing: the start value of every chain. */
uint64_t hash_start(void);

/** Continues `hash` over `size` bytes. */
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size);

/** Continues `hash` over a string with its final zero, so that neighbors cannot merge. */
uint64_t hash_string(uint64_t hash, const char *text);

/**
 * Continues `hash` over a source in C or CUDA C: over what is compiled. Comments and how lines are
 * laid out do not count; where a line ends does, for directives end with it.
 */
uint64_t hash_source(uint64_t hash, const char *text);

/** Writes `hash` as 16 hexadecimal digits. */
void hash_text(uint64_t hash, char text[HASH_TEXT]);

#endif
