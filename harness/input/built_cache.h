/*
 * Built systems on the disk, in the folder of the cache, so that they are built once. A file's name
 * is a hash of this program and of the spec, because another program may build other systems. A
 * file is used only if its content has the recorded hash.
 */
#pragma once

#include "harness/particles/system.h"
#include "harness/particles/system_spec.h"

/** Most bytes of a cached system, and of all cached systems. */
static const int64_t built_cache_largest = INT64_C(128) << 20;
static const int64_t built_cache_most = INT64_C(1) << 30;

/** Reads the system of a spec that names a builder; false if it is not cached. */
bool built_cache_read(const struct system_spec *spec, struct system *system);

/**
 * Caches a built system whose hash is set, if there is a cache and the system is not too large; the
 * least recently used systems make room.
 */
void built_cache_write(const struct system_spec *spec, const struct system *system);
