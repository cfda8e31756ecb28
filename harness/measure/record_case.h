/* Writes a case into the results as soon as it has ended. */
#pragma once

#include "harness/base/error.h"
#include "harness/measure/case_state.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * These functions add to the summary of the run and write the results file. False, with the error,
 * only if the run cannot go on: no memory, an unwritable file.
 */

/** Records that the case of this index cannot run here, for a reason that is no failure. */
bool record_skipped(struct runner *runner, int64_t index, const struct opened *opened,
                    const char *reason, struct error *error);

/** Records that the case of this index has failed. */
bool record_failed(struct runner *runner, int64_t index, const struct opened *opened,
                   const struct error *reason, struct error *error);

/** Records a case that ran, with its times; it has failed if its verification failed, or if some
 * numbers could not be read back. */
bool record_ran(struct runner *runner, const struct opened *opened, const struct case_state *state,
                struct error *error);
