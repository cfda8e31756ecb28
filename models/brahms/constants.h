/* The constants of models/brahms.h. */
#ifndef PAIRLANES_MODELS_BRAHMS_CONSTANTS_H
#define PAIRLANES_MODELS_BRAHMS_CONSTANTS_H

#include "models/brahms/types.h"

/* Size of the tables by pair of types; the lower type is the row. */
#define BRAHMS_PAIRS (BRAHMS_TYPES * BRAHMS_TYPES)

enum { BRAHMS_WATERS_PAIR = BRAHMS_WATER * BRAHMS_TYPES + BRAHMS_WATER };

/** Coefficients of a pair of types; a GPU loads the struct as a vector. */
struct brahms_table {
    MODEL_ALIGNED(4 * sizeof(real))
    real depth;    /* 24 eps */
    real sigma2;   /* sigma^2 */
    real shift;    /* subtracted from the Lennard-Jones force divided by r, which then vanishes
                    * at the cut-off */
    real electric; /* C times the charges or dipoles of both beads */
};

struct brahms_constants {
    struct brahms_table table[BRAHMS_PAIRS];
    real bond[BRAHMS_PAIRS]; /* bond lengths by pair of types; 0: the types form no bond */
    real per_cutoff2;        /* 1 / r_c^2 */
    real per_cutoff;
    real water_only; /* 1 if all beads are water */
    real sticky;     /* 1 if water is SSD */
    real strength;   /* v0 / 2, which equals v0' / 2 */
    real w0;
    real near, near_end; /* r_L, r_U */
    real far, far_end;   /* r_L', r_U' */
    real sticky_range2;  /* the larger of r_U and r_U', squared */
    real ellipsoids;     /* 1 if there are Gay-Berne beads */
    /* parameters of a Gay-Berne bead with each type */
    real contact[BRAHMS_TYPES];    /* sigma */
    real well_depth[BRAHMS_TYPES]; /* 4 eps */
    real chi[BRAHMS_TYPES];
    real chi_prime; /* chi' */
};

#endif
