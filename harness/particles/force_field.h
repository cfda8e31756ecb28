/*
 * Force field of a file or a builder: types, pair coefficients, and the coefficient rows of bonded
 * terms. Systems share a force field, which they do not change. A system without a force field has
 * the types and coefficients of the model.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/catalog/precision.h"
#include "models/description.h"

#include <stdint.h>

enum { FIELD_NAME = 24, FIELD_TYPES = WORD_TYPES, BONDED_NUMBERS = 4 };

/** A type of particle. */
struct field_type {
    char name[FIELD_NAME]; /* name of the type; "": it has only a number */
    double mass;           /* mass of particles; 0: unknown */
};

/** Coefficients of a type, or of a pair of types, in the order of the model (struct model). */
struct coefficients {
    bool stated;
    double value[MODEL_COEFFICIENTS];
};

/** The coefficients of a bonded term, in the order of its form (models/forms/). */
struct bonded_row {
    double value[BONDED_NUMBERS];
};

struct force_field {
    int holders;                  /* number of systems that share the field */
    int types;                    /* number of types; 0: the types are the model's */
    struct field_type *type;      /* types */
    struct coefficients *of_type; /* coefficients of each type; NULL: none are given */
    struct coefficients *of_pair; /* coefficients of types p and q at [types * p + q]; NULL: none
                                   * are given */
    int rows;
    struct bonded_row *row;
    int64_t strange_sites; /* number of virtual sites with a construction that motion does not
                            * support */
    unsigned forms;        /* forms of the bonded terms: bit k stands for form k of models/forms/ */
};

/**
 * Makes a field with room for `types` types without coefficients, and with `rows` zeroed bonded
 * rows. It has one holder.
 */
struct force_field *force_field_create(int types, int rows);

/** Replaces the bonded rows by `rows` zeroed rows. */
void force_field_add_rows(struct force_field *field, int rows);

/** These functions allocate coefficients of types, or of pairs of types, without values. */
void force_field_add_types(struct force_field *field);
void force_field_add_pairs(struct force_field *field);

/**
 * Returns the bonded rows in the form that kernels read, in the number type of the precision. The
 * caller frees them. NULL with EXIT_ENVIRONMENT if memory runs out.
 */
void *force_field_pack(const struct force_field *field, enum precision precision,
                       struct error *error);

/** Adds a holder to a field, and returns it; NULL returns NULL. */
struct force_field *force_field_share(struct force_field *field);

/** Removes a holder; the last one frees the field. The field may be NULL. */
void force_field_release(struct force_field *field);

/** Adds all contents of the field to a hash. */
void force_field_hash(const struct force_field *field, struct hasher *hasher);
