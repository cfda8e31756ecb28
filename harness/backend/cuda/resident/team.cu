/* Many steps of `team` in one kernel, whose lanes share the bonded terms of a particle, too. */
#include "harness/backend/cuda/resident/fresh.cuh"

#include "strategies/team/team.cu"

#include "harness/backend/cuda/resident/resident.cuh"

RESIDENT_KERNELS(team, LANES, false)
