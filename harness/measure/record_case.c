#include "harness/measure/record_case.h"
#include "harness/base/process/crash.h"
#include "harness/catalog/work.h"
#include "harness/measure/measured.h"
#include "harness/results/case_check.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { REASON = 512 };

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

/* Describes a failed verification, with the worst energy term. */
static void describe_miss(const struct measurement *found, const struct model *model, char *text,
                          size_t size)
{
    const struct verification *verification = &found->verification;
    const char *after = found->missed_after;
    char torque[40] = "", term[60] = "", particle[80] = "", gain[60] = "", range[VERIFY_TEXT];
    int worst = 0;
    for (int k = 1; k < model->term_count; k++)
        if (!(verification->terms_rel[k] <= verification->terms_rel[worst])) /* NaN is worst */
            worst = k;
    if (model->oriented)
        snprintf(torque, sizeof torque, "torque error %.3g, ", verification->torque_rms_rel);
    if (model->term_count > 1)
        snprintf(term, sizeof term, "that of its term %s %.3g, ", model->terms[worst],
                 verification->terms_rel[worst]);
    if (verification->worst >= 0)
        snprintf(particle, sizeof particle,
                 "that of particle %" PRId64 " %.3g of what acts on it, ", verification->worst + 1,
                 verification->particle_rel);
    if (!(fabs(verification->gain) <= verify_gain_limit(verification->tolerance)))
        snprintf(gain, sizeof gain, "that of all pair forces together %.3g, ", verification->gain);
    snprintf(text, size,
             "verification %s%s%sfailed: force error %.3g, %s%s%senergy error %.3g, "
             "%svirial error %.3g, tolerance %.3g%s",
             after != NULL ? "after " : "", after != NULL ? after : "", after != NULL ? " " : "",
             verification->force_rms_rel, particle, gain, torque, verification->energy_rel, term,
             verification->virial_rel, verification->tolerance,
             verify_range_text(verification, found->spec->precision, range));
}

/* Sets the status of a case that ran, from its verification; `reason` has room for the text. */
static void set_status(struct measured *measured, char reason[REASON])
{
    const bool passed = measured->found->verification.passed;
    measured->status = passed ? "ok" : "failed";
    if (passed)
        return;
    describe_miss(measured->found, measured->spec->model, reason, REASON);
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
    if (runner->results->receiver == NULL) /* a caller who receives the case writes the file */
        runner_drop_checkpoint(runner->results, spec);
    return true;
}
