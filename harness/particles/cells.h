/*
 * A grid of cells over the box, with the particles of each cell: the first step of every neighbor
 * search.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"

#include <stdint.h>

/** Entries after the last particle, so that a whole vector can be read starting at any particle. */
enum { CELLS_PADDING = 16 };

/**
 * Cell (i, j, k) has the index (k * count[1] + j) * count[0] + i, so that cells along x are
 * contiguous. Particles of a cell are in ascending order.
 */
struct cells {
    int count[3];   /* number of cells along each axis, at least one */
    double edge[3]; /* box / count */
    int64_t cells;
    int64_t *start;    /* cells + 1 indices in `particle` at which the cells begin */
    int32_t *particle; /* n particles sorted by cells, then CELLS_PADDING entries that may be
                        * read */
    int32_t *cell;     /* cell of each of n particles */
};

/**
 * Sorts the particles into cells with edges of at least `edge`, or one cell in a smaller box.
 * Counting sort with all threads; the result does not depend on their number.
 */
bool cells_build(const struct system *system, double edge, struct cells *cells,
                 struct error *error);

/** Returns the estimated memory of cells_build; the system may be an outline. */
struct footprint cells_footprint(const struct system *system, double edge);

/** Computes the number of cells along each axis as in cells_build; returns their product. */
int64_t cells_counts(const struct system *system, double edge, int count[3]);

/** Frees the arrays. Zeroed cells may be freed. */
void cells_free(struct cells *cells);

/**
 * Returns the number of cells along an axis that are at most `reach` cells away from `centre` on
 * either side. The first becomes `*first`, which is negative if the range crosses the periodic
 * boundary. Each cell counts once: an axis with fewer than 2 reach + 1 cells returns all of its
 * cells.
 */
static inline int cells_span(int count, int centre, int reach, int *first)
{
    if (count < 2 * reach + 1) {
        *first = 0;
        return count;
    }
    *first = centre - reach;
    return 2 * reach + 1;
}

/** Maximum number of cells that cells_around lists. */
enum { CELLS_AROUND = 27 };

/**
 * Lists a cell and all cells that touch it, also across the periodic boundary, each once. Cells
 * along x are adjacent in the list. Returns their number.
 */
int cells_around(const struct cells *cells, int64_t cell, int64_t around[CELLS_AROUND]);
