/*
 * The neighbor structures that strategies read. This file has the part common to CPU and GPU. Each
 * structure has files that build it, pass it to kernels, and walk it with a GPU's lanes
 * (neighbor_table.h). A structure of a strategy outside the tree has one function that builds it
 * for all of these (strategies/neighbors.h).
 */
#ifndef PAIRLANES_NEIGHBOR_STRUCTURE_H
#define PAIRLANES_NEIGHBOR_STRUCTURE_H

#include <stdbool.h>

enum { NEIGHBOR_TUNINGS = 4 };

struct neighbor_source;
struct neighbor_result;

/** Rows that a structure's own function gets. */
enum neighbor_rows { NEIGHBOR_ROWS_NONE, NEIGHBOR_ROWS_HALF, NEIGHBOR_ROWS_FULL };

struct neighbor_structure {
    const char *name;
    const char *summary;
    bool skin;  /* the list reaches a skin beyond the cut-off, and is valid until particles have
                 * moved half of that; otherwise it is valid for one configuration, and reaches only
                 * to the cut-off */
    bool lists; /* it has an entry for each pair; otherwise kernels find the pairs in range */
    bool once;  /* it has each pair once; otherwise from both sides, unless tuning `reciprocal` is
                 * 1 */
    bool cellless; /* it is built in its own way, without the cells that a case chooses and without
                      interactions */
    bool staged;   /* blocks of particles hold their partners in memory of their own */
    /*
     * tuning values of the strategy that change the structure, so that cases that differ in them
     * share none; ends at the first NULL
     */
    const char *tunings[NEIGHBOR_TUNINGS + 1];
    int entry_bytes; /* bytes of the entry of a pair, rounded up; 0: there are none */

    /* builds it; NULL: the files of neighbor_table.h do */
    bool (*build)(const struct neighbor_source *source, struct neighbor_result *result);
    enum neighbor_rows rows; /* rows that the function builds from */
};

#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...)                                             \
    extern const struct neighbor_structure neighbors_##row;
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE

/**
 * Returns the row of neighbor_table.h whose files build and walk a structure: its own, or
 * neighbors_own if it has a function for that; NULL: nothing builds it.
 */
const struct neighbor_structure *neighbor_row(const struct neighbor_structure *structure);

/** The value of one of the structure's tunings by name, from those of all of them. */
int neighbor_tuning_value(const struct neighbor_structure *structure,
                          const int values[NEIGHBOR_TUNINGS], const char *name);

#endif
