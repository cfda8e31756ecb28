/*
 * Estimates whether memory suffices for a case, on the host and on its device, before anything is
 * built.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/measure/case_state.h"

#include <stdbool.h>

/**
 * Whether memory suffices for a case alone. The estimate uses its system or, if that does not exist
 * yet, an outline. True if unknown, because particles are in a file that has not been read.
 * EXIT_ENVIRONMENT if not; the message has the needed and the free memory.
 */
bool fits_alone(const struct runner *runner, const struct opened *opened,
                const struct case_spec *spec, struct error *error);

/** Whether memory suffices for a case together with the prepared cases of its group. */
bool fits_with_group(const struct group *group, const struct case_spec *spec, struct error *error);

/** Whether memory suffices for a second workload of a case, with a copy of the system. */
bool fits_again(const struct group *group, const struct case_spec *spec, struct error *error);

/** Estimates the memory for a single case from its system, which may be an outline. */
void estimate_memory(const struct backend *backend, const struct case_spec *spec,
                     const struct system *system, struct memory_need *need);
