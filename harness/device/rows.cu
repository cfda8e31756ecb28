/*
 * Full and half neighbor lists by row or by column, and the edge list, each straight from the
 * cells, which have half the range as edge. A thread per particle, or a team of LIST_LANES; those
 * of a warp are neighbors and look at nearly the same candidates. Cells that lie side by side along
 * x are one contiguous run of candidates.
 *
 * DISTANCE is the type of the test whether a pair is within the range. If it is narrower than REAL,
 * the candidates are stored in it, half the bytes, and the range has a margin for their rounding
 * (cuda_lists.c): what is within cut-off and skin is listed always, so that the skin is as good as
 * with an exact test, and a few pairs just beyond are listed too.
 */
#include "harness/device/sorted.cuh"

/** Particles in cell order, their index in w, as they are stored in the arithmetic of the test. */
template <bool NARROW> struct candidates {
    using vector = vector4;

    __device__ __forceinline__ static vector load_at(const list_arguments &a, int place)
    {
        return load(a.sorted_position + place);
    }

    __device__ __forceinline__ static vector of(const list_arguments &, const vector4 &exact)
    {
        return exact;
    }
};

template <> struct candidates<true> {
    using vector = float4;

    __device__ __forceinline__ static vector load_at(const list_arguments &a, int place)
    {
        return __ldg(reinterpret_cast<const float4 *>(a.sorted_position) + place);
    }

    __device__ __forceinline__ static vector of(const list_arguments &a, const vector4 &exact)
    {
        return narrowed(a, exact, 0);
    }
};

using candidate = candidates<(sizeof(DISTANCE) < sizeof(REAL))>;
using candidate4 = candidate::vector;

/** The box in the precision T. */
template <typename T> __device__ __forceinline__ const auto &box_in(const list_arguments &a)
{
    if constexpr (sizeof(T) == 4)
        return a.box_single;
    else
        return a.box_double;
}

__device__ __forceinline__ DISTANCE distance_range2_of(const list_arguments &a)
{
    return sizeof(DISTANCE) == 4 ? (DISTANCE)a.range2_single : (DISTANCE)a.range2_double;
}

template <typename Vector> __device__ __forceinline__ int index_of(const Vector &p)
{
    if constexpr (sizeof p.w == 4)
        return __float_as_int((float)p.w);
    else
        return (int)__double_as_longlong((double)p.w);
}

/** The particle whose neighbors are looked for. */
struct centre {
    int i;
    vector4 exact;   /* where it is */
    candidate4 near; /* as others see it among their candidates */
};

/**
 * Half lists keep a pair in the row of the particle that lies below the other: balanced everywhere
 * in a periodic box, and what is kept lies in the same cells.
 */
__device__ __forceinline__ bool above(DISTANCE dx, DISTANCE dy, DISTANCE dz, int i, int j)
{
    return dz > 0 || (dz == 0 && (dy > 0 || (dy == 0 && (dx > 0 || (dx == 0 && i < j)))));
}

/**
 * How a run of candidates, all in one periodic image, is seen from the particle. The coordinate
 * near the far face is the one that moves: subtracting the edge from it is exact, adding it to the
 * other is not.
 */
struct view {
    DISTANCE x, y, z;                /* the particle's place */
    DISTANCE back_x, back_y, back_z; /* subtracted from the candidates' */

    /** Of cells that lie below the box along an axis, beyond it, or in it. */
    __device__ __forceinline__ static void move(int cell, int cells, DISTANCE edge, DISTANCE &place,
                                                DISTANCE &back)
    {
        back = cell < 0 ? edge : 0;
        place -= cell >= cells ? edge : 0;
    }
};

template <bool HALF, bool IMAGE, bool EXCLUDES>
__device__ __forceinline__ bool is_neighbor(const list_arguments &a, const view &from, int i,
                                            const exclusions<EXCLUDES> &excluded,
                                            const candidate4 &other)
{
    const DISTANCE dx = (IMAGE ? (DISTANCE)other.x - from.back_x : (DISTANCE)other.x) - from.x;
    const DISTANCE dy = (IMAGE ? (DISTANCE)other.y - from.back_y : (DISTANCE)other.y) - from.y;
    const DISTANCE dz = (IMAGE ? (DISTANCE)other.z - from.back_z : (DISTANCE)other.z) - from.z;
    const int j = index_of(other);
    return dx * dx + dy * dy + dz * dz < distance_range2_of(a) &&
           (HALF ? above(dx, dy, dz, i, j) : true) && j != i && !excluded.hold(j);
}

/**
 * Calls visit(j, hit) for the sorted particles [begin, end), loading ROW_GROUP at a time, and
 * visit.flush() after each group. The threads of a team may have runs of their own. Reads up to
 * ROW_GROUP particles past the end.
 */
