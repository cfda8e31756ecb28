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

/** A moving workload; zeroed: nothing has to be undone. */
struct mover {
    const struct backend *backend;
    struct device *device;
    const struct system *loaded; /* particles as they were loaded, before the workload sorts them */
    int systems;                 /* number of systems in `loaded` */
    const struct system *single; /* one of several systems, for its bonded terms; set by the caller;
                                  * NULL: there is only one */
    struct workload *workload;
    struct prepared *prepared;
    struct moving *moving;
    struct motion motion;       /* motion at the last mark, or at the start */
    struct pressures pressures; /* sums of pressures at the last mark */
    int64_t started;            /* step of the start */
    struct system before;       /* particles at the mark; empty: there is none */
    bool repeats;               /* true if the next verification repeats the steps from there */
    int failed;                 /* system, from 0, whose steps failed in the last verification */
};

/**
 * Steps between a mark and a verification; this many, because some kernels make several steps at
 * once.
 */
enum { MOVER_STEPS = 4 };

/**
 * Returns the settings of the motion in which steps of a case are timed; the temperature is that
 * for which the system was built.
 */
struct motion mover_motion(const struct case_spec *spec);

/**
 * Loads `loaded`, which may consist of several systems as in struct workload_spec, and prepares the
 * case on it, but does not start to move. Otherwise like mover_start.
 */
bool mover_load(struct mover *mover, const struct backend *backend, struct device *device,
                const struct case_spec *spec, const struct system *loaded, int systems,
                struct error *error);

/**
 * Loads `loaded` (rounded to the case's precision) and prepares the case on it, then starts from
 * `state`, the same particles. Both systems must outlive the mover. The caller stops the mover even
 * after an error. Errors are those of the backend.
 */
bool mover_start(struct mover *mover, const struct backend *backend, struct device *device,
                 const struct case_spec *spec, const struct system *loaded,
                 const struct motion *motion, struct system *state, struct error *error);

/**
 * Stops the mover's motion, and starts a new one on a new workload, from a copy of `first` that
 * `state` gets.
 */
bool mover_restart(struct mover *mover, const struct case_spec *spec, const struct motion *motion,
                   const struct system *first, struct system *state, struct error *error);

/** Energies of several systems that move at the same time, to compare with those of a step. */
struct mover_energies {
    double potential,
        scale;      /* sum of the references' energies, restraints included, and its size */
    double lost[2]; /* most that fixed point, and rounding at the cut-off, may change of the
                       potential energy; and of kinetic energies */
};

/** Adds the energies of a reference, and of the restraints of its system, to `sum`. */
void mover_add_energies(const struct reference *reference, const struct system *state,
                        double tolerance, struct mover_energies *sum);

/**
 * Compares the energies after the last step with those of the references and with the kinetic
 * energy of the particles `state`. The error replaces that of the verification if it is larger.
 */
bool mover_verify_energies(const struct mover *mover, const struct case_spec *spec,
                           const struct system *state, const struct mover_energies *sum,
                           struct verification *found, struct error *error);

/**
 * Stores the particles as a mark; with `repeats` the next verification repeats the steps from here.
 */
bool mover_mark(struct mover *mover, bool repeats, struct system *state, struct error *error);

/**
 * Makes the error of steps that failed EXIT_VERIFICATION if it is EXIT_USAGE and the reference can
 * make `steps` steps from the mark of the mover in all systems.
 */
void mover_blame(const struct mover *mover, const struct case_spec *spec, int64_t steps,
                 struct error *error);

/**
 * Stores the particles as a mark, and makes MOVER_STEPS steps that a verification then repeats. If
 * a heat bath does not act in each step, first makes the steps up to its next action.
 */
bool mover_make_steps(struct mover *mover, struct system *state, struct error *error);

/**
 * Verifies the state after the last step, and copies it to `state`. Compares the forces and
 * energies of that step with the reference; constrained lengths and positions of virtual sites;
 * distances from the positions in the list with half of the skin; unless the motion `continues`,
 * also the forces of a new call with the same neighbors. After a mark with `repeats`, compares the
 * steps since then, once, with the same steps in double precision. Of several systems, verifies
 * only these steps, system by system up to the first that fails, and the distances.
 */
bool mover_verify(struct mover *mover, const struct case_spec *spec, bool continues,
                  struct system *state, double tolerance, struct verification *found,
                  struct error *error);

/** Stops the motion and unloads the workload. */
void mover_stop(struct mover *mover);
