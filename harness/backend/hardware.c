#include "harness/backend/hardware.h"

#include <stdio.h>
#include <string.h>

const struct hardware_metrics hardware_metrics_default = {
    .count = 20,
    .metric =
        {
            /* number of active threads, of 32, per executed warp instruction */
            {"smsp__thread_inst_executed_per_inst_executed.ratio", "threads_per_instruction"},
            {"smsp__inst_executed.sum", "instructions"}, /* number of warp instructions */
            {"smsp__sass_branch_targets.sum", "branch_targets"},
            /* number of branches at which the threads of a warp diverge */
            {"smsp__sass_branch_targets_threads_divergent.sum", "branch_targets_divergent"},
            /* percentage of branch targets at which threads do not diverge */
            {"smsp__sass_average_branch_targets_threads_uniform.pct",
             "branch_targets_uniform_percent"},
            /* resident warps per multiprocessor, in percent of the largest number */
            {"sm__warps_active.avg.pct_of_peak_sustained_active", "warps_active_percent"},
            /* percentage of cycles in which a scheduler issues an instruction */
            {"smsp__issue_active.avg.pct_of_peak_sustained_active", "issue_active_percent"},
            /* utilization of the busiest unit of the multiprocessors, in percent */
            {"sm__throughput.avg.pct_of_peak_sustained_elapsed", "sm_throughput_percent"},
            /* bytes read from and written to device memory */
            {"dram__bytes.sum", "dram_bytes"},
            {"lts__t_bytes.sum", "l2_bytes"},
            {"l1tex__t_bytes.sum", "l1_bytes"},
            {"lts__t_sectors_op_atom.sum", "l2_atomic_sectors"},
            {"lts__t_sectors_op_red.sum", "l2_reduction_sectors"},
            {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", "fp32_fma"},
            {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", "fp32_add"},
            {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", "fp32_mul"},
            {"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", "fp64_fma"},
            {"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum", "fp64_add"},
            {"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum", "fp64_mul"},
            /* number of warp instructions of the special-function unit */
            {"smsp__inst_executed_pipe_xu.sum", "special_instructions"},
        },
};

bool hardware_metric_named(const char *text)
{
    static const char small[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
    static const char *const rollups[] = {"avg", "max", "max_rate", "min", "pct", "ratio", "sum"};
    const char *unit_end = strstr(text, "__");
    const char *rollup = strchr(text, '.');
    if (strlen(text) >= HARDWARE_NAME || unit_end == NULL || unit_end == text || rollup == NULL ||
        rollup <= unit_end + 2 || strspn(text, small) != (size_t)(rollup - text))
        return false;
    size_t length = strspn(++rollup, small);
    bool known = false;
    for (size_t k = 0; k < sizeof rollups / sizeof *rollups; k++)
        known = known || (strlen(rollups[k]) == length && strncmp(rollup, rollups[k], length) == 0);
    const char *rest = rollup + length;
    for (; *rest == '.' && strspn(rest + 1, small) > 0;)
        rest += 1 + strspn(rest + 1, small);
    return known && *rest == '\0';
}

static void add(struct hardware_metrics *metrics, const char *name, const char *field)
{
    struct hardware_metric *metric = &metrics->metric[metrics->count++];
    snprintf(metric->name, sizeof metric->name, "%s", name);
    snprintf(metric->field, sizeof metric->field, "%s", field);
}

void hardware_metrics_read(const cJSON *item, struct hardware_metrics *metrics)
{
    if (item == NULL) {
        *metrics = hardware_metrics_default;
        return;
    }
    metrics->count = 0;
    for (const cJSON *entry = cJSON_IsString(item) ? item : item->child;
         entry != NULL && metrics->count < HARDWARE_METRICS;
         entry = cJSON_IsString(item) ? NULL : entry->next)
        add(metrics, entry->valuestring, cJSON_IsObject(item) ? entry->string : entry->valuestring);
}

bool hardware_metrics_same(const struct hardware_metrics *a, const struct hardware_metrics *b)
{
    bool same = a->count == b->count;
    for (int k = 0; k < a->count && same; k++)
        same = strcmp(a->metric[k].name, b->metric[k].name) == 0 &&
               strcmp(a->metric[k].field, b->metric[k].field) == 0;
    return same;
}

void hardware_count(const struct backend *backend, struct prepared *prepared, struct moving *moving,
                    enum motion_part part, const struct hardware_metrics *metrics,
                    struct hardware *hardware)
{
    const char *names[HARDWARE_METRICS];
    for (int k = 0; k < metrics->count; k++)
        names[k] = metrics->metric[k].name;
    hardware->asked = true;
    hardware->metrics = metrics;
    if (backend->count_hardware == NULL)
        error_set(&hardware->reason, EXIT_ENVIRONMENT, "the %s backend has no hardware counters",
                  backend->name);
    else
        hardware->counted =
            backend->count_hardware(prepared, moving, part, names, metrics->count, hardware->values,
                                    &hardware->passes, &hardware->reason);
}
