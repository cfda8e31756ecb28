/* Access to patches, and sums of the forces on partners, which a block keeps in shared memory. */
#ifndef PAIRLANES_STRATEGIES_GPU_REACTION_CUH
#define PAIRLANES_STRATEGIES_GPU_REACTION_CUH

#include "strategies/gpu_particle.cuh"
#include "strategies/gpu_patches.h"

__device__ __forceinline__ const gpu_patches &patches_of(const gpu_arguments &a)
{
    return neighbors_of<gpu_patches>(a);
}

/** Sums of the forces and torques on a partner; Vector has three or four components. */
template <typename Vector> struct reaction {
    Vector force;
#if HAS_ORIENTATION
    Vector torque;
#endif

    /** Adds the force and torque on the partner of a pair with displacement d. */
    __device__ __forceinline__ void add(const pair_force &f, const displacement &d)
    {
        force.x += to_sum(f.x);
        force.y += to_sum(f.y);
        force.z += to_sum(f.z);
#if HAS_ORIENTATION
        const struct vector back = partner_torque(&f, d.x, d.y, d.z);
        torque.x += to_sum(back.x);
        torque.y += to_sum(back.y);
        torque.z += to_sum(back.z);
#endif
    }

    /**
     * Stores the sums in memory; if `more`, adds them to sums that the block has already stored
     * there.
     */
    __device__ __forceinline__ void store(sum4 *forces, sum4 *torques, bool more) const
    {
        put(forces, force, more);
#if HAS_ORIENTATION
        put(torques, torque, more);
#endif
    }

    static __device__ __forceinline__ void put(sum4 *to, const Vector &v, bool more)
    {
        const sum4 before = more ? *to : sum4{0, 0, 0, 0};
        *to = sum4{v.x + before.x, v.y + before.y, v.z + before.z, 0};
    }
};

#endif
