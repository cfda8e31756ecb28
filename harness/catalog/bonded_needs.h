/*
 * Properties of a system that determine how kernels are compiled: bonded terms, excluded pairs and
 * types.
 */
#pragma once

#include "harness/catalog/model.h"

#include <stdbool.h>
#include <stddef.h>

/** Properties of a system that differ from its model's. Zeroed: none. */
struct bonded_needs {
    unsigned forms; /* bit k: the system has terms of form k of models/forms/, but the model lacks
                     * the form */
    unsigned lacks; /* forms of the model that the system does not have */
    bool excludes;  /* true if pairs are excluded although the model has no bonded terms */
    int types;      /* types of a force field; 0: the model's types */
};

/** Largest number of types for which a kernel's shared memory has space for rows and particles. */
enum { ROW_TYPES_MOST = 48 };

/**
 * Returns the macro ROW_TYPES for a model with rows: the number of types. 0 if the number exceeds
 * ROW_TYPES_MOST.
 */
int row_types(const struct model *model, const struct bonded_needs *needs);

/** Whether systems of a model always have bonded terms. */
bool model_is_bonded(const struct model *model);

/**
 * Whether particles of a model may have bonded terms of models/forms/. The particles must be
 * points.
 */
bool model_takes_forms(const struct model *model);

/** Returns the largest number of members of a bonded term. */
int bonded_most(const struct model *model, const struct bonded_needs *needs);

/** Size of the output of bonded_options. */
enum { BONDED_OPTIONS = 128 };

/**
 * Writes the macros of strategies/bonded_term.h, as options for compiling kernels that evaluate
 * bonded terms. Each option ends with a zero, and the last with two. Writes none if the system has
 * no terms of models/forms/.
 */
void bonded_options(const struct model *model, const struct bonded_needs *needs, char *options,
                    size_t size);
