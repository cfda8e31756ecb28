/* Limits the disk space of cached files of one kind. */
#pragma once

#include <stdint.h>

/** Marks a cached file as recently used; the least recently used files are removed first. */
void cache_used(const char *path);

/**
 * Removes the user's files with the suffix from the folder of `path`, starting with the least
 * recently used. Stops when the remaining files have at most `bytes` bytes. Files that cannot be
 * removed stay.
 */
void cache_bound(const char *path, const char *suffix, int64_t bytes);
