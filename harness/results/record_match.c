#include "harness/base/memory.h"
#include "harness/results/record.h"

#include "harness/catalog/precision.h"
#include "harness/catalog/strategy.h"
#include "harness/json/json_get.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

double record_branch_lanes(const struct record *record, const char *branch)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach (item, record->lane_branches) {
        if (strcmp(json_text(item, "name"), branch) == 0)
            return json_value(item, "active_share");
    }
    return NAN;
}

bool record_timed(const struct record *record)
{
    return strcmp(record->status, "ok") == 0 && record->force.median > 0;
}

bool record_same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

bool record_same_model(const struct record *a, const struct record *b)
{
    return strcmp(a->model, b->model) == 0 && strcmp(a->parameters, b->parameters) == 0 &&
           record_same_number(a->skin, b->skin);
}

/*
 * Returns how bonded terms are evaluated. Results of older versions have only a tuning value of
 * `vertex`.
 */
static const char *bonding_of(const struct record *record)
{
    if (record->bonding[0] != '\0')
        return record->bonding;
    return record_has_tuning(record, "bonded=1") ? "fused" : "gather";
}

bool record_same_bonding(const struct record *a, const struct record *b)
{
    return strcmp(bonding_of(a), bonding_of(b)) == 0;
}

bool record_same_lists(const struct record *a, const struct record *b)
{
    return strcmp(a->binning, b->binning) == 0 && strcmp(a->listing, b->listing) == 0 &&
           strcmp(a->distance, b->distance) == 0;
}

/*
 * Whether two records have the same particles. Numbers are compared before texts, because they
 * differ in most records.
 */
static bool same_particles(const struct record *a, const struct record *b)
{
    return record_same_number(a->n, b->n) && record_same_number(a->density, b->density) &&
           strcmp(a->input_hash, b->input_hash) == 0;
}

bool record_same_system(const struct record *a, const struct record *b)
{
    return same_particles(a, b) && record_same_model(a, b);
}

static bool same_or_unknown(const char *a, const char *b)
{
    return a[0] == '\0' || b[0] == '\0' || strcmp(a, b) == 0;
}

bool record_same_target(const struct record *a, const struct record *b)
{
    return same_or_unknown(a->compiler, b->compiler) && same_or_unknown(a->arch, b->arch);
}

bool record_same_host(const struct record *a, const struct record *b)
{
    return strcmp(a->host, b->host) == 0 && strcmp(a->cpu, b->cpu) == 0 &&
           record_same_number(a->cpu_cores, b->cpu_cores);
}

/*
 * Whether two records have the same device. Machines may have CPUs with the same name, but
 * different numbers of cores.
 */
static bool same_device(const struct record *a, const struct record *b)
{
    return strcmp(a->backend, b->backend) == 0 && strcmp(a->device, b->device) == 0 &&
           (strcmp(a->backend, "cpu") != 0 || record_same_number(a->cpu_cores, b->cpu_cores));
}

bool record_same_question(const struct record *a, const struct record *b)
{
    return same_particles(a, b) && strcmp(a->model, b->model) == 0 &&
           strcmp(a->parameters, b->parameters) == 0 && strcmp(a->precision, b->precision) == 0 &&
           same_device(a, b);
}

bool record_same_group(const struct record *a, const struct record *b)
{
    return record_same_question(a, b) && record_same_number(a->skin, b->skin);
}

static int strategy_rank(const char *name)
{
    const struct strategy *strategy = strategy_find(name);
    return strategy != NULL ? (int)(strategy - strategies()) : INT32_MAX;
}

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

/*
 * Orders records by device, density and size. A GPU counts as the same device in hosts with
 * different numbers of cores.
 */
static int compare_records(const void *left, const void *right)
{
    const struct record *a = *(const struct record *const *)left;
    const struct record *b = *(const struct record *const *)right;
    int order = strcmp(a->model, b->model);
    order = order ? order : strcmp(a->parameters, b->parameters);
    order = order ? order : compare_numbers(a->skin, b->skin);
    order = order ? order : strcmp(a->backend, b->backend);
    order = order ? order : strcmp(a->device, b->device);
    if (strcmp(a->backend, "cpu") == 0)
        order = order ? order : compare_numbers(a->cpu_cores, b->cpu_cores);
    order = order ? order : strcmp(a->precision, b->precision);
    order = order ? order : compare_numbers(a->density, b->density);
    order = order ? order : compare_numbers(a->n, b->n);
    order = order ? order : strcmp(a->input_hash, b->input_hash);
    order = order ? order : strategy_rank(a->strategy) - strategy_rank(b->strategy);
    order = order ? order : strcmp(a->strategy, b->strategy);
    order = order ? order : strcmp(a->compiler, b->compiler);
    order = order ? order : strcmp(a->arch, b->arch);
    return order ? order : (a > b) - (a < b);
}

