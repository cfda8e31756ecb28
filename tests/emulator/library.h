/*
 * A CUDA driver, NVRTC and CUB on the CPU, instead of harness/backend/cuda/driver/cuda_library.c
 * and harness/backend/cuda/lists/cuda_sort.cu: with them the unchanged CUDA backend runs without a
 * GPU. NVRTC is $CXX with tests/emulator/cuda.h, its machine code a shared object; device memory is
 * host memory, filled with NaN; a launch runs in tests/emulator/grid.h and returns when it is done,
 * or is kept in the graph that is captured. It has no clocks and no counters. There are
 * $EMULATOR_DEVICES devices, if it is set, otherwise one; device $EMULATOR_OTHER is of another
 * kind, and device $EMULATOR_DEADLY kills the process that opens it. The driver has the version
 * $EMULATOR_DRIVER, if it is set; an older one than the build's loads no kernel. The last
 * $EMULATOR_ABSENT blocks of cooperative launches never run.
 */
#ifndef PAIRLANES_TESTS_EMULATOR_LIBRARY_H
#define PAIRLANES_TESTS_EMULATOR_LIBRARY_H

#include "harness/backend/cuda/driver/cuda_library.h"

/** The compute capability that devices have from now on, 90 for sm_90. */
void emulator_set_architecture(int architecture);

/** Sets the multiprocessors of devices that are opened from then on; 1 at first. */
void emulator_set_multiprocessors(int count);

/** The most bytes of device memory that were allocated at a time, since the last call or before. */
size_t emulator_most_allocated(void);

/** Runs run(argument), an argument of `size` bytes, as a launch; CUDA_ERROR_OUT_OF_MEMORY. */
CUresult emulator_submit(bool (*run)(const void *argument), const void *argument, size_t size);

/** The emulated functions of the two libraries. */
extern const struct cuda_driver emulated_driver;
extern const struct cuda_compiler emulated_compiler;

#endif
