/* Appends the neighbors that a thread or a team of threads finds to rows and to the edge list. */
#ifndef PAIRLANES_DEVICE_APPENDING_CUH
#define PAIRLANES_DEVICE_APPENDING_CUH

#include "strategies/gpu_types.cuh"

#include "strategies/gpu_list_arguments.h"

#if LIST_LANES == 1

/** Slots of a row that a single thread fills: a counter suffices. */
struct slots {
    int taken = 0;

    __device__ __forceinline__ bool any(bool one) const
    {
        return one;
    }

    __device__ __forceinline__ int take(bool hit)
    {
        const int slot = taken;
        taken += hit;
        return slot;
    }

    __device__ __forceinline__ int sum(int count) const
    {
        return count;
    }
};

/** Bytes between two slots of a thread's queue, and bytes of all its slots. */
enum { QUEUE_STEP = LIST_BLOCK * sizeof(int), QUEUE_BYTES = 2 * ROW_GROUP * QUEUE_STEP };

/**
 * Appends to a row through a queue in shared memory, which sends entries to global memory ROW_GROUP
 * at a time. The address of the queue is computed once by hand. With an array's name the compiler
 * would compute it for every entry, which takes longer than testing the pair.
 */
template <bool INTERLEAVED> struct row_writer {
    int4 *address;
    long long step;
    unsigned queue;         /* address in shared memory */
    unsigned next, written; /* bytes from the queue's start, which may exceed the queue's size */
    unsigned limit;

    __device__ __forceinline__ row_writer(const list_arguments &a, int i, unsigned present)
        : address(reinterpret_cast<int4 *>(a.entry) +
                  (INTERLEAVED ? i : i * (a.stride / ROW_GROUP))),
          step(INTERLEAVED ? a.n : 1), next(threadIdx.x * (unsigned)sizeof(int)), written(next),
          limit((unsigned)a.stride * QUEUE_STEP)
    {
        __shared__ int queues[QUEUE_BYTES / sizeof(int)];
        /* the result of a shuffle cannot be computed again, so the compiler keeps the address */
        queue = __shfl_sync(present, (unsigned)__cvta_generic_to_shared(queues), 0);
    }

    __device__ __forceinline__ bool any(bool one) const
    {
        return one;
    }

    __device__ __forceinline__ void operator()(int j, bool hit)
    {
        if (hit) {
            asm volatile("st.shared.s32 [%0], %1;" ::"r"(queue + next % QUEUE_BYTES), "r"(j));
            next += QUEUE_STEP;
        }
    }

    __device__ __forceinline__ static int slot(unsigned place)
    {
        int j;
        asm volatile("ld.shared.s32 %0, [%1];" : "=r"(j) : "r"(place));
        return j;
    }

    __device__ __forceinline__ void flush()
    {
        if (next - written < ROW_GROUP * QUEUE_STEP)
            return;
        /* the four slots of a group never wrap around */
        const unsigned first = queue + written % QUEUE_BYTES;
        if (written < limit)
            *address = make_int4(slot(first), slot(first + QUEUE_STEP),
                                 slot(first + 2 * QUEUE_STEP), slot(first + 3 * QUEUE_STEP));
        address += step;
        written += ROW_GROUP * QUEUE_STEP;
    }

    /** Fills the last group up with `padding`, and returns the number of entries. */
    __device__ __forceinline__ int finish(int padding)
    {
        const int entries = (int)(next / QUEUE_STEP);
        while (next / QUEUE_STEP % ROW_GROUP != 0)
            (*this)(padding, true);
        flush();
        return entries;
    }
};

#else

/** Assigns a different slot of the team's row to each pair that the team finds. */
struct slots {
    unsigned lanes, below; /* masks of the team's lanes in the warp, and of the team's lanes
                            * before this lane */
    int taken;             /* number of slots taken so far; with ballots all threads have the
                            * same count */
    int *counter;          /* counter in shared memory, for atomics */

