/* Types of beads, kinds of interactions and terms, and the branches of models/brahms.h. */
#ifndef PAIRLANES_MODELS_BRAHMS_TYPES_H
#define PAIRLANES_MODELS_BRAHMS_TYPES_H

#include "models/gay_berne.h"

enum {
    BRAHMS_WATER,
    BRAHMS_CHOLINE,
    BRAHMS_PHOSPHATE,
    BRAHMS_GLYCEROL,
    BRAHMS_ESTER,
    BRAHMS_TAIL,
    BRAHMS_AMINE,
    BRAHMS_GAY_BERNE,
    BRAHMS_TYPES,
    brahms_type_count = BRAHMS_TYPES
};

/** Kinds of interaction of two types, p's first. */
enum brahms_interaction {
    BRAHMS_NEUTRAL, /* only Lennard-Jones */
    BRAHMS_ION_ION,
    BRAHMS_ION_DIPOLE,
    BRAHMS_DIPOLE_ION,
    BRAHMS_DIPOLE_DIPOLE,
    BRAHMS_WATER_WATER, /* only dipoles */
    BRAHMS_SSD_SSD,     /* dipoles that stick */
    BRAHMS_LONG,        /* one or two ellipsoids */
    BRAHMS_INTERACTIONS
};

/** Kinds of bonded terms. */
enum brahms_kind {
    BRAHMS_BOND,      /* two beads; their types decide the length */
    BRAHMS_ANGLE_115, /* three beads, the middle one second */
    BRAHMS_ANGLE_90,
    BRAHMS_ANGLE_180,
    BRAHMS_ANGLE_120,
    BRAHMS_DIPOLE, /* the bead with the dipole, the bead that it points to */
    BRAHMS_KINDS
};

/* The conditions of the paper's flowchart, its fig. 12. A is the range. Between waters, r decides
 * about the sticky term: full within r_L, then switched up to r_U, for near and far alike. Between
 * other beads, the charges and dipoles of both decide. */
enum brahms_branch {
    BRAHMS_WATERS, /* B */
    BRAHMS_STICKY, /* C to H */
    BRAHMS_NEAR_FULL,
    BRAHMS_NEAR_SWITCH,
    BRAHMS_FAR_FULL,
    BRAHMS_FAR_SWITCH,
    BRAHMS_ELECTROSTATIC, /* K to Q: charge or dipole on both */
    BRAHMS_CHARGES,
    BRAHMS_CHARGE_DIPOLE, /* the dipole on q */
    BRAHMS_DIPOLE_CHARGE, /* the dipole on p */
    BRAHMS_DIPOLES,
    BRAHMS_ELLIPSOID /* not in the figure: either is a Gay-Berne bead */
};

enum brahms_term {
    BRAHMS_TERM_LJ,
    BRAHMS_TERM_COULOMB,
    BRAHMS_TERM_STICKY,
    BRAHMS_TERM_GAY_BERNE,
    BRAHMS_TERM_BOND,
    BRAHMS_TERM_ANGLE,
    BRAHMS_TERM_DIPOLE
};

#endif
