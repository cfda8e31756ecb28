/* The particles that a case works on, in a periodic box, and their fingerprint. */
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
    SYSTEM_PARALLEL = 2048,     /* particles from which starting a team of threads pays */
    SYSTEM_FILE_PARAMETERS = 16 /* most statements of a file that are kept */
};

/** A bonded term of two to four particles. */
struct bonded {
    int32_t form; /* form: below OWN_FORMS one of the model's own, otherwise OWN_FORMS plus one
                   * of models/forms/ */
    int32_t row;  /* row of the force field with the term's coefficients; 0 for a form of the
                   * model's own */
    int32_t member[BONDED_MEMBERS]; /* particles; -1 after the last */
};

/** A distance of two particles that stays constant in motion. */
struct constraint {
    int32_t member[2];
    double length;
};

/** An interaction in the file of a system. */
struct file_parameter {
    const char *model;     /* model of the parameter; NULL: coefficients for no model */
    const char *parameter; /* name of the parameter; NULL without a model */
    double value;
    int64_t line;   /* line of the file; 0: no single line */
    bool sentence;  /* true if `what` is the whole message */
    char what[200]; /* place in the file: "Pair Coeffs # lj/cut" */
};

/** Arrays with elements for each particle; those before SYSTEM_HASHED are part of the hash. */
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

/** Lists whose elements name particles. */
enum system_list {
    SYSTEM_BONDED,
    SYSTEM_EXCLUSIONS,
    SYSTEM_CONSTRAINTS,
    SYSTEM_SITES,
    SYSTEM_RESTRAINTS,
    SYSTEM_LISTS
};

/** Structure of arrays; the box is orthorhombic, periodic, with its corner at the origin. */
struct system {
    int64_t n;
    double box[3];     /* edge lengths */
    double *x, *y, *z; /* n each, wrapped into [0, box) */
    int64_t *id;       /* n numbers of the particles in their file, ascending; NULL: 1 to n */
    int32_t *type;     /* n indices of types of the force field, or of the model's; NULL: all 0 */
    struct force_field *field; /* force field, shared; NULL: types and coefficients are the
                                * model's */
    struct type_rows *rows;    /* rows of pairs for the model in use, shared; NULL: none */
    int32_t *charge;           /* n charges, CHARGES_PER_E for an elementary charge; NULL: none */
    double *orientation;       /* n unit quaternions w, x, y, z; NULL: none */
    double *velocity;          /* n vectors; NULL: unknown. Not part of the hash */
    double *spin; /* n angular momenta in the bodies' frames; NULL: unknown. Not part of the hash */
    struct bonded *bonded;
    int64_t bonded_count;
    int32_t (*exclusion)[2]; /* excluded pairs: they do not interact as a pair */
    int64_t exclusion_count;
    struct constraint *constraint;
    int64_t constraint_count;
    struct virtual_site *site;
    int64_t site_count;
    struct restraint *restraint; /* restraints, at most one for each particle */
    int64_t restraint_count;
    bool excludes_known; /* true if the file lists excluded pairs, even if there are none */
    int excluded_form;   /* form, plus 1, of a bonded term of each excluded pair, one of the
                          * model's own; 0: none */
    struct file_parameter file_parameters[SYSTEM_FILE_PARAMETERS]; /* statements of the file */
    int file_parameter_count;
    double temperature;   /* temperature of the builder; 0: unknown */
    char source[512];     /* "fluid, seed 1" or the path of a file */
    char hash[HASH_TEXT]; /* hash of n, box, positions and, where there are any, types, charges,
                             orientations, bonded terms, exclusions, constraints, virtual
                             sites, restraints and a force field, as bytes */
};

/** Returns a coordinate moved by whole box edges into [0, box). */
double system_wrap(double coordinate, double box);

/** Moves every particle into the box by whole edges. */
void system_wrap_all(struct system *system);

/** Computes the hash of the system's current content. */
void system_set_hash(struct system *system);

