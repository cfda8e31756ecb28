/*
 * A block per group of GROUP clusters with CLUSTER particles each. An entry has 32 / CLUSTER
 * partners. A cluster and an entry have 32 pairs, one per lane of a warp:
 *
 *     copy the own particles of the group into shared memory
 *     i, j = lane % CLUSTER, lane / CLUSTER
 *     for each entry of the group, the warps of the block by turns
 *         load partner j
 *         for each cluster k of the group that is near the entry
 *             f = force on partner j of the pair with particle i of cluster k
 *             sum[k] -= f
 *             with RECIPROCAL: on_partner += f
 *         with RECIPROCAL: on_partner = sum over the lanes of partner j, by shuffles
 *             in the first of them, atomically: buffer[group mod BUFFERS][j] += on_partner
 *     sum[k] = sum over the lanes of particle i, by shuffles, and then over the warps
 *     force[i] = sum[k], with RECIPROCAL added atomically to a buffer
 *
 * With RECIPROCAL each pair is in only one row, and a second kernel `combine` adds up the buffers.
 * A partner is loaded once for all clusters of the group. The force on it is added to memory once.
 * The sums of own particles stay in registers. Bits mark excluded pairs. Only the first entries of
 * a group have such bits: in all other entries, unlisted pairs are out of range. In the frame of
 * the group, a periodic image costs one comparison per partner and axis. Only if the partners span
 * the periodic box are nearest images computed pair by pair.
 *
 * Pair functions of particles without orientation may be called for any pair. The loop over
 * clusters is then unrolled. Its only branch, on the bit of the cluster, is the same for all lanes.
 * Pair functions of oriented bodies are too long for a copy per cluster.
 *
 * S. Pall, B. Hess, Comput. Phys. Commun. 184, 2641 (2013); S. Pall et al., J. Chem. Phys. 153,
 * 134110 (2020), fig. 5.
 */
#include "strategies/gpu_add.cuh"
#include "strategies/gpu_frame.cuh"
#include "strategies/gpu_pair_rows.cuh"

#include "strategies/cluster/gpu_cluster.h"

enum {
    OWN = GROUP * CLUSTER, /* particles of a group */
    PARTNERS = CLUSTER_LANES / CLUSTER,
    WARPS = BLOCK / CLUSTER_LANES,
};
static_assert(2 * WARPS <= CLUSTER_AHEAD, "entries behind the last are read ahead");

/*
 * EVERYWHERE: the pair function may be called beyond the cut-off; UNROLLED: number of its copies.
 */
enum { EVERYWHERE = !HAS_ORIENTATION, UNROLLED = EVERYWHERE ? GROUP : 1 };

/** An own particle, aligned for loads of several numbers. */
struct __align__(16) held_particle
{
    own_particle self;
};

/* byte arrays, because shared memory cannot hold types with constructors */
__shared__ __align__(16) char own_at_bytes[OWN * sizeof(vector4)];
__shared__ __align__(16) char own_bytes[OWN * sizeof(held_particle)];
__shared__ __align__(16) char sum_bytes[OWN * sizeof(total)];

__device__ __forceinline__ vector4 &own_at(int slot)
{
    return reinterpret_cast<vector4 *>(own_at_bytes)[slot];
}

__device__ __forceinline__ held_particle &own(int slot)
{
    return reinterpret_cast<held_particle *>(own_bytes)[slot];
}

__device__ __forceinline__ total &own_sum(int slot)
{
    return reinterpret_cast<total *>(sum_bytes)[slot];
}

/** Arrays that a group adds the forces and torques of its pairs to. */
struct buffer {
    sum4 *force, *torque;

    __device__ __forceinline__ explicit buffer(const gpu_arguments &a)
        : force(a.force), torque(a.torque)
    {
        const int chosen = blockIdx.x % BUFFERS;
        if (chosen == 0)
            return;
        force = a.scratch + (chosen - 1LL) * a.n;
        torque = a.scratch + (BUFFERS - 1LL + chosen - 1) * a.n;
    }
};

/**
 * Sums over lanes with numbers that differ only in the bits `least`, 2 * `least`, … below `most`.
 */
