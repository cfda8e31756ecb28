/* A case's particles in a periodic box, and the system's fingerprint. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/base/machine/footprint.h"
#include "harness/catalog/bonded_needs.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/particles/force_field.h"
#include "harness/particles/type_rows.h"
#include "harness/physics/shared/restraint.h"
#include "harness/physics/shared/virtual_site.h"

#include <stdint.h>

enum {
    BONDED_MEMBERS = 4,
    SYSTEM_PARALLEL = 2048,     /* minimum number of particles for which several threads save
                                 * time */
    SYSTEM_FILE_PARAMETERS = 16 /* maximum number of statements of a file that a system keeps */
};

/** A bonded term of two to four particles. */
struct bonded {
    int32_t form; /* number of the form: below OWN_FORMS, a form that the model defines; otherwise,
                   * OWN_FORMS plus a form of models/forms/ */
    int32_t row;  /* row of the force field with the coefficients; 0 for the model's own forms */
    int32_t member[BONDED_MEMBERS]; /* indices of particles; -1 after the last */
};

/** A distance of two particles that is kept constant in motion. */
struct constraint {
    int32_t member[2];
    double length;
};

/** A statement of a file about interactions. */
struct file_parameter {
    const char *model;     /* model that has the parameter; NULL: coefficients that belong to no
                            * model */
    const char *parameter; /* name of the parameter; NULL without a model */
    double value;
    int64_t line;   /* line in the file; 0: no particular line */
    bool sentence;  /* true if `what` is the complete message */
    char what[200]; /* heading in the file, "Pair Coeffs # lj/cut" */
};

/** Arrays with elements for each particle; arrays before SYSTEM_HASHED are part of the hash. */
enum system_array {
    SYSTEM_X,
    SYSTEM_Y,
    SYSTEM_Z,
    SYSTEM_TYPE,
    SYSTEM_CHARGE,
    SYSTEM_ORIENTATION,
    SYSTEM_HASHED,
    SYSTEM_ID = SYSTEM_HASHED,
    SYSTEM_VELOCITY,
    SYSTEM_SPIN,
    SYSTEM_ARRAYS
};

/** Lists with indices of particles in their elements. */
enum system_list {
    SYSTEM_BONDED,
    SYSTEM_EXCLUSIONS,
    SYSTEM_CONSTRAINTS,
    SYSTEM_SITES,
    SYSTEM_RESTRAINTS,
    SYSTEM_LISTS
};

/**
 * A system of particles as arrays. The box is rectangular and periodic, with a corner at the
 * origin.
 */
struct system {
    int64_t n;
    double box[3];     /* edges */
    double *x, *y, *z; /* n each, wrapped into [0, box) */
    int64_t *id;       /* n numbers of the particles in their file, ascending; NULL: they are 1 to
                        * n */
    int32_t *type;     /* n types, indices of the force field's or the model's types; NULL: all are
                        * 0 */
    struct force_field *field; /* shared force field; NULL: types and coefficients are the
                                * model's */
    struct type_rows *rows;    /* shared pair rows for the model in use; NULL: none */
    int32_t *charge;           /* n charges; an elementary charge is CHARGES_PER_E; NULL: none */
    double *orientation;       /* n quaternions of length 1 (w, x, y, z); NULL: none */
    double *velocity;          /* n vectors; NULL: unknown. Not part of the hash */
    double *spin; /* n angular momenta in the particles' frames; NULL: unknown. Not part of the
                   * hash */
    struct bonded *bonded;
    int64_t bonded_count;
    int32_t (*exclusion)[2]; /* excluded pairs, which do not interact as pairs */
    int64_t exclusion_count;
    struct constraint *constraint;
    int64_t constraint_count;
    struct virtual_site *site;
    int64_t site_count;
    struct restraint *restraint; /* restraints, at most one per particle */
    int64_t restraint_count;
    bool excludes_known; /* true if the file has a list of excluded pairs, even an empty one */
    int excluded_form;   /* 1 plus the model's own form for which each excluded pair is also a
                          * bonded term; 0: none */
    struct file_parameter file_parameters[SYSTEM_FILE_PARAMETERS]; /* statements of the file */
    int file_parameter_count;
    double temperature;   /* temperature that a builder made the system for; 0: unknown */
    char source[512];     /* origin: "fluid, seed 1", or the path of a file */
    char hash[HASH_TEXT]; /* hash of the bytes of n, box, positions and, if present, types,
                           * charges, orientations, bonded terms, exclusions, constraints,
                           * virtual sites, restraints and force field */
};

/** Returns a coordinate moved by whole box edges into [0, box). */
double system_wrap(double coordinate, double box);

/** Moves every particle into the box by whole edges. */
void system_wrap_all(struct system *system);

/** Computes the hash of the system's current content. */
void system_set_hash(struct system *system);

/** Returns the difference of two coordinates in the box, to the nearest image. */
static inline double system_nearest(double difference, double box)
{
    /* both positions are in the box, so at most one edge has to be subtracted or added */
    double edge = difference > box / 2 ? box : difference < -box / 2 ? -box : 0;
    return difference - edge;
}

/** Computes the displacement from particle i to the nearest image of particle j. */
static inline void system_displacement(const struct system *system, int64_t i, int64_t j,
                                       double r[3])
{
    r[0] = system_nearest(system->x[j] - system->x[i], system->box[0]);
    r[1] = system_nearest(system->y[j] - system->y[i], system->box[1]);
    r[2] = system_nearest(system->z[j] - system->z[i], system->box[2]);
}

