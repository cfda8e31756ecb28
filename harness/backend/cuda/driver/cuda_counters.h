/*
 * Hardware counters of a GPU by CUPTI's range profiler, which is opened at run time. The range is
 * run again for every pass that the metrics need (user range, user replay).
 *
 * NVIDIA, CUPTI: Range Profiling API.
 */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

#include "harness/base/error.h"

#include <cuda.h>

/** Runs the work that is counted, to its end. */
typedef bool counted(void *context, struct error *error);

/**
 * Measures `count` metrics ("dram__bytes.sum") over one range of `run` on the device `index` with
 * the context `device_context`, and the number of passes. EXIT_ENVIRONMENT with the reason, and the
 * fix if the rights to read counters are missing.
 */
bool cuda_counters_measure(CUcontext device_context, int index, const char *const *metrics,
                           int count, counted *run, void *context, double *values, int *passes,
                           struct error *error);

#ifdef __cplusplus
}
#endif
