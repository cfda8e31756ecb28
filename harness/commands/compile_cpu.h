/* `pairlanes compile` for CPU kernels. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/embedded.h"
#include "harness/config/cases.h"

#include <stdbool.h>

/**
 * Compiles the CPU kernels of cases into the cache, `jobs` at a time (0: as many as there are
 * cores), and prints a row for each. If `strict`, warnings are errors. The hashes of the cases'
 * machine code are written to the file `out` as JSON (NULL: not written). EXIT_VERIFICATION if a
 * kernel does not compile, EXIT_ENVIRONMENT if nothing can be compiled here. The error has the
 * first reason; the others go to the standard error.
 */
bool compile_cpu(const struct cases *cases, const struct source_set *sources, int jobs, bool strict,
                 const char *out, struct error *error);
