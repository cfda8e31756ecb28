/* Groups of particles near each other along the bonds, with the bonded terms of each group. */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/topology.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * Every particle is an own particle of one group. The terms of a group are those with an own
 * particle among their members, so that a term is in as many groups as its members. Kernels read
 * `data`, in the form of strategies/term_group.h.
 */
struct term_groups {
    int32_t *data;
    int64_t size; /* numbers in `data` */
    int32_t groups;
    int32_t most_terms; /* most terms of a group */
};

/**
 * Divides n particles into groups by their numbers in the system, order[k] for particle k: those of
 * a molecule are consecutive. EXIT_USAGE, naming the particle, for one with more terms or partners
 * than a group has room for; EXIT_ENVIRONMENT without memory or beyond 32-bit indices.
 */
bool term_groups_build(const struct topology *topology, int64_t n, const int32_t *order,
                       struct term_groups *groups, struct error *error);

/** Returns the most bytes of the groups of a system. */
double term_groups_bytes(const struct system *system);

/** Frees the groups. Zeroed ones may be freed. */
void term_groups_free(struct term_groups *groups);
