/* Where excluded pairs are left out: by lists, or by the kernels that evaluate pairs. */
#pragma once

#include "harness/catalog/strategy.h"

#include <stdbool.h>

/** Values of the macro EXCLUSIONS of a GPU kernel. */
enum excluding {
    EXCLUDING_USUAL,   /* lists leave them out, or masks; without either, kernels test rows */
    EXCLUDING_ROWS,    /* lists hold them, and kernels look for a partner in a particle's row */
    EXCLUDING_STRINGS, /* lists hold them, and kernels read a bit of a string that molecules share:
                          of a GPU, in constant memory */
    EXCLUDING_COUNT
};

/** The name of a value, and back. */
const char *excluding_name(enum excluding excluding);
bool excluding_find(const char *name, enum excluding *excluding);

/** Returns the name of the strategy's way: "listing", "masks", "rows" or "strings". */
const char *excluding_way(const struct strategy *strategy, enum excluding excluding);

/** All EXCLUDED_WAYS of these names. */
enum { EXCLUDED_WAYS = 4 };
const char *excluding_told_name(int index);

/** Whether a strategy's kernels of a GPU, or of a CPU, leave pairs out there; EXIT_ENVIRONMENT if
 * not. */
bool strategy_excludes(const struct strategy *strategy, enum excluding excluding, bool gpu,
                       struct error *error);

/** Returns a strategy's way for a value: rows are the usual way without a list. */
enum excluding excluding_of(const struct strategy *strategy, enum excluding excluding);

/** Whether a strategy's kernels look for partners in a particle's row. */
bool excluding_tests_rows(const struct strategy *strategy, enum excluding excluding);
