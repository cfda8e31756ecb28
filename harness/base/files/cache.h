/* Files that save repeated work: compiled kernels, equilibrated systems. */
#pragma once

#include "harness/base/hash.h"

#include <stdbool.h>
#include <stddef.h>

/**
 * Writes the path of a cached file. The file's name is the hash and the suffix. The folder is
 * $PAIRLANES_CACHE, otherwise $XDG_CACHE_HOME/pairlanes, otherwise ~/.cache/pairlanes. False if no
 * such variable is set, or if the path does not fit.
 */
bool cache_path(struct hash hash, const char *suffix, char *path, size_t size);

/**
 * Whether writing to the cache has failed: it has no folder, or a file could not be written. A
 * failure is reported once on the standard error.
 */
bool cache_failed(void);

/**
 * Reads a file of cache_write into memory; the caller frees the memory. A zero follows the content.
 * The content may be code. False if other users can write to the file or its folder, or if the
 * check sum of name and content is wrong.
 */
bool cache_read(const char *path, void **bytes, size_t *size);

/**
 * Writes a file with its check sum, and creates its folders. If that fails, nothing is cached. The
 * file is first written under another name and then renamed, so that no reader opens an incomplete
 * file. Reports once on the standard error that the user cannot write to the folder, or that others
 * can. `path` is modified during the call, but restored.
 */
void cache_write(char *path, const void *bytes, size_t size);
