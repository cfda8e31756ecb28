/* Thermostats that scale what all particles have at once (harness/physics/thermostat.h), for C and
 * CUDA C.
 */
#ifndef PAIRLANES_DEVICE_COUPLING_H
#define PAIRLANES_DEVICE_COUPLING_H

#include "harness/physics/shared/shared.h"

/** The Nose-Hoover thermostat's own state; zeroed at the start. */
struct nose_hoover {
    double rate, integral; /* xi, eta */
    double energy;         /* what it adds to the conserved energy */
};

/**
 * What velocities and angular momenta are scaled by when Nose-Hoover acts for `time` on `degrees`
 * degrees of freedom with a kinetic energy: its rate follows for half of the time before, and for
 * half of it after they have changed. `relaxation`: tau.
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

/** What brings a kinetic energy to a temperature; nothing does if there is none. */
SHARED_FUNCTION double coupling_rescale(double kinetic, double degrees, double temperature)
{
    return kinetic > 0 ? sqrt(temperature / 2 * degrees / kinetic) : 1;
}

#endif
