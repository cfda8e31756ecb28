/*
 * Stores built systems in the cache folder on disk, so that each is built only once. The file name
 * is a hash of the spec and of this program's binary, because another version may build other
 * systems. A file is used only if its content has the recorded hash.
 */
#pragma once

#include "harness/particles/system.h"
#include "harness/particles/system_spec.h"

/** Largest number of bytes of one cached system, and of all cached systems together. */
static const int64_t built_cache_largest = INT64_C(128) << 20;
static const int64_t built_cache_most = INT64_C(1) << 30;

/** Reads the built system of a spec; false if it is not cached. */
bool built_cache_read(const struct system_spec *spec, struct system *system);

/**
 * Caches a built system with its hash, if there is a cache and the system is not too large. If the
 * cache is full, the least recently used systems are deleted.
 */
void built_cache_write(const struct system_spec *spec, const struct system *system);
