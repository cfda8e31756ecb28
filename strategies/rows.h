/* Access to the row of a particle in a full or half list, one entry after another. */
#ifndef PAIRLANES_STRATEGIES_ROWS_H
#define PAIRLANES_STRATEGIES_ROWS_H

#include "strategies/particle.h"

/** A row and its own particle. */
struct row {
    struct own_particle self;
    struct box_frame frame;
    int64_t start;        /* index of the first entry in the list */
    const int32_t *entry; /* the first entry */
    int32_t count;        /* number of entries */
};

/** Returns the row of particle i. */
INLINE struct row row_of(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t i)
{
    const int64_t start = rows_of(a)->start[i];
    struct row row = {own_particle_of(a, c, i), frame_of(a, i), start, rows_of(a)->entry + start,
                      rows_of(a)->count[i]};
    return row;
}

/**
 * Evaluates the pair of entry k with evaluate_pair; `axes` is a compile-time constant that includes
 * the axes in row->frame.across.
 */
INLINE bool evaluate_entry(const struct row *row, int32_t k, int axes, struct pair *pair)
{
    const struct cpu_arguments *a = row->self.arguments;
    pair->other.i = row->entry[k];
    pair->other.interaction = interaction_at(rows_of(a)->interaction, row->start + k);
    pair->d = displacement_to(a, &row->frame, pair->other.i, axes);
#ifdef HAS_EXCLUSIONS
    return evaluate_pair(&row->self, pair) &&
           !(a->tests_exclusions && are_excluded(a, row->self.i, pair->other.i));
#else
    return evaluate_pair(&row->self, pair);
#endif
}

#endif
