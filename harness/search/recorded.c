#include "harness/search/recorded.h"

#include "harness/base/text.h"
#include "harness/catalog/strategy.h"
#include "harness/json/json_get.h"
#include "harness/report/verdicts/trust.h"
#include "harness/search/bench.h"
#include "harness/search/interpolate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Densities that are equal but for the digits of a box's edges. */
static const double density_tolerance = 1e-3;

static bool has_parameters(const struct record *record, const struct case_spec *spec)
{
    for (int k = 0; k < spec->model->parameter_count; k++) {
        const struct parameter *parameter = &spec->model->parameters[k];
        char wanted[64];
        case_parameter_text(spec, k, wanted, sizeof wanted);
        const cJSON *item = json_get(record->parameter_values, parameter->name);
        if (cJSON_IsString(item)
                ? strcmp(item->valuestring, wanted) != 0
                : !cJSON_IsNumber(item) || item->valuedouble != spec->parameters[k])
            return false;
    }
    return true;
}

static bool has_threads(const struct record *record, int threads)
{
    return isnan(record->threads) || record->threads == threads ||
           record_has_one_thread(record->strategy);
}

static bool has_strategy(const struct record *record, const struct cases *cases)
{
    for (int64_t k = 0; k < cases->count; k++)
        if (strcmp(cases->spec[k].strategy->name, record->strategy) == 0)
            return true;
    return false;
}

/* Whether a record is of the model, precision and device that the question is about, with a time to
 * be trusted. */
static bool is_of_kind(const struct record *record, const struct recorded_question *question)
{
    const struct case_spec *spec = &question->cases->spec[0];
    return record_timed(record) && has_strategy(record, question->cases) &&
           isfinite(bench_timing(record, question->step)->median) &&
           trust_faults(record, bench_timing(record, question->step)) == 0 &&
           strcmp(record->model, spec->model->name) == 0 &&
           strcmp(record->source, spec->system.builder) == 0 &&
           strcmp(record->precision, precision_info(spec->precision)->name) == 0 &&
           strcmp(record->backend, spec->backend) == 0 &&
           strcmp(record->device, question->device) == 0;
}

/* Whether it also answers the question, but for the density and the number of particles. */
static bool is_of_setting(const struct record *record, const struct recorded_question *question)
{
    const struct case_spec *spec = &question->cases->spec[0];
    return is_of_kind(record, question) && has_threads(record, question->threads) &&
           (question->any_temperature || record->temperature == spec->system.temperature) &&
           (question->step || record->skin == spec->skin) && has_parameters(record, spec);
}

static double density_away(const struct record *record, double density)
{
    return fabs(record->density - density);
}

/* Whether it answers the question, but for the number of particles. */
static bool is_like(const struct record *record, const struct recorded_question *question)
{
    double density = question->cases->spec[0].system.density;
    return is_of_setting(record, question) &&
           density_away(record, density) <= density_tolerance * density;
}

/* Whether two records are of the same setting, of a strategy and of what it is run on. */
static bool same_curve(const struct record *a, const struct record *b)
{
    return strcmp(a->strategy, b->strategy) == 0 && strcmp(a->tuning, b->tuning) == 0 &&
           strcmp(a->sort, b->sort) == 0 && strcmp(a->interactions, b->interactions) == 0 &&
           strcmp(a->exclusions, b->exclusions) == 0 && record_same_bonding(a, b) &&
           record_same_lists(a, b) && strcmp(a->compiler, b->compiler) == 0 &&
           strcmp(a->arch, b->arch) == 0 && a->skin == b->skin &&
           record_same_number(a->threads, b->threads) &&
           record_same_number(a->temperature, b->temperature);
}

/* The record on the curve of `like` that is nearest to n, at it or on its own side; of several with
 * the same number of particles the one that was recorded last. */
static const struct record *nearest(const struct records *records, const struct record *like,
                                    const struct recorded_question *question, bool below)
{
    double n = (double)question->cases->spec[0].system.n;
    const struct record *found = NULL;
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        if ((below ? record->n > n : record->n < n) || !same_curve(record, like) ||
            !is_like(record, question))
            continue;
        double gain = found == NULL ? 1 : below ? record->n - found->n : found->n - record->n;
        if (gain > 0 || (gain == 0 && strcmp(record->recorded, found->recorded) >= 0))
            found = record;
    }
    return found;
}

static struct measured_point point_of(const struct record *record, bool step)
{
    return (struct measured_point){record->n, bench_estimate(bench_timing(record, step))};
}

void recorded_rank(const struct records *records, const struct recorded_question *question,
                   struct placings *placings)
{
    double n = (double)question->cases->spec[0].system.n;
    *placings = (struct placings){.count = 0};
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        if (record->n > n || !is_like(record, question) ||
            nearest(records, record, question, true) != record)
            continue;
        const struct record *above = nearest(records, record, question, false);
        if (above == NULL)
            continue;
        const struct measured_point ends[] = {point_of(record, question->step),
                                              point_of(above, question->step)};
        bool far = n / record->n > above->n / n;
        struct placing row = {.record = far ? *above : *record,
                              .beyond = above->n == n || record->n == n ? NULL
                                        : far                           ? record
                                                                        : above,
                              .time = interpolate(&ends[0], &ends[1], n)};
        if (above->n == n)
            row.record = *above;
        if (estimate_known(&row.time))
            placings_put(placings, &row);
    }
}

/* The record of the question's setting whose density is the nearest; NULL: there is none. */
static const struct record *nearest_density(const struct records *records,
                                            const struct recorded_question *question)
{
    double density = question->cases->spec[0].system.density;
    const struct record *found = NULL;
    for (int64_t k = 0; k < records->count; k++)
        if (is_of_setting(&records->record[k], question) &&
            (found == NULL ||
             density_away(&records->record[k], density) < density_away(found, density)))
            found = &records->record[k];
    return found;
}

/* "N = 4,000 to 32,000": those with which the question's setting is recorded at a density. */
static void write_sizes(const struct records *records, const struct recorded_question *question,
                        double density, char *text, size_t size)
{
    double least = INFINITY, most = 0;
    char number[2][TEXT_NUMBER];
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        if (!is_of_setting(record, question) ||
            density_away(record, density) > density_tolerance * density)
            continue;
        least = fmin(least, record->n);
        most = fmax(most, record->n);
    }
    snprintf(text, size, "N = %s%s%s", text_whole(least, number[0]), most > least ? " to " : "",
             most > least ? text_whole(most, number[1]) : "");
}

const char *recorded_nearest(const struct records *records,
                             const struct recorded_question *question, char *text, size_t size)
{
    const struct case_spec *spec = &question->cases->spec[0];
    const struct record *near = nearest_density(records, question);
    const char *precision = precision_info(spec->precision)->name;
    char sizes[2 * TEXT_NUMBER + 16];
    bool any = false;
    for (int64_t k = 0; k < records->count; k++)
        any = any || is_of_kind(&records->record[k], question);
    if (near != NULL)
        write_sizes(records, question, near->density, sizes, sizeof sizes);
    if (near != NULL && is_like(near, question))
        snprintf(text, size,
                 "at this density there is %s, and no time is told beyond or far between", sizes);
    else if (near != NULL)
        snprintf(text, size, "the nearest density is %.6g, with %s", near->density, sizes);
    else if (any)
        snprintf(text, size,
                 "what there is of %s in %s precision has other parameters, temperatures, skins or "
                 "threads",
                 spec->model->name, precision);
    else
        snprintf(text, size, "there is no %s of %s in %s precision that is to be trusted",
                 question->step ? "step" : "force call", spec->model->name, precision);
    return text;
}
