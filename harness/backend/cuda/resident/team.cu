/*
 * Many steps of `team` in one kernel. The lanes that share a particle's pairs also share its bonded
 * terms.
 */
#include "harness/backend/cuda/resident/fresh.cuh"

#include "strategies/team/team.cu"

#include "harness/backend/cuda/resident/resident.cuh"

RESIDENT_KERNELS(team, LANES, false)
