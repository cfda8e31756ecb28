/*
 * Modules of the kernels that sort particles, build lists and move particles. A module is compiled
 * at its first use.
 */
#pragma once

#include "harness/backend/cuda/driver/cuda_compile.h"

#include <cuda.h>

/**
 * Modules, each with the kernels of one source file. A CUDA_OWN_… module serves one neighbor
 * structure.
 */
enum cuda_list_module {
    CUDA_SORT,
    CUDA_BINS,
    CUDA_ROWS,
    CUDA_INTERACTIONS,
    CUDA_BATCH,       /* lists of several systems at once */
    CUDA_RENUMBER,    /* renumbers terms and exclusions of bonded particles that are sorted */
    CUDA_CONSTRAINTS, /* constraints and virtual sites of moving particles */
    CUDA_MOLECULES,   /* molecules in a box that changes */
    CUDA_RESTRAINTS,  /* restraints of moving particles */
#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...) CUDA_OWN_##row,
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE
    CUDA_DYNAMICS,
    CUDA_LIST_MODULES
};

/** Loaded modules, by the precision that cuda_list_precision returns; NULL: not loaded. */
struct cuda_modules {
    CUmodule lists[PRECISION_COUNT][CUDA_LIST_MODULES]; /* all modules except those for rows */
    CUmodule rows[PRECISION_COUNT][LISTING_COUNT][DISTANCE_COUNT];
    CUmodule batch[PRECISION_COUNT][LISTING_COUNT][DISTANCE_COUNT];
};

/**
 * Returns the path of a module's source. A neighbor structure has its kernels in
 * harness/backend/cuda/device/<its name>.cu. If only the strategy of the same name reads it, they
 * are in strategies/<its name>/list.cu. NULL if there is no such file.
 */
const char *cuda_list_source(const struct source_set *sources, enum cuda_list_module module);

/** Whether a module's kernels move particles: they then read the particles' state. */
bool cuda_list_moves(enum cuda_list_module module);

/**
 * Returns the precision in which a module is compiled for particles of a precision. All modules but
 * motion read only coordinates, so lists for `mixed` use the modules of `single`.
 */
enum precision cuda_list_precision(enum cuda_list_module module, enum precision precision);

/** Whether a module is compiled separately for each way to build rows. */
bool cuda_list_has_rows(enum cuda_list_module module);

/**
 * Returns the variable that holds a module, for particles in a precision. For rows it also depends
 * on the way to build them. The variable is NULL before cuda_modules_load.
 */
CUmodule *cuda_modules_find(struct cuda_modules *modules, enum cuda_list_module module,
                            enum precision precision, const struct building *building);

/**
 * Loads all missing modules for a precision and a way to build lists, for sm_`architecture`. Loads
 * CUDA_BATCH only for a `batch` of systems, CUDA_RENUMBER only for `bonded` particles,
 * CUDA_MOLECULES only for `pressed` ones. Loads CUDA_CONSTRAINTS and CUDA_RESTRAINTS only for
 * `constrained` ones.
 */
bool cuda_modules_load(struct cuda_modules *modules, const struct source_set *sources,
                       int architecture, enum precision precision, const struct building *building,
                       bool batch, bool bonded, bool constrained, bool pressed,
                       struct error *error);

void cuda_modules_unload(struct cuda_modules *modules);
