/* Writes a trajectory into the results. */
#ifndef PAIRLANES_TRAJECTORY_JSON_H
#define PAIRLANES_TRAJECTORY_JSON_H

#include "harness/measure/trajectory.h"

#include <cjson/cJSON.h>

/** Sets "dynamics" of a case that moves: what that took and showed, or the reason why it stopped.
 * EXIT_ENVIRONMENT for memory. */
bool trajectory_json(cJSON *item, const struct case_spec *spec, const struct trajectory *trajectory,
                     struct error *error);

#endif
