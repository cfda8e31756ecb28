/*
 * The neighbor structures that strategies read. This file declares what CPU and GPU share. Each
 * structure has files that build it, pass it to kernels, and predict how GPU lanes use it
 * (neighbor_table.h). The structure of a user's strategy has a single function instead, for all
 * three purposes (strategies/neighbors.h).
 */
#ifndef PAIRLANES_NEIGHBOR_STRUCTURE_H
#define PAIRLANES_NEIGHBOR_STRUCTURE_H

#include <stdbool.h>

enum { NEIGHBOR_TUNINGS = 4 };

struct neighbor_source;
struct neighbor_result;

/** Rows of pairs that a user's function gets as input. */
enum neighbor_rows { NEIGHBOR_ROWS_NONE, NEIGHBOR_ROWS_HALF, NEIGHBOR_ROWS_FULL };

struct neighbor_structure {
    const char *name;
    const char *summary;
    bool skin;  /* true: the list extends by the skin beyond the cut-off; it is valid until
                 * particles have moved by half the skin. false: the list extends to the cut-off,
                 * for one configuration */
    bool lists; /* true: the structure has an entry for each pair; false: kernels search for pairs
                 * in range */
    bool once;  /* true: the structure contains each pair once; false: twice, or once if the tuning
                 * `reciprocal` is 1 */
    bool cellless; /* true: the structure is built without the cells that a case chooses, and
                    * without kinds of interaction */
    bool staged;   /* true: blocks of particles have tables with copies of their partners */
    /*
     * names of the strategy's tuning values that change the structure, ended by NULL. Cases that
     * differ in one of them do not share the structure
     */
    const char *tunings[NEIGHBOR_TUNINGS + 1];
    int entry_bytes; /* bytes per entry of a pair, rounded up; 0: no entries */

    /* user's function that builds it; NULL: the files of neighbor_table.h build it */
    bool (*build)(const struct neighbor_source *source, struct neighbor_result *result);
    enum neighbor_rows rows; /* pair rows that the function takes as input */
};

#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...)                                             \
    extern const struct neighbor_structure neighbors_##row;
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE

/**
 * Returns the row of neighbor_table.h with the files that build a structure. This is the
 * structure's row, or neighbors_user if the structure has a function. NULL: nothing builds it.
 */
const struct neighbor_structure *neighbor_row(const struct neighbor_structure *structure);

/** Returns the index of this row in the table, from 0; -1: none. */
int neighbor_place(const struct neighbor_structure *structure);

/** Returns a tuning value of a structure by its name. `values` contains all its tuning values. */
int neighbor_tuning_value(const struct neighbor_structure *structure,
                          const int values[NEIGHBOR_TUNINGS], const char *name);

#endif
