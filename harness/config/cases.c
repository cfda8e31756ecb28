#include "harness/config/cases.h"
#include "harness/base/text.h"
#include "harness/particles/sort_order.h"
#include "harness/particles/system_spec.h"

#include "harness/base/hash.h"
#include "harness/base/memory.h"
#include "harness/base/process/divert.h"
#include "harness/config/case_id.h"
#include "harness/config/config_keys.h"
#include "harness/config/names.h"
#include "harness/config/product.h"
#include "harness/input/builders/builders.h"
#include "harness/json/json_get.h"
#include "harness/particles/box_edges.h"
#include "harness/particles/copies.h"
#include "harness/particles/kept_terms.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Memory for cases, and a hash table that finds a case by its id. */
struct room {
    int64_t capacity;
    int64_t *place; /* hash table of 2 * capacity elements: number of a case plus one; 0: empty */
};

/* Returns the element of a case in the table. If the case is not there, returns the empty
 * element for it. */
static int64_t *place_of(const struct cases *cases, const struct room *room, const char *id)
{
    const uint64_t places = 2 * (uint64_t)room->capacity;
    uint64_t at = hash_of_text(id).low % places;
    while (room->place[at] != 0 && strcmp(cases->spec[room->place[at] - 1].id, id) != 0)
        at = (at + 1) % places;
    return &room->place[at];
}

static bool is_known(const struct cases *cases, const struct room *room,
                     const struct case_spec *spec)
{
    return room->capacity > 0 && *place_of(cases, room, spec->id) != 0;
}

/* Allocates memory for more cases. */
static void grow(struct cases *cases, struct room *room)
{
    cases->spec =
        memory_room(cases->spec, cases->count, &room->capacity, sizeof *cases->spec, "cases");
    free(room->place);
    room->place = memory_new(2 * room->capacity, sizeof *room->place, "cases");
    for (int64_t k = 0; k < cases->count; k++)
        *place_of(cases, room, cases->spec[k].id) = k + 1;
}

static void keep(struct cases *cases, struct room *room, const struct case_spec *spec)
{
    if (cases->count == room->capacity)
        grow(cases, room);
    *place_of(cases, room, spec->id) = cases->count + 1;
    cases->spec[cases->count++] = *spec;
}

static struct sampling_options sampling_of(const cJSON *sampling)
{
    struct sampling_options options = {
        .warmup_calls = json_get(sampling, "warmup_calls")->valueint,
        .warmup_ms = json_get(sampling, "warmup_ms")->valuedouble,
        .sample_ms = json_get(sampling, "sample_ms")->valuedouble,
        .min_samples = json_get(sampling, "min_samples")->valueint,
        .max_samples = json_get(sampling, "max_samples")->valueint,
        .max_seconds = json_get(sampling, "max_seconds")->valuedouble,
        .relative_interval = json_get(sampling, "relative_interval")->valuedouble,
        .step = json_get(sampling, "step")->valuedouble,
        .diffusion = json_get(sampling, "diffusion")->valuedouble,
        .energies = cJSON_IsTrue(json_get(sampling, "energies")),
        .cold = cJSON_IsTrue(json_get(sampling, "cold")),
    };
    return options;
}

/* Sets the numbers of systems that move at the same time in timed steps, limited by memory. */
static bool set_replicas(const cJSON *sampling, struct sampling_options *options,
                         struct error *error)
{
    const cJSON *list = json_get(sampling, "replicas"), *count = NULL;
    int counts = cJSON_GetArraySize(list);
    if (counts > SAMPLING_REPLICAS)
        return error_set(error, EXIT_USAGE,
                         "sampling.replicas: expected %d numbers at most, found %d",
                         SAMPLING_REPLICAS, counts);
    if (counts > 0 && !(options->step > 0))
        return error_set(error, EXIT_USAGE,
                         "sampling.replicas: expected sampling.step above 0, the length of their "
                         "steps, found 0");
    cJSON_ArrayForEach (count, list) {
        if (!(count->valuedouble >= 1 && count->valuedouble <= SAMPLING_TOGETHER &&
              count->valuedouble == count->valueint))
            return error_set(error, EXIT_USAGE,
                             "sampling.replicas: expected whole numbers from 1 to %d, found %g",
                             SAMPLING_TOGETHER, count->valuedouble);
        options->replicas[options->replica_counts++] = count->valueint;
    }
    return true;
}

