/* Heat baths for rigid bodies. */
#ifndef PAIRLANES_THERMOSTAT_H
#define PAIRLANES_THERMOSTAT_H

#include "harness/model.h"
#include "harness/system.h"

#include <stdint.h>

/**
 * Brownian dynamics by collisions: every `interval` steps each particle independently draws a new
 * velocity with the probability 2 T t / (T t + 2 D), t = interval * dt, and with that of 3 D in the
 * place of D a new angular momentum, both of the temperature T. Momentum is not conserved.
 * J. Russo, P. Tartaglia, F. Sciortino, J. Chem. Phys. 131, 014504 (2009).
 */
struct thermostat {
    double temperature; /* epsilon / k_B */
    double diffusion;   /* D of a free particle, at least T t / 2: the probability is at most 1 */
    int interval;       /* 0: no collisions, the energy is conserved */
    uint64_t seed;
};

/** The probability that a particle collides at one of the times when it may. */
double thermostat_probability(const struct thermostat *thermostat, double diffusion, double dt);

/** The collisions at the end of step `step` of length dt; the system has velocities and, where the
 * model has orientation, spins. */
void thermostat_apply(const struct thermostat *thermostat, const struct model *model, int64_t step,
                      double dt, struct system *system);

/** Draws all velocities, or all spins, anew: a collision of every particle before step 0. */
void thermostat_draw_velocities(const struct thermostat *thermostat, const struct model *model,
                                struct system *system);
void thermostat_draw_spins(const struct thermostat *thermostat, const struct model *model,
                           struct system *system);

#endif