template <bool ENERGY> __device__ __forceinline__ void sum_lanes(total &sum, int least, int most)
{
#pragma unroll
    for (int distance = least; distance < most; distance *= 2)
        sum.components<ENERGY>(
            [&](SUM &component) { component += __shfl_xor_sync(ALL_LANES, component, distance); });
}

/** A lane's sum of the forces on its partner in an entry. */
struct partner_sum {
    total sum;
    bool interacts = false;

    /**
     * Sums over the lanes of each partner, and adds the result to the partner's force in memory.
     * All 32 lanes have to call it.
     */
    template <bool ENERGY>
    __device__ __forceinline__ void put_out(const gpu_arguments &a, int lane, int i)
    {
        if (EVERYWHERE && !ENERGY)
            put_out_components(a, lane, i);
        else
            put_out_interacting<ENERGY>(a, lane, i);
    }

    /**
     * Adds the force on a partner, summed over its lanes. The first lane sums x, the second y, the
     * third z. Three sums in each lane would take 1.5 times as many instructions.
     */
    __device__ __forceinline__ void put_out_components(const gpu_arguments &a, int lane,
                                                       int i) const
    {
        const bool second = lane & 1, third = lane & 2;
        const SUM z = sum.z + __shfl_xor_sync(ALL_LANES, sum.z, 1);
        SUM own = second ? sum.y : sum.x;
        own += __shfl_xor_sync(ALL_LANES, second ? sum.x : sum.y, 1);
        const SUM other = third ? own : z;
        own = (third ? z : own) + __shfl_xor_sync(ALL_LANES, other, 2);
#pragma unroll
        for (int distance = 4; distance < CLUSTER; distance *= 2)
            own += __shfl_xor_sync(ALL_LANES, own, distance);
        const int component = lane % CLUSTER;
        if (component < 3 && i < a.n && own != 0)
            add_atomically(reinterpret_cast<SUM *>(buffer(a).force + i) + component, own);
    }

    /**
     * Adds the sums of partners with at least one interacting pair; with ENERGY, also counts the
     * adds.
     */
    template <bool ENERGY>
    __device__ __forceinline__ void put_out_interacting(const gpu_arguments &a, int lane, int i)
    {
        const unsigned interacting = __ballot_sync(ALL_LANES, interacts);
        if (interacting == 0)
            return;
        sum_lanes<false>(sum, 1, CLUSTER);
        const unsigned pairs = ((1U << CLUSTER) - 1) << lane;
        if (lane % CLUSTER != 0 || (interacting & pairs) == 0)
            return;
        const buffer to(a);
        add_total<ENERGY>(a, to.force + i, to.torque + i, sum);
    }
};

/** A lane's partner and its body, read before the loop over clusters. */
struct lane_partner {
    partner other;
    own_particle self;

    __device__ __forceinline__ lane_partner(const gpu_arguments &a, int i, const vector4 &at)
        : other{i, at, LOOK_UP}, self(body_at(a, i, at))
    {
    }
};

/** Adds the force and torque on the partner of a pair with displacement d to the partner's sums. */
__device__ __forceinline__ void add_back(total &sum, const pair_force &f, const displacement &d)
{
    sum.x += to_sum(f.x);
    sum.y += to_sum(f.y);
    sum.z += to_sum(f.z);
    sum.turn(to_sums(partner_torque(&f, d.x, d.y, d.z)));
}

/**
 * Adds the force of a pair to the sums of both particles. With EVERYWHERE, the partner is p, the
 * first particle of the pair function. The data of p are then the same for all clusters.
 */
template <bool ENERGY>
__device__ __forceinline__ void add_pair(const gpu_arguments &a, const lane_partner &p, int slot,
                                         bool image, bool meets, total &on_own,
                                         partner_sum &on_partner)
{
    const vector4 at = own_at(slot);
    pair_force f;
    if (!EVERYWHERE) {
        const displacement d(box_of(a), at, p.other.at, image);
        if (!meets || !evaluate_pair(a, own(slot).self, p.other, d, f))
            return;
        on_own.add<ENERGY>(f);
        on_partner.interacts = true;
        add_back(on_partner.sum, f, d);
        return;
    }
    displacement d(box_of(a), p.other.at, at, image);
    d.x = meets ? d.x : (REAL)(2 * CUTOFF);
    f.selected = a.terms;
    const bool interacts = evaluate_placed(a, p.self, {0, at, LOOK_UP}, d, f);
    select_virial(&f, d.x, d.y, d.z);
    on_own.x += to_sum(f.x);
    on_own.y += to_sum(f.y);
    on_own.z += to_sum(f.z);
    if (ENERGY)
        on_own.energy += energy_to_sum(f.energy);
    on_partner.interacts = on_partner.interacts || interacts;
    on_partner.sum.add<false>(f);
}

