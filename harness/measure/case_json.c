#include "harness/measure/case_json.h"
#include "harness/base/json_file.h"
#include "harness/base/memory.h"
#include "harness/particles/sort_order.h"
#include "harness/results/provenance.h"
#include "harness/timing/statistics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_text(cJSON *item, const char *key, const char *text)
{
    cJSON_AddItemToObject(item, key, text ? cJSON_CreateString(text) : cJSON_CreateNull());
}

static void put(cJSON *item, const char *key, cJSON *value)
{
    cJSON_ReplaceItemInObjectCaseSensitive(item, key, value);
}

static void add_parameters(cJSON *item, const struct case_spec *spec)
{
    cJSON *parameters = cJSON_AddObjectToObject(item, "parameters");
    for (int k = 0; k < spec->model->parameter_count; k++) {
        const struct parameter *parameter = &spec->model->parameters[k];
        char text[64];
        case_parameter_text(spec, k, text, sizeof text);
        if (parameter->choices != NULL)
            add_text(parameters, parameter->name, text);
        else
            json_add_number(parameters, parameter->name, spec->parameters[k]);
    }
}

static void add_system(cJSON *item, const struct case_spec *spec, const struct system *system)
{
    bool built = spec->file == NULL;
    double n = built ? (double)spec->system.n : system ? (double)system->n : NAN;
    double density = built ? spec->system.density : system ? system_density(system) : NAN;
    json_add_number(item, "n", n);
    json_add_number(item, "density", density);
    json_add_number(item, "temperature", built ? spec->system.temperature : NAN);
    json_add_number(item, "seed", built ? (double)spec->system.seed : NAN);
    add_text(item, "source", built ? spec->system.builder : spec->file);
    add_text(item, "input_hash", system != NULL ? system->hash : NULL);
}

static void add_tuning(cJSON *item, const struct case_spec *spec)
{
    cJSON *tuning = cJSON_AddObjectToObject(item, "tuning");
    for (int k = 0; k < strategy_tunings(spec->strategy); k++)
        if (case_has_tuning(spec, k))
            json_add_number(tuning, spec->strategy->tunings[k].name, spec->tuning[k]);
}

static void add_building(cJSON *item, const struct case_spec *spec)
{
    bool wide = precision_info(spec->precision)->real_size == sizeof(double);
    enum distance distance = spec->building.distance;
    if (distance == DISTANCE_OWN)
        distance = wide ? DISTANCE_DOUBLE : DISTANCE_SINGLE;
    add_text(item, "binning", case_has_binning(spec) ? binning_name(spec->building.binning) : NULL);
    add_text(item, "listing", case_has_listing(spec) ? listing_name(spec->building.listing) : NULL);
    add_text(item, "distance", case_has_listing(spec) ? distance_name(distance) : NULL);
}

cJSON *case_json_new(const struct case_spec *spec, const struct device_info *device,
                     const struct system *system)
{
    char date[32];
    provenance_date(date, sizeof date);
    bool threaded = device != NULL && strcmp(spec->backend, "cpu") == 0;
    cJSON *item = cJSON_CreateObject();
    add_text(item, "id", spec->id);
    add_text(item, "date", date);
    add_text(item, "model", spec->model->name);
    add_parameters(item, spec);
    add_text(item, "strategy", spec->strategy->name);
    add_text(item, "precision", precision_info(spec->precision)->name);
    add_text(item, "backend", spec->backend);
    add_text(item, "device", device != NULL ? device->name : NULL);
    json_add_number(item, "threads",
                    threaded ? (spec->strategy->single_thread ? 1 : device->cores) : NAN);
    add_text(item, "sort", sort_name(spec->sort));
    add_text(item, "interactions",
             case_has_interactions(spec) ? interactions_name(spec->interactions) : NULL);
    add_building(item, spec);
    json_add_number(item, "skin", spec->skin);
    add_system(item, spec, system);
    add_text(item, "source_hash", NULL);
    add_text(item, "identity", NULL);
    add_tuning(item, spec);
    static const char *const later[] = {"status",     "reason",   "verify",     "force",
                                        "force_cold", "bonded",   "build",      "bin",
                                        "bin_parts",  "step",     "step_parts", "counts",
                                        "energy",     "hardware", "list_bytes", "memory_bytes",
                                        "lanes",      "limits",   "dynamics",   "hardware_parts"};
    for (size_t k = 0; k < sizeof later / sizeof *later; k++)
        add_text(item, later[k], NULL);
    return item;
}

void case_json_hashes(cJSON *item, const char *source_hash, const char *identity)
{
    put(item, "source_hash", cJSON_CreateString(source_hash));
    put(item, "identity", cJSON_CreateString(identity));
}

void case_json_status(cJSON *item, const char *status, const char *reason)
{
    put(item, "status", cJSON_CreateString(status));
    put(item, "reason", reason ? cJSON_CreateString(reason) : cJSON_CreateNull());
}

