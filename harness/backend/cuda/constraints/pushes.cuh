/* Functions that add forces of constraints and restraints to the sums of forces. */
#ifndef PAIRLANES_CUDA_PUSHES_CUH
#define PAIRLANES_CUDA_PUSHES_CUH

#include "strategies/gpu_motion.cuh"

/** Converts a number to the type of sums of forces. */
__device__ __forceinline__ SUM sum_of(double number)
{
#ifdef FRACTION_BITS
    return (SUM)llrint(number * (double)(1ULL << FRACTION_BITS));
#else
    return (SUM)number;
#endif
}

/** Adds to the force on a particle. */
__device__ __forceinline__ void push(sum4 &force, const double by[3])
{
    force.x += sum_of(by[0]);
    force.y += sum_of(by[1]);
    force.z += sum_of(by[2]);
}

#endif
