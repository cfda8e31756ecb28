/*
 * A warp per cluster of CLUSTER particles, each lane one of the CLUSTER_LANES pairs of an entry:
 *
 *     c, i, j = number of the warp; of the lane, the remainder and the quotient by CLUSTER
 *     for each entry in the row of c
 *         if the entry's mask has the bit of this lane
 *             sum += force on particle i of c of the pair with partner j of the entry
 *     sum = sum over the lanes of particle i, by shuffles
 *     in the first of these: force[i] = sum
 *
 * With RECIPROCAL an entry is in the row of one of its two clusters alone:
 *
 *             f = force on the partner j
 *         f = sum over the lanes of partner j, by shuffles
 *         in the first of these, atomically: buffer[c mod BUFFERS][j] += f
 *     in the first lane of particle i, atomically: buffer[c mod BUFFERS][i] += sum
 *
 * and a second kernel, `combine`, adds the buffers up. Own particles stay in registers; a warp
 * reads one number, one mask and 8 or 4 positions for 32 pairs. Bits are those of pairs that are in
 * range of the list, are not excluded and are met nowhere else, so that kernels search no
 * exclusions. The frame of a cluster makes images a comparison per partner; only a cluster whose
 * partners surround the box takes nearest images.
 *
 * S. Pall, B. Hess, Comput. Phys. Commun. 184, 2641 (2013); S. Pall et al., J. Chem. Phys. 153,
 * 134110 (2020), fig. 5.
 */
#include "strategies/gpu_add.cuh"

#include "strategies/cluster/gpu_cluster.h"

/** The image of a position that the cluster of a frame sees. */
__device__ __forceinline__ vector4 framed(const box_type &box, const vector4 &frame, vector4 at)
{
    at.x -= at.x >= frame.x ? box.edge[0] : 0;
    at.y -= at.y >= frame.y ? box.edge[1] : 0;
    at.z -= at.z >= frame.z ? box.edge[2] : 0;
    return at;
}

/** A lane's part of an entry. */
struct lane_entry {
    int i;       /* the partner */
    bool listed; /* the pair of the lane is to be evaluated */

    __device__ __forceinline__ void read(const gpu_cluster &s, long long entry, int lane)
    {
        i = __ldg(s.particle + __ldg(s.first + entry) + lane / CLUSTER);
        listed = __ldg(s.mask + entry) >> lane & 1;
    }
};

/* Whether a lane has the next partner on its way while it evaluates a pair: the function of a pair
   of bodies needs the registers that this takes. */
#ifdef MODEL_BODY
enum { READS_AHEAD = false };
#else
enum { READS_AHEAD = true };
#endif

/** Where the forces and torques of a warp's pairs are added to. */
struct buffer {
    sum4 *force, *torque;

    __device__ __forceinline__ buffer(const gpu_arguments &a, int cluster)
        : force(a.force), torque(a.torque)
    {
        const int chosen = cluster % BUFFERS;
        if (chosen == 0)
            return;
        force = a.scratch + (chosen - 1LL) * a.n;
        torque = a.scratch + (BUFFERS - 1LL + chosen - 1) * a.n;
    }
};

/** Sums over the lanes that differ in bits from `least` on, up to before `most`. */
template <bool ENERGY> __device__ __forceinline__ void sum_lanes(total &sum, int least, int most)
{
#pragma unroll
    for (int distance = least; distance < most; distance *= 2)
        sum.components<ENERGY>(
            [&](SUM &component) { component += __shfl_xor_sync(ALL_LANES, component, distance); });
}

/**
 * Adds the forces on the partners of an entry to theirs; f and d are those of the lane's pair, if
 * that interacts. All 32 lanes have to call it.
 */
template <bool ENERGY>
__device__ __forceinline__ void add_partners(const gpu_arguments &a, int cluster, int lane,
                                             int partner, bool interacts, const pair_force &f,
                                             const displacement &d)
{
    const unsigned interacting = __ballot_sync(ALL_LANES, interacts);
    if (interacting == 0)
        return;
    total sum;
    if (interacts) {
        sum.x = to_sum(f.x);
        sum.y = to_sum(f.y);
        sum.z = to_sum(f.z);
#ifdef MODEL_ORIENTED
        sum.torque = to_sums(partner_torque(&f, d.x, d.y, d.z));
#endif
    }
    sum_lanes<false>(sum, 1, CLUSTER);
    const unsigned column = ((1U << CLUSTER) - 1) << lane;
    if (lane % CLUSTER != 0 || (interacting & column) == 0)
        return;
    const buffer to(a, cluster);
    atomic_add<ENERGY>(a, to.force + partner, sum.x, sum.y, sum.z, 0);
#ifdef MODEL_ORIENTED
    add_torque<ENERGY>(a, to.torque + partner, sum.torque);
#endif
}

