/*
 * Emulates the CUDA driver, NVRTC and CUB on the CPU. It replaces
 * harness/backend/cuda/driver/cuda_library.c and harness/backend/cuda/lists/cuda_sort.cu, and runs
 * the unchanged CUDA backend without a GPU. NVRTC is $CXX with tests/emulator/cuda.h; its machine
 * code is a shared object. Device memory is host memory, filled with NaN. A launch runs at once
 * (tests/emulator/grid.h) or is added to a captured graph. There are no clocks and no counters.
 * Environment variables for tests: $EMULATOR_DEVICES is the number of devices (default 1). Device
 * $EMULATOR_OTHER is another kind of GPU. Device $EMULATOR_DEADLY kills the process that opens it.
 * $EMULATOR_DRIVER is the version of the driver; an older driver than the build's loads no kernels.
 * The last $EMULATOR_ABSENT blocks of cooperative launches never run.
 */
#ifndef PAIRLANES_TESTS_EMULATOR_LIBRARY_H
#define PAIRLANES_TESTS_EMULATOR_LIBRARY_H

#include "harness/backend/cuda/driver/cuda_library.h"

/** Sets the compute capability of all devices; 90 for sm_90. */
void emulator_set_architecture(int architecture);

/** Sets the number of multiprocessors of devices that are opened later; initially 1. */
void emulator_set_multiprocessors(int count);

/** Returns the largest number of bytes of device memory allocated at a time since the last call. */
size_t emulator_most_allocated(void);

/**
 * Runs run(argument) like a launch; `size` is the size of the argument in bytes. May return
 * CUDA_ERROR_OUT_OF_MEMORY.
 */
CUresult emulator_submit(bool (*run)(const void *argument), const void *argument, size_t size);

/** The emulated functions of the CUDA driver and of NVRTC. */
extern const struct cuda_driver emulated_driver;
extern const struct cuda_compiler emulated_compiler;

#endif
