/*
 * A thread per particle, a full list:
 *
 *     i = number of the thread
 *     for each entry j in the row of i
 *         sum += force on i of the pair (i, j)
 *     force[i] = sum
 *
 * Every pair is evaluated twice, by the threads of both of its particles, so that no thread writes
 * what another one writes. The list is stored interleaved. With BONDED, the thread adds the bonded
 * terms of its particle, too; with FUSED, it moves the particle by the sum instead of storing it.
 *
 * With QUEUE, the thread first goes through its row for those that may interact, and evaluates them
 * when the row ends or a thread of the warp has no place for more, in the order of the row:
 *
 *     for each entry j in the row of i
 *         if i and j may interact
 *             wait[number of those that wait] = j
 *     for each j that waits
 *         sum += force on i of the pair (i, j)
 *
 * L. Rovigatti et al., J. Comput. Chem. 36, 1 (2015), section II, "vertex-based" approach.
 */
#define GATHERS_FIRST
#include "strategies/gpu_bonded.cuh"
#include "strategies/gpu_fused.cuh"
#include "strategies/gpu_interleaved.cuh"
#include "strategies/gpu_queue.cuh"
#include "strategies/gpu_row_sum.cuh"

#if QUEUED
enum { GROUP = 4, PLACES = 2 * GROUP };

/** Queued partners of each thread. */
__shared__ int waiting[PLACES][BLOCK];

/**
 * Appends the members of a group that may interact to the `count` queued ones; returns the new
 * number. All four are gathered before any is tested.
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
#if EXCLUSIONS != EXCLUSIONS_USUAL
        waits = waits && !self.is_parted_from(a, {entry[k], place[k], LOOK_UP}, d);
#endif
        if (waits)
            waiting[count++][threadIdx.x] = entry[k];
    }
    return count;
}

/** The sum of the row of particle i, none if the thread has no particle. All 32 lanes of a warp
 * evaluate together, and there is one copy of the pair function, because it is long. */
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
#else
template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ total sum_row(const gpu_arguments &a, int i, const vector4 &at,
                                         const list_particle &self)
{
    row_sum sum;
    visit_row(a, i, [&](const partner &other) {
#if EXCLUSIONS != EXCLUSIONS_USUAL
        if (self.is_parted_from(a, other, displacement(box_of(a), at, other.at, IMAGE)))
            return;
#endif
        row_pair<ENERGY> f;
        evaluate_pair(a, self, other, displacement(box_of(a), at, other.at, IMAGE), f);
        sum.add<ENERGY>(f);
    });
    end_row<ENERGY>(self, sum);
    return sum;
}
#endif

/** Calls take(i, total) for the thread's particle. */
template <bool ENERGY, typename Take>
__device__ __forceinline__ void vertex(const gpu_arguments &a, Take &&take)
{
    const int thread = blockIdx.x * BLOCK + threadIdx.x;
    const int i = min(thread, a.n - 1); /* a valid particle, so that all lanes of the last warp
                                         * vote */
    const vector4 at = load(a.position + i);
    const list_particle self(a, i, at);
    const bool image = warp_needs_images(a, at);
#if QUEUED
    total sum = sum_queued<ENERGY>(a, i, thread < a.n, image, at, self);
    if (thread >= a.n)
        return;
#else
    if (thread >= a.n)
        return;
    total sum =
        image ? sum_row<ENERGY, true>(a, i, at, self) : sum_row<ENERGY, false>(a, i, at, self);
#endif
    sum.energy /= 2;
    if (BONDED)
        add_bonded<ENERGY>(a, i, sum);
    take(i, sum);
}

template <bool ENERGY> __device__ __forceinline__ void store_forces(const gpu_arguments &a)
{
    vertex<ENERGY>(a,
                   [&](int i, const total &sum) { sum.store(a.force + i, a.torque + i, false); });
}

GPU_KERNEL(force, store_forces)
FUSED_KERNELS(vertex)
