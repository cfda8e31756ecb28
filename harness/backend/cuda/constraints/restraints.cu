/* Restraints of positions (harness/physics/shared/restraint.h), after the forces; a thread each. */
#include "strategies/gpu_motion.cuh"

#include "harness/backend/cuda/constraints/restraint_arguments.h"

/** A number as forces are summed. */
__device__ __forceinline__ SUM sum_of(double number)
{
#ifdef FRACTION_BITS
    return (SUM)llrint(number * (double)(1ULL << FRACTION_BITS));
#else
    return (SUM)number;
#endif
}

extern "C" __global__ void __launch_bounds__(DYNAMICS_BLOCK)
    restrain(const __grid_constant__ restraint_arguments c)
{
    const dynamics_arguments &a = c.motion;
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= c.restraints)
        return;
    const restraint own = c.restraint[k];
    const state4 state = a.at[own.member];
    const double at[3] = {(double)state.x, (double)state.y, (double)state.z};
    double force[3];
    const double energy = restraint_force(&own, at, a.edge, force);
    sum4 &sum = const_cast<sum4 *>(a.force)[own.member];
    sum.x += sum_of(force[0]);
    sum.y += sum_of(force[1]);
    sum.z += sum_of(force[2]);
    if (c.energies != 0)
        sum.w += sum_of(c.energies * energy);
}
