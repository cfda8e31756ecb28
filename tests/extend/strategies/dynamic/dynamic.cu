/*
 * A thread per particle walks its row of a full list, in which rows are contiguous:
 *
 *     i = number of the thread
 *     for each entry j in the row of i
 *         sum += force on i of the pair (i, j)
 *     force[i] = sum
 *
 * A GPU gives each free multiprocessor the next block. On a CPU a thread takes the next ROWS rows.
 */
#include "strategies/gpu_particle.cuh"

template <bool ENERGY> __device__ __forceinline__ void dynamic_rows(const gpu_arguments &a)
{
    const int thread = blockIdx.x * BLOCK + threadIdx.x;
    const int i = min(thread, a.n - 1); /* extra lanes repeat the last particle */
    const vector4 at = load(a.position + i);
    const own_particle self(a, i, at);
    if (thread >= a.n)
        return;
    const gpu_rows &rows = rows_of(a);
    const long long start = i * rows.stride;
    total sum;
    for (long long k = start; k < start + rows.count[i]; k++) {
        const int j = rows.entry[k];
        const partner other = {j, load(a.position + j), STORED ? rows.interaction[k] : LOOK_UP};
        pair_force f;
        evaluate_pair(a, self, other, displacement(box_of(a), at, other.at, true), f);
        sum.add<ENERGY>(f);
    }
    sum.store(a.force + i, a.torque + i, true);
}

GPU_KERNEL(force, dynamic_rows)
