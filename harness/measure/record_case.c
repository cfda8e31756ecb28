#include "harness/measure/record_case.h"
#include "harness/catalog/work.h"
#include "harness/measure/case_json.h"
#include "harness/measure/trajectory_json.h"
#include "harness/results/limits.h"

#include <stdio.h>
#include <unistd.h>

static cJSON *describe(const struct runner *runner, const struct case_spec *spec,
                       const struct opened *opened)
{
    return case_json_new(spec, devices_info(opened), inputs_peek(&runner->inputs, spec));
}

static bool publish(struct runner *runner, int64_t index, cJSON *json, struct error *error)
{
    results_put(runner->results, index, json);
    progress_step(&runner->progress);
    return results_write(runner->results, error);
}

bool record_skipped(struct runner *runner, int64_t index, const struct opened *opened,
                    const char *reason, struct error *error)
{
    runner->summary->skipped++;
    cJSON *json = describe(runner, &runner->cases->spec[index], opened);
    case_json_status(json, "skipped", reason);
    return publish(runner, index, json, error);
}

bool record_failed(struct runner *runner, int64_t index, const struct opened *opened,
                   const struct error *reason, struct error *error)
{
    runner->summary->failed++;
    if (reason->code == EXIT_USAGE)
        runner->summary->bad_input++;
    runner_note(runner, reason->text);
    cJSON *json = describe(runner, &runner->cases->spec[index], opened);
    case_json_status(json, "failed", reason->text);
    return publish(runner, index, json, error);
}

/* What a verification that did not pass has found; of the energy terms the worst. */
static void describe_miss(const struct verification *verification, const struct model *model,
                          char *text, size_t size)
{
    char torque[40] = "", term[60] = "";
    int worst = 0;
    for (int k = 1; k < model->term_count; k++)
        if (!(verification->terms_rel[k] <= verification->terms_rel[worst])) /* NaN is worst */
            worst = k;
    if (model->oriented)
        snprintf(torque, sizeof torque, "torque error %.3g, ", verification->torque_rms_rel);
    if (model->term_count > 1)
        snprintf(term, sizeof term, "that of its term %s %.3g, ", model->terms[worst],
                 verification->terms_rel[worst]);
    snprintf(text, size,
             "verification failed: force error %.3g, %senergy error %.3g, %stolerance %.3g",
             verification->force_rms_rel, torque, verification->energy_rel, term,
             verification->tolerance);
}

/* The status of a case that ran: that of its verification. */
static void put_status(struct runner *runner, cJSON *json, const struct measurement *measurement)
{
    struct run_summary *summary = runner->summary;
    char reason[200];
    if (measurement->verification.passed) {
        summary->ok++;
        case_json_status(json, "ok", NULL);
        return;
    }
    describe_miss(&measurement->verification, measurement->spec->model, reason, sizeof reason);
    summary->failed++;
    summary->unverified++;
    runner_note(runner, reason);
    case_json_status(json, "failed", reason);
}

static struct work work_of_case(const struct runner *runner, const struct measurement *measurement)
{
    const struct case_spec *spec = measurement->spec;
    return work_of(&(struct work_case){
        .model = spec->model,
        .strategy = spec->strategy,
        .precision = spec->precision,
        .patch = strategy_tuning_value(spec->strategy, spec->tuning, "patch", 1),
        .reciprocal = strategy_tuning_value(spec->strategy, spec->tuning, "reciprocal", 0) != 0,
        .n = (double)runner->inputs.reference.n,
        .pairs_listed = (double)measurement->counts.pairs_listed,
        .pairs_in_cutoff = (double)measurement->counts.pairs_in_cutoff,
        .branches = measurement->counts.branches,
    });
}

/* What was counted and measured beside the times. */
static void put_counts(const struct runner *runner, cJSON *json,
                       const struct measurement *measurement)
{
    const struct model *model = measurement->spec->model;
    const struct work work = work_of_case(runner, measurement);
    case_json_counts(json, &measurement->counts, model, &measurement->sizes);
    case_json_work(json, &work);
    case_json_energy(json, &measurement->energy, &measurement->counts);
    if (measurement->has_lanes)
        case_json_lanes(json, &measurement->lanes, model);
    case_json_hardware(json, &measurement->force_counters, &measurement->list_counters,
                       &measurement->integration_counters);
}

static bool put_timings(cJSON *json, const struct measurement *measurement, struct error *error)
{
    for (enum quantity q = 0; q < QUANTITIES; q++) {
        const struct quantity_info *info = quantity_info(q);
        const struct sampler *sampler = measurement->sampler[q];
        if (sampler == NULL || sampler->count == 0)
            continue;
        if (!case_json_timing(json, info->key, sampler, error))
            return false;
        if (info->record != NULL)
            info->record(json, measurement);
    }
    return true;
}

bool record_ran(struct runner *runner, const struct opened *opened,
                const struct measurement *measurement, struct error *error)
{
    const struct case_spec *spec = measurement->spec;
    bool timed = measurement->verification.passed && !runner->options->verify_only;
    cJSON *json = describe(runner, spec, opened);
    case_json_hashes(json, measurement->source_hash, measurement->identity);
    case_json_verify(json, &measurement->verification, spec->model);
    put_status(runner, json, measurement);
    put_counts(runner, json, measurement);
    if (!put_timings(json, measurement, error) ||
        (timed && !trajectory_json(json, spec, &measurement->trajectory, error))) {
        cJSON_Delete(json);
        return false;
    }
    if (runner->options->ceilings != NULL)
        limits_put(json, runner->options->ceilings);
    if (opened->backend->gaps != NULL && measurement->prepared != NULL)
        case_json_gaps(json, opened->backend->gaps(measurement->prepared));
    if (!publish(runner, measurement->index, json, error))
        return false;
    char path[PATH_MAX];
    if (runner_checkpoint(runner, spec, path) != NULL)
        unlink(path);
    return true;
}