/** The entries of a group. */
struct row {
    const unsigned *word;       /* the lane's word of the first entry */
    const unsigned char *lanes; /* the lane's exclusion bits of the first entry */
    int count, masked;

    __device__ __forceinline__ row(const gpu_cluster &s, int lane)
        : word(s.word + __ldg(s.start + blockIdx.x) * PARTNERS + lane / CLUSTER),
          lanes(s.lanes + __ldg(s.masked_start + blockIdx.x) * CLUSTER_LANES + lane),
          count(__ldg(s.count + blockIdx.x)), masked(__ldg(s.masked + blockIdx.x))
    {
    }
};

/** Returns the particle index in a word of an entry. */
__device__ __forceinline__ int partner_of(unsigned word)
{
    return (int)(word & ((1U << CLUSTER_INDEX_BITS) - 1));
}

/** Returns the bit of a word that belongs to the lane's cluster; 0 if the lane has no cluster. */
__device__ __forceinline__ unsigned cluster_bit(int lane)
{
    const int bit = lane % CLUSTER;
    return bit < CLUSTER_BITS ? 1U << CLUSTER_INDEX_BITS << bit : 0;
}

/**
 * Returns a bit for each cluster that an entry is near. It is a vote of the lanes, which guarantees
 * to the compiler that all lanes take the same branches.
 */
__device__ __forceinline__ unsigned active_of(unsigned word, unsigned cluster_bit)
{
    return __ballot_sync(ALL_LANES, (word & cluster_bit) != 0);
}

/** Returns the lane that sets the bit of cluster k in active_of. */
__device__ __forceinline__ constexpr int lane_of_cluster(int k)
{
    return k / CLUSTER_BITS * CLUSTER + k % CLUSTER_BITS;
}

/**
 * Adds the pairs of a lane's partner with the clusters in `active`. With MASKED, adds only pairs of
 * clusters with a bit in `meets`, and takes nearest images if `image`.
 */
template <bool ENERGY, bool MASKED>
__device__ __forceinline__ void add_entry(const gpu_arguments &a, int lane, const lane_partner &p,
                                          unsigned active, unsigned meets, bool image,
                                          total (&sum)[GROUP])
{
    partner_sum on_partner;
#pragma unroll UNROLLED
    for (int k = 0; k < GROUP; k++)
        if (active >> lane_of_cluster(k) & 1)
            add_pair<ENERGY>(a, p, k * CLUSTER + lane % CLUSTER, MASKED && image,
                             !MASKED || (meets >> k & 1), sum[k], on_partner);
    if (RECIPROCAL)
        on_partner.put_out<ENERGY>(a, lane, p.other.i);
}

/** Evaluates the warp's share of the group's entries. */
template <bool ENERGY>
__device__ __forceinline__ void add_row(const gpu_arguments &a, const vector4 &frame, int warp,
                                        int lane, total (&sum)[GROUP])
{
    const row r(neighbors_of<gpu_cluster>(a), lane);
    const bool image = frame.w != 0;
    const unsigned bit = cluster_bit(lane);
    const unsigned *word = r.word + warp * PARTNERS;
    int k = warp;
#pragma unroll 1
    for (const int end = !EVERYWHERE || image ? r.count : r.masked; k < end; k += WARPS) {
        const unsigned entry = __ldg(word),
                       meets = k < r.masked ? __ldg(r.lanes + k * CLUSTER_LANES) : ~0U;
        const int i = partner_of(entry);
        const vector4 at = framed(box_of(a), frame, load(a.position + i));
        add_entry<ENERGY, true>(a, lane, lane_partner(a, i, at), active_of(entry, bit), meets,
                                image, sum);
        word += WARPS * PARTNERS;
    }
    if (!EVERYWHERE || k >= r.count)
        return;
    /*
     * Entries are loaded two iterations before their evaluation, partners one iteration before it.
     */
    unsigned entry = __ldg(word), next = __ldg(word + WARPS * PARTNERS);
    vector4 entry_at = load(a.position + partner_of(entry));
#pragma unroll 1
    for (; k < r.count; k += WARPS) {
        const unsigned later = __ldg(word + 2 * WARPS * PARTNERS);
        const vector4 next_at = load(a.position + partner_of(next));
        const vector4 at = framed(box_of(a), frame, entry_at);
        add_entry<ENERGY, false>(a, lane, lane_partner(a, partner_of(entry), at),
                                 active_of(entry, bit), 0, false, sum);
        word += WARPS * PARTNERS;
        entry = next;
        next = later;
        entry_at = next_at;
    }
}