const struct record **records_sorted(const struct records *records, int64_t *count)
{
    const struct record **list = memory_new(records->count, sizeof *list, "cases");
    *count = 0;
    for (int64_t k = 0; k < records->count; k++)
        if (record_timed(&records->record[k]))
            list[(*count)++] = &records->record[k];
    qsort(list, (size_t)*count, sizeof *list, compare_records);
    return list;
}

bool record_has_one_thread(const char *strategy)
{
    const struct strategy *found = strategy_find(strategy);
    return found != NULL && found->single_thread;
}

/*
 * Whether `text`, such as "a=1 b=2", has the assignment `wanted` or, with `by_name`, any assignment
 * to the same name.
 */
static bool has_assignment(const char *text, const char *wanted, size_t length, bool by_name)
{
    if (by_name)
        length = strcspn(wanted, "=") + 1;
    while (strncmp(text, wanted, length) != 0 ||
           (!by_name && text[length] != '\0' && text[length] != ' ')) {
        text += strcspn(text, " ");
        if (*text++ == '\0')
            return false;
    }
    return true;
}

static bool has_assignments(const char *text, const char *wanted)
{
    while (*wanted != '\0') {
        size_t length = strcspn(wanted, " ");
        if (!has_assignment(text, wanted, length, false))
            return false;
        wanted += length + strspn(wanted + length, " ");
    }
    return true;
}

bool record_narrow(const struct record *record)
{
    enum precision precision;
    return precision_find(record->precision, &precision) &&
           precision_info(precision)->real_size == sizeof(float);
}

bool record_has_tuning(const struct record *record, const char *tuning)
{
    return has_assignments(record->tuning, tuning);
}

bool record_has_parameters(const struct record *record, const char *parameters)
{
    return has_assignments(record->parameters, parameters);
}

bool record_same_system_but(const struct record *a, const struct record *b, const char *named,
                            const char *also_named)
{
    if (!same_particles(a, b) || strcmp(a->model, b->model) != 0 ||
        !record_same_number(a->skin, b->skin))
        return false;
    const char *own = a->parameters;
    while (*own != '\0') {
        size_t length = strcspn(own, " ");
        if (!has_assignment(b->parameters, own, length, false) &&
            !has_assignment(named, own, length, true) &&
            !has_assignment(also_named, own, length, true))
            return false;
        own += length + strspn(own + length, " ");
    }
    return true;
}

const struct record *records_best(const struct records *records, const struct record *like,
                                  const char *strategy)
{
    return records_best_tuned(records, like, strategy, "");
}

const struct record *records_best_tuned(const struct records *records, const struct record *like,
                                        const char *strategy, const char *tuning)
{
    const struct record *best = NULL;
    bool any_threads = record_has_one_thread(strategy) || record_has_one_thread(like->strategy);
    for (const struct record *other = records_first(records, like); other != NULL;
         other = records_next(records, other)) {
        if (record_same_group(like, other) && record_timed(other) &&
            strcmp(other->strategy, strategy) == 0 && record_has_tuning(other, tuning) &&
            record_same_target(like, other) &&
            (any_threads || record_same_number(like->threads, other->threads)) &&
            (best == NULL || other->force.median < best->force.median))
            best = other;
    }
    return best;
}

const struct record *records_baseline(const struct records *records, const struct record *record,
                                      const char *strategy)
{
    const struct record *best = records_best(records, record, strategy);
    for (const struct record *other = records_first(records, record); other != NULL && best == NULL;
         other = records_next(records, other)) {
        if (record_same_system(record, other) && strcmp(record->precision, other->precision) == 0 &&
            record_same_host(record, other))
            best = records_best(records, other, strategy);
    }
    return best;
}