template <bool HALF, bool IMAGE, bool EXCLUDES, typename Visit>
__device__ __forceinline__ void visit_run(const list_arguments &a, const view &from, int i,
                                          const exclusions<EXCLUDES> &excluded, int begin, int end,
                                          Visit &visit)
{
    for (int place = begin; visit.any(place < end); place += ROW_GROUP) {
        candidate4 other[ROW_GROUP];
        const int first = LIST_LANES == 1 ? place : min(place, end); /* others may go on */
#pragma unroll
        for (int c = 0; c < ROW_GROUP; c++)
            other[c] = candidate::load_at(a, first + c);
#pragma unroll
        for (int c = 0; c < ROW_GROUP; c++)
            visit(index_of(other[c]),
                  is_neighbor<HALF, IMAGE>(a, from, i, excluded, other[c]) && place + c < end);
        visit.flush();
    }
}

/** How far a coordinate lies from a cell along an axis, safe against rounding. */
__device__ __forceinline__ DISTANCE gap(DISTANCE coordinate, int cell, DISTANCE edge,
                                        DISTANCE slack)
{
    return max(max(cell * edge - coordinate, coordinate - (cell + 1) * edge) - slack, (DISTANCE)0);
}

/** A row of cells along x, [x0, x1), which may cross the faces. */
struct row_of_cells {
    const int *start; /* of its cells in the box */
    int x0, x1;
    int y, z; /* outside of the box: seen in another image */
};

/**
 * The cells around a particle, row of cells by row of cells, and of each row only the part that the
 * sphere of the range cuts: half of the cells within reach. Each thread of a team has every
 * LIST_LANES-th row: what a row waits for, others of the team wait for at once.
 */
struct rows_of_cells {
    const list_arguments &a;
    const candidate4 &self;
    DISTANCE slack, width_per_edge, edge_y, edge_z;
    int low[3];
    int y, z;   /* the next row, relative to the lowest */
    int rounds; /* of rows, for each thread */

    __device__ __forceinline__ rows_of_cells(const list_arguments &arguments,
                                             const centre &particle, bool upper)
        : a(arguments), self(particle.near)
    {
        const auto &box = box_in<DISTANCE>(a);
        const REAL place[3] = {particle.exact.x, particle.exact.y, particle.exact.z};
        for (int d = 0; d < 3; d++)
            low[d] = cell_along(a, d, place[d]) - a.reach[d];
        slack = (DISTANCE)1e-6 * max(box.edge[0], max(box.edge[1], box.edge[2]));
        width_per_edge = a.grid[0] * box.inverse[0];
        edge_y = box.edge[1] / a.grid[1];
        edge_z = box.edge[2] / a.grid[2];
        /* what lies above lies in no lower cell */
        if (upper)
            low[2] += a.reach[2];
        y = z = 0;
        rounds = ((2 * a.reach[1] + 1) * depth(upper) + LIST_LANES - 1) / LIST_LANES;
        skip(threadIdx.x % LIST_LANES);
    }

    __device__ __forceinline__ int depth(bool upper) const
    {
        return upper ? a.reach[2] + 1 : 2 * a.reach[2] + 1;
    }

    __device__ __forceinline__ void skip(int rows)
    {
        for (y += rows; y > 2 * a.reach[1]; y -= 2 * a.reach[1] + 1)
            z++;
    }

    /** The next row; an empty one if there is none. */
    template <bool UPPER> __device__ __forceinline__ row_of_cells next()
    {
        const bool ended = LIST_LANES > 1 && z >= depth(UPPER);
        row_of_cells row = {a.cell_start, 0, 0, low[1] + y, low[2] + (ended ? 0 : z)};
        const DISTANCE gap_z = gap(self.z, row.z, edge_z, slack);
        const DISTANCE gap_y = gap(self.y, row.y, edge_y, slack);
        const DISTANCE width2 = distance_range2_of(a) - gap_y * gap_y - gap_z * gap_z;
        const DISTANCE width = sqrt(max(width2, (DISTANCE)0)) + slack;
        if (width2 > 0 && !ended) {
            row.x0 = max(low[0], (int)floor((self.x - width) * width_per_edge));
            row.x1 =
                min(low[0] + 2 * a.reach[0], (int)floor((self.x + width) * width_per_edge)) + 1;
        }
        row.start += cell_index(a, 0, wrap(row.y, a.grid[1]), wrap(row.z, a.grid[2]));
        skip(LIST_LANES);
        return row;
    }
};

