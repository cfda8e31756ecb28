/* Whether memory suffices for a case, on the host and on its device, before anything is built. */
#pragma once

#include "harness/base/error.h"
#include "harness/measure/case_state.h"

#include <stdbool.h>

/**
 * Whether a case fits into memory alone, estimated from its system, or from an outline if the
 * system does not exist yet. True if unknown: for particles of a file that is not read yet.
 * EXIT_ENVIRONMENT with needed and free memory.
 */
bool fits_alone(const struct runner *runner, const struct opened *opened,
                const struct case_spec *spec, struct error *error);

/** Whether a case fits into memory with the prepared cases of its group. */
bool fits_with_group(const struct group *group, const struct case_spec *spec, struct error *error);

/** Whether a case fits into memory a second time, with a system of its own. */
bool fits_again(const struct group *group, const struct case_spec *spec, struct error *error);

/** Estimates the memory of a single case from its system, which may be an outline. */
void estimate_memory(const struct backend *backend, const struct case_spec *spec,
                     const struct system *system, struct memory_need *need);
