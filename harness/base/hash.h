/*
 * Fingerprints of content: XXH3, 128 bits, of the xxHash library, written as 32 hexadecimal digits
 * as `xxhsum -H2` does. Equal content has equal hashes; different content has different ones,
 * except by intent. It is not a cryptographic hash: an attacker can make two contents with the same
 * hash, and nothing here relies on the contrary.
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

/** Begins a hash, over no bytes yet. */
void hash_start(struct hasher *hasher);

/** Adds `size` bytes; `bytes` may be NULL if that is 0. */
void hash_bytes(struct hasher *hasher, const void *bytes, size_t size);

/** Adds a string with its final zero, so that consecutive strings cannot merge. */
void hash_string(struct hasher *hasher, const char *text);

/**
 * Adds a source in C or CUDA C as it is compiled. Comments and the layout of lines do not count;
 * the ends of lines do, because directives end with them.
 */
void hash_source(struct hasher *hasher, const char *text);

/** The hash of all bytes so far. */
struct hash hash_end(const struct hasher *hasher);

/** The hash of `size` bytes, or of a string without its final zero. */
struct hash hash_of_bytes(const void *bytes, size_t size);
struct hash hash_of_text(const char *text);

bool hash_same(struct hash a, struct hash b);

/** Combines the hashes of several items, in any order. */
struct hash hash_sum(struct hash a, struct hash b);

/** Writes `hash` as 32 hexadecimal digits. */
void hash_text(struct hash hash, char text[HASH_TEXT]);

/** Whether a text is a written hash, of 128 bits or, as in older files, of 64. */
bool hash_is_text(const char *text);
