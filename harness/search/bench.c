#include "harness/search/bench.h"

#include "harness/base/clock.h"
#include "harness/base/memory.h"
#include "harness/base/process/interrupt.h"
#include "harness/json/json_get.h"
#include "harness/measure/observe/verify.h"
#include "harness/report/verdicts/trust.h"
#include "harness/results/samples.h"
#include "harness/timing/phase.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool bench_open(struct bench *bench, const struct config *config, const struct run_options *options,
                struct error *error)
{
    *bench = (struct bench){.config = config, .options = *options};
    bench->options.compared_only = true;
    bench->options.ceilings = NULL;
    return run_open(&bench->runner, &bench->options, error);
}

const char *bench_device(struct bench *bench, const struct case_spec *spec, struct error *error)
{
    const struct opened *opened = run_device(&bench->runner, spec);
    if (opened->device == NULL)
        *error = opened->error;
    return opened->device != NULL ? devices_info(opened)->name : NULL;
}

/* Steps per sample: fewer than in a benchmark, but enough for several builds of the list. */
enum { STEPS = 50 };

/* Calls for measuring a case once more: warm-up, samples, and as many calls to count lanes. */
enum { CALLS = 2 * (RATIO_FEWEST + 3) };

/* Returns sampling options that make each case take `seconds`. */
static struct sampling_options sampling_of(const struct sampling_options *given, double seconds)
{
    return (struct sampling_options){
        .warmup_calls = 1,
        .warmup_ms = fmin(given->warmup_ms, 200 * seconds),
        .sample_ms = given->sample_ms,
        .min_samples = RATIO_FEWEST,
        .max_samples = given->max_samples,
        .max_seconds = seconds,
        .relative_interval = 0.002,
        .step = given->step,
        .step_calls = STEPS,
    };
}

static struct bench_pass *last_pass(const struct bench *bench)
{
    return &bench->pass[bench->passes - 1];
}

/* Returns the index of a case in a pass; -1 if the pass does not have it. */
static int64_t place_of(const struct bench_pass *pass, const struct case_spec *spec)
{
    int64_t k = 0;
    while (k < pass->count && strcmp(pass->spec[k].id, spec->id) != 0)
        k++;
    return k < pass->count ? k : -1;
}

static const char *status_of(const struct bench_pass *pass, int64_t place)
{
    return json_text(results_get(&pass->results, place), "status");
}

/* Sets how to verify a case after the first `passes` passes. */
static void set_verification(const struct bench *bench, int passes, struct case_spec *spec)
{
    spec->verify_once = bench->brief;
    for (int k = 0; k < passes; k++) {
        const struct bench_pass *pass = &bench->pass[k];
        const int64_t place = place_of(pass, spec);
        if (place < 0 || strcmp(status_of(pass, place), "ok") != 0)
            continue;
        spec->verified = true;
        spec->verify_once = spec->verify_once || (pass->timed && !pass->spec[place].verify_once);
    }
}

/* Sorts the cases into the last pass, so that a group's cases are together. */
static void arrange(struct bench *bench, const struct case_spec *specs, int count, double seconds)
{
    struct bench_pass *pass = last_pass(bench);
    for (int k = 0; k < count; k++)
        pass->place[k] = -1;
    for (int first = 0; first < count; first++) {
        for (int k = first; k < count; k++) {
            if (pass->place[k] >= 0 || (k > first && (pass->place[first] < 0 ||
                                                      !case_same_group(&specs[first], &specs[k]))))
                continue;
            struct case_spec *spec = &pass->spec[pass->count];
            *spec = specs[k];
            spec->sampling = sampling_of(&specs[k].sampling, seconds);
            spec->energy = spec->hardware = spec->repeat = false;
            spec->count_lanes = bench->lanes;
            spec->dynamics.steps = 0;
            set_verification(bench, bench->passes - 1, spec);
            pass->place[k] = pass->count++;
        }
    }
}

static void add_pass(struct bench *bench, int count)
{
    bench->pass = memory_resized(bench->pass, bench->passes + 1, sizeof *bench->pass, "passes");
    struct bench_pass *pass = &bench->pass[bench->passes++];
    *pass = (struct bench_pass){.timed = !bench->options.verify_only};
    pass->spec = memory_new(count, sizeof *pass->spec, "cases of a pass");
    pass->place = memory_new(count, sizeof *pass->place, "cases of a pass");
}

/* Reads the record of the case at an index of a pass; false if it has no time. */
static bool read_place(const struct bench *bench, const struct bench_pass *pass, int64_t place,
                       struct record *record)
{
    const cJSON *item = results_get(&pass->results, place);
    if (item == NULL)
        return false;
    record_read(item, json_get(pass->results.document, "provenance"), "a measurement", record);
    return estimate_known(&(struct estimate){.median = bench_timing(record, bench->step)->median});
}

