/*
 * Coefficients of pairs in LAMMPS data files, as write_data writes them: the sections "Pair Coeffs"
 * (of a type) and "PairIJ Coeffs" (of two), with the pair style after a # or, with the heading "#
 * hybrid", in each line after the type. The reader uses those of Lennard-Jones 12-6 styles,
 * "epsilon sigma" and further numbers: cut-offs or, of CHARMM's styles, epsilon and sigma of pairs
 * three bonds apart. Coefficients of other styles have other meanings.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/input/formats/lammps_line.h"
#include "harness/particles/system.h"

enum { LAMMPS_PAIR_NUMBERS = 4 };

/** A pair style whose first coefficients are epsilon and sigma of 12-6. */
struct lammps_pair_style {
    const char *name;
    int further;     /* most numbers after these */
    bool fourth;     /* true if these are epsilon and sigma of pairs three bonds apart, not
                      * cut-offs */
    bool arithmetic; /* true if sigma of two types is the mean of theirs, unless the file gives
                      * it */
    bool coulomb;    /* true if its Coulomb interaction is neither plain nor an Ewald sum */
    int shift;       /* choice of the parameter of model lj; 0: the style does not determine it */
};

/** A section. */
struct lammps_pairs {
    char what[72];                         /* "Pair Coeffs # lj/cut" */
    char name[40];                         /* name of the style; "": not in the heading */
    const struct lammps_pair_style *style; /* style; NULL: not named, or not 12-6 */
    bool hybrid;                           /* true if each line has to name a style */
    bool of_two;
};

/** Coefficients of a type, or of two. */
struct lammps_pair {
    int64_t line;                          /* line of the coefficients; 0: there are none */
    int32_t type[2];                       /* types from 0; a single type twice */
    const struct lammps_pair_style *style; /* NULL: not named */
    int count;
    double value[LAMMPS_PAIR_NUMBERS];
};

/** Coefficients in a list that grows. Zeroed: none. */
struct lammps_pair_list {
    struct lammps_pair *of;
    int64_t count, room;
};

/** Whether a style has a Coulomb interaction, too. */
bool lammps_pair_style_charged(const struct lammps_pair_style *style);

/** Whether a line is the heading of a section of coefficients of pairs; fills in the section. */
bool lammps_pairs_begin(const struct lammps_line *line, struct lammps_pairs *section);

/** Whether a model's pairs are 12-6 with coefficients that a file may state. */
bool lammps_pairs_are_of(const struct model *model);

/**
 * Refuses a section whose style is another function of the distance than the model's 12-6
 * (lammps_pairs_are_of); style NULL: not known.
 */
bool lammps_pairs_check(const struct text_file *file, const struct lammps_pairs *section,
                        const struct model *model, struct error *error);

/**
 * Reads a line of the section, with types from 1 to `types`. EXIT_USAGE for an invalid line, and
 * for a style with another function of the distance.
 */
bool lammps_pairs_read(const struct text_file *file, const struct lammps_pairs *section,
                       const struct model *model, int types, struct lammps_pair *pair,
                       struct error *error);

/** Adds a note to the system that a section of its file is not used. */
void lammps_pairs_unused(const struct text_file *file, const struct lammps_pairs *section,
                         struct system *system);

/** Refuses further numbers after epsilon and sigma, whose meaning no style says: EXIT_USAGE;
 * returns false. */
bool lammps_pairs_refuse_unnamed(const struct text_file *file, struct error *error);

/**
 * Notes the file's coefficients in the system as parameters of the model; NULL: unknown, perhaps
 * lj.
 */
void lammps_pairs_state(const struct text_file *file, const struct lammps_pairs *section,
                        const struct lammps_pair *pair, const struct model *model,
                        struct system *system);

/** Keeps a type's coefficients. EXIT_USAGE if it has them already. */
bool lammps_pair_keep(const struct text_file *file, const struct lammps_pairs *section,
                      const struct lammps_pair *pair, struct lammps_pair *kept,
                      struct error *error);

/** Adds a copy to the list. */
void lammps_pair_add(const struct lammps_pair *pair, struct lammps_pair_list *list);
