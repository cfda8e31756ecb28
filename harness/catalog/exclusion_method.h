/* Methods of leaving out excluded pairs: by lists, or by the kernels that evaluate pairs. */
#pragma once

#include "harness/catalog/strategy.h"

#include <stdbool.h>

/** Values of the macro EXCLUSIONS of a GPU kernel. */
enum exclusion_method {
    EXCLUSION_USUAL,   /* excluded pairs are missing in lists, or masked; without lists and
                        * masks, kernels test rows */
    EXCLUSION_ROWS,    /* lists contain them, and kernels search for the partner in a row of
                        * excluded partners */
    EXCLUSION_STRINGS, /* lists contain them, and kernels read a bit of a string that molecules
                        * share: in constant memory on a GPU */
    EXCLUSION_COUNT
};

/** Returns the name of a value, and finds a value by name. */
const char *exclusion_method_name(enum exclusion_method exclusion_method);
bool exclusion_method_find(const char *name, enum exclusion_method *exclusion_method);

/** Returns the name of the strategy's method: "listing", "masks", "rows" or "strings". */
const char *exclusion_method_way(const struct strategy *strategy,
                                 enum exclusion_method exclusion_method);

/** Bits of all these names. */
enum { EXCLUDED_WAYS = 4 };
const char *exclusion_method_listed(int index);

/**
 * Whether a strategy's kernels, for a GPU or a CPU, support a method of leaving out pairs;
 * EXIT_ENVIRONMENT if not.
 */
bool strategy_excludes(const struct strategy *strategy, enum exclusion_method exclusion_method,
                       bool gpu, struct error *error);

/** Returns a strategy's method for a value: rows are the usual method without a list. */
enum exclusion_method exclusion_method_of(const struct strategy *strategy,
                                          enum exclusion_method exclusion_method);

/** Whether a strategy's kernels search a row of excluded partners. */
bool exclusion_method_tests_rows(const struct strategy *strategy,
                                 enum exclusion_method exclusion_method);
