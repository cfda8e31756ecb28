/* Many steps of `team` in one kernel, whose lanes share the bonded terms of a particle, too. */
#include "strategies/gpu_fresh.cuh"

#include "strategies/team/team.cu"

#include "strategies/gpu_resident.cuh"

RESIDENT_KERNELS(team, LANES, false)
