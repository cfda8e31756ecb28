/*
 * Description of a model for the harness: its parameters, its constants, its work and its pair
 * function. A model header includes this file where MODEL_DESCRIBE is defined.
 */
#ifndef PAIRLANES_MODELS_DESCRIPTION_H
#define PAIRLANES_MODELS_DESCRIPTION_H

#include "models/forms/kinds.h"
#include "models/word.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;

enum {
    MODEL_PARAMETERS = 16,
    MODEL_CONSTANTS = 512,
    MODEL_TERMS = 12,
    MODEL_COEFFICIENTS = 4, /* most coefficients of a type, or of two types */
    MODEL_BRANCHES = 29,
    MODEL_MEMBERS = 4, /* particles of a bonded term */
    MODEL_TYPES = 16,
    MODEL_BUILDERS = 4
};

/** A parameter that a config or --set may change. With `choices`, the value is the choice's index.
 */
struct parameter {
    const char *name;
    const char *unit;
    const char *summary;
    double initial;
    double minimum, maximum;    /* inclusive */
    const char *const *choices; /* NULL-terminated names, or NULL for a number */
};

/**
 * Operations per pair: +, − and × count one each, a fused multiply-add two; `special` are
 * divisions, roots, exponentials and the like. The vector between the particles and the sum into
 * one of them are included, the minimum image is not.
 */
struct model_work {
    int flops, special;
};

/**
 * A branch of the pair function: the work of a pair that takes it, beyond that of all pairs. A
 * branch without work is a condition that is counted, but that no lane of a warp waits for.
 */
struct model_branch {
    const char *name;
    struct model_work work;
};

/** A kind of particle. */
struct particle_type {
    const char *name;
    double mass;
    double inertia[3]; /* principal moments along the body's axes; 0 without orientation */
    double
        coefficients[MODEL_COEFFICIENTS]; /* values of models with rows; `coefficients` has names */
};

/** The units of lengths, energies and masses. */
enum model_units {
    UNITS_REDUCED, /* the model's own */
    UNITS_REAL,    /* A, kcal/mol, amu, e: those that LAMMPS calls real */
    UNITS_NANO     /* nm, kJ/mol, amu, e: those of GROMACS */
};

/** Units in which users give and read times. Zeroed: the model's own unit. */
struct model_time {
    const char *unit; /* "fs" */
    double own;       /* the model's own unit of time, in `unit` */
    double step;      /* a usual time step, in `unit`; 0: 0.001 */
    const char *span; /* time unit of energy drifts, "ns" */
    double spans;     /* one `span`, in `unit` */
};

/** A particle in the reference. */
struct particle {
    int type;              /* index in the model's types, or in those of its force field */
    int charge;            /* charge in 1 / CHARGES_PER_E of that of a proton */
    double orientation[4]; /* unit quaternion w, x, y, z */
};

struct pair_result {
    double force[3];  /* force on q */
    double torque[3]; /* torque on p, about its centre; zero without orientation */
    double terms[MODEL_TERMS];
    unsigned branches; /* bit k: the pair took branch k */
};

struct bonded_result {
    double force[MODEL_MEMBERS][3], torque[MODEL_MEMBERS][3];
    double terms[MODEL_TERMS];
};

struct model {
    const char *name;
    const char *summary;
    const char *citation;
    const char *builders[MODEL_BUILDERS + 1]; /* system builders for its configurations; the first
                                               * is the default; NULL after the last */
    const struct parameter *parameters;
    int parameter_count;
    struct model_time time;
    struct model_work evaluated;         /* the force of every pair, whether or not it interacts */
    struct model_work energy;            /* more for the energy */
    const struct model_branch *branches; /* ended by one without a name; NULL: none */
    int branch_count;                    /* number of branches, at most MODEL_BRANCHES */
    unsigned diverging;                  /* bit k: branch k has work */
    const struct particle_type *types; /* ended by one without a name; NULL: one type of mass 1. For
                                          the initial parameters; see model_types for others */
    int type_count;                    /* number of types, at most MODEL_TYPES */
    bool oriented;                     /* true if particles have orientations and forces come
                                        * with torques */
    bool body;                         /* the pair function takes types or orientations */
    int interaction_count;             /* kinds of interaction, as types decide; at least one */
    int own_forms; /* number of the model's own forms of bonded terms; with MODEL_BONDED 0 means
                      OWN_FORMS, the largest number. Form 0 of a model with charges is that of
                      excluded pairs */
    int bonded_members; /* most particles of a term of an own form; 0: none */
    unsigned own_bonds; /* bit k: own form k is a bond */
    bool charged;       /* particles may have charges: MODEL_CHARGES */
    int excluded_bonds; /* most bonds between the particles of an excluded pair, if neither file
                         * nor case gives it; 0: no pair */
    int constant_count; /* fields of the model's constants structure */
    enum model_units units;
    const char *const *terms; /* names of the energy terms; NULL: one, named as the model */
    int term_count;           /* number of terms, at most MODEL_TERMS */
    int all_term_count;       /* the same with the terms of all bonded forms */

    /* bound of the relative RMS force error in 32-bit fixed point (models/fixed.h); 0: the range of
     * the model's numbers is too wide for it, and no kernel is built */
    double fixed_tolerance;

