/*
 * The CPU backend. Device, workload, prepared case, timing, evaluation and motion are separate
 * files.
 */
#include "harness/backend/cpu/cpu_members.h"
#include "harness/backend/cpu/cpu_pools.h"
#include "harness/backend/cpu/cpu_prepared.h"
#include "harness/backend/cpu/cpu_workload.h"
#include "harness/backend/cpu/machine/cpu_device.h"

const struct backend backend_cpu = {
    .name = "cpu",
    .summary = "this machine's cores: OpenMP threads, SIMD lanes",
    .open = cpu_device_open,
    .close = cpu_device_close,
    .info = cpu_device_info,
    .count = cpu_device_count,
    .count_instructions = cpu_count_instructions,
    .energy = cpu_device_energy,
    .energy_source = "RAPL",
    .flush = cpu_device_flush,
    .ceilings = cpu_device_ceilings,
    .compile = cpu_cases_compile,
    .can_compile = cpu_cases_can_compile,
    .compiler = cpu_cases_compiler,
    .code = cpu_cases_code,
    .estimate_load = cpu_estimate_load,
    .estimate_case = cpu_estimate_case,
    .estimate_motion = cpu_estimate_motion,
    .estimate_flush = cpu_estimate_flush,
    .load = cpu_workload_load,
    .unload = cpu_workload_unload,
    .prepare = cpu_prepared_create,
    .release = cpu_prepared_release,
    .step_untrusted = cpu_pools_mix,
    .time_force = cpu_time_force,
    .time_energies = cpu_time_energies,
    .time_bonded = cpu_time_bonded,
    .time_build = cpu_time_build,
    .evaluate = cpu_evaluate,
    .last_forces = cpu_last_forces,
    .place = cpu_moving_place,
    .start = cpu_moving_start,
    .stop = cpu_moving_stop,
    .advance = cpu_moving_advance,
    .energies = cpu_moving_energies,
    .fetch = cpu_moving_fetch,
    .listed = cpu_moving_listed,
    .progress = cpu_moving_progress,
    .sizes = cpu_prepared_sizes,
};