/**
 * Returns the number of a particle in messages: its number in the file, otherwise its index plus 1.
 */
static inline int64_t system_id(const struct system *system, int64_t i)
{
    return system->id != NULL ? system->id[i] : i + 1;
}

/** Returns the index of the particle with a number in messages; -1: there is none. */
int64_t system_place(const struct system *system, int64_t id);

/** Returns the meaning of particle numbers in messages, for use in parentheses. */
static inline const char *system_ids(const struct system *system)
{
    return system->id != NULL ? "ids of the file" : "counted from 1";
}

/** Returns the type of a particle. */
static inline int32_t system_type(const struct system *system, int64_t i)
{
    return system->type != NULL ? system->type[i] : 0;
}

/** Returns the word that encodes a particle's type and charge (models/word.h). */
static inline int32_t system_word(const struct system *system, int64_t i)
{
    return word_of(system_type(system, i), system->charge != NULL ? system->charge[i] : 0);
}

/** Returns the sum of the charges, in elementary charges. */
double system_net_charge(const struct system *system);

/** Allocates the positions of n particles, contents undefined; all other arrays are empty. */
bool system_allocate(int64_t n, struct system *system, struct error *error);

/** Returns an array of the system; NULL if it does not have it. */
void *system_array(const struct system *system, enum system_array array);

/** Returns the bytes that an array has or would have. */
size_t system_array_bytes(const struct system *system, enum system_array array);

/** Adds an array that the system lacks, with undefined contents. */
bool system_add(struct system *system, enum system_array array, struct error *error);

/** Returns the number of elements of a list. */
int64_t system_count(const struct system *system, enum system_list list);

/** Adds a list of `count` elements, with undefined contents. */
bool system_add_list(struct system *system, enum system_list list, int64_t count,
                     struct error *error);

/**
 * Returns the particles of element k of a list. *members becomes the largest possible number of
 * them; -1 follows the last if there are fewer.
 */
int32_t *system_members(const struct system *system, enum system_list list, int64_t k,
                        int *members);

/**
 * Copies the elements of a list into the list of another system, beginning at element `at`.
 * Particle i becomes place[i] or, if `place` is NULL, first + i.
 */
void system_copy_list(const struct system *from, enum system_list list, const int32_t *place,
                      int32_t first, struct system *to, int64_t at);

/** Excludes the two particles of each bonded term of a form, and no others. */
bool system_exclude_bonds(struct system *system, int form, struct error *error);

/**
 * Computes the rows, one per pair of types, that a model's pair function reads; none for other
 * models. Uses the system's force field or, without one, the model's types. EXIT_USAGE if the
 * coefficients of a pair of types are unknown.
 */
bool system_set_rows(struct system *system, const struct model *model, const double *constants,
                     struct error *error);

/** Returns the row for the types of two particles; NULL: the model has no rows. */
static inline const double *system_row(const struct system *system, int64_t i, int64_t j)
{
    return pair_row(system->rows, system_type(system, i), system_type(system, j));
}

/**
 * Returns which bonded terms and excluded pairs kernels for the system must support. Without a
 * system, uses the terms of the model itself.
 */
struct bonded_needs system_bonded_needs(const struct system *system, const struct model *model);

/**
 * Returns the number of energy terms of a system: the model's terms, and one per form of its bonded
 * terms.
 */
int system_terms(const struct system *system, const struct model *model);

/** Returns the number of types of a system: of its force field or, without one, of the model. */
int system_types(const struct system *system, const struct model *model);

/**
 * Fills `types` with masses and moments of inertia for a model's constants. If there are virtual
 * sites, masses of 0 become SITE_MASS.
 */
void system_particle_types(const struct system *system, const struct model *model,
                           const double *constants, struct particle_type types[FIELD_TYPES]);

/**
 * Checks that a system can move. EXIT_USAGE if a particle without mass is not a virtual site, or if
 * a virtual site's construction is not supported.
 */
bool system_check_movable(const struct system *system, struct error *error);

/**
 * Returns the bytes of a system's arrays, without velocities and spins. An outline has only n, box
 * and number of bonded terms, but no arrays. For it, returns the bytes that the system will have
 * with the model.
 */
double system_bytes(const struct system *system, const struct model *model);

/** Returns the estimated memory of system_reorder. */
struct footprint system_reorder_footprint(const struct system *system, const struct model *model);

/** Frees the arrays of a system, which may be zeroed. */
void system_free(struct system *system);

/** Returns the number density n / volume. */
double system_density(const struct system *system);

/**
 * Makes a copy with box and coordinates rounded to the number type of `precision`. Kernel and
 * reference then use the same particles. Built systems do not change, because all numbers are
 * representable in single precision.
 */
bool system_round(const struct system *system, enum precision precision, struct system *rounded,
                  struct error *error);

/**
 * Makes a copy with particles in another order: its k-th particle is particle order[k] of the
 * system. Velocities are not copied.
 */
bool system_reorder(const struct system *system, const int32_t *order, struct system *sorted,
                    struct error *error);

/**
 * Refuses particles without the data that the model needs. Refuses a type if the model or its
 * parameters have no coefficients for it.
 */
bool system_check_model(const struct system *system, const struct model *model,
                        const double *constants, struct error *error);

/**
 * Checks the box for a `range`, the cut-off plus skin. EXIT_USAGE if an edge is below twice
 * `range`, or infinite after rounding.
 */
bool system_check_range(const struct system *system, double range, struct error *error);
