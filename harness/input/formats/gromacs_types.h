/*
 * The force field of a GROMACS topology, the sections before its molecules: [ defaults ], [
 * atomtypes ], [ nonbond_params ], [ pairtypes ], [ bondtypes ], [ constrainttypes ], [ angletypes
 * ] and [ dihedraltypes ]. Numbers stay in GROMACS' units, nm and kJ/mol.
 *
 * Two types of particles have the parameters of [ nonbond_params ], otherwise those of the
 * combination rule: geometric means of C6 and C12 (1), or of epsilon with the arithmetic (2) or
 * geometric (3) mean of sigma.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/input/formats/gromacs_lines.h"
#include "harness/input/formats/gromacs_styles.h"
#include "harness/particles/force_field.h"

#include <stdbool.h>
#include <stdint.h>

/** An index of keys; zeroed: empty. */
struct gromacs_index {
    void *tree; /* keys with their entries, by tsearch */
};

/** Returns the entry of a key; -1: there is none. */
int64_t gromacs_index_find(const struct gromacs_index *index, struct hash key);

/** Adds the entry of a key that is not known. */
void gromacs_index_add(struct gromacs_index *index, struct hash key, int64_t entry);

void gromacs_index_free(struct gromacs_index *index);

/** Most entries in a row for the same particles: terms of a dihedral. */
enum { GROMACS_MULTIPLE = 64 };

/**
 * Lennard-Jones parameters in the form of the combination rule: C6 and C12, or sigma and epsilon.
 */
struct gromacs_lj {
    double v, w;
};

struct gromacs_atom_type {
    char name[FIELD_NAME];
    char bonded[FIELD_NAME]; /* name in the tables of bonded terms */
    double mass, charge;
    struct gromacs_lj lj;
    bool paired; /* [ nonbond_params ] name it */
    bool shell;  /* true for kind S: particles without mass that follow the forces */
};

/** Parameters of two types. */
struct gromacs_pair {
    int32_t type[2];
    struct gromacs_lj lj;
};

/** Pairs of types with parameters in a section; the last entry of two types counts. */
struct gromacs_pairs {
    struct gromacs_pair *pair;
    int64_t count, room;
    struct gromacs_index of_types; /* entries by the two types */
};

/** Parameters of bonded terms between types of particles; "X" is any. */
struct gromacs_bonded_type {
    const struct gromacs_style *style;
    char name[GROMACS_KIND_MEMBERS][FIELD_NAME];
    double value[GROMACS_PARAMETERS];
};

/** Zeroed: nothing is read yet. */
struct gromacs_types {
    int rule;         /* combination rule; 0: no [ defaults ] yet */
    bool makes_pairs; /* true if pairs without [ pairtypes ] have parameters by the rule */
    double fudge_lj, fudge_qq;
    struct gromacs_atom_type *type;
    int64_t types, type_room;
    struct gromacs_index type_of; /* types by name */
    struct gromacs_pairs between; /* [ nonbond_params ] */
    struct gromacs_pairs pair_14; /* [ pairtypes ] */
    struct gromacs_bonded_type *bonded[GROMACS_KINDS];
    int64_t bondeds[GROMACS_KINDS], bonded_room[GROMACS_KINDS];
    struct gromacs_index bonded_of[GROMACS_KINDS]; /* the first entry of a function, by names */
    double *length;                                /* lengths in [ constrainttypes ], nm */
    int64_t lengths, length_room;
    struct gromacs_index length_of; /* lengths by function and names */
    char changed[GROMACS_PLACE];    /* place of the first line with parameters of types that have
                                     * others above; "": there is none */
};

/** Whether a heading begins a section of the force field. */
bool gromacs_types_has(const char *heading);

/** Takes a line of such a section; EXIT_USAGE with file and line if it is wrong. */
bool gromacs_types_take(struct gromacs_types *types, const char *heading,
                        const struct gromacs_lines *lines, struct error *error);

/** Returns the place of a type by its name; -1: there is none. */
int32_t gromacs_types_find(const struct gromacs_types *types, const char *name);

/**
 * Returns the parameters of a term by the types of its particles, and the number of consecutive
 * entries for them: several for multiple dihedrals, otherwise one. NULL: there are none. Among
 * dihedrals with "X" the one with the most names counts, then the first.
 */
const struct gromacs_bonded_type *gromacs_types_bonded(const struct gromacs_types *types,
                                                       const struct gromacs_style *style,
                                                       const int32_t *member, int *count);

/** Fills in the length of two types for a function of [ constrainttypes ]; false: there is none. */
bool gromacs_types_constraint(const struct gromacs_types *types, int64_t function,
                              const int32_t member[2], double *length);

/**
 * Returns the parameters of two types: from [ nonbond_params ], otherwise by the combination rule.
 */
struct gromacs_lj gromacs_types_pair(const struct gromacs_types *types, const int32_t type[2]);

/**
 * Fills in the parameters of a pair three bonds apart: from [ pairtypes ], otherwise with gen-pairs
 * those of gromacs_types_pair with fudgeLJ; false if there are none.
 */
bool gromacs_types_pair_14(const struct gromacs_types *types, const int32_t type[2],
                           struct gromacs_lj *lj);

/** Fills epsilon and sigma; false if they do not exist: C12 without C6. */
bool gromacs_types_convert(const struct gromacs_types *types, struct gromacs_lj lj, double *epsilon,
                           double *sigma);

void gromacs_types_free(struct gromacs_types *types);
