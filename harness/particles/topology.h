/* Bonded terms as kernels read them: by particle, and the pairs that do not meet. */
#ifndef PAIRLANES_TOPOLOGY_H
#define PAIRLANES_TOPOLOGY_H

#include "harness/base/error.h"
#include "harness/particles/system.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * The terms of particle i are entry[start[i]] … entry[start[i + 1] - 1]: kind * BONDED_MEMBERS +
 * role (which member i is), then the other members in their order, -1 behind the last. Every term
 * stands in the rows of all its members.
 *
 * Particle i does not meet the particles excluded[excluded[i]] … excluded[excluded[i + 1] - 1] as a
 * pair, each of which is there once: the first n + 1 numbers are where rows begin and end, the rows
 * follow. They are the other members of terms of two, and of the system's exclusions.
 */
struct topology {
    int32_t *start;                   /* n + 1; NULL: there are no bonded terms */
    int32_t (*entry)[BONDED_MEMBERS]; /* start[n] */
    int32_t *excluded;                /* excluded[n]; NULL: there are none */
};

/**
 * Sorts a system's bonded terms and excluded pairs by particle. EXIT_USAGE, naming the particle,
 * for members that are no particles, or twice the same.
 */
bool topology_build(const struct system *system, struct topology *topology, struct error *error);

/** Bytes of the topology of a system, at most. */
double topology_bytes(const struct system *system);

/** The most partners that one of n particles does not meet. */
int32_t topology_exclusions_most(const struct topology *topology, int64_t n);

/** Frees the arrays. A zeroed topology may be freed. */
void topology_free(struct topology *topology);

/** Whether particles i and j do not meet as a pair. */
static inline bool topology_excludes(const struct topology *topology, int64_t i, int64_t j)
{
    const int32_t *excluded = topology->excluded;
    if (excluded == NULL)
        return false;
    for (int32_t k = excluded[i]; k < excluded[i + 1]; k++)
        if (excluded[k] == j)
            return true;
    return false;
}

#endif
