/* Methods of leaving out excluded pairs, either in lists or in kernels that evaluate pairs. */
#pragma once

#include "harness/catalog/strategy.h"

#include <stdbool.h>

/** Values of the macro EXCLUSIONS of a GPU kernel. */
enum exclusion_method {
    EXCLUSION_USUAL,   /* lists leave excluded pairs out or mask them; a strategy without lists
                        * uses rows */
    EXCLUSION_ROWS,    /* lists contain excluded pairs; kernels search for the partner in the
                        * particle's row of excluded partners */
    EXCLUSION_STRINGS, /* lists contain excluded pairs; kernels read a bit for the pair from a
                        * string. All molecules of a kind share the string; on a GPU it is in
                        * constant memory */
    EXCLUSION_COUNT
};

/** Return the name of a value, and find a value by its name. */
const char *exclusion_method_name(enum exclusion_method exclusion_method);
bool exclusion_method_find(const char *name, enum exclusion_method *exclusion_method);

/** Returns the name of the method that a strategy uses: "listing", "masks", "rows" or "strings". */
const char *exclusion_method_way(const struct strategy *strategy,
                                 enum exclusion_method exclusion_method);

/** Number of names of methods. */
enum { EXCLUDED_WAYS = 4 };
const char *exclusion_method_listed(int index);

/** Whether a strategy's kernels, for a GPU or a CPU, support a method; EXIT_ENVIRONMENT if not. */
bool strategy_excludes(const struct strategy *strategy, enum exclusion_method exclusion_method,
                       bool gpu, struct error *error);

/**
 * Returns the method that a strategy uses if a case requests `exclusion_method`. For a strategy
 * without a list, EXCLUSION_ROWS is the same as EXCLUSION_USUAL.
 */
enum exclusion_method exclusion_method_of(const struct strategy *strategy,
                                          enum exclusion_method exclusion_method);

/** Whether a strategy's kernels search rows of excluded partners. */
bool exclusion_method_tests_rows(const struct strategy *strategy,
                                 enum exclusion_method exclusion_method);
