/*
 * A grid of cells over the box, with particles counted into it: the start of every neighbor search.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"

#include <stdint.h>

/** Entries after the last particle, so that a whole vector can be read starting at any particle. */
enum { CELLS_PADDING = 16 };

/**
 * Cell (i, j, k) has the index (k * count[1] + j) * count[0] + i, so that neighbors along x are
 * contiguous. Within a cell the particles ascend.
 */
struct cells {
    int count[3];   /* cells along each axis, at least one */
    double edge[3]; /* box / count */
    int64_t cells;
    int64_t *start;    /* cells + 1: where each cell begins in `particle` */
    int32_t *particle; /* n, and CELLS_PADDING that may be read */
    int32_t *cell;     /* n: the cell of each particle */
};

/** Counts the particles into cells whose edges are at least `edge` (a box smaller than that has
 * one cell). Counting sort, all threads, the same result for every number of them. */
bool cells_build(const struct system *system, double edge, struct cells *cells,
                 struct error *error);

/** Returns the memory of cells_build, also for an outline. */
struct footprint cells_footprint(const struct system *system, double edge);

/** Computes the cells along each axis for cells_build; returns their total number. */
int64_t cells_counts(const struct system *system, double edge, int count[3]);

/** Frees the arrays. Zeroed cells may be freed. */
void cells_free(struct cells *cells);

/**
 * Returns the number of cells along one axis within `reach` cells on either side of `centre`, each
 * once, with the first in `*first` (negative if the periodic boundary is crossed). With fewer than
 * 2 reach + 1 cells on the axis these are all of them.
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

/** Most cells that cells_around lists. */
enum { CELLS_AROUND = 27 };

/**
 * Lists a cell and those that touch it, across the periodic boundary too, each once, those along x
 * next to each other; returns their number.
 */
int cells_around(const struct cells *cells, int64_t cell, int64_t around[CELLS_AROUND]);
