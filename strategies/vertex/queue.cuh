/*
 * Each thread collects the entries of its row that may interact in a queue. The warp evaluates the
 * queues when its rows end or a queue is full:
 *
 *     for each entry j in the row of i
 *         if i and j may interact
 *             append j to the queue
 *     for each j in the queue
 *         sum += force on i of the pair (i, j)
 */
#ifndef PAIRLANES_STRATEGIES_VERTEX_QUEUE_CUH
#define PAIRLANES_STRATEGIES_VERTEX_QUEUE_CUH

#include "strategies/gpu_queue.cuh"

enum { GROUP = 4, PLACES = 2 * GROUP };

/** Queued partners of each thread. */
__shared__ int waiting[PLACES][BLOCK];

/**
 * Appends the entries of a group that may interact to the queue, which has `count` entries; returns
 * the new number. All four positions are loaded before the first test.
 */
template <bool IMAGE>
__device__ __forceinline__ int append(const gpu_arguments &a, const int4 &group, const vector4 &at,
                                      const list_particle &self, int count)
{
    const int entry[GROUP] = {group.x, group.y, group.z, group.w};
    vector4 place[GROUP];
    body_type body[GROUP];
#pragma unroll
    for (int k = 0; k < GROUP; k++) {
        place[k] = load(a.position + entry[k]);
        body[k] = body_at(a, entry[k], place[k]);
    }
#pragma unroll
    for (int k = 0; k < GROUP; k++) {
        const displacement d(box_of(a), at, place[k], IMAGE);
        bool waits = may_interact(self.body, body[k], d);
#ifdef EXCLUSIONS
        waits = waits && !self.is_parted_from(a, {entry[k], place[k], LOOK_UP}, d);
#endif
        if (waits)
            waiting[count++][threadIdx.x] = entry[k];
    }
    return count;
}

/**
 * Returns the sum over the row of particle i, or zeros if not `present`. All 32 lanes of a warp
 * have to call it. There is one copy of the pair function, because it is long.
 */
template <bool ENERGY>
__device__ __forceinline__ total sum_queued(const gpu_arguments &a, int i, bool present, bool image,
                                            const vector4 &at, const list_particle &self)
{
    const int count = present ? __ldg(rows_of(a).count + i) : 0;
    const int4 *group = reinterpret_cast<const int4 *>(rows_of(a).entry) + i;
    int4 next = count > 0 ? __ldg(group) : int4{};
    total sum;
    int wait = 0;
    for (int base = 0;; base += GROUP) {
        if (base < count) {
            const int4 four = next;
            group += a.n;
            if (base + GROUP < count)
                next = __ldg(group);
            wait = image ? append<true>(a, four, at, self, wait)
                         : append<false>(a, four, at, self, wait);
        }
        const bool more = __any_sync(ALL_LANES, base + GROUP < count);
        if (more && !__any_sync(ALL_LANES, wait > PLACES - GROUP))
            continue;
#pragma unroll 1
        for (int k = 0; k < wait; k++) {
            const int j = waiting[k][threadIdx.x];
            const partner other = {j, load(a.position + j), LOOK_UP};
            pair_force f;
            evaluate_pair(a, self, other, displacement(box_of(a), at, other.at, image), f);
            sum.add<ENERGY>(f);
        }
        wait = 0;
        if (!more)
            return sum;
    }
}

#endif
