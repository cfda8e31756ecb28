/*
 * Sorts particles into columns, by height within each, fills slots of clusters with them, and forms
 * groups of clusters. Also computes the boxes around j-clusters, the partners of an entry.
 */
#ifndef PAIRLANES_STRATEGIES_CLUSTER_COLUMNS_CUH
#define PAIRLANES_STRATEGIES_CLUSTER_COLUMNS_CUH

#include "strategies/gpu_frame.cuh"
#include "strategies/gpu_word.cuh"

#include "strategies/cluster/gpu_cluster.h"

#include "strategies/gpu_list_arguments.h"

#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)
#define WARP   (threadIdx.x / 32)
#define LANE   (threadIdx.x % 32)

enum { BLOCK = LIST_BLOCK };

/* --- columns --- */

/**
 * Returns the index along an axis of the column that contains a coordinate. Computed in double
 * precision, as on the host.
 */
__device__ __forceinline__ int line_of(const cluster_build &a, int axis, REAL at)
{
    return min(max((int)((double)at / a.edge[axis]), 0), a.grid[axis] - 1);
}

__device__ __forceinline__ int columns_of(const cluster_build &a)
{
    return a.grid[0] * a.grid[1];
}

__device__ __forceinline__ int tiles_along_y(const cluster_build &a)
{
    return (a.grid[1] + 1) / 2;
}

__device__ __forceinline__ int tiles_of(const cluster_build &a)
{
    return (a.grid[0] + 1) / 2 * tiles_along_y(a);
}

/** Returns the total number of slots in all columns. */
__device__ __forceinline__ int slots_of(const cluster_build &a)
{
    return a.slots_before[columns_of(a)];
}

/** Returns the number of particles of a column. */
__device__ __forceinline__ int particles_of(const cluster_build &a, int column)
{
    return a.particles_before[column + 1] - a.particles_before[column];
}

/** Returns the number of clusters with particles in a column. */
__device__ __forceinline__ int clusters_of(const cluster_build &a, int column)
{
    return (particles_of(a, column) + a.size - 1) / a.size;
}

/** Calls visit(column) for each of the up to four columns of a tile. */
template <typename Visit>
__device__ __forceinline__ void visit_tile(const cluster_build &a, int tile, Visit &&visit)
{
    const int left = tile / tiles_along_y(a) * 2, front = tile % tiles_along_y(a) * 2;
    for (int x = left; x < min(left + 2, a.grid[0]); x++)
        for (int y = front; y < min(front + 2, a.grid[1]); y++)
            visit(x * a.grid[1] + y);
}

/** Sets the sort key of each particle, its column and then its height, and the value, its index. */
extern "C" __global__ void cluster_keys(const __grid_constant__ cluster_build a)
{
    const int i = THREAD;
    if (i < 2)
        a.most[i] = 0;
    if (i == 0 && a.inner > 0) {
        a.due[0] = 1;
        a.due[1] = 0;
    }
    if (i >= a.n)
        return;
    const vector4 at = load(a.position + i);
    const unsigned column = line_of(a, 0, at.x) * a.grid[1] + line_of(a, 1, at.y);
    const double steps = (double)(1u << a.height_bits);
    const double height = (double)at.z / a.box_double.edge[2] * steps;
    a.key[i] = column << a.height_bits | (unsigned)min(max(height, 0.0), steps - 1);
    a.value[i] = i;
}

/** Finds the number of particles before each column, from the sorted keys. */
extern "C" __global__ void cluster_columns(const __grid_constant__ cluster_build a)
{
    const int place = THREAD;
    if (place >= a.n)
        return;
    const int column = (int)(a.sorted_key[place] >> a.height_bits);
    const int before = place == 0 ? -1 : (int)(a.sorted_key[place - 1] >> a.height_bits);
    for (int c = before + 1; c <= column; c++)
        a.particles_before[c] = place;
    for (int c = column + 1; place == a.n - 1 && c <= columns_of(a); c++)
        a.particles_before[c] = a.n;
}

/** Computes the slots per column and the groups per tile, with a 0 after the last. */
extern "C" __global__ void cluster_sizes(const __grid_constant__ cluster_build a)
{
    const int k = THREAD;
    if (k <= columns_of(a))
        a.slots[k] = k == columns_of(a) ? 0
                                        : (particles_of(a, k) + CLUSTER_COLUMN - 1) /
                                              CLUSTER_COLUMN * CLUSTER_COLUMN;
    if (k <= tiles_of(a)) {
        int clusters = 0;
        if (k < tiles_of(a))
            visit_tile(a, k, [&](int column) { clusters += clusters_of(a, column); });
        a.groups[k] = (clusters + a.group - 1) / a.group;
    }
}

/* --- slots --- */

