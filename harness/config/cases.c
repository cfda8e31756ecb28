#include "harness/config/cases.h"
#include "harness/input/system_spec.h"
#include "harness/particles/sort_order.h"

#include "harness/base/json_get.h"
#include "harness/base/memory.h"
#include "harness/config/config_keys.h"
#include "harness/config/names.h"
#include "harness/input/builders.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A product of lists: one current value each, the last axis turning fastest. */
enum { AXES = 32, AXIS_NAME = 64 };

struct product {
    int count;
    char key[AXES][AXIS_NAME];
    const cJSON *values[AXES];
    const cJSON *current[AXES];
};

static void product_add(struct product *product, const char *key, const cJSON *values)
{
    if (values == NULL || product->count == AXES)
        return;
    snprintf(product->key[product->count], AXIS_NAME, "%s", key);
    product->values[product->count] = values;
    product->current[product->count] = values->child;
    product->count++;
}

/* The axes of a table that an object has values of; the model, which decides on others, is none. */
static void product_add_axes(struct product *product, const struct member *keys, const char *prefix,
                             const cJSON *object)
{
    char name[AXIS_NAME];
    for (; keys->path != NULL; keys++) {
        snprintf(name, sizeof name, "%s%s", prefix, keys->path);
        if (keys->axis && strcmp(name, "model") != 0)
            product_add(product, name, json_get(object, keys->path));
    }
}

static bool product_next(struct product *product)
{
    for (int k = product->count - 1; k >= 0; k--) {
        product->current[k] = product->current[k]->next;
        if (product->current[k] != NULL)
            return true;
        product->current[k] = product->values[k]->child;
    }
    return false;
}

static const cJSON *product_get(const struct product *product, const char *key)
{
    for (int k = 0; k < product->count; k++)
        if (strcmp(product->key[k], key) == 0)
            return product->current[k];
    return NULL;
}

static double number(const struct product *product, const char *key)
{
    const cJSON *item = product_get(product, key);
    return item != NULL ? item->valuedouble : 0;
}

/** NAN where the axis is left to the builder. */
static double number_or_nan(const struct product *product, const char *key)
{
    return product_get(product, key) != NULL ? number(product, key) : NAN;
}

static const char *word(const struct product *product, const char *key)
{
    const cJSON *item = product_get(product, key);
    return cJSON_IsString(item) ? item->valuestring : "";
}

static void append(char id[CASE_ID], const char *format, ...) __attribute__((format(printf, 2, 3)));

static void append(char id[CASE_ID], const char *format, ...)
{
    size_t length = strlen(id);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(id + length, CASE_ID - length, format, arguments);
    va_end(arguments);
}

struct workload_spec case_workload(const struct case_spec *spec, const struct system *rounded)
{
    return (struct workload_spec){
        .system = rounded,
        .model = spec->model,
        .constants = spec->constants,
        .cutoff = spec->range,
        .skin = spec->skin,
        .precision = spec->precision,
        .sort = spec->sort,
        .interactions = spec->interactions,
        .building = spec->building,
    };
}

bool case_has_kernels(const struct case_spec *spec, struct error *error)
{
    if (strcmp(spec->backend, "cpu") != 0 && !strategy_has_gpu(spec->strategy))
        return error_set(error, EXIT_ENVIRONMENT, "%s has no kernel for the %s backend",
                         spec->strategy->name, spec->backend);
    return precision_serves(spec->precision, spec->model, spec->constants, error);
}

bool case_has_interactions(const struct case_spec *spec)
{
    return spec->model->interaction_count > 1 && spec->strategy->neighbors->lists;
}

bool case_has_binning(const struct case_spec *spec)
{
    return strcmp(spec->backend, "cpu") != 0;
}

bool case_has_listing(const struct case_spec *spec)
{
    return case_has_binning(spec) && spec->strategy->neighbors->lists;
}

