/* Atomic additions to forces and torques in memory. */
#ifndef PAIRLANES_STRATEGIES_GPU_ADD_CUH
#define PAIRLANES_STRATEGIES_GPU_ADD_CUH

#include "strategies/gpu_particle.cuh"

__device__ __forceinline__ void add_atomically(SUM *address, SUM value)
{
#if defined(FRACTION_BITS) && !defined(FIXED_MATH) /* the hardware adds only unsigned 64-bit       \
                                                      integers, which gives the same bits */
    atomicAdd(reinterpret_cast<unsigned long long *>(address), (unsigned long long)value);
#else
    atomicAdd(address, value);
#endif
}

/**
 * Adds a force to memory atomically, by one vector operation if the GPU has it. With ENERGY, also
 * adds the energy and counts the add.
 */
template <bool ENERGY>
__device__ __forceinline__ void atomic_add(const gpu_arguments &a, sum4 *address, SUM x, SUM y,
                                           SUM z, SUM energy)
{
    if (ENERGY)
        atomicAdd(a.atomics, 1ULL);
#if __CUDA_ARCH__ >= 900 && !defined(FRACTION_BITS)
    if constexpr (sizeof(SUM) == 4) {
        atomicAdd(reinterpret_cast<float4 *>(address),
                  make_float4((float)x, (float)y, (float)z, ENERGY ? (float)energy : 0.0f));
        return;
    }
#endif
    add_atomically(&address->x, x);
    add_atomically(&address->y, y);
    add_atomically(&address->z, z);
    if (ENERGY)
        add_atomically(&address->w, energy);
}

#if HAS_ORIENTATION
/** Adds a torque atomically, if it is not zero. Central forces have no torque. */
template <bool ENERGY>
__device__ __forceinline__ void add_torque(const gpu_arguments &a, sum4 *torque, const sum3 &t)
{
    if (t.x != 0 || t.y != 0 || t.z != 0)
        atomic_add<ENERGY>(a, torque, t.x, t.y, t.z, 0);
}
#endif

/** Adds a particle's sums atomically to its force and its torque in memory. */
template <bool ENERGY>
__device__ __forceinline__ void add_total(const gpu_arguments &a, sum4 *force, sum4 *torque,
                                          const total &sum)
{
    atomic_add<ENERGY>(a, force, sum.x, sum.y, sum.z, sum.energy);
#if HAS_ORIENTATION
    add_torque<ENERGY>(a, torque, sum.torque);
#endif
}

/**
 * Adds the force and torque on a pair's partner to the partner's force and torque in memory. The
 * pair has displacement d.
 */
template <bool ENERGY>
__device__ __forceinline__ void add_partner(const gpu_arguments &a, sum4 *force, sum4 *torque,
                                            const pair_force &f, const displacement &d)
{
    atomic_add<ENERGY>(a, force, to_sum(f.x), to_sum(f.y), to_sum(f.z), 0);
#if HAS_ORIENTATION
    add_torque<ENERGY>(a, torque, to_sums(partner_torque(&f, d.x, d.y, d.z)));
#endif
}

#endif
