#include "harness/measure/run.h"
#include "harness/base/clock.h"
#include "harness/base/process/interrupt.h"
#include "harness/base/process/stall.h"
#include "harness/measure/group.h"
#include "harness/measure/record_case.h"
#include "harness/measure/runner.h"
#include "harness/results/provenance.h"
#include "harness/timing/phase.h"

const struct opened *run_device(struct runner *runner, const struct case_spec *spec)
{
    const struct device_options options = {.index = runner->options->device,
                                           .threads = spec->threads,
                                           .source = runner->options->source};
    phase_begin(PHASE_DEVICE, spec->backend);
    const struct opened *opened = devices_open(&runner->devices, spec->backend, &options);
    phase_end();
    return opened;
}

static bool skip_all(struct runner *runner, const struct opened *opened, int64_t first, int count,
                     struct error *error)
{
    runner_note(runner, opened->error.text);
    for (int64_t index = first; index < first + count; index++) {
        if (runner->cases->spec[index].passed_over)
            continue;
        runner->summary->no_device++;
        if (!record_skipped(runner, index, opened, opened->error.text, error))
            return false;
    }
    return true;
}

/* Skips the cases of a group that the results lack, because the time limit is over. */
static bool skip_late(struct runner *runner, const struct opened *opened, int64_t first, int count,
                      struct error *error)
{
    for (int64_t index = first; index < first + count; index++) {
        if (runner->cases->spec[index].passed_over || results_get(runner->results, index) != NULL)
            continue;
        runner->summary->late++;
        if (!record_skipped(runner, index, opened, "the time was up; the same command continues",
                            error))
            return false;
    }
    return true;
}

/* Runs a group on its device; skips it if there is no device or no time left. */
static bool run_on_device(struct runner *runner, int64_t first, int count, struct error *error)
{
    const struct case_spec *spec = &runner->cases->spec[first];
    const struct opened *opened = run_device(runner, spec);
    if (opened->device == NULL && opened->error.code == EXIT_USAGE) {
        *error = opened->error;
        return false;
    }
    if (opened->device == NULL)
        return skip_all(runner, opened, first, count, error);
    results_add_device(runner->results, provenance_device(spec->backend, devices_info(opened)));
    return (runner_interrupted(runner) || group_run(runner, opened, first, count, error)) &&
           (!runner_late(runner) || skip_late(runner, opened, first, count, error));
}

/* Returns the number of cases that this run has measured; it may have ended early. */
static int64_t measured(const struct run_summary *summary)
{
    return summary->ok - summary->kept + summary->failed;
}

/* Runs a group, and updates the estimated time of the remaining groups. */
static bool run_group(struct runner *runner, int64_t first, int64_t end, struct error *error)
{
    const struct case_spec *spec = &runner->cases->spec[first];
    double started = clock_seconds();
    int64_t before = measured(runner->summary);
    if (!run_on_device(runner, first, (int)(end - first), error))
        return false;
    const struct system *system = inputs_peek(&runner->inputs, spec);
    time_left_learn(&runner->left, spec, measured(runner->summary) - before,
                    system != NULL ? (double)system->n : 0, clock_seconds() - started);
    progress_expect(&runner->progress,
                    time_left_seconds(&runner->left, runner->cases, runner->results, end));
    return true;
}

static bool any_wanted(const struct cases *cases, int64_t first, int64_t end)
{
    while (first < end && cases->spec[first].passed_over)
        first++;
    return first < end;
}

/* Runs the cases group by group. */
static bool sweep(struct runner *runner, struct error *error)
{
    const struct cases *cases = runner->cases;
    int64_t first = 0;
    while (first < cases->count && (!runner_interrupted(runner) || runner_late(runner))) {
        int64_t end = first + 1;
        while (end < cases->count && case_same_group(&cases->spec[first], &cases->spec[end]))
            end++;
        if (any_wanted(cases, first, end) && !run_group(runner, first, end, error))
            return false;
        first = end;
    }
    return true;
}

bool run_open(struct runner *runner, const struct run_options *options, struct error *error)
{
    *runner = (struct runner){.options = options};
    phase_reset();
    stall_watch(options->stall > 0 ? options->stall : STALL_SECONDS);
    return source_load(options->source, &runner->sources, error);
}

bool run_pass(struct runner *runner, const struct cases *cases, struct results *results,
              struct run_summary *summary, struct error *error)
{
    runner->cases = cases;
    runner->results = results;
    runner->summary = summary;
    runner->compiled = false;
    *summary = (struct run_summary){0};
    for (int64_t k = 0; k < cases->count; k++)
        summary->cases += !cases->spec[k].passed_over;
    progress_start(&runner->progress, summary->cases, runner->options->quiet);
    bool good = results_write(results, error) && sweep(runner, error);
    progress_end(&runner->progress);
    summary->interrupted = *runner->options->interrupted;
    summary->not_run = summary->cases - summary->ok - summary->skipped - summary->failed;
    return good;
}

void run_close(struct runner *runner)
{
    inputs_free(&runner->inputs);
    source_free(&runner->sources);
    phase_begin(PHASE_DEVICE, "all");
    devices_close(&runner->devices);
    phase_end();
    stall_leave();
}

bool run_cases(const struct cases *cases, const struct run_options *options,
               struct results *results, struct run_summary *summary, struct error *error)
{
    struct runner runner;
    *summary = (struct run_summary){0};
    bool good =
        run_open(&runner, options, error) && run_pass(&runner, cases, results, summary, error);
    run_close(&runner);
    summary->overhead = overhead_take();
    cJSON_AddItemToObject(results->document, "overhead",
                          members_write(overhead_members, &summary->overhead));
    return good && results_write(results, error);
}

int run_exit_code(const struct run_summary *summary)
{
    if (summary->interrupted)
        return INTERRUPT_EXIT + summary->interrupted;
    if (summary->unverified > 0)
        return EXIT_VERIFICATION;
    if (summary->bad_input > 0)
        return EXIT_USAGE;
    bool none = summary->cases > 0 && summary->no_device == summary->cases;
    if (summary->failed > 0 || summary->unmoved > 0 || summary->not_run > 0 || none)
        return EXIT_ENVIRONMENT;
    return EXIT_OK;
}
