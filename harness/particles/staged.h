/*
 * Blocks of consecutive particles, each with a table of its distinct partners and rows of places in
 * that table. On the host, made from rows.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/machine/footprint.h"
#include "harness/particles/neighbors.h"
#include "harness/particles/system.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * Partners of the particles of block b are table[table_start[b]] …, ascending, and particle n after
 * them. The entries of particle i, places in the table of its block, are entry[start[i]] …,
 * count[i] of them, ascending, padded up to start[i + 1] with the place of particle n.
 */
struct staged {
    int64_t n, blocks;
    int particles; /* particles of a block */
    int64_t *start;
    int32_t *count;
    uint16_t *entry;
    int64_t *table_start;
    int32_t *table;

    /*
     * three of each block: coordinates along an axis from here on are shifted down by one box, so
     * that no pair of its particles and their partners needs another image; below 0: there is no
     * such place
     */
    double *cut;
    int64_t pairs;
    int64_t entries_room, table_room;
};

/**
 * Builds tables and rows of the particles' full rows within `range`; rows are padded to a multiple
 * of `padding`. Uses all threads. Allocates zeroed tables; overwrites the arrays of an earlier
 * build with the same size of blocks if they are large enough. EXIT_ENVIRONMENT if a block has more
 * than `most` partners, at most 65535. After an error they are freed.
 */
bool staged_build(const struct system *system, double range, const struct rows *rows, int particles,
                  int padding, int64_t most, struct staged *staged, struct error *error);

/** Returns the bytes of all arrays, without spare room. */
int64_t staged_bytes(const struct staged *staged);

/** Returns the memory of the first staged_build of a homogeneous system, without the full rows. */
struct footprint staged_footprint(const struct system *system, double range, int particles);

/** Frees the arrays and zeroes the rest. */
void staged_free(struct staged *staged);