/* Sets the model's parameters to the values of the product, or to their defaults. */
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
    divert_begin();
    spec->range = spec->model->range(spec->parameters);
    const bool good = spec->model->derive(spec->parameters, spec->constants, error);
    divert_end();
    return good;
}

/** Returns the name of a model's builder; NULL if the axis leaves the choice to the model. */
static const char *builder_of(const struct model *model, const struct product *axes)
{
    const char *names[BUILDERS + 1];
    int k = 0;
    builder_names_of(model, names);
    while (names[k] != NULL && strcmp(names[k], product_text(axes, "builder")) != 0)
        k++;
    return names[k];
}

static void set_building(struct case_spec *spec, const struct product *axes)
{
    bool wide = precision_info(spec->precision)->real_size == sizeof(double);
    struct building *building = &spec->building;
    *building = (struct building){0};
    if (case_has_listing(spec))
        listing_find(product_text(axes, "listing"), &building->listing);
    if (case_has_binning(spec))
        binning_find(product_text(axes, "binning"), &building->binning);
    if (!case_has_listing(spec))
        return;
    distance_find(product_text(axes, "distance"), &building->distance);
    if (building->distance == (wide ? DISTANCE_DOUBLE : DISTANCE_SINGLE))
        building->distance = DISTANCE_OWN;
}

/* Sets the way to share a device. CPUs count as one device, and have no launches to batch. */
static void set_sharing(struct case_spec *spec, const struct product *axes, bool cpu)
{
    spec->sharing = SHARING_STREAMS;
    if (spec->sampling.replica_counts > 0)
        sharing_find(product_text(axes, "sharing"), &spec->sharing);
    if (cpu && spec->sharing != SHARING_PROCESSES)
        spec->sharing = SHARING_STREAMS;
}

static bool set_axes(struct case_spec *spec, const struct product *axes, struct error *error)
{
    spec->system = (struct system_spec){
        .model = spec->model,
        .file = spec->system.file,
        .builder = builder_of(spec->model, axes),
        .n = (int64_t)product_number(axes, "n"),
        .density = product_number_or_nan(axes, "density"),
        .temperature = product_number_or_nan(axes, "temperature"),
        .seed = (uint64_t)product_number(axes, "seed"),
        .exclusions_reach = (int)product_number(axes, "exclusions_reach"),
        .chain = (int)product_number(axes, "chain"),
        .restraint = product_number(axes, "restraint"),
    };
    const cJSON *box = product_get(axes, "box");
    if (box != NULL && !box_edges_read(box->valuestring, spec->system.box, error))
        return error_prefix(error, "system.box");
    const cJSON *copies = product_get(axes, "copies");
    if (copies != NULL && !copies_read(copies->valuestring, spec->system.copies, error))
        return error_prefix(error, "system.copies");
    const cJSON *shares = product_get(axes, "shares");
    if (shares != NULL && !type_shares_read(shares->valuestring, &spec->system.shares, error))
        return error_prefix(error, "system.shares");
    enum kept_terms kept = KEPT_ALL;
    kept_terms_find(product_text(axes, "terms"), &kept);
    spec->system.kept = kept;
    builder_complete(&spec->system, spec->model, spec->parameters);
    precision_find(product_text(axes, "precision"), &spec->precision);
    sort_find(product_text(axes, "sort"), &spec->sort);
    spec->skin = product_number(axes, "skin");
    snprintf(spec->backend, sizeof spec->backend, "%s", product_text(axes, "backend"));
    spec->strategy = strategy_find(product_text(axes, "strategy"));
    spec->interactions = INTERACTIONS_LOOKUP;
    if (case_has_interactions(spec))
        interactions_find(product_text(axes, "interactions"), &spec->interactions);
    spec->exclusion_method = EXCLUSION_USUAL;
    spec->bonding = BONDING_GATHER;
    if (case_has_bonding(spec)) {
        exclusion_method_find(product_text(axes, "exclusions"), &spec->exclusion_method);
        spec->exclusion_method = exclusion_method_of(spec->strategy, spec->exclusion_method);
        bonding_find(product_text(axes, "bonded"), &spec->bonding);
    }
    set_building(spec, axes);
    bool cpu = strcmp(spec->backend, "cpu") == 0;
    set_sharing(spec, axes, cpu);
    spec->threads = cpu ? (int)product_number(axes, "threads") : 0;
    spec->target = cpu ? target_of(product_text(axes, "compiler"), product_text(axes, "arch"))
                       : (struct target){0};
    return true;
}

