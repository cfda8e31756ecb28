#include "harness/measure/case_values.h"

#include "harness/base/machine/places.h"
#include "harness/base/process/environment.h"
#include "harness/base/version.h"
#include "harness/json/json_file.h"
#include "harness/lanes/traffic/requests.h"
#include "harness/particles/kept_terms.h"
#include "harness/particles/sort_order.h"
#include "harness/results/limits.h"
#include "harness/results/provenance.h"

#include <math.h>
#include <string.h>

struct case_values case_values_start(const struct case_spec *spec, const struct device_info *device,
                                     const struct system *system)
{
    static const struct case_state nothing;
    struct case_values values = {.spec = spec,
                                 .device = device,
                                 .system = system,
                                 .built = spec->system.file == NULL,
                                 .found = &nothing,
                                 .load = {NAN, NAN, NAN, NAN, NAN}};
    if (values.built && spec->system.box[0] > 0)
        values.box = box_edges_text(spec->system.box);
    if (values.built)
        values.shares = type_shares_text(&spec->system.shares);
    if (!values.built && spec->system.copies[0] > 0)
        values.copies = copies_text(spec->system.copies);
    provenance_date(values.date, sizeof values.date);
    for (int k = 0; k < QUANTITIES; k++)
        members_read(timing_members, NULL, &values.time[k]);
    members_read(dynamics_members, NULL, &values.dynamics);
    return values;
}

/* --- the values of members/case.h --- */

static cJSON *parameters_of(const struct case_values *c)
{
    cJSON *parameters = cJSON_CreateObject();
    for (int k = 0; k < c->spec->model->parameter_count; k++) {
        const struct parameter *parameter = &c->spec->model->parameters[k];
        char text[64];
        case_parameter_text(c->spec, k, text, sizeof text);
        cJSON_AddItemToObject(parameters, parameter->name,
                              parameter->choices != NULL ? cJSON_CreateString(text)
                                                         : json_number(c->spec->parameters[k]));
    }
    return parameters;
}

static double threads_of(const struct case_values *c)
{
    if (c->device == NULL || strcmp(c->spec->backend, "cpu") != 0)
        return NAN;
    return c->spec->strategy->single_thread ? 1 : c->device->cores;
}

/* Returns where the threads of a CPU case run, if they are bound. */
static cJSON *places_of_case(const struct case_values *c)
{
    int place[ENVIRONMENT_THREADS];
    double threads = threads_of(c);
    if (!c->ran || isnan(threads) || !places_of((int)threads, place))
        return NULL;
    return cJSON_CreateIntArray(place, (int)threads);
}

/* Returns the found name; if there is none, the requested name; NULL if there is neither. */
static const char *name_of(const char *found, const char *asked)
{
    return found[0] != '\0' ? found : asked;
}

static const char *compiler_of(const struct case_values *c)
{
    return name_of(c->found->compiler.version, c->spec->target.compiler);
}

static const char *arch_of(const struct case_values *c)
{
    return name_of(c->found->compiler.arch, c->spec->target.arch);
}

static double n_of(const struct case_values *c)
{
    return c->built ? (double)c->spec->system.n : c->system != NULL ? (double)c->system->n : NAN;
}

static double density_of(const struct case_values *c)
{
    return c->built ? c->spec->system.density : c->system != NULL ? system_density(c->system) : NAN;
}

static const char *distance_of(const struct case_values *c)
{
    bool wide = precision_info(c->spec->precision)->real_size == sizeof(double);
    enum distance distance = c->spec->building.distance;
    if (distance == DISTANCE_OWN)
        distance = wide ? DISTANCE_DOUBLE : DISTANCE_SINGLE;
    return case_has_listing(c->spec) ? distance_name(distance) : NULL;
}

/*
 * Returns the value to write for a difference of torques. NAN is left out: there are no
 * orientations. Infinity is written as null: the difference is not a number.
 */
static double torque_of(const struct case_values *c, double difference)
{
    if (!c->spec->model->oriented)
        return NAN;
    return isnan(difference) ? INFINITY : difference;
}

/* Makes an object from names and numbers; NULL if there are none. */
static cJSON *numbers_of(const char *const *names, const double *values, int count)
{
    cJSON *object = count > 0 ? cJSON_CreateObject() : NULL;
    for (int k = 0; k < count; k++)
        json_add_number(object, names[k], values[k]);
    return object;
}

