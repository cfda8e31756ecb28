/*
 * Stores the kinds of pairs in an array parallel to the list, or sorts rows by kind. A thread per
 * row. Pairs of the same kind keep their order.
 */
#include "harness/backend/cuda/device/cells.cuh"
#include "strategies/gpu_word.cuh"

/** Row i of a full or half list, contiguous or interleaved by column. */
template <bool INTERLEAVED> struct list_row {
    const list_arguments &a;
    int i;

    __device__ __forceinline__ int count() const
    {
        return (int)min((long long)a.count[i],
                        a.stride); /* a row may have more entries than fit in memory */
    }
    __device__ __forceinline__ long long place(int k) const
    {
        return INTERLEAVED ? ((long long)(k / ROW_GROUP) * a.n + i) * ROW_GROUP + k % ROW_GROUP
                           : i * a.stride + k;
    }
    __device__ __forceinline__ int partner(long long place) const
    {
        return a.entry[place];
    }
    __device__ __forceinline__ void move(long long from, long long to) const
    {
        a.sorted_entry[to] = a.entry[from];
    }
    /** Fills the last group of the sorted row up with padding. */
    __device__ __forceinline__ void pad(int end) const
    {
        for (; end % ROW_GROUP != 0; end++)
            a.sorted_entry[place(end)] = a.n;
    }
};

/** The edges with first particle i. */
struct edge_row {
    const list_arguments &a;
    int i;

    __device__ __forceinline__ int count() const
    {
        return edges_fit(a) ? (int)(a.edge_start[i + 1] - a.edge_start[i]) : 0;
    }
    __device__ __forceinline__ long long place(int k) const
    {
        return a.edge_start[i] + k;
    }
    __device__ __forceinline__ int partner(long long place) const
    {
        return a.edge[place].y;
    }
    __device__ __forceinline__ void move(long long from, long long to) const
    {
        a.sorted_edge[to] = a.edge[from];
    }
    __device__ __forceinline__ void pad(int) const
    {
    }
};

__device__ __forceinline__ int type_of(const list_arguments &a, int i)
{
    return word_type(word_in(__ldg(&a.position[i].w)));
}

template <typename Row> __device__ __forceinline__ void store(const list_arguments &a)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= a.n)
        return;
    const Row row = {a, i};
    const unsigned char *with = a.interaction_of + LIST_TYPES * type_of(a, i);
    const int count = row.count();
    for (int k = 0; k < count; k++) {
        const long long place = row.place(k);
        a.interaction[place] = __ldg(with + type_of(a, row.partner(place)));
    }
}

/**
 * Sorts a row in one pass for each kind of interaction. There are few kinds, and the kind of each
 * pair is stored.
 */
template <typename Row> __device__ __forceinline__ void sort(const list_arguments &a)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= a.n)
        return;
    const Row row = {a, i};
    const int count = row.count();
    int sorted = 0;
    for (int kind = 0; kind < a.kinds && sorted < count; kind++)
        for (int k = 0; k < count; k++)
            if (a.interaction[row.place(k)] == kind)
                row.move(row.place(k), row.place(sorted++));
    row.pad(sorted);
}

#define INTERACTION_KERNELS(layout, row)                                                           \
    extern "C" __global__ void store_##layout(const __grid_constant__ list_arguments a)            \
    {                                                                                              \
        store<row>(a);                                                                             \
    }                                                                                              \
    extern "C" __global__ void sort_##layout(const __grid_constant__ list_arguments a)             \
    {                                                                                              \
        sort<row>(a);                                                                              \
    }

INTERACTION_KERNELS(rows, list_row<false>)
INTERACTION_KERNELS(interleaved, list_row<true>)
INTERACTION_KERNELS(edges, edge_row)