/** The pairs of a lane. All 32 lanes go through the entries together. */
template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ total sum_row(const gpu_arguments &a, const gpu_cluster &s, int cluster,
                                         int lane, const vector4 &at, const own_particle &self)
{
    const long long start = __ldg(s.start + cluster);
    const int count = __ldg(s.count + cluster);
    total sum;
    lane_entry next = {a.n, false};
    vector4 next_at = {0, 0, 0, 0};
    if (READS_AHEAD && count > 0) {
        next.read(s, start, lane);
        next_at = load(a.position + next.i);
    }
    for (int k = 0; k < count; k++) {
        lane_entry entry = next;
        vector4 other_at = next_at;
        if (!READS_AHEAD) {
            entry.read(s, start + k, lane);
            other_at = load(a.position + entry.i);
        } else if (k + 1 < count) {
            next.read(s, start + k + 1, lane);
            next_at = load(a.position + next.i);
        }
        const partner other = {entry.i, framed(box_of(a), load(s.frame + cluster), other_at),
                               LOOK_UP};
        const displacement d(box_of(a), at, other.at, IMAGE);
        pair_force f;
        const bool interacts = entry.listed && evaluate_pair(a, self, other, d, f);
        if (interacts)
            sum.add<ENERGY>(f);
        if (RECIPROCAL)
            add_partners<ENERGY>(a, cluster, lane, entry.i, interacts, f, d);
    }
    return sum;
}

template <bool ENERGY> __device__ __forceinline__ void add_cluster(const gpu_arguments &a)
{
    const gpu_cluster &s = neighbors_of<gpu_cluster>(a);
    const int cluster = (int)(((long long)blockIdx.x * BLOCK + threadIdx.x) / CLUSTER_LANES);
    const int lane = threadIdx.x % CLUSTER_LANES;
    if (cluster >= s.clusters)
        return;
    const int i = __ldg(s.particle + (long long)cluster * CLUSTER + lane % CLUSTER);
    const vector4 frame = load(s.frame + cluster);
    const vector4 at = framed(box_of(a), frame, load(a.position + i));
    const own_particle self(a, i, at);
    total sum = frame.w != 0 ? sum_row<ENERGY, true>(a, s, cluster, lane, at, self)
                             : sum_row<ENERGY, false>(a, s, cluster, lane, at, self);
    sum_lanes<ENERGY>(sum, CLUSTER, CLUSTER_LANES);
    if (lane >= CLUSTER || i >= a.n)
        return;
    if (RECIPROCAL) {
        const buffer to(a, cluster);
        add_total<ENERGY>(a, to.force + i, to.torque + i, sum);
    } else {
        sum.energy /= 2;
        sum.add(a.force + i, a.torque + i); /* bonded forces, if any */
        sum.store(a.force + i, a.torque + i, false);
    }
}

GPU_KERNEL(force, add_cluster)

/** Adds the buffers behind an array's first to it, and clears them. */
__device__ __forceinline__ void add_buffers(sum4 *array, sum4 *buffers, int n)
{
    sum4 sum = *array;
    for (int m = 1; m < BUFFERS; m++, buffers += n) {
        const sum4 part = *buffers;
        sum.x += part.x;
        sum.y += part.y;
        sum.z += part.z;
        sum.w += part.w;
        *buffers = sum4{0, 0, 0, 0};
    }
    *array = sum;
}

template <bool ENERGY> __device__ __forceinline__ void combine_buffers(const gpu_arguments &a)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= a.n)
        return;
    add_buffers(a.force + i, a.scratch + i, a.n);
#ifdef MODEL_ORIENTED
    add_buffers(a.torque + i, a.scratch + (BUFFERS - 1LL) * a.n + i, a.n);
#endif
}

GPU_KERNEL(combine, combine_buffers)
