/*
 * Compares cases to show the effect of arithmetic and time steps on the energies of moving
 * particles.
 */
#pragma once

#include "harness/results/record.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * Returns the dynamics of a case whose particles reached the end; NULL if they did not, or did not
 * move.
 */
const cJSON *conservation_dynamics(const struct record *record);

/**
 * Returns the number at a path of two keys, "temperature", "mean", in a case's dynamics; NAN if
 * there is none.
 */
double conservation_number(const struct record *record, const char *key, const char *part);

/**
 * Returns the root mean square deviation of the total energy from its mean, in kT per particle,
 * with T the mean temperature. NAN for cases with a thermostat, which do not conserve the energy.
 */
double conservation_fluctuation(const struct record *record);

/**
 * Returns the case with which others are compared: double precision on the CPU, with the same
 * particles, integrator, thermostat, time step and number of steps. The first of several; NULL if
 * there is none.
 */
const struct record *conservation_reference(const struct record *const *list, int64_t count,
                                            const struct record *record);

/** The quantities that may follow a power law in the time step. */
enum conservation_quantity {
    CONSERVATION_FLUCTUATION, /* same, for the root mean square error of the total energy */
    CONSERVATION_DRIFT,       /* the size of its drift, in kT per particle and the model's span */
    CONSERVATION_QUANTITIES
};

/** Whether the drift of a case is significant: larger than three times its standard error. */
bool conservation_drifts(const struct record *record);

/** A power law, quantity = factor * dt^order, and the quality of its fit. */
struct conservation_order {
    double order, factor; /* NAN without a fit */
    double r2;            /* R² of the straight line through the logarithms, by least squares */
    double least, most;   /* smallest and largest time step */
    int64_t steps;        /* number of time steps; 0: too few for a fit */
    int64_t reported;     /* number of steps with a quantity beyond its error */
};

/**
 * Fits a power law to the cases that differ from this one only in the time step and the number of
 * steps, as X. Zhang et al., J. Chem. Phys. 153, 045103 (2020), sect. III A, fig. 3, do with the
 * fluctuation. A fit needs three time steps. Drifts within their error are left out; drifts of
 * different signs have no power law.
 */
struct conservation_order conservation_fit(const struct record *const *list, int64_t count,
                                           const struct record *record,
                                           enum conservation_quantity quantity);

/**
 * Treat the order or R² of a fit as a number of each of its cases. The first function returns
 * whether a path, "conservation.fluctuation.order" or "conservation.drift.r2", names such a number;
 * the second returns its value for this case, NAN without a fit.
 */
bool conservation_is_fitted(const char *path);
double conservation_fitted(const struct record *const *list, int64_t count,
                           const struct record *record, const char *path);

/** Whether two cases conserve the energy and differ only in the time step and the number of steps.
 */
bool conservation_same_but_dt(const struct record *a, const struct record *b);

/** Whether this is the first of the cases that differ only in the time step. */
bool conservation_is_first(const struct record *const *list, int64_t count,
                           const struct record *record);
