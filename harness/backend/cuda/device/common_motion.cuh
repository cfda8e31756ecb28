/*
 * Removes the common motion of all particles between the two halves of a step. First each block
 * sums over its particles. Then a single block sums over the blocks. At last a thread per particle
 * subtracts the motion. The kernels do nothing in steps without removal.
 */
#ifndef PAIRLANES_DEVICE_COMMON_MOTION_CUH
#define PAIRLANES_DEVICE_COMMON_MOTION_CUH

#include "strategies/gpu_motion.cuh"

__device__ __forceinline__ bool removes_now(const dynamics_arguments &a)
{
    const long long step = step_of(a);
    return step % a.removal_interval == 0 && !halted_before(a, step);
}

/** Position of a particle relative to the centre of the box, and its velocity. */
struct placed {
    double r[3], v[3];

    __device__ __forceinline__ placed(const dynamics_arguments &a, const particle<false> &p)
        : r{p.at.x - a.edge[0] / 2, p.at.y - a.edge[1] / 2, p.at.z - a.edge[2] / 2}, v{p.velocity.x,
                                                                                       p.velocity.y,
                                                                                       p.velocity.z}
    {
    }
};

extern "C" __global__ void __launch_bounds__(DYNAMICS_BLOCK)
    sum_motion(const __grid_constant__ dynamics_arguments a)
{
    double sum[MOTION_SUMS] = {0};
    if (!removes_now(a))
        return;
    for (int i = THREAD; i < a.n; i += gridDim.x * blockDim.x) {
        const particle<false> p(a, i);
        const placed one(a, p);
        common_motion_add(p.mass(), one.r, one.v, sum);
    }
    for (int k = 0; k < MOTION_SUMS; k++) {
        sum[k] = block_sum(sum[k]);
        if (threadIdx.x == 0)
            a.motion_sums[blockIdx.x * MOTION_SUMS + k] = sum[k];
    }
}

/** Sums over the blocks; launched with one block. */
extern "C" __global__ void __launch_bounds__(DYNAMICS_BLOCK)
    find_motion(const __grid_constant__ dynamics_arguments a)
{
    double sum[MOTION_SUMS] = {0};
    if (!removes_now(a))
        return;
    for (int k = 0; k < MOTION_SUMS; k++) {
        for (int b = threadIdx.x; b < a.motion_blocks; b += blockDim.x)
            sum[k] += a.motion_sums[b * MOTION_SUMS + k];
        sum[k] = block_sum(sum[k]);
    }
    if (threadIdx.x == 0)
        common_motion_find(sum, a.removes_rotation, a.common_motion);
}

extern "C" __global__ void __launch_bounds__(DYNAMICS_BLOCK)
    remove_motion(const __grid_constant__ dynamics_arguments a)
{
    const int i = THREAD;
    if (i >= a.n || !removes_now(a))
        return;
    const struct common_motion motion = *a.common_motion;
    particle<false> p(a, i);
    placed one(a, p);
    for (int d = 0; d < 3 && a.dt != 0; d++) /* a step of zero length changes nothing */
        one.v[d] -= common_motion_at(&motion, one.r, d);
    p.velocity.x = (STATE)one.v[0];
    p.velocity.y = (STATE)one.v[1];
    p.velocity.z = (STATE)one.v[2];
    a.velocity[i] = p.velocity;
}

#endif
