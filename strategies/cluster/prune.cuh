/*
 * Prunes rows of groups: copies the entries with pairs that are now within the inner range. Keeps
 * only the bits of clusters with such pairs. Pruning is due when a particle has moved by half of
 * the difference between inner range and cut-off. The device decides this without the host.
 *
 *     cluster_moved, for each particle
 *         pruning is due if the particle has moved by more than `step` since the last pruning
 *     cluster_prune, if due, for each group, one per block
 *         load its particles into registers: each lane has one particle of each cluster
 *         store their positions, for cluster_moved
 *         for each BLOCK entries, 32 for a warp, one after another
 *             near = bits of the clusters with a pair within the inner range
 *             append the entries with pairs, in their order
 *         the last block to finish: pruning is no longer due
 *
 * S. Pall et al., J. Chem. Phys. 153, 134110 (2020): dual pair lists.
 */
#ifndef PAIRLANES_STRATEGIES_CLUSTER_PRUNE_CUH
#define PAIRLANES_STRATEGIES_CLUSTER_PRUNE_CUH

#include "strategies/cluster/group.cuh"

extern "C" __global__ void cluster_moved(const __grid_constant__ cluster_build a)
{
    const int i = THREAD;
    if (i >= a.n)
        return;
    const displacement d(box_of(a), load(a.pruned_at + i), load(a.position + i), true);
    if (!(d.x * d.x + d.y * d.y + d.z * d.z <= (REAL)(a.step * a.step)))
        a.due[0] = 1;
}

/** Shared data of a block that prunes a row. */
struct shared_pruning {
    vector4 at[CLUSTER_GROUP * 8]; /* particles of the group */
    int kept[2][WARPS];            /* remaining entries of each warp; double-buffered */
    int pairs[WARPS];
};

/**
 * Prunes one half of a row: with IS_HELD the entries with excluded pairs, before the middle of the
 * row, otherwise the entries after the middle.
 */
template <int SIZE, bool IMAGE, bool IS_HELD> struct pruner {
    static constexpr int PARTNERS = CLUSTER_LANES / SIZE;
    const cluster_build &a;
    shared_pruning &s;
    const lane_particles &own;
    const vector4 &frame;
    int pairs = 0; /* number of the lane's pairs within the inner range */

    /** Returns the index of entry k, counted from the middle of the row. */
    __device__ __forceinline__ long long entry(int k) const
    {
        return IS_HELD ? row_middle(a) - 1 - k : row_middle(a) + k;
    }

    __device__ __forceinline__ long long lane_bits(int k) const
    {
        return (held_middle(a) - 1 - k) * CLUSTER_LANES + LANE;
    }

    /** Returns the lane's word of entry k. */
    __device__ __forceinline__ unsigned word_at(int k) const
    {
        return __ldg(a.rows.word + entry(k) * PARTNERS + (int)LANE / SIZE);
    }

    __device__ __forceinline__ vector4 partner_at(unsigned word) const
    {
        return load(a.position + particle_of_word(word));
    }

    /**
     * Returns the clusters that have a pair with entry k within the inner range. `word` is the
     * lane's word of the entry, `partner` the position of the lane's partner.
     */
    __device__ __forceinline__ unsigned look(int k, unsigned word, const vector4 &partner)
    {
        const unsigned listed = warp_or(clusters_of_word(word, (int)LANE / SIZE));
        const vector4 at = framed(box_of(a), frame, partner);
        unsigned near = own.template in_range<IMAGE>(a, at, (REAL)(a.inner * a.inner)) & listed;
        if (IS_HELD)
            near &= a.rows.lanes[lane_bits(k)];
        pairs += __popc(near);
        return warp_or(near);
    }

    /**
     * Tests the entries from `first` to `last`; each lane returns the remaining clusters of one
     * entry. Entries are loaded two iterations before their test, partners one iteration before it.
     */
    __device__ __forceinline__ unsigned look_at(int first, int last)
    {
        unsigned found = 0;
        unsigned word = word_at(first), next = word_at(min(first + 1, last));
        vector4 at = partner_at(word);
#pragma unroll 1
        for (int k = first; k <= last; k++) {
            const unsigned later = word_at(min(k + 2, last));
            const vector4 next_at = partner_at(next);
            const unsigned clusters = look(k, word, at);
            found = (int)LANE == k - first ? clusters : found;
            word = next;
            next = later;
            at = next_at;
        }
        return found;
    }

    /** Writes entry k, with the remaining clusters, as entry `to`. */
    __device__ __forceinline__ void put(int k, int to, unsigned clusters) const
    {
#pragma unroll
        for (int j = 0; j < PARTNERS; j++)
            a.pruned.word[entry(to) * PARTNERS + j] =
                word_of(particle_of_word(a.rows.word[entry(k) * PARTNERS + j]), clusters, j);
    }

    /**
     * Prunes `count` entries; returns the number of remaining entries. All threads of the block
     * have to call it.
     */
    __device__ __forceinline__ int prune(int count)
    {
        int kept = 0;
#pragma unroll 1
        for (int first = 0, turn = 0; first < count; first += BLOCK, turn = !turn) {
            const int mine = first + 32 * (int)WARP;
            const unsigned found = mine < count ? look_at(mine, min(mine + 31, count - 1)) : 0;
            const unsigned keeps = __ballot_sync(ALL_LANES, found != 0);
            if (LANE == 0)
                s.kept[turn][WARP] = __popc(keeps);
            __syncthreads();
            int to = kept;
            for (int warp = 0; warp < WARPS; warp++) {
                to += warp < (int)WARP ? s.kept[turn][warp] : 0;
                kept += s.kept[turn][warp];
            }
            if (found != 0)
                put(mine + (int)LANE, to + __popc(keeps & ((1u << LANE) - 1)), found);
            if (IS_HELD)
                for (unsigned left = keeps; left != 0; left &= left - 1, to++)
                    a.pruned.lanes[lane_bits(to)] =
                        a.rows.lanes[lane_bits(mine + __ffs((int)left) - 1)];
        }
        return kept;
    }
};

