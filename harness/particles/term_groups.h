/*
 * Divides particles into groups that are near each other along bonds, with the bonded terms of each
 * group.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/topology.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * Every particle is an own particle of exactly one group. A group has all bonded terms with an own
 * particle among their members. A term may thus be in several groups. Kernels read `data`, in the
 * form of strategies/term_group.h.
 */
struct term_groups {
    int32_t *data;
    int64_t size; /* number of 32-bit numbers in `data` */
    int32_t groups;
    int32_t most_terms; /* maximum number of terms in any group */
};

/**
 * Divides n particles into groups in the order of their numbers in the system, in which a
 * molecule's particles are consecutive. order[k] is the number of particle k. EXIT_USAGE with the
 * particle if it has more terms or partners than a group has room for. EXIT_ENVIRONMENT if memory
 * runs out or 32-bit indices do not suffice.
 */
bool term_groups_build(const struct topology *topology, int64_t n, const int32_t *order,
                       struct term_groups *groups, struct error *error);

/** Returns an upper bound on the bytes of a system's groups. */
double term_groups_bytes(const struct system *system);

/** Frees the arrays of groups, which may be zeroed. */
void term_groups_free(struct term_groups *groups);
