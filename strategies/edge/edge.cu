/*
 * A thread per pair; the forces of pairs that interact are added to both particles with atomics.
 * L. Rovigatti et al., J. Comput. Chem. 36, 1 (2015), section II.
 */
#include "strategies/gpu.cuh"

template <bool ENERGY> __device__ __forceinline__ void edge(const gpu_arguments &a)
{
    const long long k = (long long)blockIdx.x * BLOCK + threadIdx.x;
    if (k >= a.edges)
        return;
    const MODEL_STRUCT constants = model_constants();
    const int2 ends = __ldg(a.edge + k);
    REAL dx, dy, dz;
    pair_force f;
    const vector4 from = load(a.position + ends.x);
    const bool image = __any_sync(__activemask(), near_face(box_of(a), from));
    separation(box_of(a), from, load(a.position + ends.y), image, dx, dy, dz);
    if (!pair(&constants, dx, dy, dz, &f))
        return;
    atomic_add<ENERGY>(a, a.force + ends.x, -f.x, -f.y, -f.z, f.energy);
    atomic_add<ENERGY>(a, a.force + ends.y, f.x, f.y, f.z, 0);
}

GPU_KERNEL(force, edge)
