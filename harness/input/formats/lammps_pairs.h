/*
 * Reads coefficients of pairs in LAMMPS data files, as write_data writes them: the sections "Pair
 * Coeffs" (of a type) and "PairIJ Coeffs" (of two types). The heading has the pair style after a #.
 * With "# hybrid" in the heading, each line has the style after the type. A model may declare
 * styles; their coefficients are in the model's order, perhaps followed by a cut-off. Lennard-Jones
 * 12-6 styles have "epsilon sigma", then cut-offs. CHARMM's styles instead have epsilon and sigma
 * of pairs three bonds apart. A model that declares styles accepts only 12-6 styles that it
 * declares.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/input/formats/lammps_line.h"
#include "harness/particles/system.h"

enum { LAMMPS_PAIR_NUMBERS = 4 /* maximum if no style is named */ };

/**
 * A pair style. Its coefficients are the model's, or begin with epsilon and sigma of a 12-6
 * potential.
 */
struct lammps_pair_style {
    const char *name;
    int further;       /* largest number of numbers after epsilon and sigma, or after the model's
                        * coefficients */
    bool fourth;       /* true if the further numbers are epsilon and sigma of pairs three bonds
                        * apart, not cut-offs */
    bool arithmetic;   /* true if sigma of two types is an arithmetic mean, unless the file contains
                        * it */
    bool coulomb;      /* true if its Coulomb interaction is neither plain nor an Ewald sum */
    const char *shift; /* choice of the model's parameter "shift"; NULL: the style does not
                        * determine it */
};

/** A section of pair coefficients. */
struct lammps_pairs {
    char what[72];                         /* heading, "Pair Coeffs # lj/cut" */
    char name[40];                         /* name of the style; "": not in the heading */
    const struct lammps_pair_style *style; /* style; NULL: not named, or not known */
    struct lammps_pair_style own;          /* style that only the model declares */
    bool hybrid;                           /* true if each line has to name a style */
    bool of_two;
};

/** Coefficients of a type, or of two types. */
struct lammps_pair {
    int64_t line;                          /* line of the coefficients; 0: there are none */
    int32_t type[2];                       /* types, counted from 0; equal for coefficients of a
                                            * single type */
    const struct lammps_pair_style *style; /* style of the line; NULL: not named */
    int count;
    double value[MODEL_COEFFICIENTS + 1];
};

/** A list of coefficients that grows; zeroed: empty. */
struct lammps_pair_list {
    struct lammps_pair *of;
    int64_t count, room;
};

/** Whether a line has the model's coefficients, in their order. */
bool lammps_pair_is_own(const struct lammps_pairs *section, const struct lammps_pair *pair);

/** Whether a style also has a Coulomb interaction. */
bool lammps_pair_style_charged(const struct lammps_pair_style *style);

/**
 * Whether a line is the heading of a section of pair coefficients; then fills in the section. The
 * model may be NULL.
 */
bool lammps_pairs_begin(const struct lammps_line *line, const struct model *model,
                        struct lammps_pairs *section);

/** Whether a file can give coefficients of a model's pair function. */
bool lammps_pairs_are_of(const struct model *model);

/**
 * Refuses a section if its style is another function of the distance than the model's pair function
 * (lammps_pairs_are_of). Accepts a section without a style if the model declares no styles.
 */
bool lammps_pairs_check(const struct text_file *file, const struct lammps_pairs *section,
                        const struct model *model, struct error *error);

/**
 * Reads a line of the section, with types from 1 to `types`. EXIT_USAGE if the line is invalid, or
 * if its style is another function of the distance.
 */
bool lammps_pairs_read(const struct text_file *file, struct lammps_pairs *section,
                       const struct model *model, int types, struct lammps_pair *pair,
                       struct error *error);

/** Notes in the system that a section of its file is not used. */
void lammps_pairs_unused(const struct text_file *file, const struct lammps_pairs *section,
                         struct system *system);

/**
 * Fails with EXIT_USAGE if numbers follow epsilon and sigma and no style is named, because the
 * meaning of the numbers is unknown.
 */
bool lammps_pairs_refuse_unnamed(const struct text_file *file, struct error *error);

/**
 * Notes the file's coefficients in the system as parameters of the model. NULL: the model is
 * unknown, and may be lj.
 */
void lammps_pairs_state(const struct text_file *file, const struct lammps_pairs *section,
                        const struct lammps_pair *pair, const struct model *model,
                        struct system *system);

/**
 * Adds a type's coefficients to the list. EXIT_USAGE if the list already has coefficients of that
 * type.
 */
bool lammps_pair_keep(const struct text_file *file, const struct lammps_pairs *section,
                      const struct lammps_pair *pair, struct lammps_pair *kept,
                      struct error *error);

/** Adds a copy of `pair` to the list. */
void lammps_pair_add(const struct lammps_pair *pair, struct lammps_pair_list *list);
