/*
 * Full and half neighbor lists by row or by column, and the edge list, each straight from the
 * cells, which have half the range as edge. A thread per particle; the threads of a warp are
 * neighbors and look at nearly the same candidates. Cells that lie side by side along x are one
 * contiguous run of candidates.
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
template <bool HALF, bool IMAGE, bool EXCLUDES, typename Visit>
__device__ __forceinline__ void visit_run(const list_arguments &a, const vector4 &self, int i,
                                          const exclusions<EXCLUDES> &excluded, int begin, int end,
                                          Visit &visit)
{
    const box_type &box = box_of(a);
    const REAL range2 = range2_of(a);
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
            visit(j, near && c < left && (HALF ? above(dx, dy, dz, i, j) : true) && j != i &&
                         !excluded.hold(j));
        }
        visit.flush();
    }
}

/** How far a coordinate lies from a cell along an axis, safe against rounding. */
__device__ __forceinline__ REAL gap(REAL coordinate, int cell, REAL edge, REAL slack)
{
    return max(max(cell * edge - coordinate, coordinate - (cell + 1) * edge) - slack, (REAL)0);
}

/** The cells around a particle, row of cells by row of cells, and of each row only the part that
 * the sphere of the range cuts: half of the cells within reach. */
struct rows_of_cells {
    const list_arguments &a;
    const vector4 &self;
    REAL slack, width_per_edge, edge_y, edge_z;
    int first[3], cells[3];
    bool cut_x, cut_y, cut_z; /* false where so few cells that any may be near by some image */
    int y, z;                 /* the next row */

    __device__ __forceinline__ rows_of_cells(const list_arguments &arguments,
                                             const vector4 &particle, bool upper)
        : a(arguments), self(particle)
    {
        const box_type &box = box_of(a);
        const REAL place[3] = {self.x, self.y, self.z};
        for (int d = 0; d < 3; d++)
            cells[d] = span(a, d, cell_along(a, d, place[d]), first[d]);
        cut_x = cells[0] < a.grid[0];
        cut_y = cells[1] < a.grid[1];
        cut_z = cells[2] < a.grid[2];
        slack = (REAL)1e-6 * box.edge[0];
        width_per_edge = a.grid[0] * box.inverse[0];
        edge_y = box.edge[1] / a.grid[1];
        edge_z = box.edge[2] / a.grid[2];
        y = first[1];
        /* what lies above lies in no lower cell */
        z = upper && cut_z ? first[2] + a.reach[2] : first[2];
    }

    __device__ __forceinline__ bool ended() const
    {
        return z >= first[2] + cells[2];
    }

    /** The next row's cells [x0, x1), which may cross the faces, and where the row starts. */
    __device__ __forceinline__ const int *next(int &x0, int &x1)
    {
        const REAL gap_z = cut_z ? gap(self.z, z, edge_z, slack) : 0;
        const REAL gap_y = cut_y ? gap(self.y, y, edge_y, slack) : 0;
        const REAL width2 = range2_of(a) - gap_y * gap_y - gap_z * gap_z;
        const REAL width = sqrt(max(width2, (REAL)0)) + slack;
        x0 = first[0];
        x1 = first[0] + cells[0];
        if (cut_x) {
            x0 = max(x0, (int)floor((self.x - width) * width_per_edge));
            x1 = min(x1, (int)floor((self.x + width) * width_per_edge) + 1);
        }
        if (width2 <= 0)
            x0 = x1 = 0;
        const int *row = a.cell_start + cell_index(a, 0, wrap(y, a.grid[1]), wrap(z, a.grid[2]));
        if (++y == first[1] + cells[1]) {
            y = first[1];
            z++;
        }
        return row;
    }
};

/** Visits the candidates; the bounds of the next run are on their way while one is visited. */
template <bool HALF, bool IMAGE, bool EXCLUDES, typename Visit>
__device__ __forceinline__ void visit_cells(const list_arguments &a, const vector4 &self, int i,
                                            const exclusions<EXCLUDES> &excluded, Visit &visit)
{
    rows_of_cells rows(a, self, HALF);
    int x0, x1;
    const int *row = rows.next(x0, x1);
    int begin = row[max(x0, 0)];
    int end = row[min(x1, a.grid[0])];
    for (bool more = true; more;) {
        const int run_begin = begin;
        const int run_end = end;
        const int *run = row;
        const int below = x0 + a.grid[0];
        const int beyond = x1 - a.grid[0];
        more = !rows.ended();
        if (more) {
            row = rows.next(x0, x1);
            begin = row[max(x0, 0)];
            end = row[min(x1, a.grid[0])];
        }
        visit_run<HALF, IMAGE>(a, self, i, excluded, run_begin, run_end, visit);
        if (IMAGE && below < a.grid[0])
            visit_run<HALF, IMAGE>(a, self, i, excluded, run[below], run[a.grid[0]], visit);
        if (IMAGE && beyond > 0)
            visit_run<HALF, IMAGE>(a, self, i, excluded, run[0], run[beyond], visit);
    }
}

/**
 * The particle of a thread. Particles that lie in memory as they lie in space are taken in that
 * order, so that rows are written side by side; others cell by cell.
 */
