/*
 * Thermostats that scale the velocities of all particles together (harness/physics/thermostat.h),
 * for C and CUDA C.
 */
#ifndef PAIRLANES_DEVICE_COUPLING_H
#define PAIRLANES_DEVICE_COUPLING_H

#include "harness/physics/shared/shared.h"

/** State of the Nose-Hoover thermostat; zeroed at the start. */
struct nose_hoover {
    double rate, integral; /* xi, eta */
    double energy;         /* thermostat's part of the conserved energy */
};

/**
 * The factor by which velocities and angular momenta are scaled when Nose-Hoover acts for `time` on
 * `degrees` degrees of freedom. Its rate xi follows the kinetic energy twice, each time for half of
 * `time`: before the scaling, and after it. `relaxation` is tau.
 */
SHARED_FUNCTION double coupling_nose_hoover(struct nose_hoover *state, double kinetic,
                                            double degrees, double temperature, double relaxation,
                                            double time)
{
    double thermal = degrees * temperature;
    double per_time2 = 1 / (relaxation * relaxation);
    state->rate += time / 2 * (2 * kinetic / thermal - 1) * per_time2;
    double scale = exp(-state->rate * time);
    state->integral += state->rate * time;
    state->rate += time / 2 * (2 * kinetic * scale * scale / thermal - 1) * per_time2;
    state->energy = thermal * (state->rate * state->rate / per_time2 / 2 + state->integral);
    return scale;
}

/**
 * Returns the factor of velocities that brings a kinetic energy to a temperature; 1 if the kinetic
 * energy is 0.
 */
SHARED_FUNCTION double coupling_rescale(double kinetic, double degrees, double temperature)
{
    return kinetic > 0 ? sqrt(temperature / 2 * degrees / kinetic) : 1;
}

#endif