bool case_has_tuning(const struct case_spec *spec, int tuning)
{
    const struct tuning *value = &spec->strategy->tunings[tuning];
    return (strcmp(spec->backend, "cpu") != 0 || !value->gpu_only) &&
           (spec->model->bonded_members > 0 || !value->bonded_only) &&
           (spec->sampling.step > 0 || spec->dynamics.steps > 0 || !value->steps_only);
}

void case_parameter_text(const struct case_spec *spec, int parameter, char *text, size_t size)
{
    const struct parameter *description = &spec->model->parameters[parameter];
    double value = spec->parameters[parameter];
    if (description->choices != NULL)
        snprintf(text, size, "%s", description->choices[(int)value]);
    else
        snprintf(text, size, "%.12g", value);
}

/* Behind all else: what moves is the same case. */
static void append_dynamics(struct case_spec *spec)
{
    const struct case_motion *dynamics = &spec->dynamics;
    if (dynamics->steps == 0)
        return;
    append(spec->id, "/dt%.12g-%s-%s", dynamics->dt, integrator_name(dynamics->motion.integrator),
           thermostat_name(&dynamics->motion.thermostat));
    if (dynamics->motion.thermostat.temperature != spec->system.temperature)
        append(spec->id, "-T%.12g", dynamics->motion.thermostat.temperature);
    if (dynamics->motion.thermostat.interval > 0) {
        if (dynamics->interval > 0)
            append(spec->id, "-interval%d", dynamics->interval);
        if (!isnan(dynamics->time))
            append(spec->id, "-time%.12g", dynamics->time);
        if (!isnan(dynamics->diffusion))
            append(spec->id, "-diffusion%.12g", dynamics->diffusion);
    }
    append(spec->id, "-steps%" PRId64, dynamics->steps);
}

/* The ways to build a list that are not the usual ones. */
static void append_building(struct case_spec *spec)
{
    const struct building *building = &spec->building;
    static const struct building usual = {0};
    if (building->binning != usual.binning)
        append(spec->id, "/%s", binning_name(building->binning));
    if (building->listing != usual.listing)
        append(spec->id, "/%s", listing_name(building->listing));
    if (building->distance != usual.distance)
        append(spec->id, "/distance_%s", distance_name(building->distance));
}

/* `given`: the file as the config names it, NULL for a built system. */
static void write_id(struct case_spec *spec, const char *given)
{
    char *id = spec->id;
    id[0] = '\0';
    append(id, "%s", spec->model->name);
    for (int k = 0; k < spec->model->parameter_count; k++) {
        if (spec->parameters[k] == spec->model->parameters[k].initial)
            continue;
        char text[64];
        case_parameter_text(spec, k, text, sizeof text);
        append(id, ",%s=%s", spec->model->parameters[k].name, text);
    }
    if (given == NULL && strcmp(spec->system.builder, spec->model->builders[0]) != 0)
        append(id, "/%s", spec->system.builder);
    if (given != NULL) {
        append(id, "%s%s", given[0] == '/' ? "" : "/", given);
        if (spec->topology != NULL) {
            const char *name = strrchr(spec->topology, '/');
            append(id, "+%s", name != NULL ? name + 1 : spec->topology);
        }
    } else {
        append(id, "/n%" PRId64 "/rho%.12g", spec->system.n, spec->system.density);
        struct system_spec usual = {.builder = spec->system.builder, .temperature = NAN};
        builder_defaults(&usual);
        if (spec->system.temperature != usual.temperature)
            append(id, "/T%.12g", spec->system.temperature);
        if ((double)spec->system.seed != config_default(config_system_keys, "seed"))
            append(id, "/seed%" PRIu64, spec->system.seed);
    }
    append(id, "/%s", precision_info(spec->precision)->name);
    if (spec->skin != config_default(config_sweep_keys, "skin"))
        append(id, "/skin%.12g", spec->skin);
    append(id, "/%s", spec->backend);
    if (spec->threads > 0 && !spec->strategy->single_thread)
        append(id, "/threads%d", spec->threads);
    append(id, "/%s", sort_name(spec->sort));
    if (spec->interactions != INTERACTIONS_LOOKUP)
        append(id, "/%s", interactions_name(spec->interactions));
    append_building(spec);
    append(id, "/%s", spec->strategy->name);
    char separator = '/';
    for (int k = 0; k < strategy_tunings(spec->strategy); k++) {
        if (!case_has_tuning(spec, k))
            continue;
        append(id, "%c%s%d", separator, spec->strategy->tunings[k].name, spec->tuning[k]);
        separator = '-';
    }
    append_dynamics(spec);
}