bool bench_find(const struct bench *bench, const struct case_spec *spec, struct record *record)
{
    for (int k = bench->passes - 1; k >= 0; k--) {
        const struct bench_pass *pass = &bench->pass[k];
        const int64_t place = place_of(pass, spec);
        if (place >= 0 && read_place(bench, pass, place, record))
            return true;
        if (place >= 0 && strcmp(status_of(pass, place), "failed") == 0)
            return false;
    }
    return false;
}

/* Returns the number of verified evaluations after a case has been timed. */
static int evaluations_after(const struct bench *bench, const struct case_spec *spec)
{
    const int64_t n = bench->runner.inputs.reference.n;
    return spec->verify_once ? 1 : verify_calls(n > 0 ? n : 1) + 1;
}

/*
 * Estimates the seconds for the evaluations that evaluations_after counts, in proportion to the
 * measured time of a case.
 */
static double verification_after(const struct bench *bench, const struct case_spec *spec)
{
    struct record record;
    const double scale = bench->call > 0 && bench_find(bench, spec, &record)
                             ? 1e-9 * bench_timing(&record, bench->step)->median / bench->call
                             : 1;
    return evaluations_after(bench, spec) * scale * bench->evaluation;
}

/* Returns the time at which the last pass must stop timing. */
static double end_of_timing(const struct bench *bench)
{
    const struct bench_pass *pass = last_pass(bench);
    double seconds = bench->evaluation; /* time for an evaluation that begins just before the
                                         * time is up */
    for (int k = 0; k < pass->count && pass->timed; k++)
        seconds += verification_after(bench, &pass->spec[k]);
    return bench->until - seconds;
}

/* Computes the mean times of an evaluation and of a call in the last pass. */
static void learn(struct bench *bench, double verification)
{
    const struct bench_pass *pass = last_pass(bench);
    int evaluations = 0, timed = 0;
    double seconds = 0;
    for (int k = 0; k < pass->count; k++) {
        struct record record;
        if (!read_place(bench, pass, k, &record))
            continue;
        evaluations += evaluations_after(bench, &pass->spec[k]) + !pass->spec[k].verified;
        seconds += 1e-9 * bench_timing(&record, bench->step)->median;
        timed++;
    }
    if (timed == 0)
        return;
    bench->evaluation = verification / evaluations;
    bench->call = seconds / timed;
}

/* Runs the last pass, and measures how long its verification takes. */
static bool run_last(struct bench *bench, const struct cases *cases, struct run_summary *summary,
                     struct error *error)
{
    const double before = phase_seconds(PHASE_VERIFY);
    if (bench->until > 0)
        interrupt_after(fmax(end_of_timing(bench) - clock_seconds(), 1e-6));
    const bool good = run_pass(&bench->runner, cases, &last_pass(bench)->results, summary, error);
    interrupt_after(0);
    if (good)
        learn(bench, phase_seconds(PHASE_VERIFY) - before);
    return good;
}

bool bench_measure(struct bench *bench, const struct case_spec *specs, int count, double seconds,
                   struct error *error)
{
    add_pass(bench, count);
    arrange(bench, specs, count, seconds);
    const struct cases cases = {.count = count, .spec = last_pass(bench)->spec};
    struct run_summary summary;
    if (!results_start(NULL, bench->config, &cases, &last_pass(bench)->results, error) ||
        !run_last(bench, &cases, &summary, error))
        return false;
    bench->late = summary.interrupted == INTERRUPT_TIME;
    if (bench->late)
        summary.interrupted = 0;
    const int code = run_exit_code(&summary);
    if (bench->reason.text[0] == '\0' ||
        (code == EXIT_VERIFICATION && bench->reason.code != EXIT_VERIFICATION)) {
        bench->reason = summary.reason;
        bench->reason.code = code != EXIT_OK ? (enum exit_code)code : EXIT_ENVIRONMENT;
    }
    return !summary.interrupted || error_set(error, EXIT_ENVIRONMENT, "interrupted");
}

bool bench_prepare(struct bench *bench, const struct case_spec *specs, int count,
                   struct error *error)
{
    bench->options.verify_only = true;
    bool good = bench_measure(bench, specs, count, 0, error);
    bench->options.verify_only = false;
    return good;
}

bool bench_ended(const struct bench *bench, int k)
{
    const struct bench_pass *pass = last_pass(bench);
    return !bench->late || strcmp(status_of(pass, pass->place[k]), "ok") == 0;
}

