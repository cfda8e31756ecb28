#include "harness/search/bench.h"

#include "harness/base/clock.h"
#include "harness/base/memory.h"
#include "harness/base/process/interrupt.h"
#include "harness/json/json_get.h"
#include "harness/report/verdicts/trust.h"
#include "harness/results/samples.h"

#include <math.h>
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

/* Steps of a sample: fewer than in a benchmark, but with several builds of the list. */
enum { STEPS = 50 };

/* Returns the sampling of cases that take `seconds` each. */
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

/* Sorts the cases so that those of a group are together. */
static void arrange(struct bench *bench, const struct case_spec *specs, int count, double seconds,
                    struct case_spec *arranged)
{
    int64_t next = 0;
    for (int k = 0; k < count; k++)
        bench->place[k] = -1;
    for (int first = 0; first < count; first++) {
        for (int k = first; k < count; k++) {
            if (bench->place[k] >= 0 || (k > first && (bench->place[first] < 0 ||
                                                       !case_same_group(&specs[first], &specs[k]))))
                continue;
            arranged[next] = specs[k];
            arranged[next].sampling = sampling_of(&specs[k].sampling, seconds);
            arranged[next].energy = arranged[next].hardware = arranged[next].repeat = false;
            arranged[next].count_lanes = bench->lanes;
            arranged[next].dynamics.steps = 0;
            bench->place[k] = next++;
        }
    }
}

static struct case_spec *add_pass(struct bench *bench, int count, struct error *error)
{
    struct case_spec **passes =
        realloc(bench->pass, (size_t)(bench->passes + 1) * sizeof(struct case_spec *));
    struct case_spec *specs = memory_allocate(count, sizeof *specs, "the cases of a pass", error);
    if (passes != NULL)
        bench->pass = passes;
    if (passes == NULL || specs == NULL) {
        free(specs);
        error_set(error, EXIT_ENVIRONMENT, "out of memory: the cases of a pass");
        return NULL;
    }
    bench->pass[bench->passes++] = specs;
    return specs;
}

bool bench_measure(struct bench *bench, const struct case_spec *specs, int count, double seconds,
                   struct error *error)
{
    struct case_spec *arranged = add_pass(bench, count, error);
    free(bench->place);
    bench->place = memory_allocate(count, sizeof *bench->place, "the cases of a pass", error);
    if (arranged == NULL || bench->place == NULL)
        return false;
    bench->count = count;
    arrange(bench, specs, count, seconds, arranged);
    const struct cases cases = {.count = count, .spec = arranged};
    struct run_summary summary;
    results_free(&bench->results);
    if (!results_start(NULL, bench->config, &cases, &bench->results, error))
        return false;
    if (bench->until > 0)
        interrupt_after(fmax(bench->until - clock_seconds(), 1e-6));
    const bool good = run_pass(&bench->runner, &cases, &bench->results, &summary, error);
    interrupt_after(0);
    if (!good)
        return false;
    if (bench->reason.text[0] == '\0') {
        bench->reason = summary.reason;
        const int code = run_exit_code(&summary);
        bench->reason.code = code != EXIT_OK ? (enum exit_code)code : EXIT_ENVIRONMENT;
    }
    bench->late = summary.interrupted == INTERRUPT_TIME;
    return !summary.interrupted || bench->late || error_set(error, EXIT_ENVIRONMENT, "interrupted");
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
    const cJSON *item = results_get(&bench->results, bench->place[k]);
    return !bench->late || strcmp(json_text(item, "status"), "ok") == 0;
}

bool bench_record(const struct bench *bench, int k, struct record *record)
{
    const cJSON *item = results_get(&bench->results, bench->place[k]);
    if (item == NULL)
        return false;
    record_read(item, json_get(bench->results.document, "provenance"), "a measurement", record);
    return estimate_known(&(struct estimate){.median = bench_timing(record, bench->step)->median});
}

const struct timing *bench_timing(const struct record *record, bool step)
{
    return step ? &record->step : &record->force;
}

struct estimate bench_estimate(const struct timing *timing)
{
    return (struct estimate){timing->median, timing->low, timing->high};
}

/* Notes disturbances of a time by the machine; the interval includes other noise. */
static void note_doubt(struct bench *bench, const struct record *record)
{
    const struct timing *timing = bench_timing(record, bench->step);
    unsigned faults = trust_faults(record, timing);
    if (bench->doubt[0] != '\0' || (faults & (TRUST_BUSY | TRUST_THROTTLED)) == 0)
        return;
    trust_reason(record, timing, bench->doubt, sizeof bench->doubt);
    bench->remedy = trust_remedy(faults);
}

/* Computes the ratio of the two cases of the last pass, and whether it can be trusted. */
static bool last_ratio(struct bench *bench, struct ratio *ratio, struct error *error)
{
    struct record records[2];
    struct samples samples[2] = {0};
    bool good = true;
    bench->doubt[0] = '\0';
    for (int k = 0; k < 2 && good; k++)
        good = (bench_record(bench, k, &records[k]) ||
                error_set(error, (enum exit_code)bench->reason.code, "%s: %s",
                          bench->pass[bench->passes - 1][bench->place[k]].id,
                          bench->reason.text[0] != '\0' ? bench->reason.text
                                                        : "it could not be timed")) &&
               samples_append(&samples[k], bench_timing(&records[k], bench->step), "a measurement",
                              error);
    good = good && ratio_of(samples[0].value, samples[0].count, samples[1].value, samples[1].count,
                            ratio, error);
    for (int k = 0; k < 2 && good; k++)
        note_doubt(bench, &records[k]);
    free(samples[0].value);
    free(samples[1].value);
    return good;
}

bool bench_compare(struct bench *bench, const struct case_spec *a, const struct case_spec *b,
                   double seconds, struct ratio *ratio, struct error *error)
{
    const struct case_spec pair[] = {*a, *b};
    for (int tries = 0; tries < 3; tries++) {
        if (!bench_measure(bench, pair, 2, ldexp(seconds, tries), error) ||
            !last_ratio(bench, ratio, error))
            return false;
        if (isfinite(ratio->high) && (bench->doubt[0] == '\0' || tries > 0))
            break;
    }
    return true;
}

void bench_close(struct bench *bench)
{
    run_close(&bench->runner);
    results_free(&bench->results);
    for (int k = 0; k < bench->passes; k++)
        free(bench->pass[k]);
    free(bench->pass);
    free(bench->place);
    *bench = (struct bench){0};
}
