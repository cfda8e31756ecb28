/*
 * Molecular dynamics of rigid bodies in double precision on the CPU: velocity Verlet, each body's
 * angular momentum kicked by its torque in its own frame and turned freely in between
 * (harness/device/rotation.h), and a heat bath. The same bytes for every number of threads.
 */
#ifndef PAIRLANES_DYNAMICS_H
#define PAIRLANES_DYNAMICS_H

#include "harness/error.h"
#include "harness/forces.h"
#include "harness/model.h"
#include "harness/system.h"
#include "harness/thermostat.h"

#include <stdint.h>

struct dynamics {
    /* set by the caller */
    struct system *system; /* moves: positions stay wrapped; velocities and spins are changed too */
    const struct model *model;
    const double *constants;
    double range; /* of the model */
    double skin;  /* of the neighbor list, more than 0 */
    double dt;
    struct thermostat thermostat;

    /* set by dynamics_start */
    int64_t step;   /* steps done */
    int64_t builds; /* of the list */
    struct particle_type types[MODEL_TYPES];
    struct force_sums forces;
    struct rows rows;
    struct topology topology;
    double *listed[3]; /* positions when the list was built */
};

/**
 * Draws velocities and spins of the thermostat's temperature where the system has none, lists the
 * neighbors and computes the forces. EXIT_USAGE for particles that lack what the model needs, a
 * box under twice range and skin, or a thermostat whose probability of a collision passes 1;
 * EXIT_ENVIRONMENT for memory.
 */
bool dynamics_start(struct dynamics *dynamics, struct error *error);

/** Makes steps, the list built anew whenever a particle has moved more than half the skin.
 * EXIT_USAGE, naming a particle, if one moves farther in a step than the list can follow. */
bool dynamics_run(struct dynamics *dynamics, int64_t steps, struct error *error);

/** The potential energy. */
double dynamics_potential(const struct dynamics *dynamics);

/** The kinetic energies of translation and of rotation. */
double dynamics_translation(const struct dynamics *dynamics);
double dynamics_rotation(const struct dynamics *dynamics);

/** Frees what dynamics_start has allocated; the system stays. Zeroed dynamics may be freed. */
void dynamics_free(struct dynamics *dynamics);

#endif