/* Whether a thermostat of a sweep is in a list. */
static bool has_thermostat(const cJSON *dynamics, const char *const *names)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach (item, json_get(dynamics, "thermostat")) {
        for (int k = 0; names[k] != NULL; k++)
            if (strcmp(item->valuestring, names[k]) == 0)
                return true;
    }
    return false;
}

/*
 * Rejects parameters that no thermostat of a sweep uses. They would be part of ids, but have no
 * effect.
 */
static bool check_thermostats(const cJSON *dynamics, struct error *error)
{
    static const char *const timed[] = {"langevin", "nose_hoover", NULL};
    static const char *const brownian[] = {"brownian", NULL};
    static const char *const acting[] = {"langevin", "nose_hoover", "brownian", "rescale", NULL};
    const bool diffuses = json_get(dynamics, "diffusion") != NULL;
    if (diffuses && !has_thermostat(dynamics, brownian))
        return error_set(error, EXIT_USAGE,
                         "dynamics.diffusion: expected the thermostat brownian, the only one that "
                         "uses it; name that, or leave diffusion out");
    if (json_get(dynamics, "time") != NULL && !has_thermostat(dynamics, timed) &&
        (diffuses || !has_thermostat(dynamics, brownian)))
        return error_set(error, EXIT_USAGE,
                         diffuses ? "dynamics.time: expected none together with "
                                    "dynamics.diffusion, which the thermostat brownian uses instead"
                                  : "dynamics.time: expected the thermostat langevin, nose_hoover "
                                    "or brownian, which use it; name one, or leave time out");
    return json_get(dynamics, "interval") == NULL || has_thermostat(dynamics, acting) ||
           error_set(error, EXIT_USAGE,
                     "dynamics.interval: expected a thermostat, because it is the interval between "
                     "its actions; name one, or leave interval out");
}

/* Clears parameters that the thermostat of a case does not use. */
static void drop_idle(struct case_motion *dynamics)
{
    const struct thermostat *thermostat = &dynamics->motion.thermostat;
    const bool brownian = thermostat->kind == THERMOSTAT_BROWNIAN && thermostat->interval > 0;
    if (!brownian)
        dynamics->diffusion = NAN;
    if (thermostat->kind == THERMOSTAT_RESCALE || !isnan(dynamics->diffusion))
        dynamics->time = NAN;
}

/* Sets the barostat. Its pressure and its compressibility have no default. */
static bool set_barostat(const struct model *model, const struct product *axes,
                         struct case_motion *dynamics, struct error *error)
{
    const double unit = model_pressure_units(model);
    struct barostat *barostat = &dynamics->motion.barostat;
    const double time = product_number_or_nan(axes, "dynamics.barostat_time");
    const double pressure = product_number_or_nan(axes, "dynamics.pressure");
    const double compressibility = product_number_or_nan(axes, "dynamics.compressibility");
    barostat_set(barostat, product_text(axes, "dynamics.barostat"),
                 (int)product_number(axes, "dynamics.barostat_interval"));
    if (barostat->interval == 0)
        return true;
    if (isnan(pressure) || isnan(compressibility))
        return error_set(error, EXIT_USAGE,
                         "dynamics.%s: expected a value, which barostat %s needs, found none",
                         isnan(pressure) ? "pressure" : "compressibility", barostat_name(barostat));
    barostat->time = isnan(time) ? 500 * dynamics->motion.dt : time / model->time.own;
    barostat->pressure = pressure / unit;
    barostat->compressibility = compressibility * unit;
    return true;
}

