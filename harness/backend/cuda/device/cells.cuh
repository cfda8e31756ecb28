/* Cells of a grid over the box, for kernels that sort particles and build lists. */
#ifndef PAIRLANES_DEVICE_CELLS_CUH
#define PAIRLANES_DEVICE_CELLS_CUH

#include "strategies/gpu_types.cuh"

#include "strategies/gpu_list_arguments.h"

/**
 * Returns the squared list range in the precision of this unit. Each precision has a separate
 * field, because a conversion would be repeated in the inner loop.
 */
__device__ __forceinline__ REAL range2_of(const list_arguments &a)
{
    return sizeof(REAL) == 4 ? (REAL)a.range2_single : (REAL)a.range2_double;
}

/** Returns the cell of a coordinate along axis d. */
__device__ __forceinline__ int cell_along(const list_arguments &a, int d, REAL coordinate)
{
    const int cell = (int)(coordinate * box_of(a).inverse[d] * a.grid[d]);
    return min(max(cell, 0), a.grid[d] - 1);
}

/** Returns the index of a cell. x varies fastest, so cells along x are contiguous. */
__device__ __forceinline__ int cell_index(const list_arguments &a, int x, int y, int z)
{
    return (z * a.grid[1] + y) * a.grid[0] + x;
}

/** Returns the cell of a particle. */
__device__ __forceinline__ unsigned cell_of(const list_arguments &a, const vector4 &p)
{
    return cell_index(a, cell_along(a, 0, p.x), cell_along(a, 1, p.y), cell_along(a, 2, p.z));
}

/**
 * Returns the number of cells along axis d within `reach` of `centre`, counting each once. Sets
 * their first cell, which is negative if they cross the boundary.
 */
__device__ __forceinline__ int span_of(const list_arguments &a, int d, int centre, int reach,
                                       int &first)
{
    if (a.grid[d] < 2 * reach + 1) {
        first = 0;
        return a.grid[d];
    }
    first = centre - reach;
    return 2 * reach + 1;
}

/** Like span_of, for the cells along axis d that may contain partners of a particle in `centre`. */
__device__ __forceinline__ int span(const list_arguments &a, int d, int centre, int &first)
{
    return span_of(a, d, centre, a.reach[d], first);
}

__device__ __forceinline__ int wrap(int cell, int cells)
{
    return cell < 0 ? cell + cells : cell >= cells ? cell - cells : cell;
}

/** Whether memory suffices for all edges. Their number may grow as particles move. */
__device__ __forceinline__ bool edges_fit(const list_arguments &a)
{
    return a.edge_start[a.n] <= a.edge_room;
}

#endif
