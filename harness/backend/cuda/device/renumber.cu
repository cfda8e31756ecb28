/*
 * Renumbers bonded terms and excluded pairs after particles have been sorted: members are current
 * indices of particles, and rows are in the order of these indices.
 *
 *     was[k] = initial index of the particle that is now at k,  now[initial index] = k
 *     rows:   row k = row was[k], its members now[members]
 *     terms and groups: members = now[members]
 */
#include "strategies/gpu_types.cuh"

#include "harness/backend/cuda/device/renumber_arguments.h"
#include "strategies/term_group.h"

#define THREAD (int)(blockIdx.x * blockDim.x + threadIdx.x)

/** Stores the initial index of each particle. */
extern "C" __global__ void note_first(const __grid_constant__ renumber_arguments a)
{
    const int k = THREAD;
    if (k < a.n)
        a.first[a.number[k]] = k;
}

/** Stores the initial index of the particle at each current index, and the reverse. */
extern "C" __global__ void find_places(const __grid_constant__ renumber_arguments a)
{
    const int k = THREAD;
    if (k >= a.n)
        return;
    const int first = a.first[a.number[k]];
    a.was[k] = first;
    a.now[first] = k;
}

extern "C" __global__ void size_rows(const __grid_constant__ renumber_arguments a)
{
    const int k = THREAD;
    if (k < a.n)
        a.size[k] = a.from_start[a.was[k] + 1] - a.from_start[a.was[k]];
    else if (k == a.n)
        a.size[k] = 0;
}

__device__ __forceinline__ int now(const renumber_arguments &a, int first)
{
    return first < 0 ? first : a.now[first]; /* negative numbers are not members */
}

/** Calls move(from, to) for each entry of row k. */
template <typename Move>
__device__ __forceinline__ void move_row(const renumber_arguments &a, int k, Move &&move)
{
    const int begin = a.before[k] + a.base;
    a.to_start[k] = begin;
    if (k == a.n)
        return;
    const int from = a.from_start[a.was[k]], entries = a.from_start[a.was[k] + 1] - from;
    for (int e = 0; e < entries; e++)
        move(from + e, begin + e);
}

/** Moves rows of excluded partners. */
extern "C" __global__ void move_partners(const __grid_constant__ renumber_arguments a)
{
    const int k = THREAD;
    if (k <= a.n)
        move_row(a, k, [&](int from, int to) { a.to[to] = now(a, a.from[from]); });
}

/**
 * Moves rows of entries of the topology (harness/particles/topology.h). An entry is a word and
 * three members.
 */
extern "C" __global__ void move_entries(const __grid_constant__ renumber_arguments a)
{
    const int k = THREAD;
    if (k <= a.n)
        move_row(a, k, [&](int from, int to) {
            for (int m = 0; m < 4; m++)
                a.to[4 * to + m] = m == 0 ? a.from[4 * from] : now(a, a.from[4 * from + m]);
        });
}

/** Moves terms of four members. */
extern "C" __global__ void move_terms(const __grid_constant__ renumber_arguments a)
{
    const int t = THREAD;
    if (t < a.count)
        for (int m = 0; m < 4; m++)
            a.to[4 * t + m] = now(a, a.from[4 * t + m]);
}

/** Moves groups of terms (strategies/term_group.h). Each group has a warp. */
extern "C" __global__ void move_groups(const __grid_constant__ renumber_arguments a)
{
    const int g = THREAD / 32;
    if (g >= a.count)
        return;
    const int *head = a.from + TERM_GROUP_HEAD * (1 + g);
    for (int k = (int)threadIdx.x % 32; k < head[2]; k += 32)
        a.to[head[0] + k] = now(a, a.from[head[0] + k]);
}
