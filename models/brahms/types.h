/* Types of beads, kinds of interaction, bonded terms and branches of models/brahms.h. */
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

/** Kinds of interaction of two types; the type of p is named first. */
enum brahms_interaction {
    BRAHMS_NEUTRAL, /* only Lennard-Jones */
    BRAHMS_ION_ION,
    BRAHMS_ION_DIPOLE,
    BRAHMS_DIPOLE_ION,
    BRAHMS_DIPOLE_DIPOLE,
    BRAHMS_WATER_WATER, /* only dipoles */
    BRAHMS_SSD_SSD,     /* dipoles and the sticky term */
    BRAHMS_LONG,        /* one or two Gay-Berne ellipsoids */
    BRAHMS_INTERACTIONS
};

/** Kinds of bonded terms. */
enum brahms_kind {
    BRAHMS_BOND,      /* two beads; their types determine the length */
    BRAHMS_ANGLE_115, /* three beads; the middle bead is the second member */
    BRAHMS_ANGLE_90,
    BRAHMS_ANGLE_180,
    BRAHMS_ANGLE_120,
    BRAHMS_DIPOLE, /* members: the bead with the dipole, and the other bead of the angle */
    BRAHMS_KINDS
};

/*
 * The conditions in the flowchart of the paper (fig. 12), with its letters; A is the cut-off.
 * Between two waters, the sticky term is full up to r_L and switched off between r_L and r_U. v0
 * and v0' have separate distances. For other beads, the conditions test charges and dipoles.
 */
enum brahms_branch {
    BRAHMS_WATERS, /* B */
    BRAHMS_STICKY, /* C to H */
    BRAHMS_NEAR_FULL,
    BRAHMS_NEAR_SWITCH,
    BRAHMS_FAR_FULL,
    BRAHMS_FAR_SWITCH,
    BRAHMS_ELECTROSTATIC, /* K to Q: both have a charge or a dipole */
    BRAHMS_CHARGES,
    BRAHMS_CHARGE_DIPOLE, /* charge on p, dipole on q */
    BRAHMS_DIPOLE_CHARGE, /* dipole on p, charge on q */
    BRAHMS_DIPOLES,
    BRAHMS_ELLIPSOID /* not in the figure: at least one is a Gay-Berne bead */
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
