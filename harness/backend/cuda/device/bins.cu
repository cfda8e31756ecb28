/*
 * Ways to fill cells that need no sorting of keys (harness/catalog/building.h). They store
 * cell_start, and sorted_value with the particles cell by cell. All have the same result: the order
 * within a cell is ascending, whatever the order of atomics.
 */
#include "harness/backend/cuda/device/sorted.cuh"

#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

__device__ __forceinline__ int cells_of(const list_arguments &a)
{
    return a.grid[0] * a.grid[1] * a.grid[2];
}

/** Stores particle i at `place` of the cell order. */
__device__ __forceinline__ void put(const list_arguments &a, int place, int i)
{
    a.sorted_value[place] = i;
    gather_position(a, place, i);
}

/**
 * Counts particle i in its cell, and stores the cell as its key. Returns the number of particles
 * that were counted there before.
 */
__device__ __forceinline__ int count_in_cell(const list_arguments &a, unsigned i)
{
    const int cell = cell_of(a, load(a.position + i));
    a.key[i] = cell;
    return atomicAdd(a.cell_size + cell, 1);
}

/* --- counting sort --- */

/** key = cell of the particle, value = number of earlier particles in that cell. */
extern "C" __global__ void count_particles(const __grid_constant__ list_arguments a)
{
    const unsigned i = THREAD;
    if (i < a.n)
        a.value[i] = count_in_cell(a, i);
}

/** Puts the particles of a cell next to each other, in the order in which they were counted. */
extern "C" __global__ void place_particles(const __grid_constant__ list_arguments a)
{
    const unsigned i = THREAD;
    if (i < a.n)
        a.bin[a.cell_start[a.key[i]] + a.value[i]] = i;
}

/**
 * Stores particle i in ascending order within its cell, which has `size` particles and starts at
 * `start`.
 */
__device__ __forceinline__ void put_in_order(const list_arguments &a, const int *bin, int size,
                                             int start, int i)
{
    int before = 0;
    for (int k = 0; k < size; k++)
        before += bin[k] < i;
    put(a, start + before, i);
}

/** Sorts the particles of each cell by index. */
extern "C" __global__ void order_placed(const __grid_constant__ list_arguments a)
{
    const unsigned place = THREAD;
    if (place >= a.n)
        return;
    const int i = a.bin[place];
    const int start = a.cell_start[a.key[i]];
    put_in_order(a, a.bin + start, a.cell_start[a.key[i] + 1] - start, start, i);
}

/* --- bins with a fixed number of slots --- */

/** gbin_new: each thread appends one particle to the bin of its cell. */
extern "C" __global__ void append_particles(const __grid_constant__ list_arguments a)
{
    const unsigned i = THREAD;
    if (i >= a.n)
        return;
    const int slot = count_in_cell(a, i);
    if (slot < a.slots)
        a.bin[(long long)a.key[i] * a.slots + slot] = i;
}

/** Appends the particles of cell `former` that are now in `cell` to its bin. */
__device__ __forceinline__ void take(const list_arguments &a, int cell, int former, int &size)
{
    for (int k = a.cell_start[former]; k < a.cell_start[former + 1]; k++) {
        const int i = a.sorted_value[k];
        if (a.key[i] != cell)
            continue;
        if (size < a.slots)
            a.bin[(long long)cell * a.slots + size] = i;
        size++;
    }
}

/**
 * gbin_old: each thread renews the bin of one cell. It keeps the particles that are still there,
 * and adds particles that have come from cells nearby. The keys must be up to date. Loses particles
 * that have moved by more than `drift` cells.
 */
extern "C" __global__ void renew_bins(const __grid_constant__ list_arguments a)
{
    const int cell = THREAD;
    const int cells = cells_of(a);
    if (cell > cells)
        return;
    if (cell == cells) { /* clears the last element of the prefix sum, and the largest size */
        a.cell_size[cells] = a.cell_size[cells + 1] = 0;
        return;
    }
    const int at[3] = {cell % a.grid[0], cell / a.grid[0] % a.grid[1],
                       cell / (a.grid[0] * a.grid[1])};
    int first[3], count[3];
    for (int d = 0; d < 3; d++)
        count[d] = span_of(a, d, at[d], a.drift, first[d]);
    int size = 0;
    take(a, cell, cell, size);
    for (int z = first[2]; z < first[2] + count[2]; z++) {
        for (int y = first[1]; y < first[1] + count[1]; y++) {
            for (int x = first[0]; x < first[0] + count[0]; x++) {
                const int former =
                    cell_index(a, wrap(x, a.grid[0]), wrap(y, a.grid[1]), wrap(z, a.grid[2]));
                if (former != cell)
                    take(a, cell, former, size);
            }
        }
    }
    a.cell_size[cell] = size;
}

/** Reports to the host that a cell has more particles than slots. */
__device__ __forceinline__ void tell_overflow(const list_arguments &a)
{
    if (a.halted != nullptr)
        *a.halted = LIST_OVERFLOW;
}

/**
 * Copies the particles from the bins to the cell order, a thread per slot. If a cell has more
 * particles than slots, the thread of its first slot searches all particles. This is rare and slow,
 * but no particle is lost. The last element of cell_size then returns the number of slots needed to
 * the host.
 */
extern "C" __global__ void order_bins(const __grid_constant__ list_arguments a)
{
    const long long place = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    const int cells = cells_of(a);
    const int cell = (int)(place / a.slots);
    const int slot = (int)(place % a.slots);
    if (cell >= cells)
        return;
    const int size = a.cell_size[cell];
    int start = a.cell_start[cell];
    if (size <= a.slots) {
        const int *bin = a.bin + (long long)cell * a.slots;
        if (slot < size)
            put_in_order(a, bin, size, start, bin[slot]);
        return;
    }
    if (slot > 0)
        return;
    atomicMax(a.cell_size + cells + 1, size);
    tell_overflow(a);
    for (int i = 0; i < a.n; i++)
        if (a.key[i] == cell)
            put(a, start++, i);
}

/** Copies positions, with their indices, into cell order if there are no sorted keys. */
extern "C" __global__ void gather_placed(const __grid_constant__ list_arguments a)
{
    const unsigned place = THREAD;
    if (place >= a.n)
        return;
    gather_position(a, place, a.sorted_value[place]);
    if (place == 0 && a.slots > 0 && a.cell_size[cells_of(a) + 1] > a.slots)
        tell_overflow(a);
}
