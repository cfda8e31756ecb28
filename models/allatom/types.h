/* Types, terms and constants of models/allatom.h, and the ways to evaluate its forces. */
#ifndef PAIRLANES_MODELS_ALLATOM_TYPES_H
#define PAIRLANES_MODELS_ALLATOM_TYPES_H

enum {
    ALLATOM_OW,
    ALLATOM_HW,
    ALLATOM_C,
    ALLATOM_CT3,
    ALLATOM_O,
    ALLATOM_HB,
    ALLATOM_NH1,
    ALLATOM_CT1,
    ALLATOM_CT2,
    ALLATOM_CA,
    ALLATOM_OH1,
    ALLATOM_H,
    ALLATOM_HP,
    ALLATOM_S,
    ALLATOM_OT,
    ALLATOM_TYPES
};

/** Bonded forms that only this model defines. */
enum { ALLATOM_EXCLUDED /* correction of an excluded pair */, ALLATOM_OWN_FORMS };

/** Ways to evaluate the force. */
enum allatom_way {
    ALLATOM_EWALD,
    ALLATOM_FIELD,
    ALLATOM_LINEAR, /* models/allatom/lookup.h explains all tables */
    ALLATOM_CUBIC,
    ALLATOM_TEXTURE, /* only on a GPU */
    ALLATOM_SETTLED  /* ALLATOM_SETTLED + v: the way in a CPU loop that is compiled for variant v
                      * of enum allatom_variant */
};

/**
 * Variants for which CPU loops are compiled separately: way of evaluation, and whether vdw is
 * switched.
 */
enum allatom_variant {
    ALLATOM_OF_EWALD,
    ALLATOM_OF_EWALD_SWITCHED,
    ALLATOM_OF_FIELD,
    ALLATOM_OF_FIELD_SWITCHED,
    ALLATOM_OF_LINEAR,
    ALLATOM_OF_CUBIC,
    ALLATOM_OF_SMOOTH, /* Ewald sum, evaluated by smooth_slope */
    ALLATOM_OF_SMOOTH_SWITCHED
};

enum allatom_term { ALLATOM_TERM_VDW, ALLATOM_TERM_COULOMB, ALLATOM_TERM_EXCLUDED };

/** Coefficients of a pair of types. */
struct allatom_row {
    MODEL_ALIGNED(2 * sizeof(real))
    real repulsion;  /* 12 times 4 eps sigma^12 */
    real attraction; /* 6 times 4 eps sigma^6 */
};

struct allatom_constants {
    real cutoff2;    /* r_c^2 */
    real per_width;  /* (r_c^2 - r_s^2)^-1; 0: no switch */
    real switch_end; /* r_c^2 (r_c^2 - r_s^2)^-1 */
    real coulomb;    /* C / CHARGES_PER_E^2 */
    real way;        /* enum allatom_way */
    real ewald;      /* 1: Ewald sum; 0: reaction field */
    real alpha;
    real alpha2;
    real alpha3;
    real slope; /* 2 alpha pi^-1/2 */
    real field; /* k of the reaction field */
    real shift; /* c of the reaction field */
};

#endif
