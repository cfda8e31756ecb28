/*
 * A thread per pair, as `edge`. Edges are sorted by their first particle, so a warp holds few
 * different ones: it sums each run of equal first particle with shuffles and adds once per run.
 */
#include "strategies/gpu.cuh"

template <bool ENERGY> __device__ __forceinline__ void edge_segmented(const gpu_arguments &a)
{
    const unsigned all = 0xffffffffu;
    const int lane = threadIdx.x % 32;
    const long long k = (long long)blockIdx.x * BLOCK + threadIdx.x;
    const bool present = k < a.edges;
    const MODEL_STRUCT constants = model_constants();
    const int2 ends = present ? __ldg(a.edge + k) : make_int2(a.n, a.n);
    pair_force f = {0, 0, 0, 0};
    bool interacts = false;
    if (present) {
        REAL dx, dy, dz;
        const vector4 from = load(a.position + ends.x);
        const bool image = __any_sync(__activemask(), near_face(box_of(a), from));
        separation(box_of(a), from, load(a.position + ends.y), image, dx, dy, dz);
        interacts = pair(&constants, dx, dy, dz, &f);
        if (interacts)
            atomic_add<ENERGY>(a, a.force + ends.y, f.x, f.y, f.z, 0);
    }
    const unsigned active = __ballot_sync(all, interacts);
    if (active == 0)
        return;

    const int before = __shfl_up_sync(all, ends.x, 1);
    const bool head = lane == 0 || before != ends.x;
    const unsigned heads = __ballot_sync(all, head);
    /* the lanes of my run from me on: up to the next head */
    const unsigned later_heads = lane == 31 ? 0 : heads >> (lane + 1);
    const int rest = later_heads ? __ffs(later_heads) - 1 : 31 - lane;
    for (int distance = 1; distance < 32; distance *= 2) {
        const REAL x = __shfl_down_sync(all, f.x, distance);
        const REAL y = __shfl_down_sync(all, f.y, distance);
        const REAL z = __shfl_down_sync(all, f.z, distance);
        const REAL energy = ENERGY ? __shfl_down_sync(all, f.energy, distance) : 0;
        if (distance <= rest) {
            f.x += x;
            f.y += y;
            f.z += z;
            f.energy += energy;
        }
    }
    const unsigned run = (rest == 31 ? all : (2u << rest) - 1) << lane;
    if (head && (active & run) != 0)
        atomic_add<ENERGY>(a, a.force + ends.x, -f.x, -f.y, -f.z, f.energy);
}

GPU_KERNEL(force, edge_segmented)
