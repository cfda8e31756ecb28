/* Hashes of the sources that are compiled. */
#pragma once

#include "harness/base/hash.h"
#include "harness/catalog/embedded.h"
#include "harness/catalog/model.h"
#include "harness/catalog/strategy.h"

/** A source that is given to a compiler. */
struct source_unit {
    const char *path;     /* "strategies/vertex/vertex.cu" */
    const char *strategy; /* defines STRATEGY_HEADER and NEIGHBORS_SOURCE; NULL: it doesn't */
    const char *model;    /* defines MODEL_HEADER; NULL: it doesn't */
};

/**
 * The files that a unit may be compiled from, as their numbers in the set: its own and those that
 * it includes, directly or not. An #include counts even in a conditional that is false. One that
 * only a preprocessor can follow, because it has an unknown macro or a path with "./", stands for
 * all files. `files` has room for sources->count. Returns their number, 0 if there is no file of
 * the unit's path.
 */
int source_closure(const struct source_set *sources, const struct source_unit *unit, int *files);

/** Hashes the files of source_closure: of each the path, and the text by hash_source. */
struct hash source_hash(const struct source_set *sources, const struct source_unit *unit);

/** Kinds of code for which a case has sources. */
enum source_side { SOURCES_CPU, SOURCES_GPU };

/**
 * Hashes all units of a strategy's cases in this way: its kernel, the model's bonded terms if it
 * has any, the neighbor structure of a strategy from outside the tree and, on a GPU, the kernels of
 * lists and motion. `resides`: its kernel makes many steps (strategy_resides).
 */
struct hash source_hash_of_cases(const struct source_set *sources, enum source_side side,
                                 const struct strategy *strategy, const struct model *model,
                                 bool resides);

/** Writes the path of the GPU kernel of a strategy; `resides` as above. */
void source_gpu_kernel(const char *strategy, bool resides, char *path, size_t size);

/**
 * Writes the path of the CPU kernel of a strategy for a model: particles with types but no
 * orientation may have a separate one. The file need not exist.
 */
void source_cpu_kernel(const struct source_set *sources, const char *strategy,
                       const struct model *model, char *path, size_t size);