/**
 * Copies the particles of the group into shared memory, and stores their positions for
 * cluster_moved.
 */
template <int SIZE>
__device__ __forceinline__ void hold_pruned(const cluster_build &a, shared_pruning &s,
                                            const vector4 &frame)
{
    const int t = threadIdx.x;
    if (t < CLUSTER_GROUP * SIZE) {
        const int own = blockIdx.x * a.group * SIZE + t;
        const int i = t / SIZE < a.group ? a.own[own] : a.n;
        const vector4 at = load(a.position + i);
        s.at[t] =
            i < a.n ? framed(box_of(a), frame, at) : vector4{-nowhere(), -nowhere(), -nowhere(), 0};
        if (i < a.n)
            a.pruned_at[i] = at;
    }
    __syncthreads();
}

template <int SIZE, bool IMAGE>
__device__ __forceinline__ void prune_row(const cluster_build &a, shared_pruning &s,
                                          const vector4 &frame)
{
    lane_particles own;
    own.fill<SIZE>(s.at);
    const int masked = a.rows.masked[blockIdx.x], others = a.rows.count[blockIdx.x] - masked;
    pruner<SIZE, IMAGE, true> of_held = {a, s, own, frame};
    const int held_kept = of_held.prune(masked);
    __syncthreads();
    pruner<SIZE, IMAGE, false> of_others = {a, s, own, frame};
    const int others_kept = of_others.prune(others);
    const int pairs = block_sum(s.pairs, of_held.pairs + of_others.pairs);
    if (threadIdx.x != 0)
        return;
    a.pruned.start[blockIdx.x] = row_middle(a) - held_kept;
    a.pruned.masked_start[blockIdx.x] = held_middle(a) - held_kept;
    a.pruned.count[blockIdx.x] = held_kept + others_kept;
    a.pruned.masked[blockIdx.x] = held_kept;
    a.pairs[blockIdx.x] = pairs;
}

template <int SIZE> __device__ __forceinline__ void prune_group(const cluster_build &a)
{
    __shared__ shared_pruning s;
    if (*(volatile const int *)a.due == 0)
        return;
    if ((int)blockIdx.x < a.groups_before[tiles_of(a)]) {
        const vector4 frame = load(a.frame + blockIdx.x);
        hold_pruned<SIZE>(a, s, frame);
        if (frame.w != 0)
            prune_row<SIZE, true>(a, s, frame);
        else
            prune_row<SIZE, false>(a, s, frame);
    } else if (threadIdx.x == 0) {
        a.pruned.count[blockIdx.x] = a.pruned.masked[blockIdx.x] = 0;
    }
    __syncthreads(); /* waits until all threads have read the flag */
    if (threadIdx.x == 0 && atomicAdd(a.due + 1, 1) == (int)gridDim.x - 1)
        a.due[0] = a.due[1] = 0;
}

extern "C" __global__ void __launch_bounds__(BLOCK, ROW_BLOCKS)
    cluster_prune_4(const __grid_constant__ cluster_build a)
{
    prune_group<4>(a);
}

extern "C" __global__ void __launch_bounds__(BLOCK, ROW_BLOCKS)
    cluster_prune_8(const __grid_constant__ cluster_build a)
{
    prune_group<8>(a);
}

#endif
