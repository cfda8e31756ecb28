/*
 * Moves particles on a separate workload, because the motion makes a workload invalid for other
 * cases.
 */
#pragma once

#include "harness/backend/backend.h"
#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/measure/observe/verify.h"

#include <stdbool.h>

/** Zeroed: nothing to undo. */
struct mover {
    const struct backend *backend;
    struct device *device;
    const struct system
        *loaded; /* particles of the workload, in the order of which it sorts them */
    int systems;
    struct workload *workload;
    struct prepared *prepared;
    struct moving *moving;
    struct motion motion; /* motion at the last mark, or at the start */
    int64_t started;      /* step of the start */
    struct system before; /* particles at the mark; empty: there is none */
    bool repeats;         /* true if the next verification repeats the steps from there */
};

/** Steps from a mark to a verification: kernels that make several steps at once make some. */
enum { MOVER_STEPS = 4 };

/**
 * Returns the motion of a case's timed steps: steps of the model's unit of time, at the temperature
 * for which the system was built.
 */
struct motion mover_motion(const struct case_spec *spec);

/**
 * Loads `loaded`, a number of systems as in struct workload_spec, and prepares the case on it,
 * without starting to move. Otherwise like mover_start.
 */
bool mover_load(struct mover *mover, const struct backend *backend, struct device *device,
                const struct case_spec *spec, const struct system *loaded, int systems,
                struct error *error);

/**
 * Loads `loaded` (rounded to the case's precision) and prepares the case on it, then starts from
 * `state`, the same particles. Both systems have to outlive the mover. Stop the mover even after a
 * failure. Errors are the backend's.
 */
bool mover_start(struct mover *mover, const struct backend *backend, struct device *device,
                 const struct case_spec *spec, const struct system *loaded,
                 const struct motion *motion, struct system *state, struct error *error);

/** Starts a new motion on a workload of its own, after that of the mover, which it stops. */
bool mover_restart(struct mover *mover, const struct case_spec *spec, const struct motion *motion,
                   struct system *state, struct error *error);

/** Energies of systems that move at the same time, to compare with those of a step. */
struct mover_energies {
    double potential,
        scale;      /* sum of the references' energies, restraints included, and its size */
    double lost[2]; /* loss of fixed point in it, and in kinetic energies */
};

/** Adds the energies of a reference, and of the restraints of its system, to `sum`. */
void mover_add_energies(const struct reference *reference, const struct system *state,
                        struct mover_energies *sum);

/**
 * Compares the energies after the last step with those of the references, and with the kinetic
 * energy of the moved particles `state`; a larger error becomes that of the verification.
 */
bool mover_verify_energies(const struct mover *mover, const struct case_spec *spec,
                           const struct system *state, const struct mover_energies *sum,
                           struct verification *found, struct error *error);

/** Stores the particles; with `repeats` the next verification repeats the steps from here. */
bool mover_mark(struct mover *mover, bool repeats, struct system *state, struct error *error);

/** Stores the particles, and makes MOVER_STEPS steps, for a verification. */
bool mover_make_steps(struct mover *mover, struct system *state, struct error *error);

/**
 * Compares the forces of the last step and its energies with the reference at the particles'
 * places, as well as constrained lengths and virtual sites, and distances from places of the list
 * with half the skin; those of a new call with the same neighbors, unless the motion continues; and
 * the steps since a mark that repeats them, once, with the same steps in double precision. `state`
 * gets the places.
 */
bool mover_verify(struct mover *mover, const struct case_spec *spec, bool continues,
                  struct system *state, double tolerance, struct verification *found,
                  struct error *error);

/** Stops the motion and unloads the workload. */
void mover_stop(struct mover *mover);
