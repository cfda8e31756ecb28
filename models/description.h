/*
 * Description of a model for the harness: parameters, constants, operation counts and pair
 * function. A model header includes this file if MODEL_DESCRIBE is defined.
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
    MODEL_COEFFICIENTS = 4, /* largest number of coefficients of a type or pair */
    MODEL_BRANCHES = 29,
    MODEL_MEMBERS = 4, /* largest number of particles of a bonded term */
    MODEL_TYPES = 16,
    MODEL_BUILDERS = 4
};

/** A parameter, set by a config or --set. With `choices`, its value is the index of a choice. */
struct parameter {
    const char *name;
    const char *unit;
    const char *summary;
    double initial;
    double minimum, maximum;    /* inclusive */
    const char *const *choices; /* names, NULL-terminated; NULL: the parameter is a number */
};

/**
 * Operations per pair: +, − and × count as one, a fused multiply-add as two; `special` counts
 * divisions, roots, exponentials and the like. The counts include the displacement and the addition
 * of the force to one particle, but not the minimum image.
 */
struct model_work {
    int flops, special;
};

/**
 * A branch of the pair function, and the additional work of pairs that take it. A branch without
 * work is only counted: it does not make lanes of a warp wait.
 */
struct model_branch {
    const char *name;
    struct model_work work;
};

/** A type of particle. */
struct particle_type {
    const char *name;
    double mass;
    double inertia[3]; /* principal moments along the body's axes; 0 without orientation */
    double
        coefficients[MODEL_COEFFICIENTS]; /* values in models with rows; `coefficients` has names */
};

/** Units of lengths, energies and masses of a model. */
enum model_units {
    UNITS_REDUCED, /* reduced units of the model */
    UNITS_REAL,    /* A, kcal/mol, amu, e: LAMMPS units `real` */
    UNITS_NANO     /* nm, kJ/mol, amu, e: units of GROMACS */
};

/** Units of times in configs and output. All zeros: times are in the model's unit. */
struct model_time {
    const char *unit; /* "fs" */
    double own;       /* the model's unit of time, in `unit` */
    double step;      /* a usual time step, in `unit`; 0: 0.001 */
    const char *span; /* time unit of energy drifts, "ns" */
    double spans;     /* length of one `span`, in `unit` */
};

/** A particle, as the reference (double precision) stores it. */
struct particle {
    int type;              /* index in the types of the model or of its force field */
    int charge;            /* charge in units of e / CHARGES_PER_E */
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
    const char *builders[MODEL_BUILDERS + 1]; /* names of system builders for this model,
                                               * NULL-terminated; the first is the default */
    const struct parameter *parameters;
    int parameter_count;
    struct model_time time;
    struct model_work evaluated;         /* work of the force of every evaluated pair,
                                          * interacting or not */
    struct model_work energy;            /* additional work of the energy */
    const struct model_branch *branches; /* the last has no name; NULL: no branches */
    int branch_count;                    /* number of branches, at most MODEL_BRANCHES */
    unsigned diverging;                  /* bit k: branch k has work */
    const struct particle_type *types;   /* the last has no name; NULL: one type of mass 1. These
                                          * are the types for default parameters; model_types
                                          * returns the types for other parameters */
    int type_count;                      /* number of types, at most MODEL_TYPES */
    bool oriented;                       /* true: particles have orientations and torques */
    bool body;                           /* the pair function takes types or orientations */
    int interaction_count;               /* number of kinds of interaction; at least 1 */
    int own_forms; /* number of bonded forms that the model defines. If MODEL_BONDED is defined,
                    * 0 stands for the largest number, OWN_FORMS. In a model with charges, form 0
                    * corrects excluded pairs */
    int bonded_members; /* largest number of members in the model's own forms; 0: none */
    unsigned own_bonds; /* bit k: own form k is a bond */
    bool charged;       /* particles may have charges (MODEL_CHARGES) */
    int excluded_bonds; /* default: pairs up to this many bonds apart are excluded; 0: no
                         * excluded pairs */
    int constant_count; /* fields of the model's constants structure */
    enum model_units units;
    const char *const *terms; /* names of the energy terms; NULL: one term, with the name of the
                               * model */
    int term_count;           /* number of terms, at most MODEL_TERMS */
    int all_term_count;       /* number of terms, including the terms of bonded forms */

    /*
     * bound of the relative RMS error of forces in 32-bit fixed point (models/fixed.h); 0: the
     * range of the model's numbers is too large for fixed point
     */
    double fixed_tolerance;

    /* name of a unit of pressure, and one energy unit per volume unit in it; NULL: no named unit */
    const char *pressure_unit;
    double pressure_units;

    /**
     * Computes the kernel's constants from the parameters; returns model_refuse(…) for invalid
     * ones.
     */
    bool (*derive)(const double *parameters, double *constants, struct error *error);

    /**
     * Changes masses and moments of inertia of types according to the constants. NULL: no change.
     */
    void (*adjust)(const double *constants, struct particle_type *types);

    /**
     * Returns the parameter that a type requires, such as "tail=gay_berne", or NULL if the type
     * exists with these constants. A NULL function: all types always exist.
     */
    const char *(*needs)(const double *constants, int type);

