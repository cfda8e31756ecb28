/*
 * Force field of a file or a builder: types, coefficients of pairs of types, and the rows of
 * coefficients of bonded terms. Systems share it, read only; a system without one has the types and
 * coefficients of the model.
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
    char name[FIELD_NAME]; /* name; "": it has only a number */
    double mass;           /* mass; 0: not known */
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
    int holders;                  /* systems that share it */
    int types;                    /* 0: the types are the model's */
    struct field_type *type;      /* types */
    struct coefficients *of_type; /* coefficients of each type; NULL: none is given */
    struct coefficients *of_pair; /* types * types, at [types * p + q]; NULL: none */
    int rows;
    struct bonded_row *row;
    int64_t strange_sites; /* virtual sites of constructions that motion does not support */
    unsigned forms;        /* bit k: bonded terms have form k of models/forms/ */
};

/** Makes a field with room for types, without coefficients, and rows of bonded terms, zeroed, with
 * one holder. */
struct force_field *force_field_create(int types, int rows);

/** Allocates zeroed rows of bonded terms, in the place of the old ones. */
void force_field_add_rows(struct force_field *field, int rows);

/** Allocates coefficients of types, or of pairs of types, without values. */
void force_field_add_types(struct force_field *field);
void force_field_add_pairs(struct force_field *field);

/**
 * Returns the rows of bonded terms in the form of kernels, numbers of the precision's type, to be
 * freed; NULL: EXIT_ENVIRONMENT.
 */
void *force_field_pack(const struct force_field *field, enum precision precision,
                       struct error *error);

/** Adds a holder, and returns the field; NULL stays NULL. */
struct force_field *force_field_share(struct force_field *field);

/** Removes a holder; the last one frees the field. NULL is allowed. */
void force_field_release(struct force_field *field);

/** Adds all contents of the field to a hash. */
void force_field_hash(const struct force_field *field, struct hasher *hasher);