__device__ __forceinline__ int particle_of(const list_arguments &a, int thread, vector4 &self)
{
    self = load((a.ordered ? a.position : a.sorted_position) + thread);
    return a.ordered ? thread : index_of(self);
}

template <bool HALF, bool EXCLUDES, typename Visit>
__device__ __forceinline__ void visit_neighbors(const list_arguments &a, const vector4 &self, int i,
                                                Visit &visit)
{
    const exclusions<EXCLUDES> excluded(a, i);
    if (__any_sync(__activemask(), near_face(box_of(a), self)))
        visit_cells<HALF, true>(a, self, i, excluded, visit);
    else
        visit_cells<HALF, false>(a, self, i, excluded, visit);
}

/** Bytes from one slot of a thread's queue to the next, and of all its slots. */
enum { QUEUE_STEP = LIST_BLOCK * sizeof(int), QUEUE_BYTES = 2 * ROW_GROUP * QUEUE_STEP };

/**
 * Appends to a row through a queue in shared memory, so that entries leave for global memory
 * ROW_GROUP at a time. The queue is addressed by hand: from an array's name the compiler would
 * make its address anew for every entry, which costs more than the test of the pair.
 */
template <bool COLUMNS> struct row_writer {
    int4 *address;
    long long step;
    unsigned queue;         /* address in shared memory */
    unsigned next, written; /* bytes from the queue's start, never wrapped */
    unsigned limit;

    __device__ __forceinline__ row_writer(const list_arguments &a, int i, unsigned queue_address)
        : address(reinterpret_cast<int4 *>(a.entry) + (COLUMNS ? i : i * (a.stride / ROW_GROUP))),
          step(COLUMNS ? a.n : 1), queue(queue_address), next(threadIdx.x * (unsigned)sizeof(int)),
          written(next), limit((unsigned)a.stride * QUEUE_STEP)
    {
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
        const unsigned first = queue + written % QUEUE_BYTES; /* four slots never wrap */
        if (written < limit)
            *address = make_int4(slot(first), slot(first + QUEUE_STEP),
                                 slot(first + 2 * QUEUE_STEP), slot(first + 3 * QUEUE_STEP));
        address += step;
        written += ROW_GROUP * QUEUE_STEP;
    }

    /** Fills up the last group and returns the number of entries. */
    __device__ __forceinline__ int finish(int padding)
    {
        const int entries = (int)(next / QUEUE_STEP);
        while (next / QUEUE_STEP % ROW_GROUP != 0)
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

template <bool HALF, bool COLUMNS, bool EXCLUDES>
__device__ __forceinline__ void build_rows(const list_arguments &a)
{
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned present = __ballot_sync(0xffffffffu, thread < a.n);
    if (thread >= a.n)
        return;
    vector4 self;
    const int i = particle_of(a, thread, self);
    __shared__ int queue[QUEUE_BYTES / sizeof(int)];
    /* through a shuffle, for the compiler to keep the address */
    const unsigned address = __shfl_sync(present, (unsigned)__cvta_generic_to_shared(queue), 0);
    row_writer<COLUMNS> row(a, i, address);
    visit_neighbors<HALF, EXCLUDES>(a, self, i, row);
    const int entries = row.finish(a.n);
    a.count[i] = entries;
    const int longest = warp_max(present, entries);
    if (threadIdx.x % 32 == 0) {
        atomicMax(a.longest, longest);
        if (longest > a.stride && a.halted != nullptr)
            *a.halted = LIST_OVERFLOW;
    }
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

template <bool EXCLUDES> __device__ __forceinline__ void build_full_columns(const list_arguments &a)
{
    build_rows<false, true, EXCLUDES>(a);
}

LIST_KERNEL(full_columns, build_full_columns)

template <bool EXCLUDES> __device__ __forceinline__ void build_half_rows(const list_arguments &a)
{
    build_rows<true, false, EXCLUDES>(a);
}

LIST_KERNEL(half_rows, build_half_rows)

template <bool EXCLUDES> __device__ __forceinline__ void build_half_columns(const list_arguments &a)
{
    build_rows<true, true, EXCLUDES>(a);
}

LIST_KERNEL(half_columns, build_half_columns)

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

template <bool EXCLUDES> __device__ __forceinline__ void count_edges(const list_arguments &a)
{
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread >= a.n)
        return;
    vector4 self;
    const int i = particle_of(a, thread, self);
    edge_counter counter;
    visit_neighbors<true, EXCLUDES>(a, self, i, counter);
    a.row_size[i] = counter.count;
    if (thread == 0)
        a.row_size[a.n] = 0;
}

LIST_KERNEL(edge_count, count_edges)

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

template <bool EXCLUDES> __device__ __forceinline__ void fill_edges(const list_arguments &a)
{
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread >= a.n)
        return;
    vector4 self;
    const int i = particle_of(a, thread, self);
    edge_writer writer = {a.edge + a.edge_start[i], i};
    visit_neighbors<true, EXCLUDES>(a, self, i, writer);
}

LIST_KERNEL(edge_fill, fill_edges)
