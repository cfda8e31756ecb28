/*
 * Searches the neighbors of a particle, with a thread or a team of LIST_LANES threads per particle.
 * The particles of a warp are close to each other, so that its threads read nearly the same
 * candidates. Cells that are adjacent along x contain a contiguous run of candidates.
 */
#ifndef PAIRLANES_DEVICE_WALKS_CUH
#define PAIRLANES_DEVICE_WALKS_CUH

#include "harness/backend/cuda/device/candidates.cuh"

/** The particle that a thread or team finds neighbors for. */
struct centre {
    int i;
    vector4 exact;   /* position in the type of the forces */
    candidate4 near; /* position in the type of the range test */
};

/**
 * Calls visit(j, hit) for the particles [begin, end) in cell order. Loads ROW_GROUP at a time, and
 * calls visit.flush() after each group. Threads of a team may have different runs. Reads up to
 * ROW_GROUP particles past the end.
 */
template <bool HALF, bool IMAGE, bool EXCLUDES, typename Visit>
__device__ __forceinline__ void visit_run(const list_arguments &a, const image_frame &from, int i,
                                          const exclusions<EXCLUDES> &excluded, int begin, int end,
                                          Visit &visit)
{
    for (int place = begin; visit.any(place < end); place += ROW_GROUP) {
        candidate4 other[ROW_GROUP];
        /* a thread may be past its end while others of its team still have candidates */
        const int first = LIST_LANES == 1 ? place : min(place, end);
#pragma unroll
        for (int c = 0; c < ROW_GROUP; c++)
            other[c] = candidate::load_at(a, first + c);
#pragma unroll
        for (int c = 0; c < ROW_GROUP; c++)
            visit(word_in(other[c].w),
                  is_neighbor<HALF, IMAGE>(a, from, i, excluded, other[c]) && place + c < end);
        visit.flush();
    }
}

/** A line of cells along x, [x0, x1), which may extend beyond the faces of the box. */
struct row_of_cells {
    const int *start; /* starts of the row's cells in the box */
    int x0, x1;
    int y, z; /* cell indices of the row; values outside the box select another image */
};

/**
 * The cells around a particle, as rows along x. Each row is cut to the part that the sphere of the
 * list range covers. That leaves half of the cells within reach. Each thread of a team visits every
 * LIST_LANES-th row, so that the threads wait for memory at the same time.
 */
struct rows_of_cells {
    const list_arguments &a;
    const candidate4 &self;
    DISTANCE slack, width_per_edge, edge_y, edge_z;
    int low[3];
    int y, z;   /* the next row, relative to the lowest */
    int rounds; /* number of rows that each thread visits */

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
        /* a half list needs only particles above, and no cell below contains any */
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

    /** Returns the next row; after the last, an empty row. */
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

/**
 * Visits the candidates run by run. The bounds of the next run are loaded before a run is visited,
 * to hide the latency.
 */
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
        image_frame from = {self.near.x, self.near.y, self.near.z, 0, 0, 0};
        if (IMAGE) {
            image_frame::move(row.y, a.grid[1], box.edge[1], from.y, from.back_y);
            image_frame::move(row.z, a.grid[2], box.edge[2], from.z, from.back_z);
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
 * Returns the particle of a thread or team. If particles are sorted in memory, follows that order,
 * so that adjacent rows are written together. If not, follows the cells.
 */
__device__ __forceinline__ centre centre_of(const list_arguments &a, int k)
{
    const int i = a.ordered ? k : a.sorted_value[k];
    const vector4 exact = load(a.position + i);
    return {i, exact, candidate::of(a, exact)};
}

/** A particle, and the thread or team that searches its neighbors. */
struct seeker {
    const list_arguments &a;
    centre self;
    unsigned present; /* mask of the warp's threads that search */

    /** Whether this thread writes the results of its team. */
    __device__ __forceinline__ bool leads() const
    {
        return threadIdx.x % LIST_LANES == 0;
    }

    /**
     * Calls visit(j, hit) for the candidates, and visit.flush() after at most ROW_GROUP of them.
     */
    template <bool HALF, bool EXCLUDES, typename Visit>
    __device__ __forceinline__ void seek(Visit &visit) const
    {
        const exclusions<EXCLUDES> excluded(a, self.i);
        if (__any_sync(present, near_face(box_of(a), self.exact)))
            visit_cells<HALF, true>(a, self, excluded, visit);
        else
            visit_cells<HALF, false>(a, self, excluded, visit);
    }
};

/** Calls take(seeker) for the particle of the thread. */
template <typename Take>
__device__ __forceinline__ void for_particles(const list_arguments &a, Take &&take)
{
    const int item = (int)(((long long)blockIdx.x * blockDim.x + threadIdx.x) / LIST_LANES);
    const unsigned present = __ballot_sync(0xffffffffu, item < a.n);
    if (item < a.n)
        take(seeker{a, centre_of(a, item), present});
}

#endif
