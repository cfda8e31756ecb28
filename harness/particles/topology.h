/* Bonded terms as kernels read them: by particle, and the pairs that they exclude. */
#ifndef PAIRLANES_TOPOLOGY_H
#define PAIRLANES_TOPOLOGY_H

#include "harness/base/error.h"
#include "harness/particles/system.h"

#include <stdbool.h>
#include <stdint.h>

enum { EXCLUDED = 4 /* partners that a particle may be parted from by terms of two */ };

/**
 * The terms of particle i are entry[start[i]] … entry[start[i + 1] - 1]: kind * BONDED_MEMBERS +
 * role (which member i is), then the other members in their order, -1 behind the last. Every term
 * stands in the rows of all its members. Particle i and excluded[i] (filled up with -1) do not meet
 * as a pair: they are the two members of a term of two, unless it says BONDED_MEETS.
 */
struct topology {
    int32_t *start;                   /* n + 1; NULL: there are no bonded terms */
    int32_t (*entry)[BONDED_MEMBERS]; /* start[n] */
    int32_t (*excluded)[EXCLUDED];    /* n; NULL: there are no bonded terms */
};

/**
 * Sorts a system's bonded terms by particle. EXIT_USAGE, naming the particle, for more than
 * EXCLUDED partners in terms of two, or for members that are no particles.
 */
bool topology_build(const struct system *system, struct topology *topology, struct error *error);

/** Bytes of the topology of a system. */
double topology_bytes(const struct system *system);

/** Frees the arrays. A zeroed topology may be freed. */
void topology_free(struct topology *topology);

/** Whether particles i and j do not meet as a pair. */
static inline bool topology_excludes(const struct topology *topology, int64_t i, int64_t j)
{
    if (topology->excluded == NULL)
        return false;
    const int32_t *partner = topology->excluded[i];
    return partner[0] == j || partner[1] == j || partner[2] == j || partner[3] == j;
}

#endif
