#include "harness/search/recorded.h"

#include "harness/base/memory.h"
#include "harness/base/suggest.h"
#include "harness/base/text.h"
#include "harness/base/words.h"
#include "harness/catalog/strategy.h"
#include "harness/json/json_get.h"
#include "harness/physics/pair_samples.h"
#include "harness/report/verdicts/trust.h"
#include "harness/search/bench.h"
#include "harness/search/interpolate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Largest relative difference of densities that count as equal, because box edges are rounded. */
static const double density_tolerance = 1e-3;

const char *recorded_backend(const struct records *records, const char *device)
{
    for (int64_t k = 0; k < records->count; k++)
        if (strcmp(records->record[k].device, device) == 0)
            return records->record[k].backend;
    return NULL;
}

bool recorded_refuse(const struct records *records, const char *device, struct error *error)
{
    struct words names = {0};
    for (int64_t k = 0; k < records->count; k++) {
        const char *name = records->record[k].device;
        int other = 0;
        while (other < names.count && strcmp(names.word[other], name) != 0)
            other++;
        if (other == names.count && name[0] != '\0')
            words_add(&names, "%s", name);
    }
    if (names.count > 0)
        suggest_error(error, "recorded device", device, (const char *const *)names.word);
    else
        error_set(error, EXIT_USAGE,
                  "--on \"%s\": there are no results here: start in the folder that has results/",
                  device);
    words_free(&names);
    return false;
}

int recorded_threads(const struct records *records, const char *device)
{
    double most = 0;
    for (int64_t k = 0; k < records->count; k++)
        if (strcmp(records->record[k].device, device) == 0)
            most = fmax(most, records->record[k].threads);
    return (int)most;
}

/* Reads the parameters of a record into `values`. */
static bool read_parameters(const struct record *record, const struct model *model,
                            double values[MODEL_PARAMETERS])
{
    struct error error;
    for (int k = 0; k < model->parameter_count; k++) {
        const cJSON *item = json_get(record->parameter_values, model->parameters[k].name);
        if (cJSON_IsNumber(item))
            values[k] = item->valuedouble;
        else if (!cJSON_IsString(item) ||
                 !model_parse(&model->parameters[k], item->valuestring, &values[k], &error))
            return false;
    }
    return true;
}

static bool has_parameters(const struct record *record, const struct case_spec *spec, bool step)
{
    double values[MODEL_PARAMETERS] = {0};
    bool same = read_parameters(record, spec->model, values);
    if (!same)
        return false;
    for (int k = 0; k < spec->model->parameter_count; k++)
        same = same && values[k] == spec->parameters[k];
    return same || (!step && pair_samples_energy_alone(spec->model, spec->parameters, values));
}

const char *recorded_differences(const struct record *record, const struct case_spec *spec,
                                 char *text, size_t size)
{
    double values[MODEL_PARAMETERS] = {0};
    text[0] = '\0';
    if (!read_parameters(record, spec->model, values))
        return text;
    for (int k = 0; k < spec->model->parameter_count; k++) {
        const struct parameter *parameter = &spec->model->parameters[k];
        if (values[k] == spec->parameters[k])
            continue;
        if (parameter->choices != NULL)
            text_append(text, size, " ", "%s=%s", parameter->name,
                        parameter->choices[(int)values[k]]);
        else
            text_append(text, size, " ", "%s=%g", parameter->name, values[k]);
    }
    return text;
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

/*
 * Whether a record may have been measured on this CPU. Another model of CPU with the same name is
 * excluded.
 */
static bool may_be_of_cpu(const struct record *record, const char *cpu_model)
{
    return cpu_model == NULL || strcmp(record->backend, "cpu") != 0 ||
           record->cpu_model[0] == '\0' || strcmp(record->cpu_model, cpu_model) == 0;
}

/*
 * Whether a record matches the requested model, precision and device, and its time can be trusted.
 */
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
           strcmp(record->device, question->device) == 0 &&
           may_be_of_cpu(record, question->cpu_model);
}

/* Whether a record matches the requested setting, except density and number of particles. */
static bool is_of_setting(const struct record *record, const struct recorded_question *question)
{
    const struct case_spec *spec = &question->cases->spec[0];
    return is_of_kind(record, question) && has_threads(record, question->threads) &&
           (question->any_temperature || record->temperature == spec->system.temperature) &&
           (question->step || question->any_skin || record->skin == spec->skin) &&
           has_parameters(record, spec, question->step);
}

static double density_away(const struct record *record, double density)
{
    return fabs(record->density - density);
}

static bool same_density(double a, double b)
{
    return fabs(a - b) <= density_tolerance * b;
}

/*
 * Whether two records have the same strategy with the same setting, compiler and number of threads;
 * particles may differ.
 */
