/* Filling the cells of a neighbor structure with particles, in any of the ways of building.h. */
#pragma once

#include "harness/backend/cuda/lists/cuda_particles.h"

/**
 * Input of one way to fill cells, and results of all ways; zeroed except for what the caller sets.
 */
struct cuda_bins {
    enum binning binning; /* set by the caller */
    int64_t keys;         /* most keys of a system's particles, for sorting; set by the caller */
    int bits;             /* bits of the keys of all systems; set with `keys` */

    struct cuda_buffer key, value, sorted_key, sorted_value, sorted_position, cell_start;
    struct cuda_buffer temporary; /* room to sort and scan n + 1 or cells + 1 */
    struct cuda_buffer cell_size, bin;
    bool former; /* true if cells were filled before and particles have kept their numbers */
    void *host;  /* pinned: positions, then particles and cells; BINNING_CBIN */
    double part[BINNING_PARTS]; /* nanoseconds so far; BINNING_CBIN */
};

/** Returns the bits of keys below `values`. */
int cuda_bins_bits(int64_t values);

/** Sets how many keys the particles of a system may have. */
void cuda_bins_keys(const struct cuda_particles *particles, int64_t keys, struct cuda_bins *bins);

/**
 * Chooses the grid, with cells of at least `edge` for partners within `range`, and the number of
 * bits of keys.
 */
void cuda_bins_grid(const struct cuda_particles *particles, double edge, double range,
                    struct cuda_bins *bins, struct list_arguments *a);

/** Adds the memory of cuda_bins_create, for the grid of `a`. */
void cuda_bins_estimate(const struct cuda_particles *particles, const struct cuda_bins *bins,
                        const struct list_arguments *a, bool gathered, struct memory_need *need);

/** Allocates for particles in the cells of `a`, and fills in its part of `a`. `gathered`: lists
 * want positions in the order of the cells. */
bool cuda_bins_create(const struct cuda_particles *particles, struct cuda_bins *bins,
                      struct list_arguments *a, bool gathered, struct error *error);

/**
 * Fills the cells: sorted_value gets the particles cell by cell. Waits only with BINNING_CBIN. If
 * bins are too small, sets *a->halted to LIST_OVERFLOW; the particles are in order nevertheless.
 * Without `gather`, the starts of cells and the positions are left to cuda_bins_gather.
 */
bool cuda_bins_fill(const struct cuda_particles *particles, struct cuda_bins *bins,
                    const struct list_arguments *a, bool gather, struct error *error);

/**
 * Fills the starts of cells and the positions, after particles were sorted into the order that was
 * found, and it became 0, 1, 2 …
 */
bool cuda_bins_gather(const struct cuda_particles *particles, const struct cuda_bins *bins,
                      const struct list_arguments *a, struct error *error);

/** Waits, and makes room for an eighth more than the fullest bin that was too small. */
bool cuda_bins_grow(const struct cuda_particles *particles, struct cuda_bins *bins,
                    struct list_arguments *a, bool *grown, struct error *error);

/** Fills the cells for the first time, and gathers, with room for the fullest. */
bool cuda_bins_first(const struct cuda_particles *particles, struct cuda_bins *bins,
                     struct list_arguments *a, struct error *error);

void cuda_bins_free(struct cuda_bins *bins);

/** Returns the bytes of the particles cell by cell, and of the starts of cells. */
int64_t cuda_bins_cell_bytes(const struct cuda_bins *bins);

/** Returns the further bytes that are only needed to fill the cells. */
int64_t cuda_bins_bytes(const struct cuda_bins *bins);
