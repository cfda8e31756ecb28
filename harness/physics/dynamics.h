/*
 * Molecular dynamics of rigid bodies on the CPU: velocity Verlet, with a kick of each body's
 * angular momentum by the torque in the body's frame, free rotation in between
 * (harness/physics/shared/rotation.h), and a thermostat. The same bytes for every number of
 * threads, provided the forces are.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/particles/molecules.h"
#include "harness/particles/system.h"
#include "harness/physics/constraints.h"
#include "harness/physics/forces.h"
#include "harness/physics/motion.h"

#include <signal.h>
#include <stdint.h>

/** Functions that compute forces. */
struct force_source {
    void *context;
    /** Lists the neighbors at the current positions. */
    bool (*list)(void *context, struct error *error);
    /** Applies a change of box, positions and orientations; NULL: it reads them in place. */
    void (*place)(void *context);
    /** Updates the list for particles that have moved; NULL: nothing to do. */
    void (*refresh)(void *context);
    /** Evaluates the pairs, with energies if requested; then the bonded terms, NULL: none. */
    void (*pairs)(void *context, bool energy);
    void (*bonded)(void *context, bool energy);
    /** Selects what an energy evaluation computes: the virial, or all energies. */
    void (*select)(void *context, bool virial);
    /**
     * Writes the results into the sums, with energies if requested; NULL: they are already there.
     */
    void (*read)(void *context, bool energy, struct force_sums *sums);
};

struct dynamics {
    /* set by the caller */
    struct system *system; /* system whose particles move: positions stay wrapped; velocities and
                            * spins change, too */
    const struct model *model;
    const double *constants;
    double range; /* range of the model */
    double skin;  /* skin of the neighbor list, more than 0 */
    double dt;
    enum integrator integrator;
    enum removal removal;
    int removal_interval, list_interval; /* intervals of struct motion */
    struct thermostat thermostat;
    struct barostat barostat;
    bool single;                    /* true if the state is kept in single precision */
    double state_grid;              /* spacing of the state in fixed point; 0: none */
    double turn_grid;               /* the same for orientations */
    const int32_t *number;          /* number of each particle, for its random numbers; NULL: its
                                     * index */
    struct force_source source;     /* source of the forces; list NULL: double precision over
                                     * rows of the dynamics */
    int64_t step;                   /* steps done */
    struct nose_hoover nose_hoover; /* thermostat state after these steps */
    const volatile sig_atomic_t *interrupted; /* not 0: stop; NULL: never */

    /* set by dynamics_start */
    int64_t first;              /* steps done before */
    int64_t builds;             /* builds of the list */
    struct pressures pressures; /* pressures that the barostat has found */
    int64_t at_list;            /* steps done when the list was built */
    double nanoseconds;         /* time of the steps */
    double part[MOTION_PARTS];  /* time of their parts */
    double since;               /* time when the current part began, s */
    bool owes;                  /* true with leapfrog if the second half of a kick is still to be
                                 * made */
    bool fresh;                 /* true if the energies are those of the current positions */
    struct particle_type types[FIELD_TYPES];
    struct force_sums forces;
    struct rows rows;
    struct topology topology;
    struct constraints constraints;
    double *listed[3]; /* positions when the list was built */
    struct molecules molecules;
    double *offset; /* 3 n: displacements from the first member of a molecule */
    double *kept;   /* n: z before a trial */
};

/** Returns the dynamics of a motion whose state has a precision, without particles and forces. */
struct dynamics dynamics_of(const struct motion *motion, enum precision precision);

/**
 * Draws velocities and spins at the thermostat's temperature if the system has none, lists the
 * neighbors and computes the forces. EXIT_USAGE for particles without data that the model needs, a
 * box under twice range and skin, or a thermostat whose probability of a collision passes 1;
 * EXIT_ENVIRONMENT for memory.
 */
bool dynamics_start(struct dynamics *dynamics, struct error *error);

/** Makes steps. The list is built again when a particle has moved more than half the skin, or after
 * list_interval steps. EXIT_USAGE, naming particles, if one moves farther in a step than the list
 * can follow, or a constraint cannot be satisfied, or if the box changes by too much at once or
 * becomes too small; EXIT_ENVIRONMENT if it is interrupted. */
bool dynamics_run(struct dynamics *dynamics, int64_t steps, struct error *error);

/** Computes the energies after the last step. */
void dynamics_energies(struct dynamics *dynamics, struct motion_energies *energies);

/** Returns the potential energy of the last evaluation with energies. */
double dynamics_potential(const struct dynamics *dynamics);

/** Return the kinetic energies of translation and of rotation. */
double dynamics_translation(const struct dynamics *dynamics);
double dynamics_rotation(const struct dynamics *dynamics);

/** Frees the memory of dynamics_start, but not the system. Zeroed dynamics may be freed. */
void dynamics_free(struct dynamics *dynamics);
