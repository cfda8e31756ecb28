/* Where excluded pairs are left out: by lists, or by the kernels that evaluate pairs. */
#pragma once

#include "harness/catalog/strategy.h"

#include <stdbool.h>

/** Values of the macro EXCLUSIONS of a GPU kernel. */
enum exclusion_method {
    EXCLUSION_USUAL,   /* lists leave them out, or masks; without either, kernels test rows */
    EXCLUSION_ROWS,    /* lists hold them, and kernels look for a partner in a particle's row */
    EXCLUSION_STRINGS, /* lists hold them, and kernels read a bit of a string that molecules share:
                          of a GPU, in constant memory */
    EXCLUSION_COUNT
};

/** The name of a value, and back. */
const char *exclusion_method_name(enum exclusion_method exclusion_method);
bool exclusion_method_find(const char *name, enum exclusion_method *exclusion_method);

/** Returns the name of the strategy's way: "listing", "masks", "rows" or "strings". */
const char *exclusion_method_way(const struct strategy *strategy,
                                 enum exclusion_method exclusion_method);

/** All EXCLUDED_WAYS of these names. */
enum { EXCLUDED_WAYS = 4 };
const char *exclusion_method_listed(int index);

/** Whether a strategy's kernels of a GPU, or of a CPU, leave pairs out there; EXIT_ENVIRONMENT if
 * not. */
bool strategy_excludes(const struct strategy *strategy, enum exclusion_method exclusion_method,
                       bool gpu, struct error *error);

/** Returns a strategy's way for a value: rows are the usual way without a list. */
enum exclusion_method exclusion_method_of(const struct strategy *strategy,
                                          enum exclusion_method exclusion_method);

/** Whether a strategy's kernels look for partners in a particle's row. */
bool exclusion_method_tests_rows(const struct strategy *strategy,
                                 enum exclusion_method exclusion_method);