/** Returns a position with a particle index in w. */
__device__ __forceinline__ vector4 numbered(vector4 at, int number)
{
    at.w = with_word<REAL>(number);
    return at;
}

__device__ __forceinline__ void put_slot(const cluster_build &a, int slot, const vector4 &at, int i)
{
    a.particle[slot] = i;
    a.slot_at[slot] = numbered(at, i);
}

/**
 * Returns how many places a particle has to move up among particles with the same key. Sorting
 * leaves them in the order of indices; the moves order them by height.
 */
__device__ __forceinline__ int places_up(const cluster_build &a, int place, REAL z)
{
    const unsigned key = a.sorted_key[place];
    int up = 0;
    for (int k = place - 1; k >= 0 && a.sorted_key[k] == key; k--)
        up -= load(a.position + a.sorted_value[k]).z > z;
    for (int k = place + 1; k < a.n && a.sorted_key[k] == key; k++)
        up += load(a.position + a.sorted_value[k]).z < z;
    return up;
}

/**
 * Puts each particle into its slot. The thread of a column's last particle also marks the remaining
 * slots of the column as empty.
 */
extern "C" __global__ void cluster_slots(const __grid_constant__ cluster_build a)
{
    const int place = THREAD;
    if (place >= a.n)
        return;
    const int i = a.sorted_value[place];
    const int column = (int)(a.sorted_key[place] >> a.height_bits);
    const int first = a.slots_before[column] - a.particles_before[column];
    const vector4 at = load(a.position + i);
    put_slot(a, first + place + places_up(a, place, at.z), at, i);
    if (place + 1 < a.particles_before[column + 1])
        return;
    for (int slot = first + place + 1; slot < a.slots_before[column + 1]; slot++)
        put_slot(a, slot, {nowhere(), nowhere(), nowhere(), 0}, a.n);
}

/**
 * Computes the box around each j-cluster and the height of each cluster, with one thread per box or
 * height. The height is the middle between the lowest and the highest particle. Double precision
 * ensures that rounding does not change the order of clusters.
 */
extern "C" __global__ void cluster_bounds(const __grid_constant__ cluster_build a)
{
    const int k = THREAD, slots = slots_of(a), partners = CLUSTER_LANES / a.size;
    if (k * partners < slots) {
        vector4 low = load(a.slot_at + k * partners), high = low;
        for (int j = 1; j < partners; j++) {
            const vector4 at = load(a.slot_at + k * partners + j);
            if (word_in(at.w) == a.n)
                continue;
            low = {min(low.x, at.x), min(low.y, at.y), low.z, 0};
            high = {max(high.x, at.x), max(high.y, at.y), at.z, 0};
        }
        a.bounds[2 * k] = {(low.x + high.x) / 2, (low.y + high.y) / 2, (low.z + high.z) / 2, low.z};
        a.bounds[2 * k + 1] = {(high.x - low.x) / 2, (high.y - low.y) / 2, (high.z - low.z) / 2,
                               high.z};
    }
    if (k * a.size < slots) {
        const REAL lowest = load(a.slot_at + k * a.size).z;
        REAL highest = lowest;
        for (int i = 1; i < a.size; i++) {
            const vector4 at = load(a.slot_at + k * a.size + i);
            highest = word_in(at.w) == a.n ? highest : at.z;
        }
        a.height[k] = ((double)lowest + (double)highest) / 2;
    }
}

/* --- groups --- */

/** Returns the number of clusters of a column that are ordered before cluster c, by height. */
__device__ __forceinline__ int clusters_before(const cluster_build &a, int column, int c)
{
    const int first = a.slots_before[column] / a.size;
    const double height = a.height[c];
    int low = 0, high = clusters_of(a, column);
    while (low < high) {
        const int middle = (low + high) / 2, other = first + middle;
        if (a.height[other] < height || (a.height[other] == height && other < c))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/** Puts each cluster of a tile into a group, in the order of heights, with a thread per cluster. */
extern "C" __global__ void cluster_groups(const __grid_constant__ cluster_build a)
{
    const int c = THREAD;
    if (c * a.size >= slots_of(a) || a.particle[c * a.size] == a.n)
        return;
    const vector4 at = load(a.slot_at + c * a.size);
    const int tile = line_of(a, 0, at.x) / 2 * tiles_along_y(a) + line_of(a, 1, at.y) / 2;
    int before = 0, clusters = 0;
    visit_tile(a, tile, [&](int column) {
        before += clusters_before(a, column, c);
        clusters += clusters_of(a, column);
    });
    int *cluster = a.cluster + (long long)a.groups_before[tile] * a.group;
    cluster[before] = c;
    if (before < clusters - 1)
        return;
    for (int k = clusters; k % a.group != 0; k++)
        cluster[k] = -1;
}

#endif
