/*
 * Pairs each particle with all others whose distance along x is less than the range, on both sides.
 */
#include "strategies/particle.h"
#include "strategies/sweep_arguments.h"

/** Adds the pairs of the particle at `place` on one side: `step` is 1 or -1. */
INLINE void add_side(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t place, int step,
                     bool energy, struct total *sum)
{
    const struct cpu_sweep *sweep = (const struct cpu_sweep *)a->neighbors;
    const int64_t i = sweep->particle[place];
    const struct box_frame frame = frame_of(a, i);
    const struct own_particle self = own_particle_of(a, c, i);
    for (int64_t k = 1; k < a->n; k++) {
        const int64_t other = (place + step * k + a->n) % a->n;
        const double apart = step * (sweep->x[other] - sweep->x[place]);
        struct pair pair = {.other = {sweep->particle[other], LOOK_UP}};
        if ((apart < 0 ? apart + a->box[0] : apart) > a->range)
            break;
        pair.d = displacement_to(a, &frame, pair.other.i, ACROSS_ALL);
        if (!are_excluded(a, i, pair.other.i) && evaluate_pair(&self, &pair))
            total_add(sum, &pair.f, energy);
    }
}

INLINE void sweep(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    const struct cpu_sweep *order = (const struct cpu_sweep *)a->neighbors;
#pragma omp for schedule(static)
    for (int64_t place = 0; place < a->n; place++) {
        struct total sum = {0};
        add_side(a, &c, place, -1, energy, &sum);
        add_side(a, &c, place, 1, energy, &sum);
        total_store(a, order->particle[place], &sum, true);
    }
}

CPU_KERNEL(sweep, sweep)