static cJSON *terms_of(const struct case_values *c)
{
    const struct model *model = c->spec->model;
    bool several = c->ran && model->term_count > 1;
    return numbers_of(model->terms, c->found->verification.terms_rel,
                      several ? model->term_count : 0);
}

static cJSON *branches_of(const struct case_values *c)
{
    const struct model *model = c->spec->model;
    const char *names[MODEL_BRANCHES];
    double pairs[MODEL_BRANCHES];
    for (int k = 0; k < model->branch_count; k++) {
        names[k] = model->branches[k].name;
        pairs[k] = (double)c->found->counts.branches[k];
    }
    return numbers_of(names, pairs, c->ran ? model->branch_count : 0);
}

static bool was_timed(const struct case_values *c, enum quantity quantity)
{
    return isfinite(c->time[quantity].median);
}

static double step_part(const struct case_values *c, enum motion_part part)
{
    return recorded(c->found->motion.part[part] / (double)c->found->motion.steps);
}

/*
 * Returns the mean time of a part of filling cells; the sums are in the case that builds the
 * structure.
 */
static double bin_part(const struct case_values *c, enum binning_part part)
{
    if (!was_timed(c, QUANTITY_BIN))
        return 0;
    const struct binning_sum *sum = &c->found->builder->binning;
    return recorded(sum->nanoseconds[part] / (double)sum->calls);
}

static bool has_bin_parts(const struct case_values *c)
{
    double sum = 0;
    for (int k = 0; k < BINNING_PARTS; k++)
        sum += bin_part(c, (enum binning_part)k);
    return sum > 0;
}

/* Rounds a number of CPUs to 0.001, because the ticks of the operating system are not finer. */
static double tenth_percent(double cpus)
{
    return round(1e3 * cpus) / 1e3;
}

static double nj_per_pair(const struct case_values *c)
{
    double pairs = (double)c->found->energy.calls * (double)c->found->counts.pairs_interacting;
    return 1e9 * c->found->energy.joules / pairs;
}

static cJSON *metrics_of(const struct hardware *h)
{
    cJSON *metrics = h->counted ? cJSON_CreateObject() : NULL;
    for (int k = 0; h->counted && k < h->metrics->count; k++)
        json_add_number(metrics, h->metrics->metric[k].field, h->values[k]);
    return metrics;
}

static const char *reason_of_instructions(const struct case_values *c)
{
    const struct instruction_count *count = &c->found->instructions;
    return count->asked && isnan(count->force) ? count->reason.text : NULL;
}

#define MEMBER(kind, field, path, value, ...)    .field = (value),
#define PART(structure, field, path, value, ...) .field = (value),

static struct record_counters counters_of(const struct hardware *h)
{
    return (struct record_counters){
#include "harness/results/members/counters.h"
    };
}

/* Adds the known numbers of a region of the kernel, unless no warp executed it. */
static void add_region(cJSON *regions, const char *name, const struct lanes_region *r)
{
    if (r->issues == 0)
        return;
    const struct record_region region = {
#include "harness/results/members/region.h"
    };
    cJSON_AddItemToArray(regions, members_write(region_members, &region));
}

static double lanes_of(const struct case_values *c)
{
    return c->lanes != NULL ? lanes_overall(c->lanes, c->spec->model) : NAN;
}

static double wavefronts_of(const struct case_values *c)
{
    return c->lanes != NULL && c->lanes->wavefronts > 0 ? (double)c->lanes->wavefronts : NAN;
}

static double sectors_of(const struct case_values *c)
{
    return c->lanes != NULL && c->lanes->sectors > 0 ? (double)c->lanes->sectors : NAN;
}

/* Returns the bytes of the given number of sectors per force call. */
static double traffic_of(const struct case_values *c, int64_t sectors)
{
    return c->lanes->l1_sectors > 0 ? (double)sectors * SECTOR : NAN;
}

static double l1_bytes_of(const struct case_values *c)
{
    return c->lanes != NULL ? traffic_of(c, c->lanes->l1_sectors) : NAN;
}

static double l2_bytes_of(const struct case_values *c)
{
    const struct lane_counts *l = c->lanes;
    return l != NULL ? traffic_of(c, l->l2_reads + l->l2_writes) : NAN;
}

static double l2_crossing_bytes_of(const struct case_values *c)
{
    return c->lanes != NULL ? traffic_of(c, lanes_l2_crossing(c->lanes)) : NAN;
}

