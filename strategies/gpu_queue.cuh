/*
 * Pairs that wait in shared memory. If the pair function is long, and pairs in range rarely
 * interact, the lanes of a warp find interacting pairs at different places of a list, and few lanes
 * evaluate the pair function together. With QUEUE they first find pairs that may interact, by the
 * model's short test, and evaluate these when all lanes have some.
 */
#ifndef PAIRLANES_STRATEGIES_GPU_QUEUE_CUH
#define PAIRLANES_STRATEGIES_GPU_QUEUE_CUH

#include "strategies/gpu_particle.cuh"

/**
 * Whether the pair of two bodies with displacement d has to be evaluated. It has no branches,
 * because lanes would diverge.
 */
__device__ __forceinline__ bool may_interact(const body_type &self, const body_type &other,
                                             const displacement &d)
{
    return in_range(d) & OF_MODEL(_may_interact)(&model_constants(), &self, &other, d.x, d.y, d.z);
}

#endif
