#include "harness/report/figures/figure_cases.h"

#include "harness/catalog/precision.h"
#include "harness/report/verdicts/trust.h"

#include <stdlib.h>
#include <string.h>

bool figure_is_doubtful(const struct record *record, const struct timing *timing)
{
    return record_timed(record) && trust_faults(record, timing) != 0;
}

void figure_set_speedup(struct figure_point *point, const struct record *record,
                        const struct timing *timing, const struct record *baseline,
                        const struct timing *base)
{
    point->y = base->median / timing->median;
    point->low = record == baseline ? 1 : base->low / timing->high;
    point->high = record == baseline ? 1 : base->high / timing->low;
    point->doubtful = figure_is_doubtful(record, timing) || figure_is_doubtful(baseline, base);
    point->record = record;
}

/* --- the largest systems --- */

/* Whether cases are of one substance on one device, in any number and precision. Cases that were
 * not timed are compared with each other. */
static bool same_family(const struct record *a, const struct record *b)
{
    return record_timed(a) == record_timed(b) && record_same_model(a, b) &&
           strcmp(a->source, b->source) == 0 && record_same_number(a->density, b->density) &&
           record_same_number(a->temperature, b->temperature) &&
           (record_same_number(a->threads, b->threads) || record_has_one_thread(a->strategy) ||
            record_has_one_thread(b->strategy)) &&
           strcmp(a->backend, b->backend) == 0 && strcmp(a->device, b->device) == 0;
}

/* The precisions of a family, as bits, of which systems of `n` particles are shown; all of them, if
 * `n` is 0. */
static uint64_t precisions_of(const struct records *records, const struct record *record, double n,
                              figure_shows *shows)
{
    uint64_t precisions = 0;
    enum precision precision;
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *other = &records->record[k];
        if ((n > 0 && other->n != n) || !same_family(record, other) || !shows(other))
            continue;
        if (precision_find(other->precision, &precision))
            precisions |= UINT64_C(1) << precision;
    }
    return precisions;
}

/* The most particles of the cases that are shown; 0 if there are none. `common`: in all precisions,
 * else in that of the record. */
static double most_particles(const struct records *records, const struct record *record,
                             bool common, figure_shows *shows)
{
    const uint64_t all = common ? precisions_of(records, record, 0, shows) : 0;
    double most = 0;
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *other = &records->record[k];
        if (other->n > most && same_family(record, other) && shows(other) &&
            (common ? precisions_of(records, record, other->n, shows) == all
                    : strcmp(record->precision, other->precision) == 0))
            most = other->n;
    }
    return most;
}

double figure_most_particles(const struct records *records, const struct record *record,
                             figure_shows *shows)
{
    double common = most_particles(records, record, true, shows);
    return common > 0 ? common : most_particles(records, record, false, shows);
}

bool figure_for_each_best(const struct records *records, struct figure_data *data, figure_add *add,
                          struct error *error)
{
    int64_t count = 0;
    const struct record **list = records_sorted(records, &count, error);
    bool good = list != NULL;
    for (int64_t k = 0; k < count && good; k++)
        if (list[k] == records_best(records, list[k], list[k]->strategy))
            good = add(records, list[k], data, error);
    free(list);
    return good;
}

static int compare_systems(const void *left, const void *right)
{
    const struct record *a = *(const struct record *const *)left;
    const struct record *b = *(const struct record *const *)right;
    int order = strcmp(a->model, b->model);
    order = order ? order : (a->density > b->density) - (a->density < b->density);
    order = order ? order : (a->n > b->n) - (a->n < b->n);
    return order ? order : (a > b) - (a < b);
}

const struct record **figure_systems(const struct records *records, int64_t *count,
                                     struct error *error)
{
    const struct record **list = records_sorted(records, count, error);
    if (list != NULL)
        qsort(list, (size_t)*count, sizeof *list, compare_systems);
    return list;
}

bool figure_for_each(const struct records *records, struct figure_data *data, figure_add *add,
                     struct error *error)
{
    int64_t count = 0;
    const struct record **list = figure_systems(records, &count, error);
    bool good = list != NULL;
    for (int64_t k = 0; k < count && good; k++)
        good = add(records, list[k], data, error);
    free(list);
    return good;
}
