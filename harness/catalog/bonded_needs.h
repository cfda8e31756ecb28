/*
 * Properties of a system that determine how kernels are compiled: bonded terms, excluded pairs and
 * types.
 */
#pragma once

#include "harness/catalog/model.h"

#include <stdbool.h>
#include <stddef.h>

/** Properties beyond those of the model. Zeroed: none. */
struct bonded_needs {
    unsigned forms; /* bit k: the system has terms of form k of models/forms/ that the model does
                     * not have */
    unsigned lacks; /* forms of the model that the system does not have */
    bool excludes;  /* true if pairs are excluded although the model has no bonded terms */
    int types;      /* types of a force field; 0: those of the model */
};

/**
 * Largest number of types whose rows fit into a kernel's shared memory together with its particles.
 */
enum { ROW_TYPES_MOST = 48 };

/**
 * Returns the macro ROW_TYPES of kernels of a model with rows: the number of types, or 0 if it
 * exceeds ROW_TYPES_MOST.
 */
int row_types(const struct model *model, const struct bonded_needs *needs);

/** Whether systems of a model always have bonded terms. */
bool model_is_bonded(const struct model *model);

/** Whether particles of a model may have bonded terms of models/forms/. They must be points. */
bool model_takes_forms(const struct model *model);

/** Returns the largest number of members of a bonded term. */
int bonded_most(const struct model *model, const struct bonded_needs *needs);

/** Size of the output of bonded_options. */
enum { BONDED_OPTIONS = 128 };

/**
 * Writes the macros of strategies/bonded_term.h, with which kernels of bonded terms are compiled,
 * as options. Each ends with a zero, and the last with two. Writes none if the system has no terms
 * of models/forms/.
 */
void bonded_options(const struct model *model, const struct bonded_needs *needs, char *options,
                    size_t size);
