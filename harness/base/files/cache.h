/* Files that save repeated work: compiled kernels, equilibrated systems. */
#pragma once

#include "harness/base/hash.h"

#include <stdbool.h>
#include <stddef.h>

/**
 * Writes the path of a cached file: its name is the hash and the suffix, its folder
 * $PAIRLANES_CACHE, otherwise $XDG_CACHE_HOME/pairlanes, otherwise ~/.cache/pairlanes. False if
 * there is none of these, or if the path does not fit.
 */
bool cache_path(struct hash hash, const char *suffix, char *path, size_t size);

/**
 * Whether a write to the cache has failed: there is no cache, or it cannot be written. The standard
 * error has reported it once.
 */
bool cache_failed(void);

/**
 * Reads a file that cache_write wrote, followed by a zero, into memory to be freed. False unless
 * only the user may write to file and folder, and the check sum of name and content is right,
 * because the content may be code.
 */
bool cache_read(const char *path, void **bytes, size_t *size);

/**
 * Writes a file with its check sum, and creates its folders. If that fails, nothing is cached. The
 * file is written under another name and renamed, so that a reader never sees half of it. A folder
 * that the user cannot write to, or that others can, is reported once on the standard error. `path`
 * is changed only during the call.
 */
void cache_write(char *path, const void *bytes, size_t size);