/* Rejects keys for a changing box if there is no barostat that changes it. */
static bool check_barostats(const cJSON *dynamics, struct error *error)
{
    static const char *const keys[] = {"pressure", "compressibility", "barostat_time"};
    const cJSON *item = NULL;
    cJSON_ArrayForEach (item, json_get(dynamics, "barostat"))
        if (strcmp(item->valuestring, "none") != 0)
            return true;
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if (json_get(dynamics, keys[k]) != NULL)
            return error_set(error, EXIT_USAGE,
                             "dynamics.%s: expected the barostat isotropic or semi_isotropic, "
                             "which use it; name one, or leave it out",
                             keys[k]);
    return true;
}

/* Sets the motion of the particles. Particles from a file have no default temperature. */
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
    dynamics->frames = (int64_t)json_get(given, "frames")->valuedouble;
    dynamics->checkpoint = json_get(given, "checkpoint")->valuedouble;
    dynamics->dt =
        product_get(axes, "dynamics.dt") != NULL ? product_number(axes, "dynamics.dt") : time->step;
    dynamics->time = product_number_or_nan(axes, "dynamics.time");
    dynamics->diffusion = product_number_or_nan(axes, "dynamics.diffusion");
    dynamics->interval = (int)product_number(axes, "dynamics.interval");
    motion->dt = dynamics->dt / time->own;
    bool leapfrog = strcmp(product_text(axes, "dynamics.integrator"),
                           integrator_name(INTEGRATOR_LEAPFROG)) == 0;
    motion->integrator = leapfrog ? INTEGRATOR_LEAPFROG : INTEGRATOR_VERLET;

    removal_find(product_text(axes, "dynamics.com"), &motion->removal);
    if (motion->removal != REMOVAL_NONE)
        motion->removal_interval = (int)product_number(axes, "dynamics.com_interval");
    motion->list_interval = (int)product_number(axes, "dynamics.list_interval");
    thermostat_set(thermostat, product_text(axes, "dynamics.thermostat"), dynamics->interval);
    drop_idle(dynamics);
    double temperature = product_number_or_nan(axes, "dynamics.temperature");
    if (isnan(temperature) && spec->system.file != NULL && thermostat->interval > 0)
        return error_set(error, EXIT_USAGE,
                         "dynamics.temperature: expected a value, which thermostat %s needs, "
                         "because %s has none",
                         thermostat_name(thermostat), spec->system.file);
    if (isnan(temperature))
        temperature = spec->system.file != NULL ? 0 : spec->system.temperature;
    thermostat->temperature = temperature;
    thermostat->seed = spec->system.seed;
    thermostat->time = isnan(dynamics->time) ? 100 * motion->dt : dynamics->time / time->own;
    thermostat->diffusion = dynamics->diffusion;
    if (isnan(dynamics->diffusion) && thermostat->interval > 0) {
        /* a particle with this diffusion collides once in the thermostat's time */
        double every = thermostat->interval * motion->dt;
        thermostat->diffusion = temperature * every * (thermostat->time / every - 0.5);
    }
    return set_barostat(spec->model, axes, dynamics, error) &&
           (thermostat_check(thermostat, motion->dt, error) || error_prefix(error, "dynamics"));
}

/* Returns the product of a sweep's models and their parameters. */
static struct product models_of(const cJSON *sweep)
{
    struct product models = {0};
    const cJSON *values = NULL;
    product_add(&models, "model", json_get(sweep, "model"));
    cJSON_ArrayForEach (values, json_get(sweep, "parameters")) {
        product_add(&models, values->string, values);
    }
    return models;
}

