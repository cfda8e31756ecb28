/*
 * Many steps in one kernel, a barrier of all blocks after each. Blocks stay on their
 * multiprocessors, and each thread keeps its particles. A strategy's unit includes fresh.cuh,
 * the strategy's kernel and then this file.
 *
 * When a particle has moved by half the skin, the kernel ends after that step. For few particles it
 * builds the list itself, from all particles, as device/all_particles.cuh does.
 */
#ifndef PAIRLANES_RESIDENT_RESIDENT_CUH
#define PAIRLANES_RESIDENT_RESIDENT_CUH

#include "strategies/gpu_bonded.cuh"
#include "strategies/gpu_fused.cuh"

#include "harness/backend/cuda/resident/resident_arguments.h"

#define LIST_LANES  32
#define LIST_ATOMIC 0
#define DISTANCE    REAL
#include "harness/backend/cuda/device/appending.cuh"

#include "harness/backend/cuda/device/all_particles.cuh"

/* Loads after which a block stops waiting, ten seconds; and entries of rows that a block keeps. */
enum { POLLS = 1 << 26, ROOM = BLOCK < 256 ? 32 * BLOCK : 8192 };

/** Results of a barrier. */
enum barrier_result { ALL_ARRIVED, ONE_MARKED, ONE_LOST };

/**
 * The barrier of all blocks. A word in memory counts arrivals in its lower half. Its upper half
 * counts marks, separately for even and odd barriers: a fast block may arrive at the next barrier
 * before a slow one has read the word. No block arrives at the one after that.
 */
struct barrier {
    unsigned long long *word;
    unsigned long long seen, seen_before; /* the word at the last barrier, and at the one before */
    unsigned count;                       /* number of barriers so far */

    __device__ __forceinline__ explicit barrier(resident_state *state)
        : word(&state->arrivals), seen(0), seen_before(0), count(0)
    {
    }

    /** Waits for the other blocks, in one thread; returns whether one has set a mark. */
    __device__ __forceinline__ barrier_result wait(bool mark)
    {
        const int shift = 32 + count % 2 * 16;
        const unsigned long long arrival = 1 + ((unsigned long long)mark << shift);
        const unsigned all = ++count * gridDim.x;
        unsigned long long now = 0;
        int polls = 0;
        asm volatile("red.release.gpu.global.add.u64 [%0], %1;" ::"l"(word), "l"(arrival)
                     : "memory");
        do {
            asm volatile("ld.acquire.gpu.global.u64 %0, [%1];" : "=l"(now) : "l"(word) : "memory");
        } while ((unsigned)now < all && ++polls < POLLS);
        const bool marked = ((now ^ seen_before) >> shift & 0xffff) != 0;
        seen_before = seen;
        seen = now;
        return (unsigned)now < all ? ONE_LOST : marked ? ONE_MARKED : ALL_ARRIVED;
    }
};

/** Memory that the threads of a block share. */
struct resident_block {
    dynamics_arguments motion[2]; /* arguments whose `status` is the block's */
    motion_status status;         /* status of the block's particles */
    barrier_result result;        /* result of the last barrier */
    int count[BLOCK]; /* rows of the block's particles, if they are contiguous and there is room */
    int entry[ROOM];
};

/** Copies the arguments, so that the block can count steps in them and halt alone. */
__device__ __forceinline__ void begin(const resident_arguments &a, resident_block &block)
{
    static_assert(sizeof block.motion % sizeof(int) == 0, "it is copied in words");
    const int *from = reinterpret_cast<const int *>(a.motion);
    int *to = reinterpret_cast<int *>(block.motion);
    for (int k = threadIdx.x; k < (int)(sizeof block.motion / sizeof(int)); k += BLOCK)
        to[k] = from[k];
    __syncthreads();
    if (threadIdx.x == 0) {
        block.status = *a.motion[0].status;
        block.status.halted = 0;
        block.motion[0].status = block.motion[1].status = &block.status;
    }
    __syncthreads();
}

/** Whether the block keeps its rows, one for each TEAM lanes. */
template <int TEAM> __device__ __forceinline__ bool keeps_rows(const resident_arguments &a)
{
    return TEAM > 1 && rows_of(a.forces).stride * (BLOCK / TEAM) <= ROOM;
}

/** Copies the rows of the block's particles, if it keeps them. */
template <int TEAM>
__device__ __forceinline__ void copy_rows(const resident_arguments &a, resident_block &block)
{
    if (!keeps_rows<TEAM>(a))
        return;
    const gpu_rows &rows = rows_of(a.forces);
    const int first = blockIdx.x * (BLOCK / TEAM);
    const int own = min(BLOCK / TEAM, a.forces.n - first);
    for (int k = threadIdx.x; k < own * (int)rows.stride; k += BLOCK)
        block.entry[k] = rows.entry[first * rows.stride + k];
    for (int k = threadIdx.x; k < own; k += BLOCK)
        block.count[k] = rows.count[first + k];
    __syncthreads();
}

/** Returns the arguments of forces for the positions of a step. */
template <int TEAM>
__device__ __forceinline__ gpu_arguments forces_of(const resident_arguments &a,
                                                   const resident_block &block, int step)
{
    gpu_arguments forces = a.forces;
    forces.position = a.position[step % 2];
    forces.orientation = a.orientation[step % 2];
    if (keeps_rows<TEAM>(a)) {
        gpu_rows &rows = reinterpret_cast<gpu_rows &>(forces.neighbors);
        const int first = blockIdx.x * (BLOCK / TEAM);
        rows.count = block.count - first;
        rows.entry = block.entry - first * rows.stride;
    }
    return forces;
}

