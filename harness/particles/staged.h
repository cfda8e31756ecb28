/*
 * Blocks of consecutive particles, made on the host from full rows. Each block has a table of its
 * distinct partners, and rows of indices in that table.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/machine/footprint.h"
#include "harness/particles/neighbors.h"
#include "harness/particles/system.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * Block b's table begins at table[table_start[b]]: the partners of its particles in ascending
 * order, then n. Particle i's row begins at entry[start[i]]: count[i] indices in the table of its
 * block, in ascending order. The index of n follows as padding up to start[i + 1].
 */
struct staged {
    int64_t n, blocks;
    int particles; /* particles per block */
    int64_t *start;
    int32_t *count;
    uint16_t *entry;
    int64_t *table_start;
    int32_t *table;

    /*
     * three cuts per block. Coordinates at or above the cut of their axis are shifted down by one
     * box edge. Pairs of the block's particles and partners then need no nearest image. Negative:
     * no cut exists
     */
    double *cut;
    int64_t pairs;
    int64_t entries_room, table_room;
};

/**
 * Builds tables and rows from the full rows of a system for `range`. Pads rows to a multiple of
 * `padding`. Uses all threads. Allocates zeroed tables. Overwrites the arrays of an earlier build
 * with the same size of blocks if they are large enough. EXIT_ENVIRONMENT if a block has more than
 * `most` partners (`most` is at most 65535). After an error the arrays are freed.
 */
bool staged_build(const struct system *system, double range, const struct rows *rows, int particles,
                  int padding, int64_t most, struct staged *staged, struct error *error);

/** Returns the bytes of all arrays, without spare room. */
int64_t staged_bytes(const struct staged *staged);

/**
 * Returns the estimated memory of the first staged_build of a homogeneous system, without the full
 * rows.
 */
struct footprint staged_footprint(const struct system *system, double range, int particles);

/** Frees the arrays and zeroes all members. */
void staged_free(struct staged *staged);