static bool is_known(const struct cases *cases, const struct case_spec *spec)
{
    for (int64_t k = 0; k < cases->count; k++)
        if (strcmp(cases->spec[k].id, spec->id) == 0)
            return true;
    return false;
}

/** Copies a path, if there is one, and points the system's to it. */
static bool keep_path(const char *path, char **copy, const char **of_system, struct error *error)
{
    if (path == NULL)
        return true;
    *copy = strdup(path);
    *of_system = *copy;
    return *copy != NULL ||
           error_set(error, EXIT_ENVIRONMENT, "out of memory: the cases of the config");
}

static bool keep(struct cases *cases, int64_t *capacity, const struct case_spec *spec,
                 struct error *error)
{
    if (cases->count == *capacity) {
        int64_t larger = *capacity * 2 + 64;
        struct case_spec *grown =
            memory_allocate(larger, sizeof *grown, "the cases of the config", error);
        if (grown == NULL)
            return false;
        if (cases->count > 0)
            memcpy(grown, cases->spec, (size_t)cases->count * sizeof *grown);
        free(cases->spec);
        cases->spec = grown;
        *capacity = larger;
    }
    struct case_spec *kept = &cases->spec[cases->count];
    *kept = *spec;
    kept->file = kept->topology = NULL;
    cases->count++;
    return keep_path(spec->file, &kept->file, &kept->system.file, error) &&
           keep_path(spec->topology, &kept->topology, &kept->system.topology, error);
}

static struct sampling_options sampling_of(const cJSON *sampling)
{
    return (struct sampling_options){
        .warmup_calls = json_get(sampling, "warmup_calls")->valueint,
        .warmup_ms = json_get(sampling, "warmup_ms")->valuedouble,
        .sample_ms = json_get(sampling, "sample_ms")->valuedouble,
        .min_samples = json_get(sampling, "min_samples")->valueint,
        .max_samples = json_get(sampling, "max_samples")->valueint,
        .max_seconds = json_get(sampling, "max_seconds")->valuedouble,
        .relative_interval = json_get(sampling, "relative_interval")->valuedouble,
        .step = json_get(sampling, "step")->valuedouble,
        .cold = cJSON_IsTrue(json_get(sampling, "cold")),
    };
}

/* The model's parameters: its defaults where the product has no value. */
static bool set_parameters(struct case_spec *spec, const struct product *given, struct error *error)
{
    for (int k = 0; k < spec->model->parameter_count; k++) {
        const struct parameter *parameter = &spec->model->parameters[k];
        const cJSON *item = product_get(given, parameter->name);
        spec->parameters[k] = parameter->initial;
        if (cJSON_IsNumber(item))
            spec->parameters[k] = item->valuedouble;
        else if (item != NULL &&
                 !model_parse(parameter, item->valuestring, &spec->parameters[k], error))
            return false;
    }
    spec->range = spec->model->range(spec->parameters);
    return spec->model->derive(spec->parameters, spec->constants, error);
}

/** The model's own name of the builder; NULL where the axis is left to the model. */
static const char *builder_of(const struct model *model, const struct product *axes)
{
    const char *const *name = model->builders;
    while (*name != NULL && strcmp(*name, word(axes, "builder")) != 0)
        name++;
    return *name;
}

