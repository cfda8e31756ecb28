/* Ways in which a GPU fills cells with particles, and builds lists from them. */
#pragma once

#include <stdbool.h>

/**
 * Ways to fill cells. All give the same result: the start of each cell, and its particles,
 * ascending. J. Xu et al., Mol. Simul. 36, 1131 (2010), sect. 3.1, has three of them.
 */
enum binning {
    BINNING_SORT,     /* counting sort: counting by atomics, CUB's scan, placing */
    BINNING_RADIX,    /* particles are sorted by the index of their cell: CUB's radix sort */
    BINNING_CBIN,     /* one core of the host, with copies to it and back */
    BINNING_GBIN_OLD, /* no atomics: each cell searches the former cells nearby for its particles */
    BINNING_GBIN_NEW, /* appended to bins of a fixed size by atomics */
    BINNING_COUNT
};

/**
 * Threads that search the neighbors of a particle, and the way in which a team appends them to one
 * row. X. Zhang et al., J. Chem. Phys. 153, 045103 (2020), sect. II A 2, use a thread and plan
 * teams of four.
 */
enum listing {
    LISTING_THREAD,      /* a thread */
    LISTING_WARP,        /* all lanes of a warp, by ballots */
    LISTING_TEAM_BALLOT, /* a team of four: ballots and their prefix sums */
    LISTING_TEAM_ATOMIC, /* a team of four: atomics; the order in a row differs from list to list */
    LISTING_BLOCK, /* a thread per particle, in a block per cell; the particles of the 27 cells
                    * around pass through shared memory, and the edge of a cell is the range. Xu
                    * et al., sect. 3.1. Only rows and edges of one system */
    LISTING_ALL,   /* a warp, among all particles: no cells are filled */
    LISTING_COUNT
};

/** The arithmetic of the test whether a pair is within the list's range. */
enum distance {
    DISTANCE_OWN, /* the arithmetic of the case's pairs */
    DISTANCE_SINGLE,
    DISTANCE_DOUBLE,
    DISTANCE_COUNT
};

/** Way of building a case's neighbor structure on a GPU. */
struct building {
    enum binning binning;
    enum listing listing;   /* way of building lists: patches have none */
    enum distance distance; /* precision of distances in lists; DISTANCE_OWN if it is that of the
                             * pairs */
};

/** Most particles with LISTING_ALL: its tests grow with the square of their number. */
enum { LISTING_ALL_MOST = 65536 };

/** Threads that look for the neighbors of a particle: 1, 4 or 32. */
int listing_lanes(enum listing listing);

/** The parts of BINNING_CBIN that are timed separately. */
enum binning_part { BINNING_POSITIONS, BINNING_CELLS, BINNING_BINS, BINNING_PARTS };

/** Return names, and find values by name. DISTANCE_OWN has no name. */
const char *binning_name(enum binning binning);
const char *listing_name(enum listing listing);
const char *distance_name(enum distance distance);
bool binning_find(const char *name, enum binning *binning);
bool listing_find(const char *name, enum listing *listing);
bool distance_find(const char *name, enum distance *distance);
