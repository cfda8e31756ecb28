/*
 * Molecular dynamics of rigid bodies on the CPU by velocity Verlet, with a thermostat. A kick
 * changes each body's angular momentum by the torque in the body's frame. Between kicks bodies
 * rotate freely (harness/physics/shared/rotation.h). Results do not depend on the number of threads
 * if the forces do not.
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
    /** Builds the neighbor list at the current positions. */
    bool (*list)(void *context, struct error *error);
    /**
     * Copies a change of box, positions and orientations to the source; NULL: the source reads them
     * in place.
     */
    void (*place)(void *context);
    /** Updates the list after particles have moved; NULL: not necessary. */
    void (*refresh)(void *context);
    /** Evaluates the pairs, then the bonded terms (NULL: none), with energies if requested. */
    void (*pairs)(void *context, bool energy);
    void (*bonded)(void *context, bool energy);
    /** Selects what an evaluation with energies computes: only virials, or energies. */
    void (*select)(void *context, bool virial);
    /** Copies forces, and energies if requested, to the sums; NULL: the sums already have them. */
    void (*read)(void *context, bool energy, struct force_sums *sums);
};

struct dynamics {
    /* fields that the caller sets */
    struct system *system; /* system to move; positions stay wrapped */
    const struct model *model;
    const double *constants;
    double range; /* cut-off of the model */
    double skin;  /* skin of the neighbor list, above 0 */
    double dt;
    enum integrator integrator;
    enum removal removal;
    int removal_interval, list_interval; /* as in struct motion */
    struct thermostat thermostat;
    struct barostat barostat;
    bool single;                    /* true if the state is kept in single precision */
    double state_grid;              /* spacing of positions and velocities in fixed point; 0:
                                     * floating point */
    double turn_grid;               /* spacing of orientations in fixed point; 0: floating point */
    const int32_t *number;          /* number of each particle, for random numbers that do not
                                     * depend on its index; NULL: the index */
    struct force_source source;     /* source of the forces; if its `list` is NULL, the dynamics
                                     * compute forces in double precision */
    int64_t step;                   /* number of steps made so far */
    struct nose_hoover nose_hoover; /* state of the Nose-Hoover thermostat */
    const volatile sig_atomic_t *interrupted; /* flag that stops the run if it is not 0; NULL:
                                               * none */

    /* fields that dynamics_start sets */
    int64_t first;              /* number of steps made before the start */
    int64_t builds;             /* number of lists built */
    struct pressures pressures; /* pressures at the barostat's actions */
    int64_t at_list;            /* number of steps made when the list was built */
    double nanoseconds;         /* time of the steps, ns */
    double part[MOTION_PARTS];  /* time of each part of the steps, ns */
    double since;               /* start of the current part, s */
    bool owes;                  /* true with leapfrog if the second half of a kick has not been made
                                 * yet */
    bool fresh;                 /* true if the stored energies belong to the current positions */
    struct particle_type types[FIELD_TYPES];
    struct force_sums forces;
    struct rows rows;
    struct topology topology;
    struct constraints constraints;
    double *listed[3]; /* positions when the list was built */
    struct molecules molecules;
    double *offset; /* 3 n numbers: displacements of members from the first member of their
                     * molecule */
    double *kept;   /* z of all particles before a trial of the barostat */
};

/**
 * Returns dynamics with the settings of a motion and the precision of its state, but without
 * particles and forces.
 */
struct dynamics dynamics_of(const struct motion *motion, enum precision precision);

/**
 * Draws missing velocities and spins at the thermostat's temperature, lists the neighbors and
 * computes the forces. EXIT_USAGE if particles lack data that the model needs. EXIT_USAGE also if
 * an edge of the box is below twice the sum of cut-off and skin, or the thermostat's probability of
 * a collision exceeds 1. EXIT_ENVIRONMENT if memory runs out.
 */
bool dynamics_start(struct dynamics *dynamics, struct error *error);

/**
 * Makes steps. The list is built again when a particle has moved by more than half of the skin, or
 * after list_interval steps. EXIT_USAGE if a particle moves too far in a step for the list, or if a
 * constraint cannot be satisfied; the message has the particles. EXIT_USAGE also if the box changes
 * too much at once or becomes too small. EXIT_ENVIRONMENT after an interrupt.
 */
bool dynamics_run(struct dynamics *dynamics, int64_t steps, struct error *error);

/** Computes the energies of the state after the last step. */
void dynamics_energies(struct dynamics *dynamics, struct motion_energies *energies);

/** Returns the potential energy from the last evaluation with energies. */
double dynamics_potential(const struct dynamics *dynamics);

/** These functions return the kinetic energies of translation and rotation. */
double dynamics_translation(const struct dynamics *dynamics);
double dynamics_rotation(const struct dynamics *dynamics);

/** Frees the memory that dynamics_start allocated, but not the system. Dynamics may be zeroed. */
void dynamics_free(struct dynamics *dynamics);