    /* a unit of pressure, and energy per volume in it; NULL: it has no name */
    const char *pressure_unit;
    double pressure_units;

    /** Computes the kernel's constants from the parameters; model_refuse if they make no sense. */
    bool (*derive)(const double *parameters, double *constants, struct error *error);

    /** Changes masses and moments of the types as the parameters require. NULL: nothing. */
    void (*adjust)(const double *constants, struct particle_type *types);

    /**
     * Returns the parameter that a type of particle needs, such as "tail=gay_berne", if the
     * constants are for other parameters; NULL: they have the type. NULL instead of a function: all
     * types are always there.
     */
    const char *(*needs)(const double *constants, int type);

    /** The distance beyond which the pair function is zero. */
    double (*range)(const double *parameters);

    /* Only for a model whose pair function reads a row of the two types (MODEL_ROW). */
    int row_reals;                   /* numbers of a row; 0: there are no rows */
    const char *const *coefficients; /* names, in the order of files; NULL after the last */

    /* Coefficients of each two of the model's types, that of p and q at [type_count p + q]; NULL:
       they follow from those of the types. */
    const double (*pairs)[MODEL_COEFFICIENTS];

    /** Computes the coefficients of a pair from those of its two types. NULL: types do not mix, and
     * each two different types need their own coefficients. */
    void (*mix)(const double *p, const double *q, double *pair);

    /*
     * Whether the pair function needs less work for a type whose rows with all types are zero: then
     * `row` may be NULL, and forces and energies are `charges` times a function of the distance.
     */
    bool bare;

    /** Computes the row from the coefficients of a pair. */
    void (*row)(const double *constants, const double *pair, double *row);

    /**
     * Returns the self-energy of a particle's charge, in 1 / CHARGES_PER_E, which has no force; and
     * the index of its term. Kernels leave it out. NULL: none.
     */
    double (*self)(const double *constants, double charge);
    int self_term;

    /** Computes the row of FORM_PAIR_14 of two particles three bonds apart from the coefficients of
     * their types, the product of their charges in e^2, and the weight of the pair. NULL: types
     * have no coefficients of such pairs. */
    void (*row14)(const double *pair, double charges, double weight, double *row);

    /* Only for a model of points whose particles may have bonded terms of models/forms/. */
    unsigned forms;            /* bit k: kernels of the bonded terms always have form k */
    int form_term[FORM_TERMS]; /* the energy term that each kind of them adds to; the compiler fills
                                * it in: terms of the same name, otherwise terms after the model's
                                * own */

    /* Numbers that follow from the constants, and that kernels look up at the address in their
       variable `pairlanes_table` (models/lookup.h). NULL: kernels look up nothing. */

    /** Returns the size of the table for these constants; 0: no table. */
    int64_t (*table_size)(const double *constants);

    /** Fills the numbers. */
    void (*table_fill)(const double *constants, double *numbers);

    /** Returns the largest relative RMS error of forces from the table. */
    double (*table_error)(const double *constants);

    /** Whether kernels read the table through a texture unit, from their variable
     * `pairlanes_texture`. NULL: they never do. */
    bool (*table_texture)(const double *constants);

    /*
     * Whether kernels of a GPU load four numbers of the two types for each pair whose kind is not
     * `common`: the replay counts these loads.
     */
    bool pair_table;

    /* The members below are filled in where the model is compiled. */

    /** Returns the kind of interaction of two types, from 0; NULL: there is only one. */
    int (*interaction)(const double *constants, int type_p, int type_q);

    /** Returns the kind of interaction of most pairs; NULL: there is only one. */
    int (*common)(const double *constants);

    /** The short test of a pair (MODEL_MAY_INTERACT); NULL: none. */
    bool (*may_interact)(const double *constants, const struct particle *p,
                         const struct particle *q, const double r[3]);

    size_t body_bytes; /* bytes of a particle's body for the pair function; 0: none */

    /** Makes the body of a particle for the pair function. */
    void (*make_body)(const double *constants, const struct particle *particle, void *body);

    /** `pair` of two bodies, which are NULL without any; `row` is not NULL in a model with rows. */
    bool (*pair_of_bodies)(const double *constants, const double *row, const void *p, const void *q,
                           const double r[3], struct pair_result *result);

    /**
     * The pair function in double precision, r = r_q - r_p; `row` is that of the types of p and q,
     * NULL for a model without rows, and for types of the model itself. Returns whether the pair
     * interacts; if not, all of the result is zero.
     */
    bool (*pair)(const double *constants, const double *row, const struct particle *p,
                 const struct particle *q, const double r[3], struct pair_result *result);

    /** A bonded term of the model's own form in double precision; r[k] is the vector from member k
     * to member k + 1. */
    void (*bonded)(const double *constants, int form, const struct particle member[MODEL_MEMBERS],
                   double r[MODEL_MEMBERS - 1][3], struct bonded_result *result);
};

/**
 * Fills `error` with a sentence (printf format) on why parameters are invalid, with EXIT_USAGE, and
 * returns false, so that `return model_refuse(...)` reads well.
 */
bool model_refuse(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
