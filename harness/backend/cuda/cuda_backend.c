/*
 * The CUDA backend. Device, workload, prepared case, timing, evaluation and motion are separate
 * files.
 */
#include "harness/backend/cuda/cuda_case_code.h"
#include "harness/backend/cuda/cuda_members.h"
#include "harness/backend/cuda/cuda_moving.h"
#include "harness/backend/cuda/cuda_prepared.h"
#include "harness/backend/cuda/cuda_workload.h"
#include "harness/backend/cuda/driver/cuda_ceilings.h"

const struct backend backend_cuda = {
    .name = "cuda",
    .summary = "NVIDIA GPUs; kernels compiled at run time for each case",
    .batches = true,
    .open = cuda_device_open,
    .close = cuda_device_close,
    .info = cuda_device_info,
    .count = cuda_device_count,
    .name_of = cuda_device_name,
    .state = cuda_device_state,
    .count_hardware = cuda_count,
    .energy = cuda_device_energy,
    .energy_source = "NVML",
    .flush = cuda_device_flush,
    .ceilings = cuda_ceilings_measure,
    .code = cuda_code,
    .estimate_load = cuda_estimate_load,
    .estimate_case = cuda_estimate_case,
    .estimate_motion = cuda_estimate_motion,
    .free_memory = cuda_device_free_memory,
    .load = cuda_workload_load,
    .unload = cuda_workload_unload,
    .prepare = cuda_prepared_create,
    .release = cuda_prepared_release,
    .time_force = cuda_time_force,
    .gaps = cuda_time_gaps,
    .time_energies = cuda_time_energies,
    .time_bonded = cuda_time_bonded,
    .time_build = cuda_time_build,
    .time_binning = cuda_time_binning,
    .evaluate = cuda_evaluate,
    .last_forces = cuda_last_forces,
    .place = cuda_moving_place,
    .start = cuda_moving_start,
    .stop = cuda_moving_stop,
    .advance = cuda_moving_advance,
    .energies = cuda_moving_energies,
    .fetch = cuda_moving_fetch,
    .listed = cuda_moving_listed,
    .pruned = cuda_moving_pruned,
    .progress = cuda_moving_progress,
    .sizes = cuda_prepared_sizes,
};