bool bench_nothing_timed(const struct bench *bench, struct error *error)
{
    if (bench->reason.text[0] != '\0') {
        *error = bench->reason;
        return false;
    }
    if (!bench->late)
        return error_set(error, EXIT_ENVIRONMENT, "this machine cannot run it");
    const bool made = inputs_peek(&bench->runner.inputs, last_pass(bench)->spec) != NULL;
    return error_set(error, EXIT_ENVIRONMENT,
                     "the time was up before %s; give more --seconds once, since particles and "
                     "kernels are stored",
                     made ? "a kernel was compiled and timed" : "particles were made");
}

bool bench_record(const struct bench *bench, int k, struct record *record)
{
    const struct bench_pass *pass = last_pass(bench);
    return read_place(bench, pass, pass->place[k], record);
}

double bench_again(const struct bench *bench, const struct case_spec *spec)
{
    struct case_spec again = *spec;
    struct record record;
    if (!bench_find(bench, spec, &record))
        return 0;
    set_verification(bench, bench->passes, &again);
    return 1e-9 * CALLS * bench_timing(&record, bench->step)->median +
           verification_after(bench, &again);
}

const struct timing *bench_timing(const struct record *record, bool step)
{
    return step ? &record->step : &record->force;
}

struct estimate bench_estimate(const struct timing *timing)
{
    return (struct estimate){timing->median, timing->low, timing->high};
}

/*
 * Records how other programs or throttling have disturbed a time. The interval includes all other
 * noise.
 */
static void note_doubt(struct bench *bench, const struct record *record)
{
    const struct timing *timing = bench_timing(record, bench->step);
    unsigned faults = trust_faults(record, timing);
    if (bench->doubt[0] != '\0' || (faults & (TRUST_BUSY | TRUST_THROTTLED)) == 0)
        return;
    trust_reason(record, timing, bench->doubt, sizeof bench->doubt);
    bench->remedy = trust_remedy(faults);
}

/* Fills in the reason why a case of the last pass has no time; returns false. */
static bool refuse_untimed(const struct bench *bench, int k, struct error *error)
{
    const struct bench_pass *pass = last_pass(bench);
    const char *reason = bench->reason.text;
    return error_set(error, (enum exit_code)bench->reason.code, "%s: %s",
                     pass->spec[pass->place[k]].id,
                     reason[0] != '\0' ? reason : "it could not be timed");
}

/* Computes the time ratio of the two cases in the last pass. Sets whether it can be trusted. */
static bool last_ratio(struct bench *bench, struct ratio *ratio, struct error *error)
{
    struct record records[2];
    struct samples samples[2] = {0};
    bool good = true;
    bench->doubt[0] = '\0';
    for (int k = 0; k < 2 && good; k++)
        good = (bench_record(bench, k, &records[k]) || refuse_untimed(bench, k, error)) &&
               samples_append(&samples[k], bench_timing(&records[k], bench->step), "a measurement",
                              error);
    if (good)
        *ratio = ratio_of(samples[0].value, samples[0].count, samples[1].value, samples[1].count);
    for (int k = 0; k < 2 && good; k++)
        note_doubt(bench, &records[k]);
    free(samples[0].value);
    free(samples[1].value);
    return good;
}

/* Whether there is time for a pass of twice the length of the pass that began at `start`. */
static bool has_time(const struct bench *bench, double start)
{
    const double now = clock_seconds();
    return bench->until <= 0 || now + 2 * (now - start) < bench->until;
}

bool bench_compare(struct bench *bench, const struct case_spec *a, const struct case_spec *b,
                   double seconds, struct ratio *ratio, struct error *error)
{
    const struct case_spec pair[] = {*a, *b};
    for (int tries = 0; tries < 3; tries++) {
        const double start = clock_seconds();
        if (!bench_measure(bench, pair, 2, ldexp(seconds, tries), error))
            return false;
        if (!bench_ended(bench, 0) || !bench_ended(bench, 1)) {
            *ratio = (struct ratio){.median = 1, .high = INFINITY};
            snprintf(bench->doubt, sizeof bench->doubt, "the time was up");
            bench->remedy = "more --seconds";
            return true;
        }
        if (!last_ratio(bench, ratio, error))
            return false;
        if ((isfinite(ratio->high) && (bench->doubt[0] == '\0' || tries > 0)) ||
            !has_time(bench, start))
            break;
    }
    return true;
}

void bench_close(struct bench *bench)
{
    run_close(&bench->runner);
    for (int k = 0; k < bench->passes; k++) {
        results_free(&bench->pass[k].results);
        free(bench->pass[k].spec);
        free(bench->pass[k].place);
    }
    free(bench->pass);
    *bench = (struct bench){0};
}
