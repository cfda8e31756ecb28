/*
 * Cells and lists of several independent systems. One launch builds them for all systems:
 *
 *     thread of particle i:  its system is i / each
 *         cell = cell within the box + system * keys
 *         partners are searched in the cells of the same system
 *
 * Kernels that sort, gather or compute forces only use indices of particles and cells: rows contain
 * indices of partners among all particles, and never cross systems.
 */
#include "harness/backend/cuda/device/rows.cu"

#include "harness/backend/cuda/batch/batch_arguments.h"

#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

/**
 * Like count_particles of device/bins.cu: key = cell, value = number of earlier particles in it.
 */
extern "C" __global__ void count_batch(const __grid_constant__ batch_arguments b)
{
    const list_arguments &a = b.list;
    const unsigned i = THREAD;
    if (i >= a.n)
        return;
    const unsigned cell = i / b.each * b.keys + cell_of(a, load(a.position + i));
    a.key[i] = cell;
    a.value[i] = atomicAdd(a.cell_size + cell, 1);
}

/** Shifts the keys of device/sort.cu, so that they exceed the keys of previous systems. */
extern "C" __global__ void key_batch(const __grid_constant__ batch_arguments b)
{
    const unsigned i = THREAD;
    if (i < b.list.n)
        b.list.key[i] += i / b.each * b.keys;
}

/**
 * Returns the arguments for the thread's particle, with the cells of its system. Cell order is by
 * system first.
 */
__device__ __forceinline__ list_arguments own_arguments(const batch_arguments &b)
{
    const long long item = ((long long)blockIdx.x * blockDim.x + threadIdx.x) / LIST_LANES;
    list_arguments own = b.list;
    own.cell_start += item / b.each * b.keys;
    return own;
}

/**
 * Defines the kernel name_batch and its twin for particles with exclusions, from the body of the
 * kernel `name` in device/rows.cu.
 */
#define BATCH_KERNEL(name, body)                                                                   \
    extern "C" __global__ void name##_batch(const __grid_constant__ batch_arguments b)             \
    {                                                                                              \
        body<false>(own_arguments(b));                                                             \
    }                                                                                              \
    extern "C" __global__ void name##_batch_excluding(const __grid_constant__ batch_arguments b)   \
    {                                                                                              \
        body<true>(own_arguments(b));                                                              \
    }

BATCH_KERNEL(full_rows, build_full_rows)
BATCH_KERNEL(full_interleaved, build_full_interleaved)
BATCH_KERNEL(half_rows, build_half_rows)
BATCH_KERNEL(half_interleaved, build_half_interleaved)
BATCH_KERNEL(edge_count, count_edges)
BATCH_KERNEL(edge_fill, fill_edges)