static bool same_setting(const struct record *a, const struct record *b)
{
    return strcmp(a->strategy, b->strategy) == 0 && strcmp(a->tuning, b->tuning) == 0 &&
           strcmp(a->sort, b->sort) == 0 && strcmp(a->interactions, b->interactions) == 0 &&
           strcmp(a->exclusions, b->exclusions) == 0 && record_same_bonding(a, b) &&
           record_same_lists(a, b) && strcmp(a->compiler, b->compiler) == 0 &&
           strcmp(a->arch, b->arch) == 0 && a->skin == b->skin &&
           record_same_number(a->threads, b->threads);
}

/*
 * Whether two records also have the same temperature. Only then are times interpolated between
 * them.
 */
static bool same_curve(const struct record *a, const struct record *b)
{
    return same_setting(a, b) && record_same_number(a->temperature, b->temperature);
}

/* --- interpolated times --- */

/* Records that match the requested setting, and the request. */
struct matches {
    const struct record **record;
    int64_t count;
    double n, density;
    bool step;
    bool any_temperature; /* true: temperatures may differ for any density. Default temperatures
                           * depend on the builder, and hardly affect force calls of a fluid */
};

static void find_matches(const struct records *records, const struct recorded_question *question,
                         struct matches *matches)
{
    *matches = (struct matches){.n = (double)question->cases->spec[0].system.n,
                                .density = question->cases->spec[0].system.density,
                                .step = question->step,
                                .any_temperature = question->any_temperature && !question->step};
    matches->record = memory_new(records->count, sizeof *matches->record, "matching records");
    for (int64_t k = 0; k < records->count; k++)
        if (is_of_setting(&records->record[k], question))
            matches->record[matches->count++] = &records->record[k];
}

/* Time at a density. */
struct at_density {
    double density;
    struct estimate time;
    /*
     * records with the nearest numbers of particles on both sides; the same record if this number
     * was measured
     */
    const struct record *near, *far;
};

/*
 * Returns the record with the setting, temperature and density of `like`, and with the number of
 * particles nearest to n. The number is at most n if `below` is set, otherwise at least n. Of
 * several such records, the latest one is returned.
 */