/** Returns a difference of two coordinates in the box, moved to the nearest image. */
static inline double system_nearest(double difference, double box)
{
    /* positions are in the box, so that the difference is too large by at most one edge */
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

/** Returns the number of a particle for messages: that in the file, otherwise counted from 1. */
static inline int64_t system_id(const struct system *system, int64_t i)
{
    return system->id != NULL ? system->id[i] : i + 1;
}

/** Returns the place of the particle with that number, from 0; -1: there is none. */
int64_t system_place(const struct system *system, int64_t id);

/** Returns the meaning of particle numbers in messages, for use in parentheses. */
static inline const char *system_ids(const struct system *system)
{
    return system->id != NULL ? "ids of the file" : "counted from 1";
}

/** Returns a particle's type. */
static inline int32_t system_type(const struct system *system, int64_t i)
{
    return system->type != NULL ? system->type[i] : 0;
}

/** Returns the word of a particle's type and charge (models/word.h). */
static inline int32_t system_word(const struct system *system, int64_t i)
{
    return word_of(system_type(system, i), system->charge != NULL ? system->charge[i] : 0);
}

/** Returns the sum of the charges, in elementary charges. */
double system_net_charge(const struct system *system);

/** Allocates the positions of n particles, contents undefined; all other arrays are empty. */
bool system_allocate(int64_t n, struct system *system, struct error *error);

/** Returns an array of the system; NULL: it has none. */
void *system_array(const struct system *system, enum system_array array);

/** Returns the bytes of an array, whether the system has it or not. */
size_t system_array_bytes(const struct system *system, enum system_array array);

/** Adds an array that the system lacks, with undefined contents. */
bool system_add(struct system *system, enum system_array array, struct error *error);

/** Returns the number of elements of a list. */
int64_t system_count(const struct system *system, enum system_list list);

/** Adds a list of `count` elements, with undefined contents. */
bool system_add_list(struct system *system, enum system_list list, int64_t count,
                     struct error *error);

/** Returns the particles of a list's element k, and the most that there are; -1 after the last. */
int32_t *system_members(const struct system *system, enum system_list list, int64_t k,
                        int *members);

/**
 * Copies the elements of a list to those from number `at` on of another system. Particle i becomes
 * place[i] or, if that is NULL, first + i.
 */
void system_copy_list(const struct system *from, enum system_list list, const int32_t *place,
                      int32_t first, struct system *to, int64_t at);

/** Excludes the two particles of each bonded term of a form, and no others. */
bool system_exclude_bonds(struct system *system, int form, struct error *error);

/**
 * Fills the rows that the model's pair function reads, one for each pair of types, from the
 * system's force field or from the model's own types, if the model has rows. EXIT_USAGE if the
 * coefficients of a pair of types are not known.
 */
bool system_set_rows(struct system *system, const struct model *model, const double *constants,
                     struct error *error);

/** Returns the row of the types of two particles; NULL: the model has none. */
static inline const double *system_row(const struct system *system, int64_t i, int64_t j)
{
    return pair_row(system->rows, system_type(system, i), system_type(system, j));
}

/**
 * Returns the bonded terms and excluded pairs of the system for which kernels are compiled; without
 * a system, those of the model itself.
 */
struct bonded_needs system_bonded_needs(const struct system *system, const struct model *model);

/** Returns the number of energy terms of a system: those of the model, and of the forms of its
 * bonded terms. */
int system_terms(const struct system *system, const struct model *model);

/** Returns the number of types of a system: those of its force field, or the model's. */
int system_types(const struct system *system, const struct model *model);

/**
 * Fills `types` with the particle types for these constants: masses (SITE_MASS instead of 0 if
 * there are virtual sites) and moments of inertia.
 */
void system_particle_types(const struct system *system, const struct model *model,
                           const double *constants, struct particle_type types[FIELD_TYPES]);

/**
 * Refuses a particle without mass that is no virtual site, and virtual sites of constructions that
 * cannot move: EXIT_USAGE. Forces need no masses.
 */
bool system_check_movable(const struct system *system, struct error *error);

/**
 * Returns the bytes of a system's arrays, without velocities and spins. An outline has n, box and
 * number of bonded terms, but no arrays; for it, returns the bytes that the system will have with
 * the model.
 */
double system_bytes(const struct system *system, const struct model *model);

/** Returns the memory of system_reorder. */
struct footprint system_reorder_footprint(const struct system *system, const struct model *model);

/** Frees the arrays. A zeroed system may be freed. */
void system_free(struct system *system);

/** Returns the number density n / volume. */
double system_density(const struct system *system);

/**
 * Makes a copy with box and coordinates rounded to the type of `precision`, so that kernel and
 * reference see the same particles. Built systems are representable in single precision, and do not
 * change.
 */
bool system_round(const struct system *system, enum precision precision, struct system *rounded,
                  struct error *error);

/**
 * Makes a copy in another order: its k-th particle is order[k] of the system. Velocities are not
 * copied.
 */
bool system_reorder(const struct system *system, const int32_t *order, struct system *sorted,
                    struct error *error);

/**
 * Refuses particles that lack data that the model needs, or with a type that the model, or its
 * constants' parameters, lack.
 */
bool system_check_model(const struct system *system, const struct model *model,
                        const double *constants, struct error *error);

/**
 * Refuses a box with an edge below twice `range` (cut-off plus skin), or infinite after rounding:
 * EXIT_USAGE.
 */
bool system_check_range(const struct system *system, double range, struct error *error);
