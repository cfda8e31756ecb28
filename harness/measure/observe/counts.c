#include "harness/measure/observe/counts.h"

#include <string.h>

/*
 * Returns the number of vectors that a kind of strategy adds by atomics; -1 for edges, because only
 * the backend knows the number of runs with the same first particle. With orientations there is a
 * torque for each force.
 */
static int64_t derive(enum atomics_kind kind, const struct reference *reference)
{
    int vectors = reference->torque != NULL ? 2 : 1;
    switch (kind) {
    case ATOMICS_NONE:
        return 0;
    case ATOMICS_BOTH:
        return vectors * 2 * reference->pairs_interacting;
    case ATOMICS_PARTNER:
    case ATOMICS_CLUSTERS: /* kernels of bodies add torques */
        return vectors * (reference->pairs_interacting + reference->n);
    case ATOMICS_SEGMENTS:
        break;
    }
    return -1;
}

struct counts counts_of(const struct strategy *strategy, const struct structure_sizes *sizes,
                        const struct reference *reference)
{
    struct counts counts = {
        .pairs_listed = sizes->pairs_listed,
        .pairs_in_cutoff = reference->pairs_in_cutoff,
        .pairs_interacting = reference->pairs_interacting,
        .atomics = sizes->atomics >= 0 ? sizes->atomics : derive(strategy->atomics, reference),
    };
    if (counts.atomics >= 0)
        counts.atomics += sizes->bonded_atomics;
    memcpy(counts.branches, reference->branches, sizeof counts.branches);
    return counts;
}
