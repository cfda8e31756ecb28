/* Moves the particles of one case of a run, and reports the estimated time left. */
#ifndef PAIRLANES_FOLLOW_CASE_H
#define PAIRLANES_FOLLOW_CASE_H

#include "harness/measure/measurement.h"

/** Follows the trajectory of a case of the group, on a workload of its own. What goes wrong is the
 * trajectory's reason. */
void follow_case(struct group *group, struct measurement *measurement);

#endif
