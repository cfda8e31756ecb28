/* Many steps of `vertex` in one kernel. */
#include "strategies/gpu_fresh.cuh"

#include "strategies/vertex/vertex.cu"

#include "strategies/gpu_resident.cuh"

RESIDENT_KERNELS(vertex, 1, true)