/** Waits for all blocks. A halted block marks the barrier, and is then no longer halted. */
__device__ __forceinline__ barrier_result wait_for_all(const resident_arguments &a,
                                                       resident_block &block, barrier &all)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        const bool halted = block.status.halted != 0;
        if (block.status.fast != 0)
            atomicMax(&a.motion[0].status->fast, block.status.fast);
        block.status.halted = 0;
        block.result = all.wait(halted);
    }
    __syncthreads();
    return block.result;
}

/** Builds the row of particle i, in a warp; returns whether it fits. */
template <bool INTERLEAVED, bool EXCLUDES>
__device__ __forceinline__ bool build_row(const list_arguments &a, int i)
{
    const seeker one{a, {i, candidate::of(a, load(a.position + i))}, ALL_LANES};
    row_writer<INTERLEAVED> row(a, i, ALL_LANES);
    one.template seek<false, EXCLUDES>(row);
    const int entries = row.finish(a.n);
    if (one.leads())
        a.count[i] = entries;
    return entries <= a.stride;
}

/**
 * Builds the rows of all particles, and stores the positions of the list; halts a block if a row
 * does not fit.
 */
template <bool INTERLEAVED>
__device__ __forceinline__ void build_list(const list_arguments &a,
                                           const dynamics_arguments &motion)
{
    const int thread = (int)(blockIdx.x * BLOCK + threadIdx.x);
    const int threads = (int)(gridDim.x * BLOCK);
    for (int i = thread; i < a.n; i += threads)
        motion.listed[i] = motion.at[i];
    for (int i = thread / 32; i < a.n; i += threads / 32) {
        const bool fits = a.excluded != nullptr ? build_row<INTERLEAVED, true>(a, i)
                                                : build_row<INTERLEAVED, false>(a, i);
        if (!fits)
            motion.status->halted = LIST_OVERFLOW;
    }
}

/**
 * Makes steps; move(forces, motion) makes one step of the block's particles, each with TEAM lanes.
 */
template <int TEAM, bool INTERLEAVED, typename Move>
__device__ __forceinline__ void reside(const resident_arguments &a, Move &&move)
{
    __shared__ resident_block block;
    motion_status &status = *a.motion[0].status;
    const long long base = status.base;
    if (halted_before(a.motion[0], base + 1))
        return;
    begin(a, block);
    copy_rows<TEAM>(a, block);
    barrier all(a.state);
    barrier_result result = ALL_ARRIVED;
    int made = 0, lists = 0;
    while (made < a.steps && result == ALL_ARRIVED) {
        dynamics_arguments &motion = block.motion[made % 2];
        move(forces_of<TEAM>(a, block, made), motion);
        made++;
        result = wait_for_all(a, block, all);
        if (threadIdx.x == 0)
            motion.offset += 2;
        if (result != ONE_MARKED || made == a.steps || !a.lists || status.fast != 0)
            continue;
        list_arguments list = a.list;
        list.position = a.position[made % 2];
        build_list<INTERLEAVED>(list, block.motion[made % 2]);
        result = wait_for_all(a, block, all);
        copy_rows<TEAM>(a, block);
        if (threadIdx.x == 0 && result == ALL_ARRIVED) {
            lists++;
            block.status.life = (int)(base + made - block.status.listed);
            block.status.listed = base + made;
        }
    }
    if (threadIdx.x != 0)
        return;
    if (result == ONE_LOST)
        a.state->lost = 1;
    if (blockIdx.x != 0)
        return;
    status.halted = result == ONE_MARKED ? base + made : 0;
    status.listed = block.status.listed;
    status.life = block.status.life;
    a.state->lists += lists;
}

/**
 * Returns the sum of the bonded terms of the thread's particle, in all TEAM lanes that share it;
 * zero if the strategy's kernel evaluates them.
 */
template <int TEAM> __device__ __forceinline__ total sum_bonded(const gpu_arguments &a)
{
    total sum;
#if defined BONDED_MOST && !BONDED
    const int i = min((int)(blockIdx.x * BLOCK + threadIdx.x) / TEAM, a.n - 1);
    if (a.bonded_start == nullptr)
        return sum;
    const int end = __ldg(a.bonded_start + i + 1);
    for (int k = __ldg(a.bonded_start + i) + (int)threadIdx.x % TEAM; k < end; k += TEAM)
        add_term<false>(a, i, __ldg(a.bonded + k), sum);
    for (int distance = TEAM / 2; distance > 0; distance /= 2)
        sum.components<false>(
            [&](SUM &component) { component += __shfl_xor_sync(ALL_LANES, component, distance); });
#endif
    return sum;
}

/** Defines a kernel from function<energy>(arguments, take), for TEAM lanes per particle. */
#define RESIDENT_KERNEL(name, function, team_lanes, interleaved, bath)                             \
    extern "C" __global__ void __launch_bounds__(BLOCK, 1)                                         \
        name(const __grid_constant__ resident_arguments a)                                         \
    {                                                                                              \
        reside<team_lanes, interleaved>(                                                           \
            a, [](const gpu_arguments &forces, const dynamics_arguments &motion) {                 \
                const total bonded = sum_bonded<team_lanes>(forces);                               \
                function<false>(forces, [&](int i, total sum) {                                    \
                    sum.add<false>(bonded);                                                        \
                    move_by_total<bath>(forces, motion, i, sum);                                   \
                });                                                                                \
            });                                                                                    \
    }

/**
 * Defines the kernels of a strategy, with rows interleaved or not: without and with a heat bath.
 */
#define RESIDENT_KERNELS(function, team_lanes, interleaved)                                        \
    RESIDENT_KERNEL(resident, function, team_lanes, interleaved, false)                            \
    RESIDENT_KERNEL(resident_bath, function, team_lanes, interleaved, true)

#endif