void case_json_verify(cJSON *item, const struct verification *verification,
                      const struct model *model)
{
    cJSON *verify = cJSON_CreateObject();
    json_add_number(verify, "force_rms_rel", verification->force_rms_rel);
    json_add_number(verify, "force_max_rel", verification->force_max_rel);
    if (model->oriented) {
        json_add_number(verify, "torque_rms_rel", verification->torque_rms_rel);
        json_add_number(verify, "torque_max_rel", verification->torque_max_rel);
    }
    json_add_number(verify, "energy_rel", verification->energy_rel);
    if (model->term_count > 1) {
        cJSON *terms = cJSON_AddObjectToObject(verify, "terms_rel");
        for (int k = 0; k < model->term_count; k++)
            json_add_number(terms, model->terms[k], verification->terms_rel[k]);
    }
    json_add_number(verify, "virial_rel", verification->virial_rel);
    json_add_number(verify, "net_force_rel", verification->net_force_rel);
    json_add_number(verify, "spread_rel", verification->spread_rel);
    json_add_number(verify, "at_cutoff", (double)verification->at_cutoff);
    json_add_number(verify, "tolerance", verification->tolerance);
    cJSON_AddBoolToObject(verify, "passed", verification->passed);
    put(item, "verify", verify);
}

void case_json_counts(cJSON *item, const struct counts *counts, const struct model *model,
                      const struct structure_sizes *sizes)
{
    cJSON *object = cJSON_CreateObject();
    json_add_number(object, "pairs_listed", (double)counts->pairs_listed);
    json_add_number(object, "pairs_in_cutoff", (double)counts->pairs_in_cutoff);
    json_add_number(object, "pairs_interacting", (double)counts->pairs_interacting);
    json_add_number(object, "atomics", counts->atomics >= 0 ? (double)counts->atomics : NAN);
    if (model->branch_count > 0) {
        cJSON *branches = cJSON_AddObjectToObject(object, "branches");
        for (int k = 0; k < model->branch_count; k++)
            json_add_number(branches, model->branches[k].name, (double)counts->branches[k]);
    }
    put(item, "counts", object);
    put(item, "list_bytes", cJSON_CreateNumber((double)sizes->list_bytes));
    put(item, "memory_bytes", cJSON_CreateNumber((double)sizes->memory_bytes));
}

void case_json_work(cJSON *item, const struct work *work)
{
    cJSON *counts = cJSON_GetObjectItemCaseSensitive(item, "counts");
    json_add_number(counts, "flops", work->flops);
    json_add_number(counts, "special", work->special);
    json_add_number(counts, "bytes", floor(work->bytes));
}

void case_json_energy(cJSON *item, const struct energy *energy, const struct counts *counts)
{
    if (!energy->asked)
        return;
    cJSON *object = cJSON_CreateObject();
    if (energy->measured) {
        double pairs = (double)energy->calls * (double)counts->pairs_interacting;
        json_add_number(object, "joules", energy->joules);
        json_add_number(object, "seconds", energy->seconds);
        json_add_number(object, "watts", energy->joules / energy->seconds);
        json_add_number(object, "nj_per_pair", 1e9 * energy->joules / pairs);
        json_add_number(object, "calls", (double)energy->calls);
        add_text(object, "source", energy->source);
    } else {
        add_text(object, "reason", energy->reason.text);
    }
    put(item, "energy", object);
}

/* Adds what is known of a region, unless no warp came through. */
static void add_region(cJSON *regions, const char *name, const struct lanes_region *region)
{
    if (region->issues == 0)
        return;
    cJSON *entry = cJSON_CreateObject();
    add_text(entry, "name", name);
    json_add_number(entry, "issues", (double)region->issues);
    json_add_number(entry, "active_share", lanes_share(region));
    cJSON_AddItemToArray(regions, entry);
}

void case_json_lanes(cJSON *item, const struct lanes *lanes, const struct model *model)
{
    cJSON *object = cJSON_CreateObject();
    json_add_number(object, "overall", lanes_overall(lanes, model));
    cJSON *regions = cJSON_AddArrayToObject(object, "regions");
    for (int k = 0; k < LANES_REGIONS; k++)
        add_region(regions, lanes_region_name((enum lanes_region_kind)k), &lanes->region[k]);
    if (model->branch_count > 0) {
        cJSON *paths = cJSON_AddObjectToObject(object, "paths");
        json_add_number(paths, "mean", lanes_paths(lanes));
        json_add_number(paths, "most", lanes->most_paths);
        cJSON *branches = cJSON_AddArrayToObject(object, "branches");
        for (int k = 0; k < model->branch_count; k++)
            add_region(branches, model->branches[k].name, &lanes->branch[k]);
    }
    put(item, "lanes", object);
}

/* Returns the counters or the reason why there are none, NULL if they were not asked for. */
static cJSON *counters(const struct hardware *hardware)
{
    if (!hardware->asked)
        return NULL;
    cJSON *object = cJSON_CreateObject();
    if (hardware->counted) {
        json_add_number(object, "passes", hardware->passes);
        for (int k = 0; k < hardware->metrics->count; k++)
            json_add_number(object, hardware->metrics->metric[k].field, hardware->values[k]);
    } else {
        add_text(object, "reason", hardware->reason.text);
    }
    return object;
}

