/*
 * A thread per pair, as `edge`. Edges are sorted by their first particle, so a warp holds few
 * different ones: it sums each run of equal first particle with shuffles and adds once per run.
 */
#include "strategies/gpu_add.cuh"

template <bool ENERGY> __device__ __forceinline__ void edge_segmented(const gpu_arguments &a)
{
    const unsigned all = 0xffffffffu;
    const int lane = threadIdx.x % 32;
    const long long k = (long long)blockIdx.x * BLOCK + threadIdx.x;
    const bool present = k < __ldg(edges_of(a).edges);
    const MODEL_STRUCT &constants = model_constants();
    const int2 ends = present ? __ldg(edges_of(a).edge + k) : make_int2(a.n, a.n);
    pair_force f = {};
    bool interacts = false;
    if (present) {
        const vector4 from = load(a.position + ends.x);
        const vector4 to = load(a.position + ends.y);
        const bool image = __any_sync(__activemask(), near_face(box_of(a), from));
        REAL dx, dy, dz;
        separation(box_of(a), from, to, image, dx, dy, dz);
        const int stored = STORED ? __ldg(edges_of(a).interaction + k) : LOOK_UP;
        interacts = meet_edge(a, constants, ends, from, to, stored, dx, dy, dz, f);
        if (interacts)
            add_partner<ENERGY>(a, a.force + ends.y, a.torque + ends.y, f, dx, dy, dz);
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
    total sum(f);
    for (int distance = 1; distance < 32; distance *= 2) {
        sum.components<ENERGY>([&](SUM &component) {
            const SUM later = __shfl_down_sync(all, component, distance);
            if (distance <= rest)
                component += later;
        });
    }
    const unsigned run = (rest == 31 ? all : (2u << rest) - 1) << lane;
    if (head && (active & run) != 0)
        add_total<ENERGY>(a, a.force + ends.x, a.torque + ends.x, sum);
}

GPU_KERNEL(force, edge_segmented)
