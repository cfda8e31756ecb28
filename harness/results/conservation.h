/*
 * Compares cases to show the effect of arithmetic and time steps on the energies of moving
 * particles.
 */
#pragma once

#include "harness/results/record.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * Returns the dynamics of a case after the end of its trajectory. NULL if particles did not reach
 * the end, or if the case does not move them.
 */
const cJSON *conservation_dynamics(const struct record *record);

/**
 * Returns a number from a case's dynamics by two keys, such as "temperature" and "mean"; NAN if
 * there is none.
 */
double conservation_number(const struct record *record, const char *key, const char *part);

/**
 * Returns the root mean square deviation of the total energy from its mean, in kT per particle. T
 * is the mean temperature. NAN for cases with a thermostat, which do not conserve the energy.
 */
double conservation_fluctuation(const struct record *record);

/**
 * Returns the case to compare a record with: the first in double precision on the CPU with the same
 * particles, integrator, thermostat, time step and number of steps. NULL if there is none.
 */
const struct record *conservation_reference(const struct record *const *list, int64_t count,
                                            const struct record *record);

/** The quantities that may follow a power law in the time step. */
enum conservation_quantity {
    CONSERVATION_FLUCTUATION, /* root mean square deviation of the total energy, in kT per
                               * particle */
    CONSERVATION_DRIFT,       /* size of the drift of the total energy, in kT per particle in the
                               * model's span of time */
    CONSERVATION_QUANTITIES
};

/** Whether the drift of a case is significant: larger than three standard errors. */
bool conservation_drifts(const struct record *record);

/** A power law, quantity = factor * dt^order, and the quality of its fit. */
struct conservation_order {
    double order, factor; /* NAN without a fit */
    double r2;            /* R² of the straight line through the logarithms, by least squares */
    double least, most;   /* smallest and largest time step */
    int64_t steps;        /* number of time steps; 0: too few for a fit */
    int64_t reported;     /* number of cases with a significant quantity */
};

/**
 * Fits a power law to the cases that differ from `record` only in the time step and the number of
 * steps. X. Zhang et al., J. Chem. Phys. 153, 045103 (2020), sect. III A, fig. 3, fit fluctuations
 * in the same way. A fit needs three time steps. Drifts that are not significant are left out;
 * drifts of different signs are not fitted.
 */
struct conservation_order conservation_fit(const struct record *const *list, int64_t count,
                                           const struct record *record,
                                           enum conservation_quantity quantity);

/**
 * These functions make the order and R² of a fit available as numbers of each of its cases. The
 * first returns whether a path is such a number ("conservation.fluctuation.order",
 * "conservation.drift.r2"). The second returns its value for a case, NAN if there is no fit.
 */
bool conservation_is_fitted(const char *path);
double conservation_fitted(const struct record *const *list, int64_t count,
                           const struct record *record, const char *path);

/** Whether two cases conserve the energy and differ only in the time step and the number of steps.
 */
bool conservation_same_but_dt(const struct record *a, const struct record *b);

/** Whether a case is the first in the list among cases that differ only in the time step. */
bool conservation_is_first(const struct record *const *list, int64_t count,
                           const struct record *record);
