/* What arithmetic and time steps do to the energies of particles that move: cases side by side. */
#ifndef PAIRLANES_CONSERVATION_H
#define PAIRLANES_CONSERVATION_H

#include "harness/results/record.h"

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

/** What may follow a power law in the time step. */
enum conservation_quantity {
    CONSERVATION_FLUCTUATION, /* as above: the root mean square error of the total energy */
    CONSERVATION_DRIFT,       /* the size of its drift, in kT per particle and the model's span */
    CONSERVATION_QUANTITIES
};

/** Whether the drift of a case is more than what its error may have made: three of them. */
bool conservation_drifts(const struct record *record);

/** A power law, quantity = factor * dt^order, and how well it holds. */
struct conservation_order {
    double order, factor; /* NAN without a fit */
    double r2;            /* of the straight line through the logarithms, by least squares */
    double least, most;   /* time steps */
    int64_t steps;        /* that many; 0: fewer than a fit needs */
    int64_t told;         /* of these, how many have a quantity beyond its error */
};

/**
 * Fits the cases that differ from this one in the time step and the number of steps alone, as
 * X. Zhang et al., J. Chem. Phys. 153, 045103 (2020), sect. III A, fig. 3, do with the fluctuation.
 * Needs three time steps; of drifts those within their error are left out, and there is no law
 * where signs differ.
 */
struct conservation_order conservation_fit(const struct record *const *list, int64_t count,
                                           const struct record *record,
                                           enum conservation_quantity quantity);

/**
 * The order or R² of a fit as a number of its cases: whether a path means one, and which it is for
 * this case, "conservation.fluctuation.order", "conservation.drift.r2". NAN without a fit.
 */
bool conservation_is_fitted(const char *path);
double conservation_fitted(const struct record *const *list, int64_t count,
                           const struct record *record, const char *path);

/** Whether this is the first of the cases that differ in the time step alone. */
bool conservation_is_first(const struct record *const *list, int64_t count,
                           const struct record *record);

#endif
