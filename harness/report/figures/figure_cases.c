#include "harness/report/figures/figure_cases.h"

#include "harness/report/verdicts/trust.h"

#include <stdlib.h>
#include <string.h>

static bool same_setting(const struct record *a, const struct record *b)
{
    return strcmp(a->model, b->model) == 0 && strcmp(a->parameters, b->parameters) == 0 &&
           strcmp(a->precision, b->precision) == 0 && strcmp(a->backend, b->backend) == 0 &&
           strcmp(a->device, b->device) == 0;
}

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

/* Cases that were not timed are compared with each other. */
bool figure_is_largest(const struct records *records, const struct record *record)
{
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *other = &records->record[k];
        if (record_timed(other) == record_timed(record) && same_setting(record, other) &&
            other->density == record->density && other->n > record->n)
            return false;
    }
    return true;
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
