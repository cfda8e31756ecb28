/*
 * Searches the neighbors of all particles of a cell: a block per cell, a thread per particle. The
 * edge of a cell is the range. Loads the particles of the cell and its 26 neighbors into shared
 * memory, cell by cell. J. Xu et al., Mol. Simul. 36, 1131 (2010), sect. 3.1. The interface equals
 * walks.cuh's.
 */
#ifndef PAIRLANES_DEVICE_CELL_BLOCKS_CUH
#define PAIRLANES_DEVICE_CELL_BLOCKS_CUH

#include "harness/backend/cuda/device/candidates.cuh"

/**
 * A thread's particle and the particle's cell. A thread without a particle only loads candidates.
 */
struct seeker {
    const list_arguments &a;
    struct {
        int i; /* particle of the thread; without one, the cell's first particle */
        candidate4 near;
    } self;
    unsigned present; /* mask of all threads of the warp */
    int cell[3];
    bool mine; /* true if the thread has a particle */

    __device__ __forceinline__ bool leads() const
    {
        return mine;
    }

    /** Whether some of the neighboring cells lie beyond a face of the box. */
    __device__ __forceinline__ bool at_face() const
    {
        bool face = false;
        for (int d = 0; d < 3; d++)
            face |= cell[d] < a.reach[d] || cell[d] + a.reach[d] >= a.grid[d];
        return face;
    }

    /**
     * Calls visit(j, hit) for the candidates [begin, end) in cell order, and visit.flush() after at
     * most ROW_GROUP of them.
     */
    template <bool HALF, bool IMAGE, bool EXCLUDES, typename Visit>
    __device__ __forceinline__ void visit_cell(const image_frame &from,
                                               const exclusions<EXCLUDES> &excluded, int begin,
                                               int end, Visit &visit) const
    {
        __shared__ candidate4 staged[CELL_BLOCK];
        for (; begin < end; begin += CELL_BLOCK) {
            const int count = min(CELL_BLOCK, end - begin);
            __syncthreads(); /* all threads have read the candidates, which are replaced next */
            if (threadIdx.x < count)
                staged[threadIdx.x] = candidate::load_at(a, begin + (int)threadIdx.x);
            __syncthreads();
            for (int k = 0; k < count; k++) {
                const candidate4 other = staged[k];
                visit(word_in(other.w),
                      mine && is_neighbor<HALF, IMAGE>(a, from, self.i, excluded, other));
                if (k % ROW_GROUP == ROW_GROUP - 1)
                    visit.flush();
            }
            visit.flush();
        }
    }

    /**
     * Visits the neighboring cells. For a half list it leaves out the cells below, which contain no
     * higher particle.
     */
    template <bool HALF, bool IMAGE, bool EXCLUDES, typename Visit>
    __device__ __forceinline__ void visit_cells(Visit &visit) const
    {
        const exclusions<EXCLUDES> excluded(a, self.i);
        const auto &box = box_in<DISTANCE>(a);
        for (int z = HALF ? cell[2] : cell[2] - a.reach[2]; z <= cell[2] + a.reach[2]; z++)
            for (int y = cell[1] - a.reach[1]; y <= cell[1] + a.reach[1]; y++)
                for (int x = cell[0] - a.reach[0]; x <= cell[0] + a.reach[0]; x++) {
                    image_frame from = {self.near.x, self.near.y, self.near.z, 0, 0, 0};
                    if (IMAGE) {
                        image_frame::move(x, a.grid[0], box.edge[0], from.x, from.back_x);
                        image_frame::move(y, a.grid[1], box.edge[1], from.y, from.back_y);
                        image_frame::move(z, a.grid[2], box.edge[2], from.z, from.back_z);
                    }
                    const int near =
                        cell_index(a, wrap(x, a.grid[0]), wrap(y, a.grid[1]), wrap(z, a.grid[2]));
                    visit_cell<HALF, IMAGE>(from, excluded, a.cell_start[near],
                                            a.cell_start[near + 1], visit);
                }
    }

    template <bool HALF, bool EXCLUDES, typename Visit>
    __device__ __forceinline__ void seek(Visit &visit) const
    {
        if (at_face())
            visit_cells<HALF, true, EXCLUDES>(visit);
        else
            visit_cells<HALF, false, EXCLUDES>(visit);
    }
};

/** Calls take(seeker) for the particles of the block's cell, one per thread at a time. */
template <typename Take>
__device__ __forceinline__ void for_particles(const list_arguments &a, Take &&take)
{
    const int cell = (int)blockIdx.x;
    const int begin = a.cell_start[cell], end = a.cell_start[cell + 1];
    for (int first = begin; first < end; first += CELL_BLOCK) {
        const int place = first + (int)threadIdx.x;
        const bool mine = place < end;
        const int i = a.sorted_value[mine ? place : first];
        const vector4 exact = load(a.position + i);
        take(seeker{a,
                    {i, candidate::of(a, exact)},
                    0xffffffffu,
                    {cell % a.grid[0], cell / a.grid[0] % a.grid[1], cell / a.grid[0] / a.grid[1]},
                    mine});
    }
}

#endif
