/*
 * Computes on the host the data that list kernels (backend/cuda/device/) write on a GPU: grids,
 * order of particles, and neighbor rows. Finds cells in the arithmetic of the precision, but
 * computes distances in double. Pairs within rounding of the list's range may thus differ from the
 * GPU's.
 */
#pragma once

#include "harness/backend/backend.h"
#include "harness/base/error.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * Chooses cells with edges of at least `edge`, but no more than two cells per particle. `reach`
 * becomes the number of cells to the farthest partners within `range`, along each axis.
 */
void gpu_grid(const double box[3], int64_t n, double edge, double range, int grid[3], int reach[3]);

/** Returns the number of bits per axis of the Hilbert curve that sorts the particles of a grid. */
int gpu_hilbert_bits(const int grid[3]);

/** Particles sorted by cell; within a cell they keep their order. */
struct gpu_cells {
    int grid[3], reach[3];
    int64_t cells;
    int32_t *cell;     /* cell of each particle; n elements */
    int32_t *start;    /* start of each cell; cells + 1 elements */
    int32_t *particle; /* n particles in cell order */
};

bool gpu_cells_build(const struct system *system, enum precision precision, double edge,
                     double range, struct gpu_cells *cells, struct error *error);
void gpu_cells_free(struct gpu_cells *cells);

/** Copies the workload's particles in the order in which the GPU stores them. */
bool gpu_order(const struct workload_spec *spec, struct system *sorted, struct error *error);

/** Flags of a pair. The lower bits are the model's branches that the pair takes. */
enum gpu_pair {
    GPU_PAIR_BRANCHES = (1 << MODEL_BRANCHES_MOST) - 1,
    GPU_PAIR_READS_TURN = 1 << 27,   /* a kernel reads the orientation of the second particle */
    GPU_PAIR_MAY_INTERACT = 1 << 28, /* the pair passes the short test of the model */
    GPU_PAIR_INTERACTS = 1 << 29,
    GPU_PAIR_IN_RANGE = 1 << 30
};

/** Flag of a pair that has a torque; a constant because an enumerator cannot have this value. */
static const uint32_t GPU_PAIR_TURNS = UINT32_C(1) << 31;

/** Types of the particles, if kernels load coefficients by type for most pairs. */
struct pair_types {
    const int32_t *type; /* types of the particles, owned by the caller; NULL: no coefficients
                          * are loaded */
    int count;           /* number of types of the model */
    int unloaded;        /* kind of interaction without coefficients to load */
    uint8_t kind[MODEL_TYPES * MODEL_TYPES]; /* kind of interaction of types p and q:
                                              * [MODEL_TYPES p + q] */
};

/** Neighbor rows, with flags for the pair of each entry. */
struct pair_rows {
    int64_t n;
    int64_t *start; /* start of each row; n + 1 elements */
    uint32_t *pair; /* flags of the pairs; start[n] elements */
    int32_t *other; /* the neighbors; start[n] elements; NULL: unknown */
    int real_size;  /* bytes of a coordinate in memory */
    int sum_size;   /* bytes of a force component in memory */
    bool oriented;  /* true if particles have orientations */
    struct pair_types types;
};

/** Returns the flags of the pair of particles i and j; r is their displacement. */
uint32_t gpu_pair(const struct workload_spec *spec, const struct system *sorted, int64_t i,
                  int64_t j, const double r[3]);

/**
 * Builds the rows of the full and of the half list, for particles in the order of gpu_order. The
 * edge list is the concatenated rows of the half list. Frees the arrays after an error. The
 * particles have to outlive the rows.
 */
bool pair_rows_build(const struct workload_spec *spec, const struct system *sorted,
                     struct pair_rows *full, struct pair_rows *half, struct error *error);
void pair_rows_free(struct pair_rows *rows);

/**
 * Finds the cells along an axis within reach of `centre`, counting each once. Returns their number;
 * `*first` becomes the first.
 */
static inline int gpu_span(int grid, int reach, int centre, int *first)
{
    bool all = grid < 2 * reach + 1;
    *first = all ? 0 : centre - reach;
    return all ? grid : 2 * reach + 1;
}