/** Returns the particle of a slot of the group. */
__device__ __forceinline__ int own_index(const gpu_arguments &a, int slot)
{
    return __ldg(neighbors_of<gpu_cluster>(a).own + (long long)blockIdx.x * OWN + slot);
}

/**
 * Loads the particles of the group into shared memory, in whole warps: extra lanes repeat the last
 * particle.
 */
__device__ __forceinline__ void hold_own(const gpu_arguments &a, const vector4 &frame, int lane)
{
#pragma unroll 1
    for (int first = threadIdx.x - lane; first < OWN; first += BLOCK) {
        const int slot = min(first + lane, OWN - 1), i = own_index(a, slot);
        vector4 at = framed(box_of(a), frame, load(a.position + i));
        own(slot).self = own_particle(a, i, at);
        if (i >= a.n)
            at.z = 0; /* a dummy must also be far from the padding of partners */
        at.w = placed(at.w);
        own_at(slot) = at;
    }
    stage_rows(a);
    __syncthreads();
}

/** Adds the sums of the warps, one after another. */
template <bool ENERGY>
__device__ __forceinline__ void sum_warps(int warp, int lane, total (&sum)[GROUP])
{
#pragma unroll 1
    for (int turn = 0; turn < WARPS; turn++) {
        if (turn == warp && lane < CLUSTER) {
#pragma unroll UNROLLED
            for (int k = 0; k < GROUP; k++) {
                total &to = own_sum(k * CLUSTER + lane);
                if (turn == 0)
                    to = sum[k];
                else
                    to.add<ENERGY>(sum[k]);
            }
        }
        __syncthreads();
    }
}

template <bool ENERGY> __device__ __forceinline__ void add_group(const gpu_arguments &a)
{
    const gpu_cluster &s = neighbors_of<gpu_cluster>(a);
    const int warp = threadIdx.x / CLUSTER_LANES, lane = threadIdx.x % CLUSTER_LANES;
    const vector4 frame = load(s.frame + blockIdx.x);
    total sum[GROUP];
    if (__ldg(s.count + blockIdx.x) == 0)
        return;
    hold_own(a, frame, lane);
    add_row<ENERGY>(a, frame, warp, lane, sum);
#pragma unroll UNROLLED
    for (int k = 0; k < GROUP; k++)
        sum_lanes<ENERGY>(sum[k], CLUSTER, CLUSTER_LANES);
    sum_warps<ENERGY>(warp, lane, sum);
    for (int slot = threadIdx.x; slot < OWN; slot += BLOCK) {
        const int i = own_index(a, slot);
        if (i >= a.n)
            continue;
        total all = own_sum(slot);
        if (RECIPROCAL) {
            const buffer to(a);
            add_total<ENERGY>(a, to.force + i, to.torque + i, all);
        } else {
            all.energy /= 2;
            all.add(a.force + i, a.torque + i); /* adds stored forces of bonded terms */
            all.store(a.force + i, a.torque + i, false);
        }
    }
}

GPU_KERNEL(force, add_group)

/** Adds the additional buffers to the array itself, which is the first buffer, and clears them. */
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
    if (HAS_ORIENTATION)
        add_buffers(a.torque + i, a.scratch + (BUFFERS - 1LL) * a.n + i, a.n);
}

GPU_KERNEL(combine, combine_buffers)
