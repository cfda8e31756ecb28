/* The part of `pairlanes compile` for the CPU. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/embedded.h"
#include "harness/config/cases.h"

#include <stdbool.h>

/**
 * Compiles the CPU kernels of cases into the cache, `jobs` at a time (0: as many as there are
 * cores), and prints a row for each. If `strict`, warnings are errors. The file `out` (NULL: none)
 * gets the machine code of the cases as JSON. EXIT_VERIFICATION if a kernel does not compile,
 * EXIT_ENVIRONMENT if nothing can be compiled here. The error has the first reason, and the
 * standard error stream gets the others.
 */
bool compile_cpu(const struct cases *cases, const struct source_set *sources, int jobs, bool strict,
                 const char *out, struct error *error);
