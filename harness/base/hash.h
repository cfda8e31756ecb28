/*
 * Fingerprints of content: 128-bit XXH3 of the xxHash library, written as 32 hexadecimal digits
 * like `xxhsum -H2`. Equal content has equal hashes. Different content has different hashes, unless
 * someone constructs a collision. This is not a cryptographic hash, and is not used as one.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HASH_TEXT = 33 /* characters of a written hash, with the final zero */ };

struct hash {
    uint64_t high, low;
};

/** A hash that is being computed, with the library's state. */
struct hasher {
    _Alignas(64) unsigned char state[576];
};

/** Starts a hash. */
void hash_start(struct hasher *hasher);

/** Adds `size` bytes; `bytes` may be NULL if `size` is 0. */
void hash_bytes(struct hasher *hasher, const void *bytes, size_t size);

/** Adds a string with its final zero, so that consecutive strings cannot merge. */
void hash_string(struct hasher *hasher, const char *text);

/**
 * Adds a source in C or CUDA C in the form that the compiler reads. Comments and layout are
 * ignored; line breaks are not, because they end directives.
 */
void hash_source(struct hasher *hasher, const char *text);

/** Returns the hash of all bytes added so far. */
struct hash hash_end(const struct hasher *hasher);

/** Return the hash of `size` bytes, or of a string without its final zero. */
struct hash hash_of_bytes(const void *bytes, size_t size);
struct hash hash_of_text(const char *text);

bool hash_same(struct hash a, struct hash b);

/** Returns a hash of two hashes that does not depend on their order; it combines several items. */
struct hash hash_sum(struct hash a, struct hash b);

/** Writes `hash` as 32 hexadecimal digits. */
void hash_text(struct hash hash, char text[HASH_TEXT]);

/** Whether a text is a written hash: of 128 bits or, in older files, of 64. */
bool hash_is_text(const char *text);
