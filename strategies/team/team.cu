/*
 * LANES threads share the full list of a particle: they read it side by side, row by row, and add
 * up with shuffles. Warps away from the faces of the box skip the minimum image.
 *
 * ddcMD's eight threads per particle: X. Zhang et al., J. Chem. Phys. 153, 045103 (2020).
 */
#include "strategies/gpu.cuh"

/* Gathers under way in a lane at a time. */
enum { UNROLL = LANES <= 4 ? 4 : 3 };

template <bool ENERGY, bool IMAGE>
__device__ __forceinline__ total sum_lane(const gpu_arguments &a, int i, int lane,
                                          const vector4 &self)
{
    const MODEL_STRUCT constants = model_constants();
    const box_type &box = box_of(a);
    const int count = __ldg(a.count + i);
    const int *row = a.entry + i * a.stride;
    total sum;
    for (int base = 0; base < count; base += UNROLL * LANES) {
        vector4 other[UNROLL];
        /* a round that no lane of the team has an entry for is left out */
#pragma unroll
        for (int k = 0; k < UNROLL; k++) {
            const int next = base + k * LANES + lane;
            if (base + k * LANES < count)
                other[k] = load(a.position + (next < count ? __ldg(row + next) : a.n));
        }
#pragma unroll
        for (int k = 0; k < UNROLL; k++) {
            if (base + k * LANES >= count)
                break;
            REAL dx, dy, dz;
            pair_force f;
            separation(box, self, other[k], IMAGE, dx, dy, dz);
            pair(&constants, dx, dy, dz, &f);
            if (!IMAGE || base + k * LANES + lane < count)
                sum.subtract<ENERGY>(f);
        }
    }
    return sum;
}

template <bool ENERGY> __device__ __forceinline__ void team(const gpu_arguments &a)
{
    const long long thread = (long long)blockIdx.x * BLOCK + threadIdx.x;
    const int lane = threadIdx.x % LANES;
    const bool present = thread / LANES < a.n;
    const int i = present ? (int)(thread / LANES) : a.n - 1;
    const vector4 self = load(a.position + i);
    total sum = __any_sync(0xffffffffu, near_face(box_of(a), self))
                    ? sum_lane<ENERGY, true>(a, i, lane, self)
                    : sum_lane<ENERGY, false>(a, i, lane, self);
    for (int distance = LANES / 2; distance > 0; distance /= 2) {
        sum.x += __shfl_xor_sync(0xffffffffu, sum.x, distance);
        sum.y += __shfl_xor_sync(0xffffffffu, sum.y, distance);
        sum.z += __shfl_xor_sync(0xffffffffu, sum.z, distance);
        if (ENERGY)
            sum.energy += __shfl_xor_sync(0xffffffffu, sum.energy, distance);
    }
    if (present && lane == 0)
        sum.store(a.force + i, (REAL)0.5);
}

GPU_KERNEL(force, team)
