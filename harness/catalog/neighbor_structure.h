/*
 * The neighbor structures that strategies read. This file has what holds on every side; how a
 * structure is built and handed to kernels, and how a GPU's lanes walk it, is told in a file of
 * each side (neighbor_table.h).
 */
#ifndef PAIRLANES_NEIGHBOR_STRUCTURE_H
#define PAIRLANES_NEIGHBOR_STRUCTURE_H

#include <stdbool.h>

enum { NEIGHBOR_TUNINGS = 2 };

struct neighbor_structure {
    const char *name;
    const char *summary;
    bool skin;  /* it reaches a skin beyond the cut-off, and serves until particles have moved
                   half of that; else it serves one configuration, to the cut-off alone */
    bool lists; /* it has an entry for each pair; else kernels find out what is in range */
    bool once;  /* it has each pair once, else from both sides, unless tuning `reciprocal` is 1 */
    /* tuning values of the strategy that what is built depends on, so that cases that differ in
       them share none; ends at the first NULL */
    const char *tunings[NEIGHBOR_TUNINGS + 1];
    int entry_bytes; /* of the entry of a pair; 0: there are none */
};

#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...)                                             \
    extern const struct neighbor_structure neighbors_##row;
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE

/** The value of one of the structure's tunings by name, from those of all of them. */
int neighbor_tuning_value(const struct neighbor_structure *structure,
                          const int values[NEIGHBOR_TUNINGS], const char *name);

#endif
