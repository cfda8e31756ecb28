/*
 * The modules of kernels that sort particles, build lists and move particles, compiled at their
 * first use.
 */
#pragma once

#include "harness/backend/cuda/driver/cuda_compile.h"

#include <cuda.h>

/** CUDA_OWN_…: the kernels that only one neighbor structure needs. */
enum cuda_list_module {
    CUDA_SORT,
    CUDA_BINS,
    CUDA_ROWS,
    CUDA_INTERACTIONS,
    CUDA_BATCH,       /* lists of several systems at once */
    CUDA_RENUMBER,    /* terms and exclusions of bonded particles that move */
    CUDA_CONSTRAINTS, /* particles that move */
    CUDA_MOLECULES,   /* particles in a box that changes */
    CUDA_RESTRAINTS,  /* restraints of particles that move */
#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...) CUDA_OWN_##row,
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE
    CUDA_DYNAMICS,
    CUDA_LIST_MODULES
};

/** Loaded modules, by cuda_list_precision; NULL: not loaded. */
struct cuda_modules {
    CUmodule lists[PRECISION_COUNT][CUDA_LIST_MODULES]; /* all modules but those of rows */
    CUmodule rows[PRECISION_COUNT][LISTING_COUNT][DISTANCE_COUNT];
    CUmodule batch[PRECISION_COUNT][LISTING_COUNT][DISTANCE_COUNT];
};

/**
 * Returns the path of a module's source. A neighbor structure has its kernels in
 * harness/backend/cuda/device/<its name>.cu or, if only a strategy of its name reads it, in
 * strategies/<its name>/list.cu; NULL where there is no such file.
 */
const char *cuda_list_source(const struct source_set *sources, enum cuda_list_module module);

/** Whether a module moves particles, and so reads their state. */
bool cuda_list_moves(enum cuda_list_module module);

/**
 * Returns the precision in which a module is compiled for particles in another one: all modules but
 * motion read coordinates only, so that lists of `mixed` are those of `single`.
 */
enum precision cuda_list_precision(enum cuda_list_module module, enum precision precision);

/** Whether a module is compiled for one way to build rows. */
bool cuda_list_has_rows(enum cuda_list_module module);

/**
 * Returns the place of the module that a source has for particles in a precision and, for rows, for
 * a way to build them. The place contains NULL before cuda_modules_load.
 */
CUmodule *cuda_modules_find(struct cuda_modules *modules, enum cuda_list_module module,
                            enum precision precision, const struct building *building);

/**
 * Loads all modules for a precision and a way to build lists, unless they are loaded, for
 * sm_`architecture`; CUDA_BATCH only for a `batch` of systems, CUDA_RENUMBER only for `bonded`
 * particles, CUDA_CONSTRAINTS and CUDA_RESTRAINTS only for `constrained` ones, CUDA_MOLECULES
 * only for `pressed` ones.
 */
bool cuda_modules_load(struct cuda_modules *modules, const struct source_set *sources,
                       int architecture, enum precision precision, const struct building *building,
                       bool batch, bool bonded, bool constrained, bool pressed,
                       struct error *error);

void cuda_modules_unload(struct cuda_modules *modules);
