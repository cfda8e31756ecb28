/*
 * Common code of the two CPU kernels of `cluster`, which include it. It computes coordinates in the
 * image of a cluster, and sums the forces on both particles of a pair.
 */
#include "strategies/add.h"
#include "strategies/cluster/cpu_cluster.h"
#include "strategies/simd.h"

#include <omp.h>

INLINE const struct cpu_cluster *cluster_of(const struct cpu_arguments *a)
{
    return (const struct cpu_cluster *)a->neighbors;
}

/** The periodic box in the frame of a cluster. */
struct cluster_view {
    REAL box[3], cut[3];
    REAL out;   /* a coordinate out of range of all particles */
    bool image; /* true: each pair computes its nearest image */
};

/** Returns a coordinate in the frame of the cluster. */
INLINE REAL seen_along(const struct cluster_view *v, REAL at, int axis)
{
    return at - (at >= v->cut[axis] ? v->box[axis] : 0);
}

/** Returns the periodic box in the frame of cluster k. */
INLINE struct cluster_view view_of(const struct cpu_arguments *a, int64_t k)
{
    struct cluster_view v = {.image = false};
    for (int d = 0; d < 3; d++) {
        v.box[d] = (REAL)a->box[d];
        v.cut[d] = (REAL)cluster_of(a)->cut[3 * k + d];
        v.image = v.image || v.cut[d] < 0;
    }
    for (int d = 0; d < 3 && v.image; d++)
        v.cut[d] = 2 * v.box[d]; /* nothing is shifted */
    v.out = 4 * (v.box[0] + v.box[1] + v.box[2] + (REAL)a->cutoff);
    return v;
}

/**
 * Adds the sums of a cluster's particles to `to`. If `to` is NULL (without reciprocal forces),
 * stores them as the forces.
 */
INLINE void put_out_own(const struct cpu_arguments *a, const struct addends *to, const int32_t *own,
                        const struct total *sum, bool energy)
{
    for (int slot = 0; slot < cluster_of(a)->size && own[slot] < a->n; slot++) {
        if (to != NULL)
            add_total(to, own[slot], &sum[slot], energy);
        else
            total_store(a, own[slot], &sum[slot], true);
    }
}

/** Stores in `to` the sum of `buffers` arrays of `sums` numbers each. */
INLINE void combine(const SUM *from, int64_t buffers, int64_t sums, SUM *to)
{
#pragma omp for schedule(static)
    for (int64_t k = 0; k < sums; k++) {
        SUM sum = 0;
        for (int64_t b = 0; b < buffers; b++)
            sum += from[b * sums + k];
        to[k] = sum;
    }
}

/** Function that adds the forces of all clusters; `to` is NULL without reciprocal forces. */
typedef void clusters_adder(const struct cpu_arguments *a, const MODEL_STRUCT *c,
                            const struct addends *to, bool energy);

/** Evaluates each pair once, adds both forces to buffers and then sums the buffers. */
INLINE void clusters_reciprocal(const struct cpu_arguments *a, const MODEL_STRUCT *c, bool energy,
                                clusters_adder *add)
{
    const int64_t buffers = tuning_by_name(a->tuning, "buffers");
    const int64_t sums = 4 * (a->n + 1);
    SUM *scratch = (SUM *)a->scratch;
    SUM *torque_scratch = scratch + buffers * sums;
    const int64_t mine = omp_get_thread_num() % buffers * sums;
    const int64_t all = (a->torque != NULL ? 2 : 1) * buffers * sums;
#pragma omp for schedule(static)
    for (int64_t k = 0; k < all; k++)
        scratch[k] = 0;
    const struct addends to = {scratch + mine, torque_scratch + mine, buffers < a->threads};
    add(a, c, &to, energy);
    combine(scratch, buffers, sums, (SUM *)a->force);
    if (a->torque != NULL)
        combine(torque_scratch, buffers, sums, (SUM *)a->torque);
}

/** Computes all forces by calling `add`, with or without reciprocal forces. */
INLINE void clusters_forces(const struct cpu_arguments *a, bool energy, clusters_adder *add)
{
    const MODEL_STRUCT c = model_constants(a);
    if (tuning_by_name(a->tuning, "reciprocal") != 0)
        clusters_reciprocal(a, &c, energy, add);
    else
        add(a, &c, NULL, energy);
}
