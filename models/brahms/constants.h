/* The constants of models/brahms.h. */
#ifndef PAIRLANES_MODELS_BRAHMS_CONSTANTS_H
#define PAIRLANES_MODELS_BRAHMS_CONSTANTS_H

#include "models/brahms/types.h"

/* A pair of types in the tables: the lower one names the row. */
#define BRAHMS_PAIRS (BRAHMS_TYPES * BRAHMS_TYPES)

enum { BRAHMS_WATERS_PAIR = BRAHMS_WATER * BRAHMS_TYPES + BRAHMS_WATER };

/** Coefficients of a pair of types; a GPU loads it as a vector. */
struct brahms_table {
    MODEL_ALIGNED(4 * sizeof(real))
    real depth;    /* 24 eps */
    real sigma2;   /* sigma^2 */
    real shift;    /* shift that makes the Lennard-Jones force vanish at the cut-off, per r */
    real electric; /* C times the product of charges or dipoles, one of each bead */
};

struct brahms_constants {
    struct brahms_table table[BRAHMS_PAIRS];
    real bond[BRAHMS_PAIRS]; /* lengths; 0: no such bond */
    real per_cutoff2;        /* 1 / r_c^2 */
    real per_cutoff;
    real water_only; /* 1 if all beads are water */
    real sticky;     /* whether water is SSD */
    real strength;   /* v0 / 2, which equals v0' / 2 */
    real w0;
    real near, near_end; /* r_L, r_U */
    real far, far_end;   /* r_L', r_U' */
    real sticky_range2;  /* the larger of r_U and r_U', squared */
    real ellipsoids;     /* whether there are Gay-Berne beads */
    /* parameters of a Gay-Berne bead with each type */
    real contact[BRAHMS_TYPES];    /* sigma */
    real well_depth[BRAHMS_TYPES]; /* 4 eps */
    real chi[BRAHMS_TYPES];
    real chi_prime; /* chi' */
};

#endif
