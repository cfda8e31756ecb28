#include "harness/report/figures/figure_records.h"

#include "harness/catalog/strategy.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"
#include "harness/report/verdicts/claims.h"
#include "harness/report/verdicts/trust.h"
#include "harness/results/conservation.h"
#include "harness/results/kernels.h"
#include "harness/results/limits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The timed records in the order of records_sorted. */
struct sorted {
    const struct record **list;
    int64_t count;
};

/* --- relations of cases --- */

typedef bool same_function(const struct record *a, const struct record *b);

/* Returns the index of the first record with the same case as `record`. */
static double first_like(const struct records *records, const struct record *record,
                         same_function *same)
{
    const struct record *other = records_first(records, record);
    while (other != NULL && !same(other, record))
        other = records_next(records, other);
    return (double)((other != NULL ? other : record) - records->record);
}

static void add_doubts(cJSON *object, const struct record *record)
{
    const struct {
        const char *name;
        const struct timing *time;
    } times[] = {{"force", &record->force}, {"force_cold", &record->force_cold},
                 {"step", &record->step},   {"build", &record->build},
                 {"bin", &record->bin},     {"bonded", &record->bonded}};
    cJSON *doubtful = cJSON_AddArrayToObject(object, "doubtful");
    for (size_t k = 0; k < sizeof times / sizeof *times; k++)
        if (record_timed(record) && trust_faults(record, times[k].time) != 0)
            cJSON_AddItemToArray(doubtful, cJSON_CreateString(times[k].name));
}

/* --- work and ceilings --- */

static void add_ceiling(cJSON *object, const char *name, const struct ceilings *ceilings,
                        enum ceiling_kind kind)
{
    json_add_number(object, name,
                    ceilings->ceiling[kind].repetitions > 0 ? ceilings->ceiling[kind].best : NAN);
}

static void add_limits(cJSON *object, const struct record *record)
{
    struct work work;
    const struct ceilings *ceilings = record->ceilings;
    const bool narrow = record_narrow(record);
    cJSON_AddBoolToObject(object, "narrow", narrow);
    cJSON *worked = cJSON_AddObjectToObject(object, "work");
    if (record_timed(record) && limits_work(record, &work)) {
        json_add_number(worked, "flops", work.flops);
        json_add_number(worked, "bytes", work.bytes);
    }
    cJSON *speeds = cJSON_AddObjectToObject(object, "ceilings");
    if (ceilings == NULL)
        return;
    json_add_number(speeds, "cores", ceilings->info.cores);
    add_ceiling(speeds, "fma_single", ceilings, CEILING_FMA_SINGLE);
    add_ceiling(speeds, "fma_double", ceilings, CEILING_FMA_DOUBLE);
    add_ceiling(speeds, "stream_dram", ceilings, CEILING_STREAM_DRAM);
    json_add_number(speeds, "peak",
                    ceilings->ceiling[narrow ? CEILING_FMA_SINGLE : CEILING_FMA_DOUBLE].best);
    json_add_number(speeds, "L1", limits_gather_bytes(record, ceilings));
    json_add_number(speeds, "L2", ceilings->ceiling[CEILING_STREAM_L2].best);
    json_add_number(speeds, "L3", ceilings->ceiling[CEILING_STREAM_L3].best);
    json_add_number(speeds, "DRAM", ceilings->ceiling[CEILING_STREAM_DRAM].best);
}

/* --- energies of particles that move --- */

static cJSON *fit_json(const struct conservation_order *fit)
{
    cJSON *object = cJSON_CreateObject();
    json_add_number(object, "order", fit->order);
    json_add_number(object, "factor", fit->factor);
    json_add_number(object, "r2", fit->r2);
    json_add_number(object, "least", fit->least);
    json_add_number(object, "most", fit->most);
    json_add_number(object, "steps", (double)fit->steps);
    json_add_number(object, "reported", (double)fit->reported);
    return object;
}

static void add_motion(cJSON *object, const struct sorted *sorted, const struct records *records,
                       const struct record *record)
{
    const bool moved = record_timed(record) && conservation_dynamics(record) != NULL;
    const struct record *reference =
        moved ? conservation_reference(sorted->list, sorted->count, record) : NULL;
    cJSON_AddBoolToObject(object, "moved", moved);
    json_add_number(object, "reference",
                    (double)((reference != NULL ? reference : record) - records->record));
    json_add_number(object, "fluctuation", conservation_fluctuation(record));
    cJSON_AddBoolToObject(object, "drifts", conservation_drifts(record));
    cJSON_AddBoolToObject(object, "first",
                          moved && conservation_is_first(sorted->list, sorted->count, record));
    cJSON *fits = cJSON_AddArrayToObject(object, "fits");
    for (int k = 0; k < CONSERVATION_QUANTITIES && moved; k++) {
        const struct conservation_order fit =
            conservation_fit(sorted->list, sorted->count, record, (enum conservation_quantity)k);
        cJSON_AddItemToArray(fits, fit_json(&fit));
    }
}

/* --- cases --- */

/* Whether figures use a member of a case; most of a file is in other members. */
static bool is_drawn(const char *name)
{
    static const char *const others[] = {
        "samples_ns",  "clock_mhz",       "memory_clock_mhz", "clock_events", "code_hash",
        "regions",     "machine",         "identity",         "source_hash",  "device_uuid",
        "p95_ns",      "mad_ns",          "stop_reason",      "throttled",    "discarded",
        "launch_gaps", "calls_per_sample"};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (strcmp(name, others[k]) == 0)
            return false;
    return true;
}

