/*
 * Thermostats that scale the velocities of all particles together (harness/physics/thermostat.h),
 * for C and CUDA C.
 */
#ifndef PAIRLANES_DEVICE_COUPLING_H
#define PAIRLANES_DEVICE_COUPLING_H

#include "harness/physics/shared/shared.h"

/** State of the Nose-Hoover thermostat; zeroed at the start. */
struct nose_hoover {
    double rate, integral; /* xi and eta of the thermostat's equations */
    double energy;         /* contribution of the thermostat to the conserved energy */
};

/**
 * Returns the Nose-Hoover thermostat's factor for velocities and angular momenta. It acts for
 * `time` on `degrees` degrees of freedom. The kinetic energy before and after the scaling updates
 * the rate xi, each time for half of `time`. `relaxation` is tau.
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
 * Returns the factor that scales velocities to a temperature's kinetic energy; 1 if the kinetic
 * energy is 0.
 */
SHARED_FUNCTION double coupling_rescale(double kinetic, double degrees, double temperature)
{
    return kinetic > 0 ? sqrt(temperature / 2 * degrees / kinetic) : 1;
}

#endif
