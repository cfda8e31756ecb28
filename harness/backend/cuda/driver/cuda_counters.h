/*
 * Hardware counters of a GPU by CUPTI's range profiler. Its library is loaded at run time. The
 * profiled range is repeated for every pass that the metrics need (user range, user replay).
 *
 * NVIDIA, CUPTI: Range Profiling API.
 */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

#include "harness/base/error.h"

#include <cuda.h>

/** Runs the profiled work, and waits for its end. */
typedef bool counted(void *context, struct error *error);

/**
 * Measures `count` metrics, such as "dram__bytes.sum", over one range that calls `run`, on device
 * `index` with the context `device_context`. Also returns the number of passes. EXIT_ENVIRONMENT if
 * that fails; the error has a remedy if the rights to read counters are missing.
 */
bool cuda_counters_measure(CUcontext device_context, int index, const char *const *metrics,
                           int count, counted *run, void *context, double *values, int *passes,
                           struct error *error);

#ifdef __cplusplus
}
#endif
