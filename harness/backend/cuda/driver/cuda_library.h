/*
 * The CUDA driver and NVRTC, loaded at run time: the same binary also runs on machines that do not
 * have them. After a successful cuda_open_driver, functions are called as `cu.cuMemAlloc(…)`. After
 * cuda_open_compiler, they are called as `rtc.nvrtcCompileProgram(…)`.
 */
#pragma once

#include "harness/base/error.h"

#include <cuda.h>
#include <nvrtc.h>

#define CUDA_DRIVER_FUNCTIONS(X)                                                                   \
    X(cuInit)                                                                                      \
    X(cuDriverGetVersion)                                                                          \
    X(cuGetErrorName)                                                                              \
    X(cuGetErrorString)                                                                            \
    X(cuDeviceGetCount)                                                                            \
    X(cuDeviceGet)                                                                                 \
    X(cuDeviceGetName)                                                                             \
    X(cuDeviceGetAttribute)                                                                        \
    X(cuDeviceGetPCIBusId)                                                                         \
    X(cuDeviceGetUuid)                                                                             \
    X(cuDeviceTotalMem)                                                                            \
    X(cuDevicePrimaryCtxRetain)                                                                    \
    X(cuDevicePrimaryCtxRelease)                                                                   \
    X(cuCtxSetCurrent)                                                                             \
    X(cuStreamCreate)                                                                              \
    X(cuStreamDestroy)                                                                             \
    X(cuStreamSynchronize)                                                                         \
    X(cuStreamBeginCapture)                                                                        \
    X(cuStreamEndCapture)                                                                          \
    X(cuGraphInstantiate)                                                                          \
    X(cuGraphUpload)                                                                               \
    X(cuGraphLaunch)                                                                               \
    X(cuGraphDestroy)                                                                              \
    X(cuGraphExecDestroy)                                                                          \
    X(cuEventCreate)                                                                               \
    X(cuEventDestroy)                                                                              \
    X(cuEventRecord)                                                                               \
    X(cuEventRecordWithFlags)                                                                      \
    X(cuEventSynchronize)                                                                          \
    X(cuEventElapsedTime)                                                                          \
    X(cuMemGetInfo)                                                                                \
    X(cuMemAlloc)                                                                                  \
    X(cuMemFree)                                                                                   \
    X(cuMemHostAlloc)                                                                              \
    X(cuMemFreeHost)                                                                               \
    X(cuMemHostGetDevicePointer)                                                                   \
    X(cuMemcpyHtoD)                                                                                \
    X(cuMemcpyDtoH)                                                                                \
    X(cuMemcpyDtoD)                                                                                \
    X(cuMemsetD8Async)                                                                             \
    X(cuArrayCreate)                                                                               \
    X(cuArrayDestroy)                                                                              \
    X(cuMemcpyHtoA)                                                                                \
    X(cuTexObjectCreate)                                                                           \
    X(cuTexObjectDestroy)                                                                          \
    X(cuModuleLoadData)                                                                            \
    X(cuModuleUnload)                                                                              \
    X(cuModuleGetFunction)                                                                         \
    X(cuModuleGetGlobal)                                                                           \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor)                                                 \
    X(cuFuncSetAttribute)                                                                          \
    X(cuLaunchKernel)                                                                              \
    X(cuLaunchKernelEx)

#define CUDA_COMPILER_FUNCTIONS(X)                                                                 \
    X(nvrtcVersion)                                                                                \
    X(nvrtcGetErrorString)                                                                         \
    X(nvrtcCreateProgram)                                                                          \
    X(nvrtcDestroyProgram)                                                                         \
    X(nvrtcCompileProgram)                                                                         \
    X(nvrtcGetProgramLogSize)                                                                      \
    X(nvrtcGetProgramLog)                                                                          \
    X(nvrtcGetCUBINSize)                                                                           \
    X(nvrtcGetCUBIN)

#define CUDA_DECLARE(name) __typeof__(&name) name;

struct cuda_driver {
    CUDA_DRIVER_FUNCTIONS(CUDA_DECLARE)
};
struct cuda_compiler {
    CUDA_COMPILER_FUNCTIONS(CUDA_DECLARE)
};

#undef CUDA_DECLARE

extern struct cuda_driver cu;
extern struct cuda_compiler rtc;

/**
 * Loads libcuda and initialises it. EXIT_ENVIRONMENT if there is no driver; `error` has the reason.
 */
bool cuda_open_driver(struct error *error);

/** Loads libnvrtc. EXIT_ENVIRONMENT if it is not found; the error lists the searched places. */
bool cuda_open_compiler(struct error *error);

/**
 * Turns a result of the driver into an error (EXIT_ENVIRONMENT with `what`); returns true for
 * success.
 */
bool cuda_check(CUresult result, const char *what, struct error *error);