/* Returns the product of all axes except the tuning. */
static struct product axes_of(const cJSON *sweep)
{
    struct product axes = {0};
    product_add_axes(&axes, config_system_keys, "", json_get(sweep, "system"));
    product_add_axes(&axes, config_sweep_keys, "", sweep);
    product_add_axes(&axes, config_dynamics_keys, "dynamics.", json_get(sweep, "dynamics"));
    return axes;
}

/* Returns the number of combinations of a strategy's tuning values. */
static double tunings_of(const cJSON *sweep, const char *strategy)
{
    struct product tunings = {0};
    const cJSON *values = NULL;
    cJSON_ArrayForEach (values, json_get(json_get(sweep, "tuning"), strategy)) {
        product_add(&tunings, values->string, values);
    }
    return product_size(&tunings);
}

/* Returns the number of combinations of a sweep's values, the upper limit of its cases. */
static double combinations(const cJSON *sweep)
{
    const struct product models = models_of(sweep), axes = axes_of(sweep);
    const cJSON *strategies = json_get(sweep, "strategy"), *name = NULL;
    double tuned = 0;
    cJSON_ArrayForEach (name, strategies) {
        tuned += tunings_of(sweep, name->valuestring);
    }
    return product_size(&models) * product_size(&axes) / cJSON_GetArraySize(strategies) * tuned;
}

static bool check_number(const struct config *config, struct error *error)
{
    const int most = config->folder != NULL ? CASES_MOST : CASES_RECORDED;
    const cJSON *sweep = NULL;
    double all = 0;
    cJSON_ArrayForEach (sweep, json_get(config->resolved, "sweeps")) {
        all += combinations(sweep);
    }
    return all <= most || error_set(error, EXIT_USAGE,
                                    "%s: expected at most %d cases, found axes that multiply into "
                                    "%.3g; shorten their lists, or make several configs of it",
                                    json_text(config->resolved, "name"), most, all);
}

/*
 * If the bonding is "fused", replaces it by the strategy's tuning value `bonded`. This value is
 * then not varied. Returns the index of this tuning value; -1 if the bonding is not "fused", or the
 * case does not have the value.
 */
static int take_fused(struct case_spec *spec)
{
    if (spec->bonding != BONDING_FUSED)
        return -1;
    spec->bonding = BONDING_GATHER;
    const int own = strategy_tuning(spec->strategy, "bonded");
    if (own >= 0 && case_has_tuning(spec, own))
        return own;
    spec->bonding = BONDING_FUSED;
    return -1;
}

/* Takes one combination of all values except the tuning. Appends its cases for all tunings. */
static void expand_tuning(const cJSON *sweep, struct case_spec *spec, const char *given,
                          struct cases *cases, struct room *room)
{
    const cJSON *values = json_get(json_get(sweep, "tuning"), spec->strategy->name);
    struct product tunings = {0};
    strategy_defaults(spec->strategy, spec->tuning);
    const int fused = take_fused(spec);
    if (fused >= 0)
        spec->tuning[fused] = 1;
    for (int k = 0; k < strategy_tunings(spec->strategy); k++)
        if (k != fused && case_has_tuning(spec, k))
            product_add(&tunings, spec->strategy->tunings[k].name,
                        json_get(values, spec->strategy->tunings[k].name));
    do {
        for (int k = 0; k < tunings.count; k++)
            spec->tuning[strategy_tuning(spec->strategy, tunings.key[k])] =
                tunings.current[k]->valueint;
        case_write_id(spec, given);
        if (!is_known(cases, room, spec))
            keep(cases, room, spec);
    } while (product_next(&tunings));
}

/**
 * Finds the path of a file in the config, and stores it with the cases. The path is relative to
 * `folder` unless that is NULL. NULL: the config has no such file.
 */
static bool find_path(struct cases *cases, const char *folder, const cJSON *given,
                      const char **path, struct error *error)
{
    *path = given != NULL ? given->valuestring : NULL;
    if (given == NULL || folder == NULL)
        return true;
    char *found = config_find(folder, given->valuestring, error);
    if (found == NULL)
        return false;
    words_add(&cases->paths, "%s", found);
    free(found);
    *path = cases->paths.word[cases->paths.count - 1];
    return true;
}

