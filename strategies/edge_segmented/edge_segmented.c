/*
 * One iteration per pair, in chunks: the forces of a run of equal first particles are summed, then
 * added atomically once; those of the second particles one by one.
 */
#include "strategies/add.h"
#include "strategies/view.h"

/** The sum over the pairs of a run that interact. */
struct segment {
    struct pair_force sum;
    bool any;
};

INLINE void segment_add(const struct cpu_arguments *a, int64_t i, const struct segment *segment,
                        bool energy)
{
    real *force = (real *)a->force + 4 * i;
    if (!segment->any)
        return;
    add_atomic(force, segment->sum.x, segment->sum.y, segment->sum.z);
    if (energy)
        add_energy_atomic(force, segment->sum.energy);
}

INLINE void chunk(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t begin, int64_t end,
                  bool energy)
{
    const real *position = a->position;
    real *force = a->force;
    for (int64_t k = begin; k < end;) {
        int64_t i = a->first[k];
        struct view v = view_from(a, i);
        struct segment segment = {0};
        for (; k < end && a->first[k] == i; k++) {
            int64_t j = a->second[k];
            struct pair_force f;
            real dx = VIEW_X(&v, position[4 * j], ACROSS_ALL);
            real dy = VIEW_Y(&v, position[4 * j + 1], ACROSS_ALL);
            real dz = VIEW_Z(&v, position[4 * j + 2], ACROSS_ALL);
            if (!pair(c, dx, dy, dz, &f))
                continue;
            segment.any = true;
            segment.sum.x -= f.x;
            segment.sum.y -= f.y;
            segment.sum.z -= f.z;
            if (energy)
                segment.sum.energy += f.energy;
            add_atomic(force + 4 * j, f.x, f.y, f.z);
        }
        segment_add(a, i, &segment, energy);
    }
}

INLINE void body(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
#pragma omp for schedule(static)
    for (int64_t begin = 0; begin < a->edges; begin += EDGE_CHUNK) {
        int64_t end = begin + EDGE_CHUNK < a->edges ? begin + EDGE_CHUNK : a->edges;
        chunk(a, &c, begin, end, energy);
    }
}

CPU_KERNEL(edge_segmented, body)
