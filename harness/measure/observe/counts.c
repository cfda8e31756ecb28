#include "harness/measure/observe/counts.h"

#include <string.h>

/*
 * Returns the number of vectors of the strategy's kind of atomics; only the backend knows the
 * number of runs of equal first particle. With orientations each force has a torque.
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
