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

/** Rows from which a structure's function builds it. */
enum neighbor_rows { NEIGHBOR_ROWS_NONE, NEIGHBOR_ROWS_HALF, NEIGHBOR_ROWS_FULL };

struct neighbor_structure {
    const char *name;
    const char *summary;
    bool skin;  /* true if the list reaches a skin beyond the cut-off, and is valid until
                 * particles have moved half of that; false: it reaches to the cut-off, and is
                 * valid for one configuration */
    bool lists; /* true if it has an entry for each pair; false: kernels find the pairs in range */
    bool once;  /* true if it has each pair once; false: from both sides, unless tuning
                 * `reciprocal` is 1 */
    bool cellless; /* true if it is built without the cells that a case chooses, and without
                    * interactions */
    bool staged;   /* true if blocks of particles store copies of their partners */
    /*
     * tuning values of the strategy that change the structure: cases with different values do not
     * share it; ends at the first NULL
     */
    const char *tunings[NEIGHBOR_TUNINGS + 1];
    int entry_bytes; /* bytes of the entry of a pair, rounded up; 0: there are none */

    /* function that builds it; NULL: the files of neighbor_table.h do */
    bool (*build)(const struct neighbor_source *source, struct neighbor_result *result);
    enum neighbor_rows rows; /* rows that the function builds from */
};

#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...)                                             \
    extern const struct neighbor_structure neighbors_##row;
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE

/**
 * Returns the row of neighbor_table.h whose files build and walk a structure: its own row, or
 * neighbors_user if it has a function; NULL: nothing builds it.
 */
const struct neighbor_structure *neighbor_row(const struct neighbor_structure *structure);

/** Returns the place of that row in the table, from 0; -1: none. */
int neighbor_place(const struct neighbor_structure *structure);

/** Returns the value of a structure's tuning by name, from the values of all its tunings. */
int neighbor_tuning_value(const struct neighbor_structure *structure,
                          const int values[NEIGHBOR_TUNINGS], const char *name);

#endif