static void set_building(struct case_spec *spec, const struct product *axes)
{
    bool wide = precision_info(spec->precision)->real_size == sizeof(double);
    struct building *building = &spec->building;
    *building = (struct building){0};
    if (case_has_binning(spec))
        binning_find(word(axes, "binning"), &building->binning);
    if (!case_has_listing(spec))
        return;
    listing_find(word(axes, "listing"), &building->listing);
    distance_find(word(axes, "distance"), &building->distance);
    if (building->distance == (wide ? DISTANCE_DOUBLE : DISTANCE_SINGLE))
        building->distance = DISTANCE_OWN;
}

static void set_axes(struct case_spec *spec, const struct product *axes)
{
    spec->system = (struct system_spec){
        .file = spec->file,
        .builder = builder_of(spec->model, axes),
        .n = (int64_t)number(axes, "n"),
        .density = number_or_nan(axes, "density"),
        .temperature = number_or_nan(axes, "temperature"),
        .seed = (uint64_t)number(axes, "seed"),
    };
    builder_complete(&spec->system, spec->model, spec->parameters);
    precision_find(word(axes, "precision"), &spec->precision);
    sort_find(word(axes, "sort"), &spec->sort);
    spec->skin = number(axes, "skin");
    snprintf(spec->backend, sizeof spec->backend, "%s", word(axes, "backend"));
    spec->strategy = strategy_find(word(axes, "strategy"));
    spec->interactions = INTERACTIONS_LOOKUP;
    if (case_has_interactions(spec))
        interactions_find(word(axes, "interactions"), &spec->interactions);
    set_building(spec, axes);
    spec->threads = strcmp(spec->backend, "cpu") == 0 ? (int)number(axes, "threads") : 0;
}

/* How the particles move. Those of a file have no temperature of their own. */
static bool set_dynamics(struct case_spec *spec, const struct product *axes, const cJSON *given,
                         struct error *error)
{
    spec->dynamics = (struct case_motion){0};
    if (given == NULL)
        return true;
    const struct model_time *time = &spec->model->time;
    struct case_motion *dynamics = &spec->dynamics;
    struct motion *motion = &dynamics->motion;
    struct thermostat *thermostat = &motion->thermostat;
    dynamics->steps = (int64_t)json_get(given, "steps")->valuedouble;
    dynamics->warmup = (int64_t)json_get(given, "warmup")->valuedouble;
    dynamics->sample = (int64_t)json_get(given, "sample")->valuedouble;
    dynamics->checkpoint = json_get(given, "checkpoint")->valuedouble;
    dynamics->dt =
        product_get(axes, "dynamics.dt") != NULL ? number(axes, "dynamics.dt") : time->step;
    dynamics->time = number_or_nan(axes, "dynamics.time");
    dynamics->diffusion = number_or_nan(axes, "dynamics.diffusion");
    dynamics->interval = (int)number(axes, "dynamics.interval");
    motion->dt = dynamics->dt / time->own;
    bool leapfrog =
        strcmp(word(axes, "dynamics.integrator"), integrator_name(INTEGRATOR_LEAPFROG)) == 0;
    motion->integrator = leapfrog ? INTEGRATOR_LEAPFROG : INTEGRATOR_VERLET;

    thermostat_set(thermostat, word(axes, "dynamics.thermostat"), dynamics->interval);
    double temperature = number_or_nan(axes, "dynamics.temperature");
    if (isnan(temperature) && spec->file != NULL && thermostat->interval > 0)
        return error_set(
            error, EXIT_USAGE,
            "dynamics.temperature: expected that of the thermostat %s, for %s has none",
            thermostat_name(thermostat), spec->file);
    if (isnan(temperature))
        temperature = spec->file != NULL ? 0 : spec->system.temperature;
    thermostat->temperature = temperature;
    thermostat->seed = spec->system.seed;
    thermostat->time = isnan(dynamics->time) ? 100 * motion->dt : dynamics->time / time->own;
    thermostat->diffusion = dynamics->diffusion;
    if (isnan(dynamics->diffusion) && thermostat->interval > 0) {
        /* so that a particle collides once in that time */
        double every = thermostat->interval * motion->dt;
        thermostat->diffusion = temperature * every * (thermostat->time / every - 0.5);
    }
    return thermostat_check(thermostat, motion->dt, error) || error_prefix(error, "dynamics");
}

