#include "harness/measure/record_case.h"
#include "harness/base/process/crash.h"
#include "harness/catalog/work.h"
#include "harness/measure/measured.h"
#include "harness/results/case_check.h"

#include <stdio.h>

enum { REASON = VERIFY_TEXT + 64 };

static struct measured describe(const struct runner *runner, const struct case_spec *spec,
                                const struct opened *opened)
{
    return measured_start(spec, devices_info(opened), inputs_peek(&runner->inputs, spec));
}

static bool publish(struct runner *runner, int64_t index, cJSON *json, struct error *error)
{
    progress_step(&runner->progress);
    if (!results_publish(runner->results, index, json, error))
        return false;
    if (runner->results->path != NULL)
        crash_recorded();
    return true;
}

bool record_skipped(struct runner *runner, int64_t index, const struct opened *opened,
                    const char *reason, struct error *error)
{
    runner->summary->skipped++;
    struct measured measured = describe(runner, &runner->cases->spec[index], opened);
    measured.status = "skipped";
    measured.reason = reason;
    return publish(runner, index, measured_json(&measured, NULL), error);
}

bool record_failed(struct runner *runner, int64_t index, const struct opened *opened,
                   const struct error *reason, struct error *error)
{
    runner->summary->failed++;
    if (reason->code == EXIT_USAGE)
        runner->summary->bad_input++;
    if (reason->code == EXIT_VERIFICATION)
        runner->summary->unverified++;
    runner_note(runner, reason->text);
    struct measured measured = describe(runner, &runner->cases->spec[index], opened);
    measured.status = "failed";
    measured.reason = reason->text;
    return publish(runner, index, measured_json(&measured, NULL), error);
}

/* Describes a failed verification, and the calls before it. */
static void describe_miss(const struct measurement *found, char text[REASON])
{
    const char *after = found->missed_after;
    char miss[VERIFY_TEXT];
    snprintf(
        text, REASON, "verification %s%s%sfailed: %s", after[0] != '\0' ? "after " : "", after,
        after[0] != '\0' ? " " : "",
        verify_describe(&found->verification, found->spec->model, found->spec->precision, miss));
}

/* Sets the status of a case that ran, from its verification; `reason` has room for the text. */
static void set_status(struct measured *measured, char reason[REASON])
{
    const bool passed = measured->found->verification.passed;
    measured->status = passed ? "ok" : "failed";
    if (passed)
        return;
    describe_miss(measured->found, reason);
    measured->reason = reason;
}

/* Counts a case that ran, and publishes it. */
static bool publish_ran(struct runner *runner, int64_t index, const struct measured *measured,
                        cJSON *json, struct error *error)
{
    const bool passed = measured->found->verification.passed;
    runner->summary->ok += passed;
    runner->summary->failed += !passed;
    runner->summary->unverified += !passed;
    if (!passed)
        runner_note(runner, measured->reason);
    return publish(runner, index, json, error);
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

/* Returns whether times of forces may contain gaps between launches: "" without launches. */
static const char *gaps_of(const struct opened *opened, const struct measurement *measurement)
{
    if (opened->backend->gaps == NULL || measurement->prepared == NULL)
        return "";
    return opened->backend->gaps(measurement->prepared) ? "true" : "false";
}

static bool set_timings(struct measured *measured, const char *gaps, struct error *error)
{
    for (enum quantity q = 0; q < QUANTITIES; q++) {
        const struct sampler *sampler = measured->found->sampler[q];
        bool forces = q == QUANTITY_FORCE || q == QUANTITY_ENERGIES || q == QUANTITY_COLD;
        if (sampler != NULL && sampler->count > 0 &&
            !measured_timing(sampler, forces ? gaps : "", &measured->time[q], error))
            return false;
    }
    return true;
}

static struct processor_load load_since(const struct processor_time *from)
{
    struct processor_time now = processor_time_now();
    return processor_load_between(from, &now);
}

bool record_ran(struct runner *runner, const struct opened *opened,
                const struct measurement *measurement, struct error *error)
{
    const struct case_spec *spec = measurement->spec;
    const bool timed = measurement->verification.passed && !runner->options->verify_only;
    struct measured measured = describe(runner, spec, opened);
    struct error wrong;
    char reason[REASON];
    measured.ran = true;
    measured.found = measurement;
    measured.work = work_of_case(runner, measurement);
    measured.lanes = measurement->has_lanes ? &measurement->lanes : NULL;
    if (timed)
        measured.load = load_since(&runner->timed_from);
    measured.share = processor_share_now();
    measured.step_reason = quantity_step_reason(measurement, opened->backend);
    set_status(&measured, reason);
    if (timed && (!set_timings(&measured, gaps_of(opened, measurement), error) ||
                  !measured_dynamics(spec, &measurement->trajectory, &measured.dynamics, error)))
        return false;
    cJSON *json = measured_json(&measured, runner->options->ceilings);
    if (!case_check(json, timed ? MEMBERS_MUST : MEMBERS_MAY,
                    "numbers that could not be read back: case", &wrong)) {
        wrong.code = EXIT_ENVIRONMENT;
        cJSON_Delete(json);
        return record_failed(runner, measurement->index, opened, &wrong, error);
    }
    if (!publish_ran(runner, measurement->index, &measured, json, error))
        return false;
    if (runner->results->receiver == NULL) /* the caller that receives the case writes the file */
        runner_drop_checkpoint(runner->results, spec);
    return true;
}
