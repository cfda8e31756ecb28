/* Settings of the motion of particles, and the time of their steps. */
#pragma once

#include "harness/physics/barostat.h"
#include "harness/physics/shared/motion_energies.h"
#include "harness/physics/thermostat.h"

#include <stdbool.h>
#include <stdint.h>

enum integrator {
    INTEGRATOR_VERLET,   /* velocity Verlet: velocities are known after each step */
    INTEGRATOR_LEAPFROG, /* leapfrog: the same trajectory, but both halves of a kick are made at
                          * once, between steps */
    INTEGRATORS
};

/** Returns the name of an integrator: "verlet", "leapfrog". */
const char *integrator_name(enum integrator integrator);

/** Common motion of all particles that is removed from their velocities. */
enum removal {
    REMOVAL_NONE,
    REMOVAL_LINEAR,  /* translation */
    REMOVAL_ANGULAR, /* translation, and rotation about the centre of mass
                      * (physics/shared/common_motion.h) */
    REMOVALS
};

/**
 * These functions return the name of a removal ("none", "linear", "angular"), and find one by name.
 */
const char *removal_name(enum removal removal);
bool removal_find(const char *name, enum removal *removal);

/** Settings of a motion of particles. */
struct motion {
    double dt;
    int64_t step; /* number of steps made before this motion */
    enum integrator integrator;
    enum removal removal;
    int removal_interval; /* steps between removals of common motion */
    int list_interval;    /* maximum steps with one list; 0: until a particle has moved by more than
                           * half of the skin */
    struct thermostat thermostat;
    struct barostat barostat;
    struct nose_hoover nose_hoover; /* state of the Nose-Hoover thermostat after `step` steps;
                                     * zeroed at the start */
};

/** The parts of a step that are timed separately. */
enum motion_part {
    MOTION_FORCE,
    MOTION_BONDED, /* bonded terms, if they have a separate kernel */
    MOTION_LIST,
    MOTION_SORT, /* sorting of particles, if they are not sorted together with the list */
    MOTION_INTEGRATION,
    MOTION_CONSTRAINTS, /* constraints, in separate kernels */
    MOTION_THERMOSTAT,  /* thermostat, if it has a separate kernel */
    MOTION_BAROSTAT,    /* pressures, and scaling of the box */
    MOTION_REMOVAL,     /* removal of the common motion */
    MOTION_PARTS
};

/** Returns the name of a part of a step: "force", "bonded", … */
const char *motion_part_name(enum motion_part part);

/** Progress of a motion: steps made so far, and their time. */
struct motion_progress {
    int64_t steps;
    int64_t builds;             /* number of builds of the neighbor structure, including the build
                                 * before the first step */
    int64_t sorts;              /* number of sorts of the particles */
    double nanoseconds;         /* time of the steps, from the first launch to the last, ns */
    struct pressures pressures; /* pressures at the barostat's actions */
    double part[MOTION_PARTS];  /* time of each part, ns; NAN: not timed separately */
};