/* The cases of one combination of everything but the tuning. */
static bool expand_tuning(const cJSON *sweep, struct case_spec *spec, const char *given,
                          struct cases *cases, int64_t *capacity, struct error *error)
{
    const cJSON *values = json_get(json_get(sweep, "tuning"), spec->strategy->name);
    struct product tunings = {0};
    strategy_defaults(spec->strategy, spec->tuning);
    for (int k = 0; k < strategy_tunings(spec->strategy); k++)
        if (case_has_tuning(spec, k))
            product_add(&tunings, spec->strategy->tunings[k].name,
                        json_get(values, spec->strategy->tunings[k].name));
    do {
        for (int k = 0; k < tunings.count; k++)
            spec->tuning[strategy_tuning(spec->strategy, tunings.key[k])] =
                tunings.current[k]->valueint;
        write_id(spec, given);
        if (!is_known(cases, spec) && !keep(cases, capacity, spec, error))
            return false;
    } while (product_next(&tunings));
    return true;
}

/** The path that a file of the config has; NULL without one. The caller frees it. */
static bool find_path(const char *folder, const cJSON *given, char **path, struct error *error)
{
    *path = given != NULL ? config_find(folder, given->valuestring, error) : NULL;
    return given == NULL || *path != NULL;
}

static bool expand_model(const cJSON *sweep, const char *folder, struct case_spec *spec,
                         struct cases *cases, int64_t *capacity, struct error *error)
{
    const cJSON *system = json_get(sweep, "system");
    const cJSON *format = json_get(system, "format"), *topology = json_get(system, "topology");
    const cJSON *dynamics = json_get(sweep, "dynamics");
    struct product axes = {0};
    product_add_axes(&axes, config_system_keys, "", system);
    product_add_axes(&axes, config_sweep_keys, "", sweep);
    product_add_axes(&axes, config_dynamics_keys, "dynamics.", dynamics);
    do {
        const cJSON *file = product_get(&axes, "file");
        const char *given = file != NULL ? file->valuestring : NULL;
        set_axes(spec, &axes);
        spec->system.format = format != NULL ? format->valuestring : NULL;
        bool good = find_path(folder, file, &spec->file, error) &&
                    find_path(folder, topology, &spec->topology, error) &&
                    set_dynamics(spec, &axes, dynamics, error) &&
                    expand_tuning(sweep, spec, given, cases, capacity, error);
        free(spec->file);
        free(spec->topology);
        spec->file = spec->topology = NULL;
        if (!good)
            return false;
    } while (product_next(&axes));
    return true;
}

bool cases_expand(const struct config *config, struct cases *cases, struct error *error)
{
    *cases = (struct cases){0};
    int64_t capacity = 0;
    const cJSON *sweeps = json_get(config->resolved, "sweeps");
    cases->metrics = memory_allocate(cJSON_GetArraySize(sweeps), sizeof *cases->metrics,
                                     "the metrics of the config", error);
    if (cases->metrics == NULL)
        return false;
    struct hardware_metrics *metrics = cases->metrics;
    const cJSON *sweep = NULL;
    cJSON_ArrayForEach (sweep, sweeps) {
        struct product models = {0};
        hardware_metrics_read(json_get(json_get(sweep, "counters"), "metrics"), metrics);
        product_add(&models, "model", json_get(sweep, "model"));
        const cJSON *values = NULL;
        cJSON_ArrayForEach (values, json_get(sweep, "parameters")) {
            product_add(&models, values->string, values);
        }
        do {
            struct case_spec spec = {
                .model = model_find(word(&models, "model")),
                .sampling = sampling_of(json_get(sweep, "sampling")),
                .energy = cJSON_IsTrue(json_get(json_get(sweep, "counters"), "energy")),
                .repeat = cJSON_IsTrue(json_get(json_get(sweep, "counters"), "determinism")),
                .count_lanes = cJSON_IsTrue(json_get(json_get(sweep, "counters"), "lanes")),
                .hardware = cJSON_IsTrue(json_get(json_get(sweep, "counters"), "hardware")),
                .metrics = metrics};
            if (!set_parameters(&spec, &models, error) ||
                !expand_model(sweep, config->folder, &spec, cases, &capacity, error)) {
                cases_free(cases);
                return false;
            }
        } while (product_next(&models));
        metrics++;
    }
    return true;
}

