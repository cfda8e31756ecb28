/* Settings of the motion of particles, and the time of their steps. */
#pragma once

#include "harness/physics/barostat.h"
#include "harness/physics/shared/motion_energies.h"
#include "harness/physics/thermostat.h"

#include <stdbool.h>
#include <stdint.h>

enum integrator {
    INTEGRATOR_VERLET,   /* velocity Verlet: velocities are known at each step */
    INTEGRATOR_LEAPFROG, /* leapfrog: the same trajectory, with both halves of a kick at once,
                          * between steps */
    INTEGRATORS
};

/** Returns the name of an integrator: "verlet", "leapfrog". */
const char *integrator_name(enum integrator integrator);

/** Common motion of all particles that is removed. */
enum removal {
    REMOVAL_NONE,
    REMOVAL_LINEAR,  /* translation */
    REMOVAL_ANGULAR, /* also rotation about the centre of mass (physics/shared/common_motion.h) */
    REMOVALS
};

/** Returns the name of a removal, "none", "linear", "angular", or finds one by its name. */
const char *removal_name(enum removal removal);
bool removal_find(const char *name, enum removal *removal);

/** Motion of particles. */
struct motion {
    double dt;
    int64_t step; /* steps done before */
    enum integrator integrator;
    enum removal removal;
    int removal_interval; /* steps from one removal to the next, between the halves of a step */
    int list_interval;    /* most steps with one list; 0: until a particle has left half the skin */
    struct thermostat thermostat;
    struct barostat barostat;
    struct nose_hoover nose_hoover; /* thermostat's state after these steps; zeroed at the start */
};

/** The parts of a step that are timed separately. */
enum motion_part {
    MOTION_FORCE,
    MOTION_BONDED, /* bonded terms in a separate kernel */
    MOTION_LIST,
    MOTION_SORT, /* order of the particles, if it differs from that of the list */
    MOTION_INTEGRATION,
    MOTION_CONSTRAINTS, /* constraints in separate kernels */
    MOTION_THERMOSTAT,  /* thermostat in a separate kernel */
    MOTION_BAROSTAT,    /* pressures, and the changes of the box that follow */
    MOTION_REMOVAL,     /* removal of the common motion */
    MOTION_PARTS
};

/** Returns the name of a part of a step: "force", "bonded", … */
const char *motion_part_name(enum motion_part part);

/** Number of steps so far, and their time. */
struct motion_progress {
    int64_t steps;
    int64_t builds;             /* builds of the neighbor structure, that before the first step
                                 * included */
    double nanoseconds;         /* time of the steps, from the first launch to the last */
    struct pressures pressures; /* pressures that the barostat has found */
    double part[MOTION_PARTS];  /* nanoseconds of each part; NAN: not timed separately */
};
