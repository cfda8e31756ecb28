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

/**
 * Half lists keep a pair in the row of the particle that lies below the other: balanced everywhere
 * in a periodic box, and what is kept lies in the same cells.
 */
__device__ __forceinline__ bool above(REAL dx, REAL dy, REAL dz, int i, int j)
{
    return dz > 0 || (dz == 0 && (dy > 0 || (dy == 0 && (dx > 0 || (dx == 0 && i < j)))));
}

/**
 * Calls visit(j, hit) for the sorted particles [begin, end), loading ROW_GROUP at a time, and
 * visit.flush() after each group. Reads up to ROW_GROUP - 1 particles past the end.
 */
template <bool HALF, bool IMAGE, typename Visit>
__device__ __forceinline__ void visit_run(const list_arguments &a, const vector4 &self, int i,
                                          int begin, int end, Visit &visit)
{
    const box_type &box = box_of(a);
    const REAL range2 = (REAL)a.range2;
    const vector4 *candidate = a.sorted_position + begin;
    for (int left = end - begin; left > 0; left -= ROW_GROUP, candidate += ROW_GROUP) {
        vector4 other[ROW_GROUP];
#pragma unroll
        for (int c = 0; c < ROW_GROUP; c++)
            other[c] = load(candidate + c);
#pragma unroll
        for (int c = 0; c < ROW_GROUP; c++) {
            REAL dx, dy, dz;
            separation(box, self, other[c], IMAGE, dx, dy, dz);
            const int j = index_of(other[c]);
            const bool near = dx * dx + dy * dy + dz * dz < range2;
            visit(j, near && c < left && (HALF ? above(dx, dy, dz, i, j) : true) && j != i);
        }
        visit.flush();
    }
}

/** How far a coordinate lies from a cell along an axis, safe against rounding. */
__device__ __forceinline__ REAL gap(REAL coordinate, int cell, REAL edge, REAL slack)
{
    return max(max(cell * edge - coordinate, coordinate - (cell + 1) * edge) - slack, (REAL)0);
}

/**
 * Visits the candidates row of cells by row of cells, and of each row only the part that the
 * sphere around `self` cuts: half of the cells within reach.
 */
template <bool HALF, bool IMAGE, typename Visit>
__device__ __forceinline__ void visit_cells(const list_arguments &a, const vector4 &self, int i,
                                            Visit &visit)
{
    const box_type &box = box_of(a);
    const REAL range2 = (REAL)a.range2;
    const REAL slack = (REAL)1e-6 * box.edge[0];
    int first[3], cells[3];
    REAL edge[3];
    const REAL place[3] = {self.x, self.y, self.z};
    for (int d = 0; d < 3; d++) {
        cells[d] = span(a, d, cell_along(a, d, place[d]), first[d]);
        edge[d] = box.edge[d] / a.grid[d];
    }
    /* where an axis has too few cells, every cell may be near by one image or another */
    const bool cut_x = cells[0] < a.grid[0];
    const bool cut_y = cells[1] < a.grid[1];
    const bool cut_z = cells[2] < a.grid[2];
    const REAL per_edge = 1 / edge[0];
    /* what lies above lies in no lower cell */
    const int lowest = HALF && cut_z ? first[2] + a.reach[2] : first[2];
    for (int z = lowest; z < first[2] + cells[2]; z++) {
        const REAL gap_z = cut_z ? gap(self.z, z, edge[2], slack) : 0;
        for (int y = first[1]; y < first[1] + cells[1]; y++) {
            const REAL gap_y = cut_y ? gap(self.y, y, edge[1], slack) : 0;
            const REAL width2 = range2 - gap_y * gap_y - gap_z * gap_z;
            if (width2 <= 0)
                continue;
            const REAL width = sqrt(width2) + slack;
            const int x0 = cut_x ? max(first[0], (int)floor((self.x - width) * per_edge)) : 0;
            const int x1 =
                cut_x ? min(first[0] + cells[0], (int)floor((self.x + width) * per_edge) + 1)
                      : cells[0];
            const int *row =
                a.cell_start + cell_index(a, 0, wrap(y, a.grid[1]), wrap(z, a.grid[2]));
            visit_run<HALF, IMAGE>(a, self, i, row[max(x0, 0)], row[min(x1, a.grid[0])], visit);
            if (IMAGE && x0 < 0)
                visit_run<HALF, IMAGE>(a, self, i, row[x0 + a.grid[0]], row[a.grid[0]], visit);
            if (IMAGE && x1 > a.grid[0])
                visit_run<HALF, IMAGE>(a, self, i, row[0], row[x1 - a.grid[0]], visit);
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

/**
 * Appends to a row through a queue in shared memory, so that appending has no branch and entries
 * leave for global memory ROW_GROUP at a time.
 */
template <bool COLUMNS> struct row_writer {
    int4 *address;
    long long step;
    int (*queue)[LIST_BLOCK];
    int count, written, limit;

    __device__ __forceinline__ row_writer(const list_arguments &a, int i, int (*shared)[LIST_BLOCK])
        : address(reinterpret_cast<int4 *>(a.entry) + (COLUMNS ? i : i * (a.stride / ROW_GROUP))),
          step(COLUMNS ? a.n : 1), queue(shared), count(0), written(0), limit((int)a.stride)
    {
    }

    __device__ __forceinline__ void operator()(int j, bool hit)
    {
        if (hit)
            queue[count % (2 * ROW_GROUP)][threadIdx.x] = j;
        count += hit;
    }

    __device__ __forceinline__ void flush()
    {
        if (count - written < ROW_GROUP)
            return;
        const int slot = written % (2 * ROW_GROUP);
        const int thread = threadIdx.x;
        if (written < limit)
            *address = make_int4(queue[slot][thread], queue[slot + 1][thread],
                                 queue[slot + 2][thread], queue[slot + 3][thread]);
        address += step;
        written += ROW_GROUP;
    }

    /** Fills up the last group and returns the number of entries. */
    __device__ __forceinline__ int finish(int padding)
    {
        const int entries = count;
        while (count % ROW_GROUP != 0)
            (*this)(padding, true);
        flush();
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
    __shared__ int queue[2 * ROW_GROUP][LIST_BLOCK];
    row_writer<COLUMNS> row(a, i, queue);
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

    __device__ __forceinline__ void operator()(int, bool hit)
    {
        count += hit;
    }

    __device__ __forceinline__ void flush()
    {
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

    __device__ __forceinline__ void operator()(int j, bool hit)
    {
        if (hit)
            *address++ = make_int2(first, j);
    }

    __device__ __forceinline__ void flush()
    {
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