void case_json_hardware(cJSON *item, const struct hardware *force, const struct hardware *list,
                        const struct hardware *integration)
{
    if (!force->asked)
        return;
    put(item, "hardware", counters(force));
    cJSON *parts = cJSON_CreateObject();
    cJSON_AddItemToObject(parts, "list", list->asked ? counters(list) : cJSON_CreateNull());
    cJSON_AddItemToObject(parts, "integration",
                          integration->asked ? counters(integration) : cJSON_CreateNull());
    put(item, "hardware_parts", parts);
}

/* A tenth of a nanosecond is finer than any clock here, and keeps the file short. */
static double tenths(double nanoseconds)
{
    return round(nanoseconds * 10) / 10;
}

/* Adds the least and the median of a clock over the samples. */
static bool add_clock(cJSON *item, const char *key, const struct sampler *sampler, bool memory,
                      struct error *error)
{
    struct statistics statistics;
    double *clock = memory_allocate(sampler->count, sizeof *clock, "clocks", error);
    if (clock == NULL)
        return false;
    for (int k = 0; k < sampler->count; k++)
        clock[k] = memory ? sampler->states[k].memory_clock_mhz : sampler->states[k].clock_mhz;
    bool good = statistics_of(clock, sampler->count, &statistics, error);
    free(clock);
    if (!good)
        return false;
    cJSON *object = cJSON_AddObjectToObject(item, key);
    json_add_number(object, "min", statistics.minimum);
    json_add_number(object, "median", statistics.median);
    return true;
}

/* Adds what the hardware did during the samples, where it tells. */
static bool add_states(cJSON *timing, const struct sampler *sampler, struct error *error)
{
    int throttled = 0;
    unsigned events = 0;
    if (sampler->states == NULL)
        return true;
    if (!add_clock(timing, "clock_mhz", sampler, false, error) ||
        !add_clock(timing, "memory_clock_mhz", sampler, true, error))
        return false;
    cJSON *list = cJSON_AddArrayToObject(timing, "clock_events");
    for (int k = 0; k < sampler->count; k++) {
        throttled += device_throttled(&sampler->states[k]);
        events |= sampler->states[k].events;
    }
    for (int k = 0; clock_event_name(events, k) != NULL; k++)
        cJSON_AddItemToArray(list, cJSON_CreateString(clock_event_name(events, k)));
    json_add_number(timing, "throttled", throttled);
    json_add_number(timing, "discarded", sampler->discarded);
    return true;
}

bool case_json_timing(cJSON *item, const char *key, const struct sampler *sampler,
                      struct error *error)
{
    struct statistics statistics;
    if (!statistics_of(sampler->samples_ns, sampler->count, &statistics, error))
        return false;
    double interval[2] = {tenths(statistics.low), tenths(statistics.high)};
    cJSON *timing = cJSON_CreateObject();
    json_add_number(timing, "median_ns", tenths(statistics.median));
    cJSON_AddItemToObject(timing, "ci95_ns", cJSON_CreateDoubleArray(interval, 2));
    json_add_number(timing, "min_ns", tenths(statistics.minimum));
    json_add_number(timing, "p95_ns", tenths(statistics.p95));
    json_add_number(timing, "mad_ns", tenths(statistics.mad));
    json_add_number(timing, "n", statistics.n);
    add_text(timing, "stop_reason", stop_reason_name(sampler->stop));
    json_add_number(timing, "calls_per_sample", (double)sampler->calls);
    cJSON *samples = cJSON_AddArrayToObject(timing, "samples_ns");
    for (int k = 0; k < sampler->count; k++)
        cJSON_AddItemToArray(samples, cJSON_CreateNumber(tenths(sampler->samples_ns[k])));
    if (!add_states(timing, sampler, error)) {
        cJSON_Delete(timing);
        return false;
    }
    put(item, key, timing);
    return true;
}

void case_json_step_parts(cJSON *item, const struct motion_progress *progress)
{
    cJSON *object = cJSON_CreateObject();
    for (int k = 0; k < MOTION_PARTS; k++)
        json_add_number(object, motion_part_name((enum motion_part)k),
                        tenths(progress->part[k] / (double)progress->steps));
    json_add_number(object, "steps", (double)progress->steps);
    json_add_number(object, "builds", (double)progress->builds);
    put(item, "step_parts", object);
}

void case_json_bin_parts(cJSON *item, const double part[BINNING_PARTS])
{
    double sum = 0;
    for (int k = 0; k < BINNING_PARTS; k++)
        sum += part[k];
    if (sum == 0)
        return;
    cJSON *object = cJSON_CreateObject();
    for (int k = 0; k < BINNING_PARTS; k++)
        json_add_number(object, binning_part_name((enum binning_part)k), tenths(part[k]));
    put(item, "bin_parts", object);
}

void case_json_gaps(cJSON *item, bool gaps)
{
    static const char *const keys[] = {"force", "force_cold"};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        cJSON *timing = cJSON_GetObjectItemCaseSensitive(item, keys[k]);
        if (cJSON_IsObject(timing))
            cJSON_AddBoolToObject(timing, "launch_gaps", gaps);
    }
}
