#include "harness/physics/motion.h"

const char *integrator_name(enum integrator integrator)
{
    static const char *const names[INTEGRATORS] = {
        [INTEGRATOR_VERLET] = "verlet", [INTEGRATOR_LEAPFROG] = "leapfrog"};
    return names[integrator];
}

const char *motion_part_name(enum motion_part part)
{
    static const char *const names[MOTION_PARTS] = {
        [MOTION_FORCE] = "force",
        [MOTION_BONDED] = "bonded",
        [MOTION_LIST] = "list",
        [MOTION_SORT] = "sort",
        [MOTION_INTEGRATION] = "integration",
        [MOTION_THERMOSTAT] = "thermostat",
    };
    return names[part];
}
