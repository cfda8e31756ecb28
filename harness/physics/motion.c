#include "harness/physics/motion.h"

#include "harness/base/words.h"

const char *integrator_name(enum integrator integrator)
{
    static const char *const names[INTEGRATORS] = {
        [INTEGRATOR_VERLET] = "verlet", [INTEGRATOR_LEAPFROG] = "leapfrog"};
    return names[integrator];
}

static const char *const removals[REMOVALS] = {
    [REMOVAL_NONE] = "none", [REMOVAL_LINEAR] = "linear", [REMOVAL_ANGULAR] = "angular"};

WORDS_OF_VALUES(removal, enum removal, removals)

const char *motion_part_name(enum motion_part part)
{
    static const char *const names[MOTION_PARTS] = {
        [MOTION_FORCE] = "force",
        [MOTION_BONDED] = "bonded",
        [MOTION_LIST] = "list",
        [MOTION_SORT] = "sort",
        [MOTION_INTEGRATION] = "integration",
        [MOTION_CONSTRAINTS] = "constraints",
        [MOTION_THERMOSTAT] = "thermostat",
        [MOTION_BAROSTAT] = "barostat",
        [MOTION_REMOVAL] = "removal",
    };
    return names[part];
}
