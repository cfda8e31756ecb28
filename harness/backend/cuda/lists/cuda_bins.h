/* Fills the cells of a neighbor structure with particles, in one of the ways of building.h. */
#pragma once

#include "harness/backend/cuda/lists/cuda_particles.h"

/** Input and results of filling cells; zeroed except for the members that the caller sets. */
struct cuda_bins {
    enum binning binning; /* set by the caller */
    int64_t keys;         /* maximum number of keys of a system's particles, for sorting; set by
                           * the caller */
    int bits;             /* bits of the keys of all systems; set with `keys` */

    struct cuda_buffer key, value, sorted_key, sorted_value, sorted_position, cell_start;
    struct cuda_buffer temporary; /* temporary memory to sort n particles, and for prefix sums
                                   * over n + 1 or cells + 1 */
    struct cuda_buffer cell_size, bin;
    bool former; /* true if cells were filled before, and indices of particles have not changed */
    void *host;  /* pinned memory for positions, then particles and cells; used only by
                  * BINNING_CBIN */
    double part[BINNING_PARTS]; /* nanoseconds of each part so far; measured only for
                                 * BINNING_CBIN */
};

/** Returns the number of bits of keys below `values`. */
int cuda_bins_bits(int64_t values);

/** Sets the number of different keys that the particles of a system may have. */
void cuda_bins_keys(const struct cuda_particles *particles, int64_t keys, struct cuda_bins *bins);

/**
 * Chooses a grid with cells of at least `edge`, for partners within `range`, and the number of bits
 * of keys.
 */
void cuda_bins_grid(const struct cuda_particles *particles, double edge, double range,
                    struct cuda_bins *bins, struct list_arguments *a);

/** Adds the memory that cuda_bins_create allocates for the grid of `a`. */
void cuda_bins_estimate(const struct cuda_particles *particles, const struct cuda_bins *bins,
                        const struct list_arguments *a, bool gathered, struct memory_need *need);

/**
 * Allocates memory for particles in the cells of `a`, and fills in the members of `a` that refer to
 * it. `gathered`: lists read positions in cell order.
 */
bool cuda_bins_create(const struct cuda_particles *particles, struct cuda_bins *bins,
                      struct list_arguments *a, bool gathered, struct error *error);

/**
 * Fills the cells: sorted_value receives the particles cell by cell. Waits for the device only with
 * BINNING_CBIN. If bins are too small, *a->halted becomes LIST_OVERFLOW, but the order is still
 * correct. If `gather` is false, cuda_bins_gather has to compute the starts of cells and the
 * positions afterwards.
 */
bool cuda_bins_fill(const struct cuda_particles *particles, struct cuda_bins *bins,
                    const struct list_arguments *a, bool gather, struct error *error);

/**
 * Computes the starts of cells and the positions in cell order. The particles are already sorted
 * into the order that cuda_bins_fill has found; this order becomes 0, 1, 2 …
 */
bool cuda_bins_gather(const struct cuda_particles *particles, const struct cuda_bins *bins,
                      const struct list_arguments *a, struct error *error);

/**
 * Waits for the device. Enlarges bins that were too small; they become an eighth larger than the
 * fullest.
 */
bool cuda_bins_grow(const struct cuda_particles *particles, struct cuda_bins *bins,
                    struct list_arguments *a, bool *grown, struct error *error);

/** Fills the cells for the first time, enlarges bins to hold the fullest, and gathers positions. */
bool cuda_bins_first(const struct cuda_particles *particles, struct cuda_bins *bins,
                     struct list_arguments *a, struct error *error);

void cuda_bins_free(struct cuda_bins *bins);

/** Returns the bytes of the particles in cell order and of the starts of cells. */
int64_t cuda_bins_cell_bytes(const struct cuda_bins *bins);

/** Returns the bytes of memory that is needed only while filling the cells. */
int64_t cuda_bins_bytes(const struct cuda_bins *bins);
