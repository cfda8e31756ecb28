/*
 * Restraints of positions (harness/physics/shared/restraint.h), applied after the forces. Each
 * restraint has a thread.
 */
#include "harness/backend/cuda/constraints/pushes.cuh"
#include "harness/backend/cuda/constraints/restraint_arguments.h"

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
    push(sum, force);
    if (c.energies != 0)
        sum.w += sum_of(c.energies * energy);
}
