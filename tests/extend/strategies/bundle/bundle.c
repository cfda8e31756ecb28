/*
 * An iteration per particle, over the row that all particles of its bundle share:
 *
 *     for each particle i, in parallel
 *         for each partner j in the row of i's bundle
 *             if j is a partner of i
 *                 sum += force on i of the pair (i, j)
 *         force[i] = sum
 */
#include "strategies/particle.h"

#include "strategies/bundle/bundle.h"

INLINE void bundle(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    const struct bundles *rows = (const struct bundles *)a->neighbors;
    const int width = tuning_by_name(a->tuning, "width");
#pragma omp for schedule(static)
    for (int64_t i = 0; i < a->n; i++) {
        const struct own_particle self = own_particle_of(a, &c, i);
        const struct box_frame frame = frame_of(a, i);
        const int64_t b = i / width;
        struct total sum = {0};
        for (int64_t k = rows->start[b]; k < rows->start[b + 1]; k++) {
            struct pair pair = {.other = {rows->partner[k], LOOK_UP}};
            if ((rows->mask[k] >> (i % width) & 1) == 0)
                continue;
            pair.d = displacement_to(a, &frame, pair.other.i, ACROSS_ALL);
            if (evaluate_pair(&self, &pair))
                total_add(&sum, &pair.f, energy);
        }
        total_store(a, i, &sum, true);
    }
}

CPU_KERNEL(bundle, bundle)
