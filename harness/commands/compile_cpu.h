/* `pairlanes compile` for CPU kernels. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/embedded.h"
#include "harness/config/cases.h"

#include <stdbool.h>

/**
 * Compiles the CPU kernels of cases into the cache, `jobs` at a time (0: one job per core), and
 * prints a row for each. If `strict`, warnings are errors. `out` is a JSON file for the hashes of
 * the cases' machine code; NULL: not written. EXIT_VERIFICATION if a kernel does not compile,
 * EXIT_ENVIRONMENT if nothing can be compiled here. The error has the first reason; the other
 * reasons go to the standard error.
 */
bool compile_cpu(const struct cases *cases, const struct source_set *sources, int jobs, bool strict,
                 const char *out, struct error *error);
