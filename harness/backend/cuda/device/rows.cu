/*
 * Full and half neighbor lists, contiguous or interleaved by column, and the edge list. Each is
 * built directly from cells or from all particles. The edge of a cell is half the range, or the
 * full range if a block lists each cell.
 */
#include "harness/backend/cuda/device/appending.cuh"
#if LIST_ALL
#include "harness/backend/cuda/device/all_particles.cuh"
#elif LIST_CELLS
#include "harness/backend/cuda/device/cell_blocks.cuh"
#else
#include "harness/backend/cuda/device/walks.cuh"
#endif

__device__ __forceinline__ int warp_max(unsigned present, int value)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_max_sync(present, value);
#else
    for (int distance = 16; distance > 0; distance /= 2) {
        const int other = __shfl_down_sync(present, value, distance);
        if (present >> (threadIdx.x % 32 + distance) & 1)
            value = max(value, other);
    }
    return value;
#endif
}

template <bool HALF, bool INTERLEAVED, bool EXCLUDES>
__device__ __forceinline__ void build_rows(const list_arguments &a)
{
    for_particles(a, [&](const seeker &one) {
        row_writer<INTERLEAVED> row(a, one.self.i, one.present);
        one.template seek<HALF, EXCLUDES>(row);
        const int entries = row.finish(a.n);
        if (one.leads())
            a.count[one.self.i] = entries;
        const int longest = warp_max(one.present, entries);
        if (threadIdx.x % 32 == 0) {
            /* the value only grows, so few warps have to wait for an atomic */
            if (longest > *(volatile const int *)a.longest)
                atomicMax(a.longest, longest);
            if (longest > a.stride && a.halted != nullptr)
                *a.halted = LIST_OVERFLOW;
        }
    });
}

/** Defines a kernel from body<EXCLUDES>(a), and its twin for particles with exclusions. */
#define LIST_KERNEL(name, body)                                                                    \
    extern "C" __global__ void name(const __grid_constant__ list_arguments a)                      \
    {                                                                                              \
        body<false>(a);                                                                            \
    }                                                                                              \
    extern "C" __global__ void name##_excluding(const __grid_constant__ list_arguments a)          \
    {                                                                                              \
        body<true>(a);                                                                             \
    }

template <bool EXCLUDES> __device__ __forceinline__ void build_full_rows(const list_arguments &a)
{
    build_rows<false, false, EXCLUDES>(a);
}

LIST_KERNEL(full_rows, build_full_rows)

template <bool EXCLUDES>
__device__ __forceinline__ void build_full_interleaved(const list_arguments &a)
{
    build_rows<false, true, EXCLUDES>(a);
}

LIST_KERNEL(full_interleaved, build_full_interleaved)

template <bool EXCLUDES> __device__ __forceinline__ void build_half_rows(const list_arguments &a)
{
    build_rows<true, false, EXCLUDES>(a);
}

LIST_KERNEL(half_rows, build_half_rows)

template <bool EXCLUDES>
__device__ __forceinline__ void build_half_interleaved(const list_arguments &a)
{
    build_rows<true, true, EXCLUDES>(a);
}

LIST_KERNEL(half_interleaved, build_half_interleaved)

__device__ __forceinline__ bool is_first_thread()
{
    return blockIdx.x == 0 && threadIdx.x == 0;
}

template <bool EXCLUDES> __device__ __forceinline__ void count_edges(const list_arguments &a)
{
    if (is_first_thread())
        a.row_size[a.n] = 0;
    for_particles(a, [&](const seeker &one) {
        edge_counter counter;
        one.template seek<true, EXCLUDES>(counter);
        const int edges = counter.mine.sum(counter.count);
        if (one.leads())
            a.row_size[one.self.i] = edges;
    });
}

LIST_KERNEL(edge_count, count_edges)

template <bool EXCLUDES> __device__ __forceinline__ void fill_edges(const list_arguments &a)
{
    if (!edges_fit(a)) {
        if (is_first_thread() && a.halted != nullptr)
            *a.halted = LIST_OVERFLOW;
        return;
    }
    for_particles(a, [&](const seeker &one) {
        edge_writer writer(a, one.self.i);
        one.template seek<true, EXCLUDES>(writer);
    });
}

LIST_KERNEL(edge_fill, fill_edges)