    __device__ __forceinline__ slots() : taken(0)
    {
        const unsigned lane = threadIdx.x % 32;
        lanes = 0xffffffffu >> (32 - LIST_LANES) << (lane / LIST_LANES * LIST_LANES);
        below = lanes & ((1u << lane) - 1);
#if LIST_ATOMIC
        __shared__ int counters[LIST_BLOCK / LIST_LANES];
        counter = counters + threadIdx.x / LIST_LANES;
        if (below == 0)
            *counter = 0;
        __syncwarp(lanes);
#endif
    }

    /**
     * Whether the thread must continue searching. With ballots, the whole team continues while any
     * of its threads has a candidate.
     */
    __device__ __forceinline__ bool any(bool one) const
    {
#if LIST_ATOMIC
        return one;
#else
        return __any_sync(lanes, one);
#endif
    }

    /**
     * Returns a slot to each thread that has found a pair. With ballots, all threads of the team
     * call it.
     */
    __device__ __forceinline__ int take(bool hit)
    {
#if LIST_ATOMIC
        return hit ? atomicAdd(counter, 1) : 0;
#else
        const unsigned hits = __ballot_sync(lanes, hit) & lanes;
        const int slot = taken + __popc(hits & below);
        taken += __popc(hits);
        return slot;
#endif
    }

    /** Returns the number of slots that the team has taken. */
    __device__ __forceinline__ int all() const
    {
#if LIST_ATOMIC
        __syncwarp(lanes);
        return *counter;
#else
        return taken;
#endif
    }

    /** Returns the sum of counts over the team's threads. */
    __device__ __forceinline__ int sum(int count) const
    {
        for (int distance = LIST_LANES / 2; distance > 0; distance /= 2)
            count += __shfl_xor_sync(lanes, count, distance);
        return count;
    }
};

template <bool INTERLEAVED> struct row_writer {
    slots mine;
    int *address;
    long long step; /* distance between consecutive groups of entries of a row */
    int limit;

    __device__ __forceinline__ row_writer(const list_arguments &a, int i, unsigned)
        : address(a.entry + (INTERLEAVED ? (long long)i * ROW_GROUP : i * a.stride)),
          step(INTERLEAVED ? (long long)a.n * ROW_GROUP : ROW_GROUP), limit((int)a.stride)
    {
    }

    __device__ __forceinline__ void store(int slot, int j)
    {
        if (slot < limit)
            address[slot / ROW_GROUP * step + slot % ROW_GROUP] = j;
    }

    __device__ __forceinline__ bool any(bool one) const
    {
        return mine.any(one);
    }

    __device__ __forceinline__ void operator()(int j, bool hit)
    {
        const int slot = mine.take(hit);
        if (hit)
            store(slot, j);
    }

    __device__ __forceinline__ void flush()
    {
    }

    /** Fills the last group up with `padding`, and returns the number of entries. */
    __device__ __forceinline__ int finish(int padding)
    {
        const int entries = mine.all();
        for (int slot = entries + (int)(threadIdx.x % LIST_LANES);
             slot < (entries + ROW_GROUP - 1) / ROW_GROUP * ROW_GROUP; slot += LIST_LANES)
            store(slot, padding);
        return entries;
    }
};

#endif

struct edge_counter {
    slots mine;
    int count = 0;

    __device__ __forceinline__ bool any(bool one) const
    {
        return mine.any(one);
    }

    __device__ __forceinline__ void operator()(int, bool hit)
    {
        count += hit;
    }

    __device__ __forceinline__ void flush()
    {
    }
};

struct edge_writer {
    slots mine;
    int2 *address;
    int first;

    __device__ __forceinline__ edge_writer(const list_arguments &a, int i)
        : address(a.edge + a.edge_start[i]), first(i)
    {
    }

    __device__ __forceinline__ bool any(bool one) const
    {
        return mine.any(one);
    }

    __device__ __forceinline__ void operator()(int j, bool hit)
    {
        const int slot = mine.take(hit);
        if (hit)
            address[slot] = make_int2(first, j);
    }

    __device__ __forceinline__ void flush()
    {
    }
};

#endif
