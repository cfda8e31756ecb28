/*
 * Finds the pairs of patches in range of each other, the output array of each pair, and for each
 * patch the positions of the forces that it sums. A thread per patch; it first counts, then fills.
 */
#include "harness/backend/cuda/device/cells.cuh"
#include "harness/backend/cuda/device/patch_arguments.h"

#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

/**
 * Returns the squared distance between two patches; `difference` is the difference of their cells
 * along the axes.
 */
__device__ __forceinline__ REAL gap2(const list_arguments &a, const int difference[3])
{
    REAL sum = 0;
    for (int d = 0; d < 3; d++) {
        int cells = abs(difference[d]);
        if (a.grid[d] < 2 * a.reach[d] + 1)
            cells = min(cells, a.grid[d] - cells);
        const REAL gap = max(cells - 1, 0) * (box_of(a).edge[d] / a.grid[d]);
        sum += gap * gap;
    }
    return sum;
}

__device__ __forceinline__ int image_digit(int cell, int cells)
{
    return cell < 0 ? 0 : cell >= cells ? 2 : 1;
}

/** Calls visit(partner, image) for each patch in range of `patch`, including `patch` itself. */
template <typename Visit>
__device__ __forceinline__ void visit_partners(const list_arguments &a, int patch, Visit &&visit)
{
    const int cell[3] = {patch % a.grid[0], patch / a.grid[0] % a.grid[1],
                         patch / (a.grid[0] * a.grid[1])};
    int first[3], cells[3];
    for (int d = 0; d < 3; d++)
        cells[d] = span(a, d, cell[d], first[d]);
    for (int z = first[2]; z < first[2] + cells[2]; z++) {
        for (int y = first[1]; y < first[1] + cells[1]; y++) {
            for (int x = first[0]; x < first[0] + cells[0]; x++) {
                const int difference[3] = {x - cell[0], y - cell[1], z - cell[2]};
                if (gap2(a, difference) < range2_of(a))
                    visit(cell_index(a, wrap(x, a.grid[0]), wrap(y, a.grid[1]), wrap(z, a.grid[2])),
                          image_digit(x, a.grid[0]) + 3 * image_digit(y, a.grid[1]) +
                              9 * image_digit(z, a.grid[2]));
            }
        }
    }
}

/** Whether the pair belongs to `patch` and not to `partner`, if pairs are listed once. */
__device__ __forceinline__ bool owns(const patch_arguments &a, int patch, int partner)
{
    return !a.reciprocal || patch == partner || (patch < partner) != (((patch ^ partner) & 1) != 0);
}

__device__ __forceinline__ int patches_of(const list_arguments &a)
{
    return a.grid[0] * a.grid[1] * a.grid[2];
}

__device__ __forceinline__ int size_of(const list_arguments &a, int patch)
{
    return a.cell_start[patch + 1] - a.cell_start[patch];
}

extern "C" __global__ void patch_count(const __grid_constant__ patch_arguments a)
{
    const int patch = THREAD;
    const int patches = patches_of(a.list);
    if (patch > patches)
        return;
    int pairs = 0;
    int partners = 0;
    if (patch < patches) {
        visit_partners(a.list, patch, [&](int partner, int) {
            pairs += owns(a, patch, partner);
            partners++;
        });
    }
    a.pair_count[patch] = pairs;
    a.sum_count[patch] = partners;
}

extern "C" __global__ void patch_fill(const __grid_constant__ patch_arguments a)
{
    const int patch = THREAD;
    if (patch >= patches_of(a.list))
        return;
    int place = a.pair_start[patch];
    unsigned long long tested = 0;
    visit_partners(a.list, patch, [&](int partner, int image) {
        if (!owns(a, patch, partner))
            return;
        const int mine = size_of(a.list, patch);
        const int theirs = size_of(a.list, partner);
        a.patch_pair[place] = make_int4(patch, partner, image, 0);
        a.output_size[place] = mine + (a.reciprocal && patch != partner ? theirs : 0);
        tested += (unsigned long long)mine * theirs - (patch == partner ? mine : 0);
        place++;
    });
    atomicAdd(a.tested, tested);
    if (patch == 0)
        a.output_size[a.patch_pairs] = 0;
}

extern "C" __global__ void patch_place(const __grid_constant__ patch_arguments a)
{
    const int patch = THREAD;
    if (patch >= patches_of(a.list))
        return;
    int own = a.pair_start[patch];
    int place = a.sum_start[patch];
    visit_partners(a.list, patch, [&](int partner, int) {
        if (owns(a, patch, partner)) {
            a.sum_place[place++] = a.output_start[own++];
            return;
        }
        int pair = a.pair_start[partner];
        while (a.patch_pair[pair].y != patch)
            pair++;
        a.sum_place[place++] = a.output_start[pair] + size_of(a.list, partner);
    });
}