/** Visits the candidates; the bounds of the next run are on their way while one is visited. */
template <bool HALF, bool IMAGE, bool EXCLUDES, typename Visit>
__device__ __forceinline__ void visit_cells(const list_arguments &a, const centre &self,
                                            const exclusions<EXCLUDES> &excluded, Visit &visit)
{
    const auto &box = box_in<DISTANCE>(a);
    rows_of_cells rows(a, self, HALF);
    row_of_cells next = rows.next<HALF>();
    int next_begin = next.start[max(next.x0, 0)];
    int next_end = next.start[min(next.x1, a.grid[0])];
    for (int round = 0; round < rows.rounds; round++) {
        const row_of_cells row = next;
        const int begin = next_begin;
        const int end = next_end;
        if (round + 1 < rows.rounds) {
            next = rows.next<HALF>();
            next_begin = next.start[max(next.x0, 0)];
            next_end = next.start[min(next.x1, a.grid[0])];
        }
        view from = {self.near.x, self.near.y, self.near.z, 0, 0, 0};
        if (IMAGE) {
            view::move(row.y, a.grid[1], box.edge[1], from.y, from.back_y);
            view::move(row.z, a.grid[2], box.edge[2], from.z, from.back_z);
        }
        visit_run<HALF, IMAGE>(a, from, self.i, excluded, begin, end, visit);
        if (IMAGE && visit.any(row.x0 < 0)) {
            from.back_x = box.edge[0];
            const int first = row.start[min(row.x0 + a.grid[0], a.grid[0])];
            visit_run<HALF, IMAGE>(a, from, self.i, excluded, first, row.start[a.grid[0]], visit);
            from.back_x = 0;
        }
        if (IMAGE && visit.any(row.x1 > a.grid[0])) {
            from.x -= box.edge[0];
            const int last = row.start[max(row.x1 - a.grid[0], 0)];
            visit_run<HALF, IMAGE>(a, from, self.i, excluded, row.start[0], last, visit);
        }
    }
}

/**
 * The particle of a thread or team. Particles that lie in memory as they lie in space are taken in
 * that order, so that rows are written side by side; others cell by cell.
 */
__device__ __forceinline__ centre centre_of(const list_arguments &a, int k)
{
    const int i = a.ordered ? k : a.sorted_value[k];
    const vector4 exact = load(a.position + i);
    return {i, exact, candidate::of(a, exact)};
}

/** `present`: the threads of the warp that call. */
template <bool HALF, bool EXCLUDES, typename Visit>
__device__ __forceinline__ void visit_neighbors(const list_arguments &a, const centre &self,
                                                unsigned present, Visit &visit)
{
    const exclusions<EXCLUDES> excluded(a, self.i);
    if (__any_sync(present, near_face(box_of(a), self.exact)))
        visit_cells<HALF, true>(a, self, excluded, visit);
    else
        visit_cells<HALF, false>(a, self, excluded, visit);
}

/** Whose neighbors a thread looks for: n or more if it is one too many. */
__device__ __forceinline__ int item_of_thread()
{
    return (int)(((long long)blockIdx.x * blockDim.x + threadIdx.x) / LIST_LANES);
}

/* --- appending to rows and edges --- */

