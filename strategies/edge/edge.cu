/*
 * A thread per pair; the forces of pairs that interact are added to both particles with atomics.
 * L. Rovigatti et al., J. Comput. Chem. 36, 1 (2015), section II.
 */
#include "strategies/gpu_add.cuh"

template <bool ENERGY> __device__ __forceinline__ void edge(const gpu_arguments &a)
{
    const long long k = (long long)blockIdx.x * BLOCK + threadIdx.x;
    if (k >= __ldg(edges_of(a).edges))
        return;
    const MODEL_STRUCT &constants = model_constants();
    const int2 ends = __ldg(edges_of(a).edge + k);
    const vector4 from = load(a.position + ends.x);
    const vector4 to = load(a.position + ends.y);
    const bool image = __any_sync(__activemask(), near_face(box_of(a), from));
    REAL dx, dy, dz;
    pair_force f;
    separation(box_of(a), from, to, image, dx, dy, dz);
    const int stored = STORED ? __ldg(edges_of(a).interaction + k) : LOOK_UP;
    if (!meet_edge(a, constants, ends, from, to, stored, dx, dy, dz, f))
        return;
    add_total<ENERGY>(a, a.force + ends.x, a.torque + ends.x, total(f));
    add_partner<ENERGY>(a, a.force + ends.y, a.torque + ends.y, f, dx, dy, dz);
}

GPU_KERNEL(force, edge)
