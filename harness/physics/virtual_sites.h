/* Virtual sites of particles that move on the CPU (harness/physics/shared/virtual_site.h). */
#pragma once

#include "harness/physics/constraints.h"
#include "harness/physics/motion.h"

/**
 * Refuses the removal of common motion from a system with sites, because it would count their
 * artificial mass: EXIT_USAGE.
 */
bool virtual_sites_check(const struct system *system, enum removal removal, struct error *error);

/**
 * Places the sites of a system by their makers, and counts in `stale` those beyond the limit of the
 * step; `listed` of the step NULL: there is no limit.
 */
void virtual_sites_place(const struct constrained_step *step, struct system *system,
                         int64_t *stale);

/**
 * Returns the largest distance of a site from the place that its makers give, relative to the
 * distance of two of these.
 */
double virtual_sites_error(const struct system *system);

/** Sets the velocities of sites to zero: they move with their makers. */
void virtual_sites_stop(struct system *system);

/** Moves the forces on sites, 3 numbers of each particle, to their makers. */
void virtual_sites_spread(const struct system *system, double *force);

/**
 * Distributes the sizes of forces on sites, a number per particle, over their makers. Each maker
 * gets the size times the largest share of a force that it can get.
 */
void virtual_sites_spread_sizes(const struct system *system, double *size);