#if LIST_LANES == 1

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

    __device__ __forceinline__ row_writer(const list_arguments &a, int i, unsigned present)
        : address(reinterpret_cast<int4 *>(a.entry) + (COLUMNS ? i : i * (a.stride / ROW_GROUP))),
          step(COLUMNS ? a.n : 1), next(threadIdx.x * (unsigned)sizeof(int)), written(next),
          limit((unsigned)a.stride * QUEUE_STEP)
    {
        __shared__ int slots[QUEUE_BYTES / sizeof(int)];
        /* through a shuffle, for the compiler to keep the address */
        queue = __shfl_sync(present, (unsigned)__cvta_generic_to_shared(slots), 0);
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

struct edge_counter {
    long long count = 0;

    __device__ __forceinline__ edge_counter(unsigned)
    {
    }

    __device__ __forceinline__ bool any(bool one) const
    {
        return one;
    }

    __device__ __forceinline__ void operator()(int, bool hit)
    {
        count += hit;
    }

    __device__ __forceinline__ void flush()
    {
    }

    __device__ __forceinline__ long long sum() const
    {
        return count;
    }
};

struct edge_writer {
    int2 *address;
    int first;

    __device__ __forceinline__ edge_writer(const list_arguments &a, int i, unsigned)
        : address(a.edge + a.edge_start[i]), first(i)
    {
    }

    __device__ __forceinline__ bool any(bool one) const
    {
        return one;
    }

    __device__ __forceinline__ void operator()(int j, bool hit)
    {
        if (hit)
            *address++ = make_int2(first, j);
    }

    __device__ __forceinline__ void flush()
    {
    }
};

#else

/** Gives each pair that a team finds a slot of its own in the team's row. */
struct team {
    unsigned lanes, below; /* of the warp: those of the team, and of these those before this one */
    int taken;             /* slots: of ballots all threads know */
    int *counter;          /* the same in shared memory, of atomics */

    __device__ __forceinline__ team() : taken(0)
    {
        const unsigned lane = threadIdx.x % 32;
        lanes = ((1u << LIST_LANES) - 1) << (lane / LIST_LANES * LIST_LANES);
        below = lanes & ((1u << lane) - 1);
#if LIST_ATOMIC
        __shared__ int counters[LIST_BLOCK / LIST_LANES];
        counter = counters + threadIdx.x / LIST_LANES;
        if (below == 0)
            *counter = 0;
        __syncwarp(lanes);
#endif
    }

    /** Whether to call once more: as long as any thread of the team has something, if slots are
     * given out by ballots. */
    __device__ __forceinline__ bool any(bool one) const
    {
#if LIST_ATOMIC
        return one;
#else
        return __any_sync(lanes, one);
#endif
    }

    /** A slot for a thread that has hit; by ballots all threads of the team call. */
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

    /** Slots taken by all. */
    __device__ __forceinline__ int all() const
    {
#if LIST_ATOMIC
        __syncwarp(lanes);
        return *counter;
#else
        return taken;
#endif
    }
};

template <bool COLUMNS> struct row_writer {
    team mine;
    int *address;
    long long step; /* from one group of entries to the next */
    int limit;

    __device__ __forceinline__ row_writer(const list_arguments &a, int i, unsigned)
        : address(a.entry + (COLUMNS ? (long long)i * ROW_GROUP : i * a.stride)),
          step(COLUMNS ? (long long)a.n * ROW_GROUP : ROW_GROUP), limit((int)a.stride)
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

    /** Fills up the last group and returns the number of entries. */
    __device__ __forceinline__ int finish(int padding)
    {
        const int entries = mine.all();
        for (int slot = entries + (int)(threadIdx.x % LIST_LANES);
             slot < (entries + ROW_GROUP - 1) / ROW_GROUP * ROW_GROUP; slot += LIST_LANES)
            store(slot, padding);
        return entries;
    }
};

struct edge_counter {
    long long count = 0;
    team mine;

    __device__ __forceinline__ edge_counter(unsigned)
    {
    }

    __device__ __forceinline__ bool any(bool one) const
    {
        return one;
    }

    __device__ __forceinline__ void operator()(int, bool hit)
    {
        count += hit;
    }

    __device__ __forceinline__ void flush()
    {
    }

    __device__ __forceinline__ long long sum() const
    {
        long long all = count;
        for (int distance = LIST_LANES / 2; distance > 0; distance /= 2)
            all += __shfl_xor_sync(mine.lanes, all, distance);
        return all;
    }
};

struct edge_writer {
    team mine;
    int2 *address;
    int first;

    __device__ __forceinline__ edge_writer(const list_arguments &a, int i, unsigned)
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

/* --- kernels --- */

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
    const int item = item_of_thread();
    const unsigned present = __ballot_sync(0xffffffffu, item < a.n);
    if (item >= a.n)
        return;
    const centre self = centre_of(a, item);
    row_writer<COLUMNS> row(a, self.i, present);
    visit_neighbors<HALF, EXCLUDES>(a, self, present, row);
    const int entries = row.finish(a.n);
    if (threadIdx.x % LIST_LANES == 0)
        a.count[self.i] = entries;
    const int longest = warp_max(present, entries);
    if (threadIdx.x % 32 == 0) {
        /* it only grows: few warps have to wait for each other */
        if (longest > *(volatile const int *)a.longest)
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

template <bool EXCLUDES> __device__ __forceinline__ void count_edges(const list_arguments &a)
{
    const int item = item_of_thread();
    const unsigned present = __ballot_sync(0xffffffffu, item < a.n);
    if (item >= a.n)
        return;
    const centre self = centre_of(a, item);
    edge_counter counter(present);
    visit_neighbors<true, EXCLUDES>(a, self, present, counter);
    const long long edges = counter.sum();
    if (threadIdx.x % LIST_LANES == 0)
        a.row_size[self.i] = edges;
    if (item == 0)
        a.row_size[a.n] = 0;
}

LIST_KERNEL(edge_count, count_edges)

template <bool EXCLUDES> __device__ __forceinline__ void fill_edges(const list_arguments &a)
{
    const int item = item_of_thread();
    if (!edges_fit(a)) {
        if (item == 0 && a.halted != nullptr)
            *a.halted = LIST_OVERFLOW;
        return;
    }
    const unsigned present = __ballot_sync(0xffffffffu, item < a.n);
    if (item >= a.n)
        return;
    const centre self = centre_of(a, item);
    edge_writer writer(a, self.i, present);
    visit_neighbors<true, EXCLUDES>(a, self, present, writer);
}

LIST_KERNEL(edge_fill, fill_edges)
