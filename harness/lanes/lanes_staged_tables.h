/* Tables that a GPU makes for the blocks of `staged`: strategies/staged/table.cuh. */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/staged.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * The partners of block b, partner[start[b]] …, ascending: all particles within range of a box
 * around 32 particles of the block. The tables of struct staged contain only particles that are
 * partners of some particle; their entry k is entry place[k] here.
 */
struct staged_tables {
    int64_t *start; /* blocks + 1 */
    int32_t *partner;
    int32_t *place;
    int64_t room; /* length of the longest */
};

/** The tables of a system's blocks within `range`; freed after an error. */
bool staged_tables_build(const struct system *system, double range, const struct staged *staged,
                         struct staged_tables *tables, struct error *error);

void staged_tables_free(struct staged_tables *tables);
