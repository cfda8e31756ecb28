#include "harness/hardware.h"

static const struct hardware_metric table[HARDWARE_METRICS + 1] = {
    {"smsp__thread_inst_executed_per_inst_executed.ratio", "threads_per_instruction",
     "threads active in an executed instruction, of 32"},
    {"smsp__sass_branch_targets.sum", "branch_targets", "branch targets"},
    {"smsp__sass_branch_targets_threads_divergent.sum", "branch_targets_divergent",
     "branch targets where the threads of a warp part"},
    {"smsp__sass_average_branch_targets_threads_uniform.pct", "branch_targets_uniform_percent",
     "branch targets where they do not, in percent"},
    {"sm__warps_active.avg.pct_of_peak_sustained_active", "warps_active_percent",
     "warps resident on a multiprocessor, in percent of what fits"},
    {"smsp__issue_active.avg.pct_of_peak_sustained_active", "issue_active_percent",
     "cycles in which a scheduler issues, in percent"},
    {"sm__throughput.avg.pct_of_peak_sustained_elapsed", "sm_throughput_percent",
     "the busiest unit of the multiprocessors, in percent"},
    {"dram__bytes.sum", "dram_bytes", "bytes to and from device memory"},
    {"lts__t_bytes.sum", "l2_bytes", "bytes through the L2 cache"},
    {"l1tex__t_bytes.sum", "l1_bytes", "bytes through the L1 cache"},
    {"lts__t_sectors_op_atom.sum", "l2_atomic_sectors", "sectors of atomics in L2"},
    {"lts__t_sectors_op_red.sum", "l2_reduction_sectors", "sectors of reductions in L2"},
    {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", "fp32_fma", "FP32 fused multiply-adds"},
    {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", "fp32_add", "FP32 additions"},
    {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", "fp32_mul", "FP32 multiplications"},
    {"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", "fp64_fma", "FP64 fused multiply-adds"},
    {"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum", "fp64_add", "FP64 additions"},
    {"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum", "fp64_mul", "FP64 multiplications"},
    {"smsp__inst_executed_pipe_xu.sum", "special_instructions",
     "warp instructions of the special-function unit"},
    {NULL, NULL, NULL},
};

const struct hardware_metric *hardware_metrics(void)
{
    return table;
}

void hardware_count(const struct backend *backend, struct prepared *prepared,
                    struct hardware *hardware)
{
    const char *names[HARDWARE_METRICS];
    for (int k = 0; k < HARDWARE_METRICS; k++)
        names[k] = table[k].name;
    hardware->asked = true;
    if (backend->count_hardware == NULL)
        error_set(&hardware->reason, EXIT_ENVIRONMENT, "the %s backend has no hardware counters",
                  backend->name);
    else
        hardware->counted =
            backend->count_hardware(prepared, names, HARDWARE_METRICS, hardware->values,
                                    &hardware->passes, &hardware->reason);
}
