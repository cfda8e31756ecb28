/*
 * Built systems on the disk, in the folder of the cache, so that they are built once. A file's name
 * is a hash of this program and of the spec: another program may build otherwise. A file is used
 * only if its hash is that of the written system.
 */
#pragma once

#include "harness/particles/system.h"
#include "harness/particles/system_spec.h"

/** Bytes that a system may have to be kept, and that all kept together may have. */
static const int64_t built_cache_largest = INT64_C(128) << 20;
static const int64_t built_cache_most = INT64_C(1) << 30;

/** Reads the system of a spec that names a builder; false if it is not cached. */
bool built_cache_read(const struct system_spec *spec, struct system *system);

/**
 * Caches a built system whose hash is set, if there is a cache and the system is not too large; the
 * least recently used systems make room.
 */
void built_cache_write(const struct system_spec *spec, const struct system *system);
