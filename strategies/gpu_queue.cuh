/*
 * Queue of pairs that may interact, in shared memory. If pairs in range rarely interact, the lanes
 * of a warp reach interacting pairs at different times. Few lanes then evaluate the pair function
 * together. With QUEUE the lanes first collect pairs that may interact, by the model's short test.
 * They then evaluate the collected pairs together.
 */
#ifndef PAIRLANES_STRATEGIES_GPU_QUEUE_CUH
#define PAIRLANES_STRATEGIES_GPU_QUEUE_CUH

#include "strategies/gpu_particle.cuh"

/**
 * Whether two bodies with displacement d may interact. Has no branches, so that lanes do not
 * diverge.
 */
__device__ __forceinline__ bool may_interact(const body_type &self, const body_type &other,
                                             const displacement &d)
{
    return in_range(d) & OF_MODEL(_may_interact)(&model_constants(), &self, &other, d.x, d.y, d.z);
}

#endif
