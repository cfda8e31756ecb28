/* Ways to put particles into cells on a GPU, and to build lists from the cells. */
#pragma once

#include <stdbool.h>

/**
 * Ways to fill cells. All have the same result: the start of each cell, and its particles in
 * ascending order. Three of them are from J. Xu et al., Mol. Simul. 36, 1131 (2010), sect. 3.1.
 */
enum binning {
    BINNING_SORT,     /* counting sort: atomics count, CUB computes prefix sums, a kernel places
                       * the particles */
    BINNING_RADIX,    /* CUB's radix sort of particles by the index of their cell */
    BINNING_CBIN,     /* one core of the host; positions are copied to it and cells back */
    BINNING_GBIN_OLD, /* no atomics: each cell searches nearby former cells for its particles */
    BINNING_GBIN_NEW, /* particles are appended to bins of a fixed size by atomics */
    BINNING_COUNT
};

/**
 * Threads that search the neighbors of a particle, and the method of appending them to a row. X.
 * Zhang et al., J. Chem. Phys. 153, 045103 (2020), sect. II A 2, use one thread, and suggest teams
 * of four.
 */
enum listing {
    LISTING_THREAD,      /* one thread */
    LISTING_WARP,        /* all lanes of a warp, by ballots */
    LISTING_TEAM_BALLOT, /* a team of four threads: ballots and prefix sums */
    LISTING_TEAM_ATOMIC, /* a team of four threads: atomics; the order in a row may differ each
                          * time */
    LISTING_BLOCK, /* a block per cell and a thread per particle, from Xu et al., sect. 3.1. Shared
                    * memory contains the particles of the 27 cells around; the edge of a cell is
                    * the range. Only for rows and edges of a single system */
    LISTING_ALL,   /* a warp, which tests all particles; no cells are filled */
    LISTING_COUNT
};

/** Precision in which a pair is tested for the range of the list. */
enum distance {
    DISTANCE_OWN, /* the precision of the case's pairs */
    DISTANCE_SINGLE,
    DISTANCE_DOUBLE,
    DISTANCE_COUNT
};

/** Way to build a case's neighbor structure on a GPU. */
struct building {
    enum binning binning;
    enum listing listing;   /* threads that build the list; no effect for patches */
    enum distance distance; /* precision of distances in the list */
};

/**
 * Largest number of particles for LISTING_ALL, because the number of tests grows with its square.
 */
enum { LISTING_ALL_MOST = 65536 };

/** Returns the number of threads that search the neighbors of a particle: 1, 4 or 32. */
int listing_lanes(enum listing listing);

/** Parts of BINNING_CBIN that are timed separately. */
enum binning_part { BINNING_POSITIONS, BINNING_CELLS, BINNING_BINS, BINNING_PARTS };

/** Return names, and find values by name. DISTANCE_OWN has no name. */
const char *binning_name(enum binning binning);
const char *listing_name(enum listing listing);
const char *distance_name(enum distance distance);
bool binning_find(const char *name, enum binning *binning);
bool listing_find(const char *name, enum listing *listing);
bool distance_find(const char *name, enum distance *distance);
