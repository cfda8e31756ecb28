#include "harness/base/process/divert.h"
#include "harness/catalog/bonded_needs.h"
#include "harness/catalog/model_table.h"
#include "harness/config/cases.h"
#include "harness/input/system_create.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Largest change of an invalid number of particles by case_nearest_count. */
static const int64_t farthest = 4096;

bool case_is_possible(const struct case_spec *spec)
{
    double constants[MODEL_CONSTANTS];
    struct system outline;
    struct error error;
    divert_begin();
    const bool good =
        spec->model->derive(spec->parameters, constants, &error) &&
        (spec->system.file != NULL ||
         (system_outline(&spec->system, &outline) &&
          system_check_range(&outline, spec->model->range(spec->parameters) + spec->skin, &error)));
    divert_end();
    return good;
}

int64_t case_nearest_count(const struct case_spec *spec, double usual)
{
    struct case_spec tried = *spec;
    for (int64_t step = 0; step < farthest; step++)
        for (int side = -1; side <= 1; side += 2) {
            tried.system.n = llround(usual) + side * step;
            if (tried.system.n >= 1 && case_is_possible(&tried))
                return tried.system.n;
        }
    return llround(usual);
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
        .exclusion_method = spec->exclusion_method,
        .bonding = spec->bonding,
        .building = spec->building,
        .target = spec->target,
    };
}

struct workload_spec case_code_workload(const struct case_spec *spec, const struct system *rounded)
{
    struct workload_spec workload = case_workload(spec, rounded);
    workload.systems = spec->sharing == SHARING_BATCHED ? 2 : 1;
    workload.pressed = spec->dynamics.motion.barostat.interval > 0;
    workload.coupled = thermostat_couples(&spec->dynamics.motion.thermostat);
    return workload;
}

bool case_has_kernels(const struct case_spec *spec, struct error *error)
{
    if (strcmp(spec->backend, "cpu") != 0 && !strategy_has_gpu(spec->strategy))
        return error_set(error, EXIT_ENVIRONMENT, "%s has no kernel for the %s backend",
                         spec->strategy->name, spec->backend);
    if (!strategy_excludes(spec->strategy, spec->exclusion_method,
                           strcmp(spec->backend, "cpu") != 0, error) ||
        !strategy_bonds(spec->strategy, spec->bonding, error))
        return false;
    if (spec->building.listing == LISTING_BLOCK && spec->sharing == SHARING_BATCHED)
        return error_set(error, EXIT_ENVIRONMENT,
                         "a block per cell lists one system, not a batch: expected another listing "
                         "or sharing");
    if (spec->building.listing == LISTING_ALL && spec->system.n > LISTING_ALL_MOST)
        return error_set(error, EXIT_ENVIRONMENT,
                         "listing all tests every pair of at most %d particles: expected another "
                         "listing for %d",
                         LISTING_ALL_MOST, (int)spec->system.n);
    return precision_serves(spec->precision, spec->model, spec->constants, error) &&
           model_table_serves(spec->model, spec->constants, spec->precision,
                              strcmp(spec->backend, "cpu") != 0, error);
}

bool case_has_interactions(const struct case_spec *spec)
{
    return spec->model->interaction_count > 1 && spec->strategy->neighbors->lists &&
           !spec->strategy->neighbors->cellless;
}

bool case_has_bonding(const struct case_spec *spec)
{
    return model_is_bonded(spec->model) ||
           (model_takes_forms(spec->model) && spec->system.file != NULL);
}

enum bonding case_bonding(const struct case_spec *spec)
{
    const int own = strategy_tuning(spec->strategy, "bonded");
    return own >= 0 && case_has_tuning(spec, own) && spec->tuning[own] != 0 ? BONDING_FUSED
                                                                            : spec->bonding;
}

/* Whether a GPU builds the case's neighbor structure, from cells or from all particles. */
static bool is_built(const struct case_spec *spec)
{
    return strcmp(spec->backend, "cpu") != 0 && spec->strategy->neighbors->build == NULL &&
           !spec->strategy->neighbors->cellless;
}

bool case_has_listing(const struct case_spec *spec)
{
    return is_built(spec) && spec->strategy->neighbors->lists;
}

bool case_has_binning(const struct case_spec *spec)
{
    return is_built(spec) && !(case_has_listing(spec) && spec->building.listing == LISTING_ALL);
}

bool case_has_tuning(const struct case_spec *spec, int tuning)
{
    const struct tuning *value = &spec->strategy->tunings[tuning];
    return (strcmp(spec->backend, "cpu") != 0 || !value->gpu_only) &&
           ((case_has_bonding(spec) && spec->bonding == BONDING_GATHER) || !value->bonded_only) &&
           (spec->model->may_interact != NULL || !value->queue_only) &&
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

cJSON *case_tuning_json(const struct case_spec *spec)
{
    cJSON *tuning = cJSON_CreateObject();
    for (int k = 0; k < strategy_tunings(spec->strategy); k++)
        if (case_has_tuning(spec, k))
            cJSON_AddNumberToObject(tuning, spec->strategy->tunings[k].name, spec->tuning[k]);
    return tuning;
}

static bool same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

bool case_same_system(const struct case_spec *first, const struct case_spec *second)
{
    const struct system_spec *a = &first->system, *b = &second->system;
    if (a->exclusions_reach != b->exclusions_reach || a->kept != b->kept ||
        !same_text(a->exclusions_file, b->exclusions_file))
        return false;
    if (a->file != NULL || b->file != NULL)
        return a->model == b->model && same_text(a->file, b->file) &&
               same_text(a->topology, b->topology) && same_text(a->coordinates, b->coordinates) &&
               same_text(a->mdp, b->mdp) && same_text(a->style, b->style) && a->frame == b->frame &&
               memcmp(a->copies, b->copies, sizeof a->copies) == 0;
    for (int k = 0; k < a->parameter_count && k < b->parameter_count; k++)
        if (a->parameter[k] != b->parameter[k])
            return false;
    return a->box[0] == b->box[0] && a->box[1] == b->box[1] && a->box[2] == b->box[2] &&
           strcmp(type_shares_text(&a->shares).text, type_shares_text(&b->shares).text) == 0 &&
           strcmp(a->builder, b->builder) == 0 && a->n == b->n && a->density == b->density &&
           a->chain == b->chain && a->restraint == b->restraint &&
           a->temperature == b->temperature && a->seed == b->seed;
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
           a->relative_interval == b->relative_interval && a->step == b->step &&
           a->diffusion == b->diffusion && a->energies == b->energies && a->cold == b->cold &&
           a->replica_counts == b->replica_counts &&
           memcmp(a->replicas, b->replicas, sizeof a->replicas) == 0;
}

bool case_same_group(const struct case_spec *a, const struct case_spec *b)
{
    return case_same_system(a, b) && case_same_model(a, b) && a->precision == b->precision &&
           a->skin == b->skin && a->sort == b->sort && a->interactions == b->interactions &&
           a->exclusion_method == b->exclusion_method && a->bonding == b->bonding &&
           memcmp(&a->building, &b->building, sizeof a->building) == 0 &&
           strcmp(a->backend, b->backend) == 0 && a->threads == b->threads &&
           target_same(&a->target, &b->target) && same_sampling(&a->sampling, &b->sampling) &&
           a->energy == b->energy && a->hardware == b->hardware &&
           hardware_metrics_same(a->metrics, b->metrics);
}
