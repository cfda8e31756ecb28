/* Properties of a system that kernels are compiled for: bonded terms, excluded pairs and types. */
#pragma once

#include "harness/catalog/model.h"

#include <stdbool.h>
#include <stddef.h>

/** Needs in addition to the model's own. Zeroed: none. */
struct bonded_needs {
    unsigned forms; /* bit k: terms of form k of models/forms/ occur, besides the model's own set */
    unsigned lacks; /* forms of the model's own set that do not occur */
    bool excludes;  /* pairs are excluded, though the model has no bonded terms of its own */
    int types;      /* types of a force field; 0: those of the model */
};

/** Most types whose rows fit into a kernel's shared memory with its particles. */
enum { ROW_TYPES_MOST = 48 };

/** ROW_TYPES of the kernels of a model with rows: the number of types, 0 if it is larger. */
int row_types(const struct model *model, const struct bonded_needs *needs);

/** Whether systems of a model always have bonded terms. */
bool model_is_bonded(const struct model *model);

/** Whether particles of a model may have bonded terms of models/forms/: only points may. */
bool model_takes_forms(const struct model *model);

/** Members of a bonded term, at most. */
int bonded_most(const struct model *model, const struct bonded_needs *needs);

/** Room for the output of bonded_options. */
enum { BONDED_OPTIONS = 128 };

/**
 * Writes the macros that kernels of bonded terms are compiled with, of strategies/bonded_term.h, as
 * options, separated by zeros and ended by two; none if no terms of models/forms/ occur.
 */
void bonded_options(const struct model *model, const struct bonded_needs *needs, char *options,
                    size_t size);