/* Returns a case with references to those values that figures use. */
static cJSON *drawn_members(const cJSON *item)
{
    cJSON *object = cJSON_CreateObject();
    const cJSON *value = NULL;
    cJSON_ArrayForEach (value, item) {
        if (!is_drawn(value->string))
            continue;
        if (cJSON_IsObject(value))
            cJSON_AddItemToObject(object, value->string, drawn_members(value));
        else
            cJSON_AddItemReferenceToObject(object, value->string, (cJSON *)value);
    }
    return object;
}

static cJSON *case_json(const struct records *records, const struct sorted *sorted,
                        const struct record *record)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddItemToObject(object, "item", drawn_members(record->item));
    cJSON_AddStringToObject(object, "host", record->host);
    cJSON_AddStringToObject(object, "cpu", record->cpu);
    json_add_number(object, "cpu_cores", record->cpu_cores);
    cJSON_AddStringToObject(object, "commit", record->commit);
    cJSON_AddStringToObject(object, "parameters", record->parameters);
    cJSON_AddStringToObject(object, "tuning", record->tuning);
    cJSON_AddBoolToObject(object, "timed", record_timed(record));
    cJSON_AddBoolToObject(object, "one_thread", record_has_one_thread(record->strategy));
    cJSON_AddNumberToObject(object, "group", first_like(records, record, record_same_group));
    cJSON_AddNumberToObject(object, "system", first_like(records, record, record_same_system));
    add_doubts(object, record);
    add_limits(object, record);
    add_motion(object, sorted, records, record);
    return object;
}

static void add_cases(cJSON *document, const struct records *records, const struct sorted *sorted)
{
    cJSON *cases = cJSON_AddArrayToObject(document, "cases");
    for (int64_t k = 0; k < records->count; k++)
        cJSON_AddItemToArray(cases, case_json(records, sorted, &records->record[k]));
    cJSON *order = cJSON_AddArrayToObject(document, "sorted");
    for (int64_t k = 0; k < sorted->count; k++)
        cJSON_AddItemToArray(order,
                             cJSON_CreateNumber((double)(sorted->list[k] - records->record)));
}

/* --- other data of results --- */

/* Adds a paper's speed-up of two strategies, with its case. */
static void add_claim(cJSON *list, const struct records *records, const struct claim *claim)
{
    if (!isfinite(claim->published) || claim->points == 0 || claim->sides != 2 ||
        claim->across[0] != '\0' || claim->against != NULL || claim->deviation)
        return;
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "source", claim->source);
    cJSON_AddStringToObject(object, "of", claim->of);
    cJSON_AddStringToObject(object, "number", claim->number);
    cJSON_AddStringToObject(object, "over", claim->side[0].strategy);
    cJSON_AddNumberToObject(object, "value", claim->published);
    cJSON_AddNumberToObject(object, "case", (double)(claim->point[0].other - records->record));
    cJSON_AddItemToArray(list, object);
}

static bool add_claims(cJSON *list, const struct records *records, const cJSON *document,
                       struct error *error)
{
    const cJSON *given = json_get(json_get(document, "config"), "claims");
    struct claims claims = {0};
    bool good = given == NULL || given->child == NULL ||
                claims_add(&claims, records, document, "the results", error);
    for (int64_t k = 0; k < claims.count && good; k++)
        add_claim(list, records, &claims.item[k]);
    claims_free(&claims);
    return good;
}

/* Adds the kernels of a document that evaluate pairs and have a known occupancy. */
static void add_kernels(cJSON *list, const cJSON *document)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach (item, kernels_of(document)) {
        struct kernel_row row;
        kernels_read(item, &row);
        const struct strategy *strategy = strategy_find(row.strategy);
        if (strategy != NULL && strategy_has_gpu(strategy) && isfinite(row.occupancy) &&
            strcmp(row.kernel, strategy->steps[0].kernel) == 0)
            cJSON_AddItemReferenceToArray(list, (cJSON *)item);
    }
}

static void add_strategies(cJSON *document)
{
    cJSON *object = cJSON_AddObjectToObject(document, "strategies");
    for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++) {
        cJSON *own = cJSON_AddObjectToObject(object, strategy->name);
        cJSON_AddBoolToObject(own, "one_thread", strategy->single_thread);
        cJSON *initial = cJSON_AddObjectToObject(own, "initial");
        for (int k = 0; k < strategy_tunings(strategy); k++)
            cJSON_AddNumberToObject(initial, strategy->tunings[k].name,
                                    strategy->tunings[k].initial);
    }
}

static bool add_documents(cJSON *document, const struct records *records, struct error *error)
{
    cJSON *published = cJSON_AddArrayToObject(document, "published");
    cJSON *configs = cJSON_AddArrayToObject(document, "configs");
    cJSON *kernels = cJSON_AddArrayToObject(document, "kernels");
    bool good = true;
    for (int k = 0; k < records->documents && good; k++) {
        const cJSON *own = records->document[k];
        const char *name = json_text(json_get(own, "config"), "name");
        cJSON_AddItemToArray(configs, cJSON_CreateString(name));
        add_kernels(kernels, own);
        good = add_claims(published, records, own, error);
    }
    return good;
}

cJSON *figure_records(const struct records *records, struct error *error)
{
    struct sorted sorted = {0};
    sorted.list = records_sorted(records, &sorted.count);
    cJSON *document = cJSON_CreateObject();
    add_cases(document, records, &sorted);
    add_strategies(document);
    if (!add_documents(document, records, error)) {
        cJSON_Delete(document);
        document = NULL;
    }
    free(sorted.list);
    return document;
}
