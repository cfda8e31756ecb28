/* A thread per particle walks the row that all particles of its bundle share, as in bundle.c. */
#include "strategies/gpu_particle.cuh"

#include "strategies/bundle/bundle.h"

template <bool ENERGY> __device__ __forceinline__ void bundle(const gpu_arguments &a)
{
    const int thread = blockIdx.x * BLOCK + threadIdx.x;
    const int i = min(thread, a.n - 1); /* extra lanes repeat the last particle */
    const vector4 at = load(a.position + i);
    const own_particle self(a, i, at);
    if (thread >= a.n)
        return;
    const bundles &rows = neighbors_of<bundles>(a);
    const int own = i / WIDTH;
    total sum;
    for (long long k = rows.start[own]; k < rows.start[own + 1]; k++) {
        if ((rows.mask[k] >> (i % WIDTH) & 1) == 0)
            continue;
        const partner other = {rows.partner[k], load(a.position + rows.partner[k]), LOOK_UP};
        pair_force f;
        evaluate_pair(a, self, other, displacement(box_of(a), at, other.at, true), f);
        sum.add<ENERGY>(f);
    }
    sum.store(a.force + i, a.torque + i, true);
}

GPU_KERNEL(force, bundle)
