/* Heat baths for rigid bodies. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/particles/system.h"
#include "harness/physics/shared/collision.h"
#include "harness/physics/shared/coupling.h"

#include <stdint.h>

enum thermostat_kind {
    /**
     * Collisions: each particle independently draws a new velocity with the probability 2 T t / (T
     * t + 2 D), t = interval * dt, and with 3 D instead of D a new angular momentum, both at the
     * temperature T. Momentum is not conserved. J. Russo, P. Tartaglia, F. Sciortino, J. Chem.
     * Phys. 131, 014504 (2009).
     */
    THERMOSTAT_BROWNIAN,
    /**
     * Friction and noise, solved exactly over t = interval * dt: v exp(-t/tau) and a normal number
     * of the variance (1 - exp(-2 t/tau)) T/m; angular momenta alike.
     * G. Bussi, M. Parrinello, Phys. Rev. E 75, 056707 (2007).
     */
    THERMOSTAT_LANGEVIN,
    /**
     * One thermostat for all f degrees of freedom, with the mass f T tau^2: K + U + f T (xi^2 tau^2
     * / 2 + eta), d eta/dt = xi, is conserved. G. Martyna, M. Tuckerman, D. Tobias, M. Klein, Mol.
     * Phys. 87, 1117 (1996).
     */
    THERMOSTAT_NOSE_HOOVER,
    /** Scaling of all velocities, and all angular momenta, to the temperature. */
    THERMOSTAT_RESCALE,
    THERMOSTATS
};

struct thermostat {
    double temperature; /* epsilon / k_B */
    double diffusion;   /* BROWNIAN: D of a free particle, at least T t / 2, so that the
                         * probability is at most 1 */
    int interval;       /* steps from one action to the next; 0: none, the energy is conserved */
    uint64_t seed;
    enum thermostat_kind kind;
    double time; /* LANGEVIN and NOSE_HOOVER: tau */
};

/** Returns the probability that a particle collides at one of its possible times. */
double thermostat_probability(const struct thermostat *thermostat, double diffusion, double dt);

/** Returns the collisions of a particle with the heat bath in steps of length dt. */
struct collisions thermostat_collisions(const struct thermostat *thermostat, double dt);

/** Returns the factor by which the friction of Langevin reduces a velocity between two actions. */
double thermostat_kept(const struct thermostat *thermostat, double dt);

/** Whether the thermostat scales the velocities of all particles by one factor, which needs their
 * kinetic energies. */
bool thermostat_couples(const struct thermostat *thermostat);

/** Whether particles may collide at the end of a step. */
bool thermostat_acts(const struct thermostat *thermostat, int64_t step);

/**
 * Applies a thermostat other than Nose-Hoover at the end of step `step` of length dt; the system
 * has velocities and, if particles have orientations, spins. Random numbers are those of particle
 * number[i], or of i if that is NULL.
 */
void thermostat_apply(const struct thermostat *thermostat, const struct model *model,
                      const double *constants, int64_t step, double dt, const int32_t *number,
                      struct system *system);

/** Applies Nose-Hoover before or after a step, for half of it: `time`. */
void thermostat_nose_hoover(const struct thermostat *thermostat, const struct model *model,
                            const double *constants, double time, struct nose_hoover *state,
                            struct system *system);

/** Returns the name of a thermostat: "none", "brownian", … */
const char *thermostat_name(const struct thermostat *thermostat);
const char *thermostat_kind_name(enum thermostat_kind kind);

/**
 * Sets kind and interval by name; an interval of 0 becomes the default: 10 if all velocities are
 * scaled together or particles collide, otherwise 1. "none": no thermostat.
 */
void thermostat_set(struct thermostat *thermostat, const char *name, int interval);

/**
 * Refuses a thermostat whose probability of a collision exceeds 1, or that lacks the time that it
 * needs: EXIT_USAGE.
 */
bool thermostat_check(const struct thermostat *thermostat, double dt, struct error *error);

/**
 * Draws the velocities and spins that a system lacks, and corrects it to its constraints.
 * EXIT_USAGE for constraints that cannot be satisfied.
 */
bool thermostat_start(const struct thermostat *thermostat, const struct model *model,
                      const double *constants, struct system *system, struct error *error);
