/* What arithmetic and time steps do to the energies of particles that move: cases side by side. */
#ifndef PAIRLANES_CONSERVATION_H
#define PAIRLANES_CONSERVATION_H

#include "harness/record.h"

#include <stdbool.h>
#include <stdint.h>

/** The dynamics of a case whose particles got to the end; NULL if they did not, or stayed. */
const cJSON *conservation_dynamics(const struct record *record);

/** The number at a path of two keys, "temperature", "mean", in a case's dynamics; NAN without. */
double conservation_number(const struct record *record, const char *key, const char *part);

/**
 * The root mean square deviation of the total energy from its mean, in kT per particle, T being the
 * mean temperature. NAN of cases with a thermostat, whose energy is not conserved.
 */
double conservation_fluctuation(const struct record *record);

/**
 * The case that others are held against: double precision on the CPU, the same particles,
 * integrator, thermostat and time step, as many steps. Of several the first; NULL without.
 */
const struct record *conservation_reference(const struct record *const *list, int64_t count,
                                            const struct record *record);

/** A power law, fluctuation = factor * dt^order, and how well it holds. */
struct conservation_order {
    double order, factor;
    double r2;          /* of the straight line through the logarithms, by least squares */
    double least, most; /* time steps */
    int64_t steps;      /* that many; 0 without a fit */
};

/**
 * Fits the cases that differ from this one in the time step and the number of steps alone, as
 * X. Zhang et al., J. Chem. Phys. 153, 045103 (2020), sect. III A, fig. 3, do. Needs three time
 * steps.
 */
struct conservation_order conservation_fit(const struct record *const *list, int64_t count,
                                           const struct record *record);

/** Whether this is the first of the cases that differ in the time step alone. */
bool conservation_is_first(const struct record *const *list, int64_t count,
                           const struct record *record);

#endif
