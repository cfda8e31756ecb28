/* Adds a case to the results as soon as it is done. */
#pragma once

#include "harness/base/error.h"
#include "harness/measure/case_state.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Functions that add a case to the summary of the run, and write the results file. False, with the
 * error, only if memory runs out or the file cannot be written. The run then cannot continue.
 */

/** Records that the case with an index cannot run here. The reason is not a failure. */
bool record_skipped(struct runner *runner, int64_t index, const struct opened *opened,
                    const char *reason, struct error *error);

/** Records that the case with an index has failed. */
bool record_failed(struct runner *runner, int64_t index, const struct opened *opened,
                   const struct error *reason, struct error *error);

/**
 * Records a case that ran, with its times. It has failed if its verification has failed, or if some
 * numbers could not be read back.
 */
bool record_ran(struct runner *runner, const struct opened *opened, const struct case_state *state,
                struct error *error);
