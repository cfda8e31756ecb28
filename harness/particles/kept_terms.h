/* Selection of a system's bonded terms, to time those of one kind. */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"

#include <stdbool.h>

enum kept_terms {
    KEPT_ALL,
    KEPT_BONDS,     /* terms of two members */
    KEPT_ANGLES,    /* terms of three */
    KEPT_DIHEDRALS, /* terms of four, impropers too */
    KEPT_NONE,
    KEPT_COUNT
};

/** Returns the name of a value, "all", or finds a value by its name. */
const char *kept_terms_name(enum kept_terms kept_terms);
bool kept_terms_find(const char *name, enum kept_terms *kept);

/**
 * Removes the other terms of a system, and the forms that are then unused; pairs stay excluded.
 * EXIT_USAGE if no terms are left.
 */
bool kept_terms_apply(enum kept_terms kept, struct system *system, struct error *error);
