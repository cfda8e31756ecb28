#include "harness/counts.h"

/* What the strategy's kind of atomics means in force vectors; how many runs of equal first
 * particle a warp sees is known to the backend alone. */
static int64_t derive(enum atomics_kind kind, const struct reference *reference)
{
    switch (kind) {
    case ATOMICS_NONE:
        return 0;
    case ATOMICS_BOTH:
        return 2 * reference->pairs_interacting;
    case ATOMICS_PARTNER:
        return reference->pairs_interacting + reference->n;
    case ATOMICS_SEGMENTS:
        break;
    }
    return -1;
}

struct counts counts_of(const struct strategy *strategy, const struct structure_sizes *sizes,
                        const struct reference *reference)
{
    return (struct counts){
        .pairs_listed = sizes->pairs_listed,
        .pairs_in_cutoff = reference->pairs_in_cutoff,
        .pairs_interacting = reference->pairs_interacting,
        .atomics = sizes->atomics >= 0 ? sizes->atomics : derive(strategy->atomics, reference),
    };
}