    /** Returns the range: beyond this distance, the pair function is zero. */
    double (*range)(const double *parameters);

    /* Members for models with coefficient rows for pairs of types (MODEL_ROW). */
    int row_reals;                   /* numbers in a row; 0: the model has no rows */
    const char *const *coefficients; /* names of coefficients, in the order of files;
                                      * NULL-terminated */

    /*
     * Pair styles of LAMMPS data files that list these coefficients in this order, perhaps followed
     * by a cut-off. A header buck.h may declare them after the description:
     *
     *   static const char *const *const buck_pair_styles =
     *       (const char *const[]){"buck", "buck/coul/cut", NULL};
     *
     * The harness then refuses files of other styles. For a model without this array, it takes
     * epsilon and sigma of 12-6 styles.
     */

    /*
     * Coefficients of pairs of the model's types p and q, at [type_count * p + q]; NULL: `mix`
     * computes them.
     */
    const double (*pairs)[MODEL_COEFFICIENTS];

    /**
     * Computes the coefficients of a pair by mixing the coefficients of its two types. NULL: no
     * mixing rule; each pair of types needs its own coefficients.
     */
    void (*mix)(const double *p, const double *q, double *pair);

    /*
     * Whether the pair function needs less work for bare particles: their rows with all types are
     * zero. It then accepts `row` = NULL and computes `charges` times a function of the distance.
     */
    bool bare;

    /** Computes the row from the coefficients of a pair. */
    void (*row)(const double *constants, const double *pair, double *row);

    /**
     * Returns the self-energy of a particle with this charge (in e / CHARGES_PER_E). `self_term` is
     * the index of its energy term. It causes no force, so kernels leave it out. NULL: no
     * self-energy.
     */
    double (*self)(const double *constants, double charge);
    int self_term;

    /**
     * Computes the row of FORM_PAIR_14 for two particles three bonds apart. `pair` has their
     * coefficients, `charges` is the product of their charges in e^2, `weight` scales the row.
     * NULL: types have no coefficients for these pairs.
     */
    void (*row14)(const double *pair, double charges, double weight, double *row);

    /* Members for models of points with bonded terms of models/forms/. */
    unsigned forms;            /* bit k: bonded kernels are always compiled with form k */
    int form_term[FORM_TERMS]; /* energy term of each kind. The harness sets the model's term of the
                                * same name, otherwise a term after the model's own terms */

    /*
     * A table that depends on the constants; kernels find it by their variable `pairlanes_table`
     * (models/lookup.h). NULL: no table.
     */

    /** Returns the number of table elements for these constants; 0: no table. */
    int64_t (*table_size)(const double *constants);

    /** Fills the table. */
    void (*table_fill)(const double *constants, double *numbers);

    /** Returns a bound of the relative RMS error of forces computed from the table. */
    double (*table_error)(const double *constants);

    /**
     * Whether kernels read the table by a texture unit (variable `pairlanes_texture`). NULL: never.
     */
    bool (*table_texture)(const double *constants);

    /*
     * Whether GPU kernels load four numbers that depend on the two types, for each pair of an
     * uncommon kind of interaction. The replay counts these loads.
     */
    bool pair_table;

    /* The following members are filled in by the file that compiles the model. */

    /** Returns the kind of interaction of two types; the first is 0. NULL: there is only one. */
    int (*interaction)(const double *constants, int type_p, int type_q);

    /** Returns the most common kind of interaction; NULL: there is only one. */
    int (*common)(const double *constants);

    /**
     * Returns whether a pair may interact, by the short test MODEL_MAY_INTERACT; NULL: the model
     * has no short test.
     */
    bool (*may_interact)(const double *constants, const struct particle *p,
                         const struct particle *q, const double r[3]);

    size_t body_bytes; /* size of a body in bytes; 0: the pair function takes no bodies */

    /** Makes the body of a particle for the pair function. */
    void (*make_body)(const double *constants, const struct particle *particle, void *body);

    /**
     * Evaluates a pair like `pair`, from two bodies. p and q are NULL in models without bodies;
     * `row` is not NULL in models with rows.
     */
    bool (*pair_of_bodies)(const double *constants, const double *row, const void *p, const void *q,
                           const double r[3], struct pair_result *result);

    /**
     * Evaluates a pair in double precision; r = r_q - r_p. `row` is the row for the types of p and
     * q. It is NULL in models without rows, and for types that the model defines. Returns whether
     * the pair interacts; if not, the result is zero.
     */
    bool (*pair)(const double *constants, const double *row, const struct particle *p,
                 const struct particle *q, const double r[3], struct pair_result *result);

    /**
     * Evaluates a bonded term in double precision. The model defines its form; r[k] is the vector
     * from member k to member k + 1.
     */
    void (*bonded)(const double *constants, int form, const struct particle member[MODEL_MEMBERS],
                   double r[MODEL_MEMBERS - 1][3], struct bonded_result *result);
};

/**
 * Fills `error` with the exit status EXIT_USAGE and a message (printf format) that explains why
 * parameters are invalid. Always returns false, for `return model_refuse(...)`.
 */
bool model_refuse(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
