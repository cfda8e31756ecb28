/* Many steps of `vertex` in one kernel. */
#include "harness/backend/cuda/resident/fresh.cuh"

#include "strategies/vertex/vertex.cu"

#include "harness/backend/cuda/resident/resident.cuh"

RESIDENT_KERNELS(vertex, 1, true)
