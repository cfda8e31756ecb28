/*
 * Steps of dynamics inside a force kernel, for strategies in which a thread computes the whole
 * force on a particle. The thread moves the particle and stores its new position where the next
 * kernel reads it. Shkurti et al., J. Comput. Chem. 34, 803 (2013), algorithm 3, do the second half
 * of a step in the force kernel. This kernel also does the first half of the next step.
 */
#ifndef PAIRLANES_STRATEGIES_GPU_FUSED_CUH
#define PAIRLANES_STRATEGIES_GPU_FUSED_CUH

#include "strategies/gpu_motion.cuh"
#include "strategies/gpu_particle.cuh"

#if HAS_ORIENTATION
enum { TURNS = true };
#else
enum { TURNS = false };
#endif

/**
 * Moves particle i by a step. `sum` is the force and torque of its pairs. If an earlier kernel has
 * stored forces of bonded terms, adds them.
 */
template <bool BATH>
__device__ __forceinline__ void move_by_total(const gpu_arguments &forces,
                                              const dynamics_arguments &a, int i, total sum)
{
    sum4 torque = {0, 0, 0, 0};
#ifdef BONDED_BEFORE
    if (forces.bonded_start != nullptr)
        sum.add(forces.force + i, forces.torque + i);
#endif
#if HAS_ORIENTATION
    torque = {sum.torque.x, sum.torque.y, sum.torque.z, 0};
#endif
    particle<TURNS> p(a, i, {sum.x, sum.y, sum.z, 0}, torque);
    move_by<TURNS, BATH>(a, i, step_of(a), p);
}

/**
 * Defines a fused kernel from function<energy>(arguments, take). The function calls take(i, total)
 * for each of its particles, and `take` moves the particle.
 */
#define FUSED_KERNEL(name, function, bath)                                                         \
    extern "C" __global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)                              \
        name(const __grid_constant__ fused_arguments a)                                            \
    {                                                                                              \
        take_over();                                                                               \
        if (!halted_before(a.motion, step_of(a.motion)))                                           \
            function<false>(a.forces, [&](int i, const total &sum) {                               \
                move_by_total<bath>(a.forces, a.motion, i, sum);                                   \
            });                                                                                    \
    }

/** Defines both fused kernels of a strategy: without heat bath, with heat bath. */
#define FUSED_KERNELS(function)                                                                    \
    FUSED_KERNEL(fused, function, false)                                                           \
    FUSED_KERNEL(fused_bath, function, true)

#endif