static bool expand_model(const cJSON *sweep, const char *folder, struct case_spec *spec,
                         struct cases *cases, struct room *room, struct error *error)
{
    const cJSON *given = json_get(sweep, "system");
    const cJSON *format = json_get(given, "format"), *style = json_get(given, "style");
    const cJSON *frame = json_get(given, "frame"), *dynamics = json_get(sweep, "dynamics");
    struct system_spec *system = &spec->system;
    struct product axes = axes_of(sweep);
    if (dynamics != NULL &&
        !(check_thermostats(dynamics, error) && check_barostats(dynamics, error)))
        return false;
    do {
        const cJSON *file = product_get(&axes, "file");
        if (!find_path(cases, folder, file, &system->file, error) || !set_axes(spec, &axes, error))
            return false;
        system->format = format != NULL ? format->valuestring : NULL;
        system->style = style != NULL ? style->valuestring : NULL;
        system->frame = frame != NULL ? (int64_t)frame->valuedouble : 0;
        if (!find_path(cases, folder, json_get(given, "topology"), &system->topology, error) ||
            !find_path(cases, folder, json_get(given, "coordinates"), &system->coordinates,
                       error) ||
            !find_path(cases, folder, json_get(given, "mdp"), &system->mdp, error) ||
            !find_path(cases, folder, json_get(given, "exclusions_file"), &system->exclusions_file,
                       error) ||
            !set_dynamics(spec, &axes, dynamics, error))
            return false;
        expand_tuning(sweep, spec, file != NULL ? file->valuestring : NULL, cases, room);
    } while (product_next(&axes));
    return true;
}

static bool expand_sweeps(const struct config *config, struct cases *cases, struct room *room,
                          struct error *error)
{
    const cJSON *sweeps = json_get(config->resolved, "sweeps");
    cases->metrics = memory_new(cJSON_GetArraySize(sweeps), sizeof *cases->metrics, "metrics");
    struct hardware_metrics *metrics = cases->metrics;
    const cJSON *sweep = NULL;
    cJSON_ArrayForEach (sweep, sweeps) {
        struct product models = models_of(sweep);
        hardware_metrics_read(json_get(json_get(sweep, "counters"), "metrics"), metrics);
        do {
            struct case_spec spec = {
                .model = model_find(product_text(&models, "model")),
                .sampling = sampling_of(json_get(sweep, "sampling")),
                .energy = cJSON_IsTrue(json_get(json_get(sweep, "counters"), "energy")),
                .repeat = cJSON_IsTrue(json_get(json_get(sweep, "counters"), "determinism")),
                .count_lanes = cJSON_IsTrue(json_get(json_get(sweep, "counters"), "lanes")),
                .hardware = cJSON_IsTrue(json_get(json_get(sweep, "counters"), "hardware")),
                .instructions = cJSON_IsTrue(json_get(json_get(sweep, "counters"), "instructions")),
                .metrics = metrics};
            if (!set_replicas(json_get(sweep, "sampling"), &spec.sampling, error) ||
                !set_parameters(&spec, &models, error) ||
                !expand_model(sweep, config->folder, &spec, cases, room, error))
                return false;
        } while (product_next(&models));
        metrics++;
    }
    return true;
}

bool cases_expand(const struct config *config, struct cases *cases, struct error *error)
{
    struct room room = {0};
    *cases = (struct cases){0};
    bool good = check_number(config, error) && expand_sweeps(config, cases, &room, error);
    free(room.place);
    if (!good)
        cases_free(cases);
    return good;
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
    return chosen > 0 ||
           error_set(
               error, EXIT_USAGE,
               "--backend %s: the config has no case for it; --set backend=%s changes the config",
               backend, backend);
}

void cases_free(struct cases *cases)
{
    words_free(&cases->paths);
    free(cases->spec);
    free(cases->metrics);
    *cases = (struct cases){0};
}
