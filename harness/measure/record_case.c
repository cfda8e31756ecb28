#include "harness/measure/record_case.h"
#include "harness/base/process/crash.h"
#include "harness/catalog/work.h"
#include "harness/json/json_print.h"
#include "harness/measure/case_values.h"
#include "harness/results/case_check.h"

#include <stdio.h>

enum { REASON = VERIFY_TEXT + 64 };

static struct case_values describe(const struct runner *runner, const struct case_spec *spec,
                                   const struct opened *opened)
{
    return case_values_start(spec, devices_info(opened), inputs_peek(&runner->inputs, spec));
}

static bool keep(const cJSON *json)
{
    char *line = json_print_line(json);
    const bool good = crash_keep(line);
    cJSON_free(line);
    return good;
}

static bool publish(struct runner *runner, int64_t index, cJSON *json, struct error *error)
{
    progress_step(&runner->progress);
    if (!results_publish(runner->results, index, json, error))
        return false;
    if (runner->results->path != NULL || (runner->results->printed && keep(json)))
        crash_recorded();
    return true;
}

bool record_skipped(struct runner *runner, int64_t index, const struct opened *opened,
                    const char *reason, struct error *error)
{
    runner->summary->skipped++;
    struct case_values values = describe(runner, &runner->cases->spec[index], opened);
    values.status = "skipped";
    values.reason = reason;
    return publish(runner, index, case_values_json(&values, NULL), error);
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
    struct case_values values = describe(runner, &runner->cases->spec[index], opened);
    values.status = "failed";
    values.reason = reason->text;
    return publish(runner, index, case_values_json(&values, NULL), error);
}

/* Describes a failed verification, and the steps or calls that precede it. */
static void describe_miss(const struct case_state *found, char text[REASON])
{
    const char *after = found->missed_after;
    char miss[VERIFY_TEXT];
    snprintf(
        text, REASON, "verification %s%s%sfailed: %s", after[0] != '\0' ? "after " : "", after,
        after[0] != '\0' ? " " : "",
        verify_describe(&found->verification, found->spec->model, found->spec->precision, miss));
}

/* Sets the status of a case that ran, from its verification; `reason` has room for the text. */
static void set_status(struct case_values *values, char reason[REASON])
{
    const bool passed = values->found->verification.passed;
    values->status = passed ? "ok" : "failed";
    if (passed)
        return;
    describe_miss(values->found, reason);
    values->reason = reason;
}

/* Counts a case that ran, and publishes it. */
static bool publish_ran(struct runner *runner, int64_t index, const struct case_values *values,
                        cJSON *json, struct error *error)
{
    const bool passed = values->found->verification.passed;
    runner->summary->ok += passed;
    runner->summary->failed += !passed;
    runner->summary->unverified += !passed;
    if (!passed)
        runner_note(runner, values->reason);
    return publish(runner, index, json, error);
}

static struct work work_of_case(const struct runner *runner, const struct case_state *state)
{
    const struct case_spec *spec = state->spec;
    return work_of(&(struct work_case){
        .model = spec->model,
        .strategy = spec->strategy,
        .precision = spec->precision,
        .patch = strategy_tuning_value(spec->strategy, spec->tuning, "patch", 1),
        .reciprocal = strategy_tuning_value(spec->strategy, spec->tuning, "reciprocal", 0) != 0,
        .n = (double)runner->inputs.reference.n,
        .pairs_listed = (double)state->counts.pairs_listed,
        .pairs_in_cutoff = (double)state->counts.pairs_in_cutoff,
        .branches = state->counts.branches,
    });
}

/*
 * Returns "true" if force times may contain gaps between launches, "false" if not, and "" if
 * nothing is launched.
 */
static const char *gaps_of(const struct opened *opened, const struct case_state *state)
{
    if (opened->backend->gaps == NULL || state->prepared == NULL)
        return "";
    return opened->backend->gaps(state->prepared) ? "true" : "false";
}

static void set_timings(struct case_values *values, const char *gaps)
{
    for (enum quantity q = 0; q < QUANTITIES; q++) {
        const struct sampler *sampler = values->found->sampler[q];
        bool forces = q == QUANTITY_FORCE || q == QUANTITY_ENERGIES || q == QUANTITY_COLD;
        if (sampler != NULL && sampler->count > 0)
            case_values_timing(sampler, forces ? gaps : "", &values->time[q]);
    }
}

static struct processor_load load_since(const struct processor_time *from)
{
    struct processor_time now = processor_time_now();
    return processor_load_between(from, &now);
}

bool record_ran(struct runner *runner, const struct opened *opened, const struct case_state *state,
                struct error *error)
{
    const struct case_spec *spec = state->spec;
    const bool timed = state->verification.passed && !runner->options->verify_only;
    struct case_values values = describe(runner, spec, opened);
    struct error wrong;
    char reason[REASON];
    values.ran = true;
    values.found = state;
    values.work = work_of_case(runner, state);
    values.lanes = state->has_lanes ? &state->lanes : NULL;
    if (timed)
        values.load = load_since(&runner->timed_from);
    values.share = processor_share_now();
    values.step_reason = quantity_step_reason(state, opened->backend);
    set_status(&values, reason);
    if (timed) {
        set_timings(&values, gaps_of(opened, state));
        case_values_dynamics(spec, &state->trajectory, &values.dynamics);
    }
    cJSON *json = case_values_json(&values, runner->options->ceilings);
    if (!case_check(json, timed ? MEMBERS_MUST : MEMBERS_MAY,
                    "numbers that could not be read back: case", &wrong)) {
        wrong.code = EXIT_ENVIRONMENT;
        cJSON_Delete(json);
        return record_failed(runner, state->index, opened, &wrong, error);
    }
    if (!publish_ran(runner, state->index, &values, json, error))
        return false;
    if (runner->results->receiver == NULL) /* the process that receives the case writes the file */
        runner_drop_checkpoint(runner->results, spec);
    return true;
}