static const struct record *nearest(const struct matches *matches, const struct record *like,
                                    bool below)
{
    const struct record *found = NULL;
    for (int64_t k = 0; k < matches->count; k++) {
        const struct record *record = matches->record[k];
        if ((below ? record->n > matches->n : record->n < matches->n) ||
            !same_density(record->density, like->density) || !same_curve(record, like))
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

/*
 * Returns the time for n particles with the setting, temperature and density of a record. The time
 * is unknown if there is no record with at most n particles, none with at least n, or if these
 * numbers are too different.
 */
static struct at_density time_at(const struct matches *matches, const struct record *like)
{
    struct at_density at = {.density = like->density, .time = estimate_unknown};
    const struct record *below = nearest(matches, like, true);
    const struct record *above = nearest(matches, like, false);
    if (below == NULL || above == NULL)
        return at;
    const struct measured_point ends[] = {point_of(below, matches->step),
                                          point_of(above, matches->step)};
    at.time = interpolate(&ends[0], &ends[1], matches->n);
    if (below->n == matches->n)
        above = below;
    if (above->n == matches->n)
        below = above;
    const bool far = matches->n / below->n > above->n / matches->n;
    at.near = far ? above : below;
    at.far = far ? below : above;
    return at;
}

/*
 * Finds the times with the setting of `like` at the recorded densities on both sides of the
 * requested one.
 */
static void find_sides(const struct matches *matches, const struct record *like,
                       struct at_density *thinner, struct at_density *denser)
{
    const double wanted = matches->density;
    thinner->time = denser->time = estimate_unknown;
    for (int64_t k = 0; k < matches->count; k++) {
        const double density = matches->record[k]->density;
        const bool here = same_density(density, wanted);
        const bool is_thinner = (here || density < wanted) &&
                                (!estimate_known(&thinner->time) || density > thinner->density);
        const bool is_denser = (here || density > wanted) &&
                               (!estimate_known(&denser->time) || density < denser->density);
        if ((!is_thinner && !is_denser) ||
            !(matches->any_temperature ? same_setting : same_curve)(matches->record[k], like))
            continue;
        const struct at_density at = time_at(matches, matches->record[k]);
        if (!estimate_known(&at.time))
            continue;
        if (is_thinner)
            *thinner = at;
        if (is_denser)
            *denser = at;
    }
    if (estimate_known(&thinner->time) && same_density(thinner->density, wanted))
        *denser = *thinner;
    else if (estimate_known(&denser->time) && same_density(denser->density, wanted))
        *thinner = *denser;
}

/* Makes the row for the setting of `like`. False if no times are known on both sides. */
static bool row_of(const struct matches *matches, const struct record *like, struct placing *row)
{
    struct at_density thinner = {0}, denser = {0};
    find_sides(matches, like, &thinner, &denser);
    if (!estimate_known(&thinner.time) || !estimate_known(&denser.time))
        return false;
    const struct measured_point sides[] = {{thinner.density, thinner.time},
                                           {denser.density, denser.time}};
    const bool measured = thinner.near == denser.near;
    const bool far = matches->density / thinner.density > denser.density / matches->density;
    const struct at_density *first = far ? &denser : &thinner, *second = far ? &thinner : &denser;
    const struct record *const points[] = {first->far, second->near, second->far};
    int others = 0;
    *row = (struct placing){.record = *first->near,
                            .time = measured ? first->time
                                             : interpolate(&sides[0], &sides[1], matches->density)};
    for (int k = 0; k < PLACING_OTHERS; k++)
        if (points[k] != first->near && (k == 0 || points[k] != points[k - 1]) &&
            (k == 0 || !measured))
            row->others[others++] = points[k];
    return estimate_known(&row->time);
}

/* Ranks the strategies with a given skin; NAN: with any skin. */
static void rank(const struct matches *matches, double skin, struct placings *placings)
{
    struct placing row;
    *placings = (struct placings){.count = 0};
    for (int64_t k = 0; k < matches->count; k++) {
        int64_t before = 0;
        if (isfinite(skin) && matches->record[k]->skin != skin)
            continue;
        while (before < k && !same_curve(matches->record[before], matches->record[k]))
            before++;
        if (before == k && row_of(matches, matches->record[k], &row))
            placings_put(placings, &row);
    }
}

/* Ranks the strategies with the skin of the shortest recorded time. */
static void rank_with_best_skin(const struct matches *matches, struct placings *placings)
{
    *placings = (struct placings){.count = 0};
    for (int64_t k = 0; k < matches->count; k++) {
        struct placings others;
        int64_t before = 0;
        while (before < k && matches->record[before]->skin != matches->record[k]->skin)
            before++;
        if (before < k)
            continue;
        rank(matches, matches->record[k]->skin, &others);
        if (others.count > 0 &&
            (placings->count == 0 || estimate_faster(&others.row[0].time, &placings->row[0].time)))
            *placings = others;
    }
}

void recorded_rank(const struct records *records, const struct recorded_question *question,
                   struct placings *placings)
{
    struct matches matches;
    find_matches(records, question, &matches);
    if (question->any_skin && !question->step)
        rank_with_best_skin(&matches, placings);
    else
        rank(&matches, NAN, placings);
    free(matches.record);
}

int recorded_places(const struct records *records, const struct recorded_question *question,
                    bool along_n, double low, double high, double *places, int most)
{
    int count = 0;
    for (int64_t k = 0; k < records->count && count < most; k++) {
        const struct record *record = &records->record[k];
        const double at = along_n ? record->n : record->density;
        int place = 0;
        if (!(at >= low && at <= high) || !is_of_setting(record, question))
            continue;
        while (place < count && places[place] < at * (1 - density_tolerance))
            place++;
        if (place < count && fabs(places[place] - at) <= density_tolerance * at)
            continue;
        memmove(&places[place + 1], &places[place], (size_t)(count - place) * sizeof *places);
        places[place] = at;
        count++;
    }
    return count;
}

/* --- requests without a result --- */

const struct record *recorded_near(const struct records *records,
                                   const struct recorded_question *question)
{
    const struct system_spec *wanted = &question->cases->spec[0].system;
    const struct record *found = NULL;
    double away = INFINITY, ratio = INFINITY;
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        const double own = density_away(record, wanted->density);
        const double own_ratio = fabs(log(record->n / (double)wanted->n));
        if (!is_of_setting(record, question) || own > away || (own == away && own_ratio >= ratio))
            continue;
        found = record;
        away = own;
        ratio = own_ratio;
    }
    return found;
}

/*
 * Writes the recorded numbers of particles of the requested setting at a density: "N = 4,000 to
 * 32,000".
 */
static void write_sizes(const struct records *records, const struct recorded_question *question,
                        double density, char *text, size_t size)
{
    double least = INFINITY, most = 0;
    char number[2][TEXT_NUMBER];
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        if (!is_of_setting(record, question) || !same_density(record->density, density))
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
    const struct record *near = recorded_near(records, question);
    const char *precision = precision_info(spec->precision)->name;
    char sizes[2 * TEXT_NUMBER + 16];
    bool any = false;
    for (int64_t k = 0; k < records->count; k++)
        any = any || is_of_kind(&records->record[k], question);
    if (near != NULL)
        write_sizes(records, question, near->density, sizes, sizeof sizes);
    if (near != NULL && same_density(near->density, spec->system.density))
        snprintf(text, size,
                 "records at this density have %s, and times are neither extrapolated nor "
                 "interpolated over wide gaps",
                 sizes);
    else if (near != NULL)
        snprintf(text, size, "the nearest density is %.6g, with %s", near->density, sizes);
    else if (any)
        snprintf(
            text, size,
            "records of %s in %s precision have other parameters, temperatures, skins or threads",
            spec->model->name, precision);
    else
        snprintf(text, size, "there is no trusted time of a %s of %s in %s precision",
                 question->step ? "step" : "force call", spec->model->name, precision);
    return text;
}
