/* Virtual sites of particles that move on the CPU (harness/physics/shared/virtual_site.h). */
#pragma once

#include "harness/physics/constraints.h"
#include "harness/physics/motion.h"

/**
 * Checks that common motion is not removed from a system with virtual sites; EXIT_USAGE if it is.
 * The artificial mass of the sites would be part of the motion.
 */
bool virtual_sites_check(const struct system *system, enum removal removal, struct error *error);

/**
 * Computes the positions of a system's virtual sites from their makers. Counts in `stale` the sites
 * that are beyond the limit of the step. There is no limit if the step's `listed` is NULL.
 */
void virtual_sites_place(const struct constrained_step *step, struct system *system,
                         int64_t *stale);

/**
 * Returns the largest distance of a virtual site from the position that its makers define. It is
 * relative to the distance between two makers.
 */
double virtual_sites_error(const struct system *system);

/** Sets the velocities of virtual sites to zero, because they move with their makers. */
void virtual_sites_stop(struct system *system);

/** Moves the forces on virtual sites to their makers; `force` has 3 numbers per particle. */
void virtual_sites_spread(const struct system *system, double *force);

/**
 * Distributes absolute values of forces on virtual sites, one number per particle, to their makers.
 * Each maker gets the value times the largest possible share of a force.
 */
void virtual_sites_spread_sizes(const struct system *system, double *size);
