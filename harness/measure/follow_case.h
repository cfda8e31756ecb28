/* Moves the particles of one case of a run, and reports the estimated time left. */
#pragma once

#include "harness/measure/measurement.h"

/**
 * Follows the trajectory of a case of the group, on its own workload. Errors become the
 * trajectory's reason.
 */
void follow_case(struct group *group, struct measurement *measurement);