bool cases_choose(struct cases *cases, const char *backend, struct error *error)
{
    const char *names[MEMBER_NAMES];
    int known = 0;
    names_backend(names);
    while (names[known] != NULL && strcmp(names[known], backend) != 0)
        known++;
    if (names[known] == NULL)
        return error_set(error, EXIT_USAGE, "--backend: expected cpu or cuda, found \"%s\"",
                         backend);
    int64_t chosen = 0;
    for (int64_t k = 0; k < cases->count; k++) {
        struct case_spec *spec = &cases->spec[k];
        spec->passed_over = strcmp(spec->backend, backend) != 0;
        chosen += !spec->passed_over;
    }
    return chosen > 0 || error_set(error, EXIT_USAGE,
                                   "--backend %s: the config has no case for it; --set backend=%s "
                                   "changes the config",
                                   backend, backend);
}

void cases_free(struct cases *cases)
{
    for (int64_t k = 0; k < cases->count; k++) {
        free(cases->spec[k].file);
        free(cases->spec[k].topology);
    }
    free(cases->spec);
    free(cases->metrics);
    *cases = (struct cases){0};
}

static bool same_path(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

bool case_same_system(const struct case_spec *a, const struct case_spec *b)
{
    if (a->file != NULL || b->file != NULL)
        return same_path(a->file, b->file) && same_path(a->topology, b->topology);
    for (int k = 0; k < a->system.parameter_count && k < b->system.parameter_count; k++)
        if (a->system.parameter[k] != b->system.parameter[k])
            return false;
    return strcmp(a->system.builder, b->system.builder) == 0 && a->system.n == b->system.n &&
           a->system.density == b->system.density &&
           a->system.temperature == b->system.temperature && a->system.seed == b->system.seed;
}

bool case_same_model(const struct case_spec *a, const struct case_spec *b)
{
    if (a->model != b->model)
        return false;
    for (int k = 0; k < a->model->parameter_count; k++)
        if (a->parameters[k] != b->parameters[k])
            return false;
    return true;
}

static bool same_sampling(const struct sampling_options *a, const struct sampling_options *b)
{
    return a->warmup_calls == b->warmup_calls && a->warmup_ms == b->warmup_ms &&
           a->sample_ms == b->sample_ms && a->min_samples == b->min_samples &&
           a->max_samples == b->max_samples && a->max_seconds == b->max_seconds &&
           a->relative_interval == b->relative_interval && a->step == b->step && a->cold == b->cold;
}

bool case_same_group(const struct case_spec *a, const struct case_spec *b)
{
    return case_same_system(a, b) && case_same_model(a, b) && a->precision == b->precision &&
           a->skin == b->skin && a->sort == b->sort && a->interactions == b->interactions &&
           memcmp(&a->building, &b->building, sizeof a->building) == 0 &&
           strcmp(a->backend, b->backend) == 0 && a->threads == b->threads &&
           same_sampling(&a->sampling, &b->sampling) && a->energy == b->energy &&
           a->hardware == b->hardware && hardware_metrics_same(a->metrics, b->metrics);
}
