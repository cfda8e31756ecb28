/* Selects bonded terms of a system by kind, to time only one kind. */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"

#include <stdbool.h>

enum kept_terms {
    KEPT_ALL,
    KEPT_BONDS,     /* terms with two members */
    KEPT_ANGLES,    /* terms with three members */
    KEPT_DIHEDRALS, /* terms with four members, including impropers */
    KEPT_NONE,
    KEPT_COUNT
};

/** These functions return the name of a value, such as "all", and find a value by its name. */
const char *kept_terms_name(enum kept_terms kept_terms);
bool kept_terms_find(const char *name, enum kept_terms *kept);

/**
 * Removes the terms of all other kinds from a system, and forms that are then unused. Excluded
 * pairs stay excluded. EXIT_USAGE if no terms are left.
 */
bool kept_terms_apply(enum kept_terms kept, struct system *system, struct error *error);
