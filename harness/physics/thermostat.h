/* Thermostats for rigid bodies. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/particles/system.h"
#include "harness/physics/shared/collision.h"
#include "harness/physics/shared/coupling.h"

#include <stdint.h>

enum thermostat_kind {
    /**
     * Collisions. With the probability 2 T t / (T t + 2 D), where t = interval * dt, a particle
     * independently gets a new velocity, drawn at the temperature T. It gets a new angular momentum
     * with the same formula, but 3 D instead of D. Momentum is not conserved. J. Russo, P.
     * Tartaglia, F. Sciortino, J. Chem. Phys. 131, 014504 (2009).
     */
    THERMOSTAT_BROWNIAN,
    /**
     * Friction and noise, integrated exactly over t = interval * dt: v is multiplied by
     * exp(-t/tau), and a normally distributed number with variance (1 - exp(-2 t/tau)) T/m is
     * added. Angular momenta change in the same way. G. Bussi, M. Parrinello, Phys. Rev. E 75,
     * 056707 (2007).
     */
    THERMOSTAT_LANGEVIN,
    /**
     * One thermostat for all f degrees of freedom, with the mass f T tau^2. It conserves K + U + f
     * T (xi^2 tau^2 / 2 + eta), where d eta/dt = xi. G. Martyna, M. Tuckerman, D. Tobias, M. Klein,
     * Mol. Phys. 87, 1117 (1996).
     */
    THERMOSTAT_NOSE_HOOVER,
    /** Scaling of all velocities, and all angular momenta, to the temperature. */
    THERMOSTAT_RESCALE,
    THERMOSTATS
};

struct thermostat {
    double temperature; /* temperature in the model's unit of energy */
    double diffusion;   /* BROWNIAN: D, the diffusion coefficient of a free particle. At least T t /
                         * 2, so that the probability is at most 1 */
    int interval;       /* steps between actions; 0: no thermostat, the energy is conserved */
    uint64_t seed;
    enum thermostat_kind kind;
    double time; /* LANGEVIN and NOSE_HOOVER: relaxation time tau */
};

/** Returns the probability that a particle collides in an action, for a diffusion coefficient D. */
double thermostat_probability(const struct thermostat *thermostat, double diffusion, double dt);

/** Returns the coefficients of collisions for time steps dt. */
struct collisions thermostat_collisions(const struct thermostat *thermostat, double dt);

/**
 * Returns the factor that scales a velocity by the friction of Langevin's thermostat in one action.
 */
double thermostat_kept(const struct thermostat *thermostat, double dt);

/**
 * Whether the thermostat scales the velocities of all particles by one factor, for which it needs
 * their kinetic energy.
 */
bool thermostat_couples(const struct thermostat *thermostat);

/** Whether the thermostat acts at the end of step `step`. */
bool thermostat_acts(const struct thermostat *thermostat, int64_t step);

/**
 * Applies a thermostat other than Nose-Hoover at the end of step `step` of length dt. The system
 * has velocities and, if particles have orientations, spins. Particle i gets the random numbers of
 * particle number[i]; of particle i if `number` is NULL.
 */
void thermostat_apply(const struct thermostat *thermostat, const struct model *model,
                      const double *constants, int64_t step, double dt, const int32_t *number,
                      struct system *system);

/** Applies the Nose-Hoover thermostat before or after a step; `time` is half of the step. */
void thermostat_nose_hoover(const struct thermostat *thermostat, const struct model *model,
                            const double *constants, double time, struct nose_hoover *state,
                            struct system *system);

/** Returns the name of a thermostat's kind: "none", "brownian", … */
const char *thermostat_name(const struct thermostat *thermostat);
const char *thermostat_kind_name(enum thermostat_kind kind);

/**
 * Sets the kind of a thermostat by its name, and the interval. An interval of 0 becomes the
 * default: 10 for brownian and rescale, otherwise 1. "none": no thermostat.
 */
void thermostat_set(struct thermostat *thermostat, const char *name, int interval);

/**
 * Checks the settings of a thermostat. EXIT_USAGE if the probability of a collision exceeds 1, or
 * if the relaxation time is missing.
 */
bool thermostat_check(const struct thermostat *thermostat, double dt, struct error *error);

/**
 * Draws missing velocities and spins, and corrects the system to its constraints. EXIT_USAGE if
 * constraints cannot be satisfied.
 */
bool thermostat_start(const struct thermostat *thermostat, const struct model *model,
                      const double *constants, struct system *system, struct error *error);
