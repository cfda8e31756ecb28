/* Types and terms of models/allatom.h, how its forces may be evaluated, and its constants. */
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

/** Kinds of bonded terms. */
enum allatom_kind {
    ALLATOM_EXCLUDED, /* two atoms that do not meet */
    ALLATOM_FOURTH,   /* two that are three bonds apart */
    ALLATOM_FOURTH_HALF,
    ALLATOM_WATER_BOND,
    ALLATOM_WATER_ANGLE, /* three atoms, the oxygen second */
    ALLATOM_KINDS
};

/* Tables of what each two types have together are for as many types as leave shared memory to
   several blocks, on a CPU for those that a vector has lanes for; the description has none. */
#ifdef __CUDACC__
#ifndef OWN_TYPES
#define MODEL_PACKED ALLATOM_TYPES
#elif OWN_TYPES <= 48
#define MODEL_PACKED OWN_TYPES
#endif
#elif !defined(MODEL_DESCRIBE)
#ifndef OWN_TYPES
#define MODEL_MIXTURES ALLATOM_TYPES
#elif OWN_TYPES <= 16
#define MODEL_MIXTURES OWN_TYPES
#endif
#endif

/** How the force is evaluated. */
enum allatom_way {
    ALLATOM_EWALD,
    ALLATOM_FIELD,
    ALLATOM_LINEAR, /* models/allatom/lookup.h tells of all tables */
    ALLATOM_CUBIC,
    ALLATOM_TEXTURE, /* on a GPU alone */
    ALLATOM_SETTLED  /* and more: an enum allatom_variant beyond it, in loops of a CPU alone */
};

/** What loops are compiled for, each by itself: the way, and whether vdw has a switch. */
enum allatom_variant {
    ALLATOM_OF_EWALD,
    ALLATOM_OF_EWALD_SWITCHED,
    ALLATOM_OF_FIELD,
    ALLATOM_OF_FIELD_SWITCHED,
    ALLATOM_OF_LINEAR,
    ALLATOM_OF_CUBIC,
    ALLATOM_OF_SMOOTH, /* Ewald by smooth_slope */
    ALLATOM_OF_SMOOTH_SWITCHED
};

enum allatom_term {
    ALLATOM_TERM_VDW,
    ALLATOM_TERM_COULOMB,
    ALLATOM_TERM_EXCLUDED,
    ALLATOM_TERM_VDW14,
    ALLATOM_TERM_COULOMB14,
    ALLATOM_TERM_BOND,
    ALLATOM_TERM_ANGLE
};

/** Of a type; a GPU loads it as a vector. */
struct allatom_type {
    MODEL_ALIGNED(2 * sizeof(real))
    real half_sigma;
    real root_depth; /* (4 eps)^1/2 */
};

/* Kernels of own types, and the description. */
#ifdef MODEL_OWN
/** Of a type of the system's own. */
struct allatom_own {
    struct allatom_type usual, fourth;
};

/* Kernels have as many as the system, the description as many as there may be. */
#ifdef OWN_TYPES
enum { ALLATOM_OWN_TYPES = OWN_TYPES };
#else
enum { ALLATOM_OWN_TYPES = 80 };
#endif
#endif

struct allatom_constants {
    struct allatom_type type[ALLATOM_TYPES];
    struct allatom_type fourth[ALLATOM_TYPES]; /* of atoms that are three bonds apart */
    real cutoff2;                              /* r_c^2 */
    real per_width;                            /* (r_c^2 - r_s^2)^-1; 0: there is no switch */
    real switch_end;                           /* r_c^2 (r_c^2 - r_s^2)^-1 */
    real charge_unit;                          /* C^1/2 times the unit of a body's charge */
    real way;                                  /* enum allatom_way */
    real ewald; /* whether charges interact by it, or in a reaction field */
    real alpha;
    real alpha2;
    real alpha3;
    real slope; /* 2 alpha pi^-1/2 */
    real field; /* k of the reaction field */
    real shift; /* c of the reaction field */
    real vdw14, coulomb14;
    /* kernels of own types, and the description, which alone keeps how many and their masses */
#ifdef MODEL_OWN
    struct allatom_own own[ALLATOM_OWN_TYPES];
#ifdef MODEL_DESCRIBE
    real own_types; /* how many; 0: types are those of the model */
    real own_mass[ALLATOM_OWN_TYPES];
#endif
#endif
};

/* Kernels of own types, to which the number is known, and the description, to which it is not. */
#ifdef MODEL_OWN
/** How many types the system has of its own; 0: they are the model's. */
MODEL_FUNCTION int allatom_own_types(const struct allatom_constants *c)
{
#ifdef OWN_TYPES
    (void)c;
    return OWN_TYPES;
#else
    return (int)c->own_types;
#endif
}
#endif

/** What the constants have of a type, and of atoms of it that are three bonds apart: kernels of own
 * types and the description choose, all others have the model's. */
#ifdef MODEL_OWN
#define ALLATOM_TYPE(c, number)                                                                    \
    (allatom_own_types(c) > 0 ? (c)->own[number].usual : (c)->type[number])
#define ALLATOM_FOURTH(c, number)                                                                  \
    (allatom_own_types(c) > 0 ? (c)->own[number].fourth : (c)->fourth[number])
#else
#define ALLATOM_TYPE(c, number)   ((c)->type[number])
#define ALLATOM_FOURTH(c, number) ((c)->fourth[number])
#endif

#endif
