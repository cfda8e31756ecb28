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

template <bool HALF, bool IMAGE, bool EXCLUDES>
__device__ __forceinline__ bool is_neighbor(const list_arguments &a, const centre &self,
                                            const exclusions<EXCLUDES> &excluded,
                                            const candidate4 &other)
{
    DISTANCE dx, dy, dz;
    separation(box_in<DISTANCE>(a), self.near, other, IMAGE, dx, dy, dz);
    const int j = index_of(other);
    return dx * dx + dy * dy + dz * dz < distance_range2_of(a) &&
           (HALF ? above(dx, dy, dz, self.i, j) : true) && j != self.i && !excluded.hold(j);
}

/**
 * Calls visit(j, hit) for the sorted particles [begin, end), and visit.flush() after each group of
 * them: a thread loads ROW_GROUP at a time, a team one each, all its threads as often. Reads up to
 * a group less one past the end.
 */
template <bool HALF, bool IMAGE, bool EXCLUDES, typename Visit>
__device__ __forceinline__ void visit_run(const list_arguments &a, const centre &self,
                                          const exclusions<EXCLUDES> &excluded, int begin, int end,
                                          Visit &visit)
{
    constexpr int group = LIST_LANES == 1 ? ROW_GROUP : 1;
    const int mine = threadIdx.x % LIST_LANES;
    for (int place = begin; place < end; place += group * LIST_LANES) {
        candidate4 other[group];
#pragma unroll
        for (int c = 0; c < group; c++)
            other[c] = candidate::load_at(a, place + c + mine);
#pragma unroll
        for (int c = 0; c < group; c++)
            visit(index_of(other[c]),
                  is_neighbor<HALF, IMAGE>(a, self, excluded, other[c]) && place + c + mine < end);
        visit.flush();
    }
}

/** How far a coordinate lies from a cell along an axis, safe against rounding. */
__device__ __forceinline__ DISTANCE gap(DISTANCE coordinate, int cell, DISTANCE edge,
                                        DISTANCE slack)
{
    return max(max(cell * edge - coordinate, coordinate - (cell + 1) * edge) - slack, (DISTANCE)0);
}

/** The cells around a particle, row of cells by row of cells, and of each row only the part that
 * the sphere of the range cuts: half of the cells within reach. */
struct rows_of_cells {
    const list_arguments &a;
    const candidate4 &self;
    DISTANCE slack, width_per_edge, edge_y, edge_z;
    int first[3], cells[3];
    bool cut_x, cut_y, cut_z; /* false where so few cells that any may be near by some image */
    int y, z;                 /* the next row */

    __device__ __forceinline__ rows_of_cells(const list_arguments &arguments,
                                             const centre &particle, bool upper)
        : a(arguments), self(particle.near)
    {
        const auto &box = box_in<DISTANCE>(a);
        const REAL place[3] = {particle.exact.x, particle.exact.y, particle.exact.z};
        for (int d = 0; d < 3; d++)
            cells[d] = span(a, d, cell_along(a, d, place[d]), first[d]);
        cut_x = cells[0] < a.grid[0];
        cut_y = cells[1] < a.grid[1];
        cut_z = cells[2] < a.grid[2];
        slack = (DISTANCE)1e-6 * max(box.edge[0], max(box.edge[1], box.edge[2]));
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
        const DISTANCE gap_z = cut_z ? gap(self.z, z, edge_z, slack) : 0;
        const DISTANCE gap_y = cut_y ? gap(self.y, y, edge_y, slack) : 0;
        const DISTANCE width2 = distance_range2_of(a) - gap_y * gap_y - gap_z * gap_z;
        const DISTANCE width = sqrt(max(width2, (DISTANCE)0)) + slack;
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
__device__ __forceinline__ void visit_cells(const list_arguments &a, const centre &self,
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
        visit_run<HALF, IMAGE>(a, self, excluded, run_begin, run_end, visit);
        if (IMAGE && below < a.grid[0])
            visit_run<HALF, IMAGE>(a, self, excluded, run[below], run[a.grid[0]], visit);
        if (IMAGE && beyond > 0)
            visit_run<HALF, IMAGE>(a, self, excluded, run[0], run[beyond], visit);
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

    /** A slot for a thread that has hit; all threads of the team call. */
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
    const unsigned present = __ballot_sync(0xffffffffu, item < a.n);
    if (item >= a.n)
        return;
    const centre self = centre_of(a, item);
    edge_writer writer(a, self.i, present);
    visit_neighbors<true, EXCLUDES>(a, self, present, writer);
}

LIST_KERNEL(edge_fill, fill_edges)