static cJSON *lane_regions_of(const struct case_values *c)
{
    cJSON *regions = c->lanes != NULL ? cJSON_CreateArray() : NULL;
    for (int k = 0; regions != NULL && k < LANES_REGIONS; k++)
        add_region(regions, lanes_region_name((enum lanes_region_kind)k), &c->lanes->region[k]);
    return regions;
}

/*
 * Makes a list of a number from struct replica_rate, multiplied by `scale`; NULL if it was not
 * measured.
 */
static cJSON *replica_list(const struct case_values *c, size_t offset, double scale)
{
    const struct replicas *replicas = &c->found->replicas;
    cJSON *list = replicas->measured > 0 ? cJSON_CreateArray() : NULL;
    for (int k = 0; k < replicas->measured; k++) {
        double number;
        memcpy(&number, (const char *)&replicas->rate[k] + offset, sizeof number);
        cJSON_AddItemToArray(list, json_number(json_digits(scale * number, 5)));
    }
    return list;
}

static cJSON *replica_counts_of(const struct case_values *c)
{
    const struct replicas *replicas = &c->found->replicas;
    cJSON *list = replicas->measured > 0 ? cJSON_CreateArray() : NULL;
    for (int k = 0; k < replicas->measured; k++)
        cJSON_AddItemToArray(list, cJSON_CreateNumber(replicas->rate[k].count));
    return list;
}

static cJSON *replica_rates_of(const struct case_values *c)
{
    return replica_list(c, offsetof(struct replica_rate, rate), 1);
}

static cJSON *replica_steps_of(const struct case_values *c)
{
    return replica_list(c, offsetof(struct replica_rate, step_ns), 1);
}

static cJSON *replica_fairness_of(const struct case_values *c)
{
    return replica_list(c, offsetof(struct replica_rate, fairness), 1);
}

/*
 * Returns the simulated microseconds per day. The time step in fs converts the rate, which is
 * particles times steps per second.
 */
static cJSON *replica_days_of(const struct case_values *c)
{
    const char *unit = c->spec->model->time.unit;
    if (unit == NULL || strcmp(unit, "fs") != 0)
        return NULL;
    double days = c->spec->sampling.step * 1e-9 * 86400 / n_of(c);
    return replica_list(c, offsetof(struct replica_rate, rate), days);
}

static double replica_gain_of(const struct case_values *c)
{
    const struct replicas *replicas = &c->found->replicas;
    double alone = NAN, most = NAN;
    for (int k = 0; k < replicas->measured; k++) {
        const struct replica_rate *rate = &replicas->rate[k];
        if (rate->count == 1)
            alone = rate->rate;
        most = fmax(most, rate->rate);
    }
    return most / alone;
}

static const char *replica_mps_of(const struct case_values *c)
{
    const struct replicas *replicas = &c->found->replicas;
    bool reported = c->spec->sharing == SHARING_PROCESSES && replicas->measured > 0 &&
                    strcmp(c->spec->backend, "cpu") != 0;
    return !reported ? NULL : replicas->rate[0].mps ? "true" : "false";
}

static const char *replica_reason_of(const struct case_values *c)
{
    const char *reason = c->found->replicas.reason.text;
    return reason[0] != '\0' ? reason : NULL;
}

static bool has_paths(const struct case_values *c)
{
    return c->lanes != NULL && c->spec->model->branch_count > 0;
}

static cJSON *lane_branches_of(const struct case_values *c)
{
    cJSON *branches = has_paths(c) ? cJSON_CreateArray() : NULL;
    for (int k = 0; branches != NULL && k < c->spec->model->branch_count; k++)
        add_region(branches, c->spec->model->branches[k].name, &c->lanes->branch[k]);
    return branches;
}

/* Removes the details of a case that did not run. They are also in its id and in the config. */
static void forget_details(struct record *record)
{
    record->device = record->compiler = record->arch = record->interactions = NULL;
    record->exclusions = record->bonding = record->terms = NULL;
    record->binning = record->listing = record->distance = record->input_hash = NULL;
    record->device_uuid = record->sharing = NULL;
    record->device_index = record->threads = record->temperature = record->seed = NAN;
}

cJSON *case_values_json(const struct case_values *c, const struct ceilings_set *ceilings)
{
    struct record record = {
#include "harness/results/members/case.h"
    };
    if (c->status != NULL && strcmp(c->status, "skipped") == 0)
        forget_details(&record);
    record_complete(&record);
    if (ceilings != NULL)
        limits_put(&record, ceilings);
    return members_write(case_members, &record);
}
