/* An opened CUDA device: context, stream, timing events and the modules loaded on it. */
#pragma once

#include "harness/backend/backend.h"
#include "harness/backend/cuda/driver/cuda_block.h"
#include "harness/backend/cuda/driver/cuda_compile.h"
#include "harness/backend/cuda/driver/cuda_library.h"
#include "harness/backend/cuda/driver/cuda_memory.h"
#include "harness/backend/cuda/driver/cuda_modules.h"
#include "harness/backend/cuda/driver/cuda_monitor.h"

struct device {
    int index;
    CUdevice handle;
    CUcontext context;
    CUstream stream;
    CUevent begin, end;
    int architecture; /* 90 for sm_90 */
    struct source_set sources;
    int64_t shared_bytes; /* largest shared memory of a block, in bytes */
    struct cuda_modules modules;
    struct device_info info;
    struct cuda_monitor monitor;
    struct error unwatched; /* reason why there is no monitor of clocks */
    struct cuda_buffer flushing;
    struct cuda_block block;
};

/** Returns the number of devices that the driver shows; 0 without a driver. */
int cuda_device_count(void);

/** Writes the name of GPU `index`, from 0; false if there is none. Creates no context. */
bool cuda_device_name(int index, char *name, size_t size);

bool cuda_device_open(const struct device_options *options, struct device **device,
                      struct error *error);
void cuda_device_close(struct device *device);

/** Implements free_memory of struct backend. */
double cuda_device_free_memory(struct device *device);

/** Implement info, state and energy of struct backend. */
const struct device_info *cuda_device_info(const struct device *device);
bool cuda_device_state(struct device *device, struct device_state *now);
bool cuda_device_energy(struct device *device, double *joules, struct error *error);

/** Enqueues a write of twice the size of the L2 cache, which replaces all other data there. */
bool cuda_device_flush(struct device *device, struct error *error);

/**
 * Start and stop a timed region on the stream. Stopping waits for its end, and gives nanoseconds.
 */
bool cuda_timer_begin(const struct device *device, struct error *error);
bool cuda_timer_stop(const struct device *device, struct error *error);
bool cuda_timer_read(const struct device *device, double *nanoseconds, struct error *error);

/** Stops the timed region and reads its time. */
bool cuda_timer_end(const struct device *device, double *nanoseconds, struct error *error);
