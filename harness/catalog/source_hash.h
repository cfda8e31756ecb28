/* Hashes of the sources from which kernels are compiled. */
#pragma once

#include "harness/base/hash.h"
#include "harness/catalog/embedded.h"
#include "harness/catalog/model.h"
#include "harness/catalog/strategy.h"

/** A source that is compiled as a unit. */
struct source_unit {
    const char *path;     /* "strategies/vertex/vertex.cu" */
    const char *strategy; /* strategy for STRATEGY_HEADER and NEIGHBORS_SOURCE; NULL: these are
                           * not defined */
    const char *model;    /* model for MODEL_HEADER; NULL: it is not defined */
};

/**
 * Finds the files that a unit may be compiled from: its source and all files that it includes,
 * directly or through others. An #include counts even if a false condition surrounds it. All files
 * count if an #include cannot be resolved because of an unknown macro or a path with "./". Writes
 * the files' indices in the set to `files`, which has sources->count elements. Returns the number
 * of files; 0 if the unit's source does not exist.
 */
int source_closure(const struct source_set *sources, const struct source_unit *unit, int *files);

/** Hashes path and text of each file that source_closure finds; the text by hash_source. */
struct hash source_hash(const struct source_set *sources, const struct source_unit *unit);

/** Kinds of code that are hashed for a case. */
enum source_side { SOURCES_CPU, SOURCES_GPU };

/**
 * Hashes all sources of a strategy's cases: its kernel, the neighbor structure of a user's
 * strategy, and the bonded terms of a model that has them. On a GPU the hash includes the list
 * kernels and motion kernels. `resides`: the kernel makes many steps (strategy_resides).
 */
struct hash source_hash_of_cases(const struct source_set *sources, enum source_side side,
                                 const struct strategy *strategy, const struct model *model,
                                 bool resides);

/**
 * Writes the path of a strategy's GPU kernel. `resides`: writes the path of the kernel that makes
 * many steps.
 */
void source_gpu_kernel(const char *strategy, bool resides, char *path, size_t size);

/**
 * Writes the path of a strategy's CPU kernel for a model. There may be a separate kernel for
 * particles with types but no orientation. The file may be missing.
 */
void source_cpu_kernel(const struct source_set *sources, const char *strategy,
                       const struct model *model, char *path, size_t size);
