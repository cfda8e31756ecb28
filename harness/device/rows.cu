/*
 * Full and half neighbor lists by row or by column, and the edge list, each straight from the
 * cells. A thread takes a particle in cell order, so the threads of a warp look at nearly the same
 * candidates; the cells of half the range that lie side by side along x are one contiguous run.
 */
#include "harness/device/cells.cuh"

__device__ __forceinline__ int index_of(const vector4 &p)
{
    if constexpr (sizeof(REAL) == 4)
        return __float_as_int((float)p.w);
    else
        return (int)__double_as_longlong((double)p.w);
}

/** Half lists keep a pair in the row of one of its particles, so that rows are equally long. */
__device__ __forceinline__ bool keeps(int i, int j)
{
    return (i < j) != (((i ^ j) & 1) != 0);
}

/** Calls visit(j) for each neighbor j of `self` among the sorted particles [begin, end). */
template <bool HALF, bool IMAGE, typename Visit>
__device__ __forceinline__ void visit_run(const list_arguments &a, const vector4 &self, int i,
                                          int begin, int end, Visit &visit)
{
    const box_type &box = box_of(a);
    const REAL range2 = (REAL)a.range2;
#pragma unroll 4
    for (int k = begin; k < end; k++) {
        const vector4 other = load(a.sorted_position + k);
        REAL dx, dy, dz;
        separation(box, self, other, IMAGE, dx, dy, dz);
        const int j = index_of(other);
        if (dx * dx + dy * dy + dz * dz < range2 && (HALF ? keeps(i, j) : true) && j != i)
            visit(j);
    }
}

template <bool HALF, bool IMAGE, typename Visit>
__device__ __forceinline__ void visit_cells(const list_arguments &a, const vector4 &self, int i,
                                            Visit &visit)
{
    int x0, y0, z0;
    const int nx = span(a, 0, cell_along(a, 0, self.x), x0);
    const int ny = span(a, 1, cell_along(a, 1, self.y), y0);
    const int nz = span(a, 2, cell_along(a, 2, self.z), z0);
    for (int z = z0; z < z0 + nz; z++) {
        for (int y = y0; y < y0 + ny; y++) {
            const int *row =
                a.cell_start + cell_index(a, 0, wrap(y, a.grid[1]), wrap(z, a.grid[2]));
            const int low = max(x0, 0);
            const int high = min(x0 + nx, a.grid[0]);
            visit_run<HALF, IMAGE>(a, self, i, row[low], row[high], visit);
            if (IMAGE && x0 < 0)
                visit_run<HALF, IMAGE>(a, self, i, row[x0 + a.grid[0]], row[a.grid[0]], visit);
            if (IMAGE && x0 + nx > a.grid[0])
                visit_run<HALF, IMAGE>(a, self, i, row[0], row[x0 + nx - a.grid[0]], visit);
        }
    }
}

template <bool HALF, typename Visit>
__device__ __forceinline__ void visit_neighbors(const list_arguments &a, const vector4 &self, int i,
                                                Visit &visit)
{
    if (__any_sync(__activemask(), near_face(box_of(a), self)))
        visit_cells<HALF, true>(a, self, i, visit);
    else
        visit_cells<HALF, false>(a, self, i, visit);
}

/** Appends to a row, four entries at a time; padded with the particle n. */
template <bool COLUMNS> struct row_writer {
    int4 *address;
    long long step;
    int4 four;
    int count;
    int groups;

    __device__ __forceinline__ row_writer(const list_arguments &a, int i)
        : address(reinterpret_cast<int4 *>(a.entry) + (COLUMNS ? i : i * (a.stride / 4))),
          step(COLUMNS ? a.n : 1), four(make_int4(a.n, a.n, a.n, a.n)), count(0),
          groups((int)(a.stride / 4))
    {
    }

    __device__ __forceinline__ void operator()(int j)
    {
        four = make_int4(four.y, four.z, four.w, j);
        if (++count % 4 == 0)
            write();
    }

    __device__ __forceinline__ void write()
    {
        if ((count - 1) / 4 < groups) {
            *address = four;
            address += step;
        }
    }

    /** Fills up the last group and returns the number of entries. */
    __device__ __forceinline__ int finish(int padding)
    {
        const int entries = count;
        while (count % 4 != 0)
            (*this)(padding);
        return entries;
    }
};

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

template <bool HALF, bool COLUMNS>
__device__ __forceinline__ void build_rows(const list_arguments &a)
{
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned present = __ballot_sync(0xffffffffu, thread < a.n);
    if (thread >= a.n)
        return;
    const vector4 self = load(a.sorted_position + thread);
    const int i = index_of(self);
    row_writer<COLUMNS> row(a, i);
    visit_neighbors<HALF>(a, self, i, row);
    const int entries = row.finish(a.n);
    a.count[i] = entries;
    const int longest = warp_max(present, entries);
    if (threadIdx.x % 32 == 0)
        atomicMax(a.longest, longest);
}

extern "C" __global__ void full_rows(const __grid_constant__ list_arguments a)
{
    build_rows<false, false>(a);
}

extern "C" __global__ void full_columns(const __grid_constant__ list_arguments a)
{
    build_rows<false, true>(a);
}

extern "C" __global__ void half_rows(const __grid_constant__ list_arguments a)
{
    build_rows<true, false>(a);
}

extern "C" __global__ void half_columns(const __grid_constant__ list_arguments a)
{
    build_rows<true, true>(a);
}

struct edge_counter {
    long long count = 0;

    __device__ __forceinline__ void operator()(int)
    {
        count++;
    }
};

extern "C" __global__ void edge_count(const __grid_constant__ list_arguments a)
{
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread >= a.n)
        return;
    const vector4 self = load(a.sorted_position + thread);
    const int i = index_of(self);
    edge_counter counter;
    visit_neighbors<true>(a, self, i, counter);
    a.row_size[i] = counter.count;
    if (thread == 0)
        a.row_size[a.n] = 0;
}

struct edge_writer {
    int2 *address;
    int first;

    __device__ __forceinline__ void operator()(int j)
    {
        *address++ = make_int2(first, j);
    }
};

extern "C" __global__ void edge_fill(const __grid_constant__ list_arguments a)
{
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread >= a.n)
        return;
    const vector4 self = load(a.sorted_position + thread);
    const int i = index_of(self);
    edge_writer writer = {a.edge + a.edge_start[i], i};
    visit_neighbors<true>(a, self, i, writer);
}
