/*
 * Thermostats that act on each particle separately (harness/physics/thermostat.h), for C and CUDA
 * C.
 */
#ifndef PAIRLANES_DEVICE_COLLISION_H
#define PAIRLANES_DEVICE_COLLISION_H

#include "harness/physics/shared/philox.h"

/** Coefficients of a particle's collisions with the heat bath. */
struct collisions {
    double temperature;
    double moving, turning; /* probabilities of a new velocity and of a new angular momentum */
    uint64_t seed;
};

/* Purposes of a particle's random numbers in a step; each purpose has its own numbers. */
enum collision_purpose { COLLIDE, COLLIDE_VELOCITY, COLLIDE_SPIN };

/**
 * Draws a vector with normally distributed components; component k has the variance T spread[k].
 */
SHARED_FUNCTION void collision_draw(const struct collisions *bath, uint64_t step, uint32_t particle,
                                    enum collision_purpose purpose, const double spread[3],
                                    double vector[3])
{
    double normal[4];
    philox_normals(philox_draw(bath->seed, step, particle, purpose), normal);
    for (int k = 0; k < 3; k++)
        vector[k] = sqrt(bath->temperature * spread[k]) * normal[k];
}

/** Draws a new velocity for a particle. */
SHARED_FUNCTION void collision_velocity(const struct collisions *bath, uint64_t step,
                                        uint32_t particle, double mass, double velocity[3])
{
    const double spread[3] = {1 / mass, 1 / mass, 1 / mass};
    collision_draw(bath, step, particle, COLLIDE_VELOCITY, spread, velocity);
}

/** Draws a new angular momentum for a particle, in the frame of the particle. */
SHARED_FUNCTION void collision_spin(const struct collisions *bath, uint64_t step, uint32_t particle,
                                    const double inertia[3], double spin[3])
{
    collision_draw(bath, step, particle, COLLIDE_SPIN, inertia, spin);
}

/**
 * Lets a particle collide with the heat bath. It gets a new velocity with the probability `moving`,
 * and a new angular momentum with the probability `turning`.
 */
SHARED_FUNCTION void collision_apply(const struct collisions *bath, uint64_t step,
                                     uint32_t particle, double mass, const double inertia[3],
                                     double velocity[3], bool oriented, double spin[3])
{
    struct philox bits = philox_draw(bath->seed, step, particle, COLLIDE);
    if (philox_uniform(bits.word[0]) < bath->moving)
        collision_velocity(bath, step, particle, mass, velocity);
    if (oriented && philox_uniform(bits.word[1]) < bath->turning)
        collision_spin(bath, step, particle, inertia, spin);
}

/**
 * Applies friction and noise for a time t: a vector is multiplied by `kept` = e^(-t/tau), and noise
 * of the variance (1 - kept^2) T spread[k] is added to component k.
 */
SHARED_FUNCTION void langevin_vector(const struct collisions *bath, uint64_t step,
                                     uint32_t particle, enum collision_purpose purpose,
                                     const double spread[3], double kept, double vector[3])
{
    double noise[3], share = sqrt(1 - kept * kept);
    collision_draw(bath, step, particle, purpose, spread, noise);
    for (int k = 0; k < 3; k++)
        vector[k] = kept * vector[k] + share * noise[k];
}

/** Applies friction and noise to the velocity and the angular momentum of a particle. */
SHARED_FUNCTION void langevin_apply(const struct collisions *bath, uint64_t step, uint32_t particle,
                                    double kept, double mass, const double inertia[3],
                                    double velocity[3], bool oriented, double spin[3])
{
    const double spread[3] = {1 / mass, 1 / mass, 1 / mass};
    langevin_vector(bath, step, particle, COLLIDE_VELOCITY, spread, kept, velocity);
    if (oriented)
        langevin_vector(bath, step, particle, COLLIDE_SPIN, inertia, kept, spin);
}

#endif
