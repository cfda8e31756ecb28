/*
 * Reads the force field of a GROMACS topology. These sections precede its molecules: [ defaults ],
 * [ atomtypes ], [ nonbond_params ], [ pairtypes ], [ bondtypes ], [ constrainttypes ], [
 * angletypes ] and [ dihedraltypes ]. Numbers stay in GROMACS' units, nm and kJ/mol.
 *
 * Two types of particles have the parameters of [ nonbond_params ]. Without an entry there, the
 * combination rule computes them. Rule 1 is the geometric mean of C6 and C12. Rules 2 and 3 are the
 * geometric mean of epsilon, with the arithmetic (2) or geometric (3) mean of sigma.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/input/formats/gromacs_lines.h"
#include "harness/input/formats/gromacs_styles.h"
#include "harness/particles/force_field.h"

#include <stdbool.h>
#include <stdint.h>

/** An index from keys to entries; zeroed: empty. */
struct gromacs_index {
    void *tree; /* binary tree of keys and their entries, by tsearch */
};

/** Returns the entry with a key; -1: there is none. */
int64_t gromacs_index_find(const struct gromacs_index *index, struct hash key);

/** Adds an entry with a new key. */
void gromacs_index_add(struct gromacs_index *index, struct hash key, int64_t entry);

void gromacs_index_free(struct gromacs_index *index);

/**
 * Largest number of consecutive entries for the same particles, which are terms of one dihedral.
 */
enum { GROMACS_MULTIPLE = 64 };

/**
 * Lennard-Jones parameters, as the combination rule defines them: C6 and C12, or sigma and epsilon.
 */
struct gromacs_lj {
    double v, w;
};

struct gromacs_atom_type {
    char name[FIELD_NAME];
    char bonded[FIELD_NAME]; /* name of the type in the sections of bonded parameters */
    double mass, charge;
    struct gromacs_lj lj;
    bool paired; /* true if [ nonbond_params ] has an entry with this type */
    bool shell;  /* true for a shell (kind S), a particle without mass that follows the forces */
};

/** Lennard-Jones parameters of two types. */
struct gromacs_pair {
    int32_t type[2];
    struct gromacs_lj lj;
};

/**
 * The pairs of types in a section, with their parameters. If a pair has several entries, the last
 * one counts.
 */
struct gromacs_pairs {
    struct gromacs_pair *pair;
    int64_t count, room;
    struct gromacs_index of_types; /* index of entries by the two types */
};

/** Parameters of a bonded term between types of particles; the name "X" matches any type. */
struct gromacs_bonded_type {
    const struct gromacs_style *style;
    char name[GROMACS_KIND_MEMBERS][FIELD_NAME];
    double value[GROMACS_PARAMETERS];
};

/** The types of a force field; zeroed: nothing is read yet. */
struct gromacs_types {
    int rule;         /* combination rule; 0: no [ defaults ] yet */
    bool makes_pairs; /* gen-pairs: true if pairs that [ pairtypes ] lacks have parameters by the
                       * combination rule */
    double fudge_lj, fudge_qq;
    struct gromacs_atom_type *type;
    int64_t types, type_room;
    struct gromacs_index type_of; /* index of types by name */
    struct gromacs_pairs between; /* parameters from [ nonbond_params ] */
    struct gromacs_pairs pair_14; /* parameters from [ pairtypes ] */
    struct gromacs_bonded_type *bonded[GROMACS_KINDS];
    int64_t bondeds[GROMACS_KINDS], bonded_room[GROMACS_KINDS];
    struct gromacs_index bonded_of[GROMACS_KINDS]; /* index of bonded types by names: the first
                                                    * entry of each */
    double *length;                                /* lengths from [ constrainttypes ], nm */
    int64_t lengths, length_room;
    struct gromacs_index length_of; /* index of lengths by function and names */
    char changed[GROMACS_PLACE];    /* place of the first line that replaces parameters of the same
                                     * types by different ones; "": none */
};

/** Whether a heading begins a section of the force field. */
bool gromacs_types_has(const char *heading);

/** Reads a line of a section of the force field. EXIT_USAGE with file and line if it is wrong. */
bool gromacs_types_take(struct gromacs_types *types, const char *heading,
                        const struct gromacs_lines *lines, struct error *error);

/** Returns the index of a type by its name; -1: there is none. */
int32_t gromacs_types_find(const struct gromacs_types *types, const char *name);

/**
 * Returns the parameters of a bonded term for the types of its particles; NULL: there are none. The
 * number of consecutive entries is 1, or more for multiple dihedrals. Among matching dihedrals with
 * "X", takes the entry with the fewest "X"; of several, the first.
 */
const struct gromacs_bonded_type *gromacs_types_bonded(const struct gromacs_types *types,
                                                       const struct gromacs_style *style,
                                                       const int32_t *member, int *count);

/** Sets *length to the length in [ constrainttypes ] for two types and a function; false: none. */
bool gromacs_types_constraint(const struct gromacs_types *types, int64_t function,
                              const int32_t member[2], double *length);

/**
 * Returns the Lennard-Jones parameters of two types: from [ nonbond_params ], otherwise by the
 * combination rule.
 */
struct gromacs_lj gromacs_types_pair(const struct gromacs_types *types, const int32_t type[2]);

/**
 * Fills in the parameters of a pair three bonds apart, from [ pairtypes ]. If it has no entry and
 * gen-pairs is set, uses gromacs_types_pair times fudgeLJ. False: there are none.
 */
bool gromacs_types_pair_14(const struct gromacs_types *types, const int32_t type[2],
                           struct gromacs_lj *lj);

/** Computes epsilon and sigma. False if they do not exist, because C12 is given without C6. */
bool gromacs_types_convert(const struct gromacs_types *types, struct gromacs_lj lj, double *epsilon,
                           double *sigma);

void gromacs_types_free(struct gromacs_types *types);
