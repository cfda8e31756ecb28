/* An opened CUDA device: context, stream, timing events and the modules loaded on it. */
#ifndef PAIRLANES_CUDA_DEVICE_H
#define PAIRLANES_CUDA_DEVICE_H

#include "harness/backend/backend.h"
#include "harness/backend/cuda/cuda_block.h"
#include "harness/backend/cuda/cuda_compile.h"
#include "harness/backend/cuda/cuda_library.h"
#include "harness/backend/cuda/cuda_memory.h"
#include "harness/backend/cuda/cuda_monitor.h"

/** The modules that sort particles, build lists and move. */
enum cuda_list_module {
    CUDA_SORT,
    CUDA_BINS,
    CUDA_ROWS,
    CUDA_INTERACTIONS,
    CUDA_PATCHES,
    CUDA_DYNAMICS,
    CUDA_LIST_MODULES
};

struct device {
    int index;
    CUdevice handle;
    CUcontext context;
    CUstream stream;
    CUevent begin, end;
    int architecture; /* 90 for sm_90 */
    struct source_set sources;
    /* by cuda_list_precision */
    CUmodule lists[PRECISION_COUNT][CUDA_LIST_MODULES]; /* all but that of rows */
    CUmodule rows[PRECISION_COUNT][LISTING_COUNT][DISTANCE_COUNT];
    struct device_info info;
    struct cuda_monitor monitor;
    struct error unwatched; /* why there is no monitor */
    struct cuda_buffer flushing;
    struct cuda_block block;
};

/** Devices that the driver shows; 0 without a driver. */
int cuda_device_count(void);

bool cuda_device_open(const struct device_options *options, struct device **device,
                      struct error *error);
void cuda_device_close(struct device *device);

/** Loads an image as a module. */
bool cuda_module_load(const struct kernel_image *image, CUmodule *module, struct error *error);

/** The sources of sorting, list building and dynamics, NULL after the last. */
const char *const *cuda_list_sources(void);

/**
 * The precision that a module is compiled in for particles in another: all but motion only knows
 * their coordinates, so that lists of `mixed` are those of `single`.
 */
enum precision cuda_list_precision(enum cuda_list_module module, enum precision precision);

/**
 * Where the module of one of these sources is for particles in a precision, of rows for a way to
 * build them. NULL there before cuda_device_list_modules.
 */
CUmodule *cuda_device_list_module(struct device *device, enum cuda_list_module module,
                                  enum precision precision, const struct building *building);

/** The modules of these sources for a precision and a way to build lists, compiled when first asked
 * for. */
bool cuda_device_list_modules(struct device *device, enum precision precision,
                              const struct building *building, struct error *error);

/** Launches `blocks` blocks of `block` threads of a kernel with one argument of `size` bytes. */
bool cuda_launch(const struct device *device, CUfunction kernel, int64_t blocks, int block,
                 const void *argument, size_t size, struct error *error);

/** Enqueues a write of twice the L2 cache, so that nothing else is left in it. */
bool cuda_device_flush(struct device *device, struct error *error);

/** Starts and stops a timed region on the stream; reading waits for it and gives nanoseconds. */
bool cuda_timer_begin(const struct device *device, struct error *error);
bool cuda_timer_stop(const struct device *device, struct error *error);
bool cuda_timer_read(const struct device *device, double *nanoseconds, struct error *error);

/** Stops and reads. */
bool cuda_timer_end(const struct device *device, double *nanoseconds, struct error *error);

#endif
