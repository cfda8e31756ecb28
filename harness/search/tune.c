#include "harness/search/tune.h"

#include "harness/base/clock.h"
#include "harness/json/json_get.h"
#include "harness/particles/box_edges.h"
#include "harness/particles/copies.h"
#include "harness/particles/kept_terms.h"
#include "harness/search/trials.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Seconds per trial in the first round, and fraction of the time for comparing the winner with the
 * config's setting. Both may be timed a second time, for twice as long.
 */
static const double first_seconds = 0.05, last_share = 0.25;

/* Number of cases in the comparison of the winner with the config's setting, and the sum of
 * their times in units of the shortest. */
enum { COMPARED = 2, LENGTHS = 3 };

/*
 * Whether the winner of a search is significantly faster than the config's setting. Both are timed
 * in turns for about `seconds` each, until a time. Each trial takes an additional overhead.
 */
static bool beats(struct bench *bench, const struct case_spec *winner, const struct case_spec *own,
                  double seconds, double until, double overhead, struct tuned *tuned)
{
    const double left = (until - clock_seconds()) / COMPARED - overhead;
    const double each = fmax(first_seconds, fmin(seconds, left / LENGTHS));
    if (strcmp(winner->id, own->id) == 0)
        return false;
    bench->until = until;
    const bool known = bench_compare(bench, winner, own, each, &tuned->ratio, &tuned->reason);
    bench->until = 0;
    if (!known)
        return false;
    memcpy(tuned->doubt, bench->doubt, sizeof tuned->doubt);
    return tuned->doubt[0] == '\0' && tuned->ratio.low > 1;
}

bool tune_case(struct bench *bench, const struct case_spec *spec, double seconds,
               struct tuned *tuned, struct error *error)
{
    struct candidates candidates;
    struct trial best = {.estimate = estimate_unknown};
    struct search_result result = {.best = &best};
    *tuned = (struct tuned){.spec = *spec};
    candidates_of(spec, bench->step, &candidates);
    bench->reason = (struct error){0};
    const struct search_options options = {.seconds = (1 - last_share) * seconds,
                                           .first = first_seconds,
                                           .reserve = last_share * seconds};
    const double until = clock_seconds() + seconds;
    struct trials trials = {.bench = bench, .candidates = &candidates};
    const struct search_means means = trials_means(&trials);
    if (!search_run(&candidates.space, 1, &options, &means, &result, error))
        return false;
    tuned->measured = result.measured;
    tuned->converged = result.converged;
    if (!estimate_known(&best.estimate)) {
        bench_nothing_timed(bench, &tuned->reason);
        return true;
    }
    const struct case_spec winner = candidates_spec(&candidates, &best.point);
    tuned->changed = beats(bench, &winner, spec, last_share * seconds / (COMPARED * LENGTHS), until,
                           result.overhead, tuned);
    if (tuned->changed)
        tuned->spec = winner;
    return !*bench->options.interrupted || error_set(error, EXIT_ENVIRONMENT, "interrupted");
}

bool tune_same(const struct case_spec *a, const struct case_spec *b, bool step)
{
    bool lists = a->skin == b->skin && a->sort == b->sort && a->interactions == b->interactions &&
                 a->exclusion_method == b->exclusion_method &&
                 memcmp(&a->building, &b->building, sizeof a->building) == 0;
    return a->strategy == b->strategy && case_same_system(a, b) && case_same_model(a, b) &&
           a->precision == b->precision && a->bonding == b->bonding &&
           strcmp(a->backend, b->backend) == 0 && a->threads == b->threads &&
           target_same(&a->target, &b->target) && a->dynamics.steps == b->dynamics.steps &&
           (step || lists);
}

/* --- the sweep for a tuned case --- */

static void set_text(cJSON *sweep, const char *key, const char *text)
{
    cJSON_DeleteItemFromObjectCaseSensitive(sweep, key);
    if (text != NULL)
        cJSON_AddStringToObject(sweep, key, text);
}

static void set_number(cJSON *sweep, const char *key, double value)
{
    cJSON_DeleteItemFromObjectCaseSensitive(sweep, key);
    cJSON_AddNumberToObject(sweep, key, value);
}

static void set_parameters(cJSON *sweep, const struct case_spec *spec)
{
    cJSON_DeleteItemFromObjectCaseSensitive(sweep, "parameters");
    cJSON *parameters = cJSON_AddObjectToObject(sweep, "parameters");
    for (int k = 0; k < spec->model->parameter_count; k++) {
        const struct parameter *parameter = &spec->model->parameters[k];
        char text[64];
        case_parameter_text(spec, k, text, sizeof text);
        if (parameter->choices != NULL)
            cJSON_AddStringToObject(parameters, parameter->name, text);
        else
            cJSON_AddNumberToObject(parameters, parameter->name, spec->parameters[k]);
    }
}

static void set_system(cJSON *sweep, const struct case_spec *spec)
{
    cJSON *system = json_get(sweep, "system");
    set_text(system, "exclusions_file", spec->system.exclusions_file);
    set_text(system, "terms", kept_terms_name((enum kept_terms)spec->system.kept));
    if (spec->system.exclusions_reach > 0)
        set_number(system, "exclusions_reach", spec->system.exclusions_reach);
    if (spec->system.file != NULL) {
        set_text(system, "file", spec->system.file);
        set_text(system, "topology", spec->system.topology);
        set_text(system, "coordinates", spec->system.coordinates);
        set_text(system, "mdp", spec->system.mdp);
        if (spec->system.copies[0] > 0)
            set_text(system, "copies", copies_text(spec->system.copies).text);
        return;
    }
    set_text(system, "builder", spec->system.builder);
    set_number(system, "n", (double)spec->system.n);
    if (spec->system.box[0] > 0)
        set_text(system, "box", box_edges_text(spec->system.box).text);
    else
        set_number(system, "density", spec->system.density);
    if (spec->system.shares.count > 0)
        set_text(system, "shares", type_shares_text(&spec->system.shares).text);
    if (spec->system.chain > 0)
        set_number(system, "chain", spec->system.chain);
    if (spec->system.restraint > 0)
        set_number(system, "restraint", spec->system.restraint);
    set_number(system, "temperature", spec->system.temperature);
    set_number(system, "seed", (double)spec->system.seed);
}

static void set_tuning(cJSON *sweep, const struct case_spec *spec)
{
    cJSON_DeleteItemFromObjectCaseSensitive(sweep, "tuning");
    if (strategy_tunings(spec->strategy) == 0)
        return;
    cJSON *own =
        cJSON_AddObjectToObject(cJSON_AddObjectToObject(sweep, "tuning"), spec->strategy->name);
    for (int k = 0; k < strategy_tunings(spec->strategy); k++)
        cJSON_AddNumberToObject(own, spec->strategy->tunings[k].name, spec->tuning[k]);
}

/* Sets the way to build lists of a case, if there are several ways. */
static void set_lists(cJSON *sweep, const struct case_spec *spec)
{
    set_number(sweep, "skin", spec->skin);
    set_text(sweep, "sort", sort_name(spec->sort));
    if (case_has_bonding(spec)) {
        set_text(sweep, "exclusions", exclusion_method_name(spec->exclusion_method));
        set_text(sweep, "bonded", bonding_name(spec->bonding));
    }
    if (case_has_interactions(spec))
        set_text(sweep, "interactions", interactions_name(spec->interactions));
    if (case_has_binning(spec))
        set_text(sweep, "binning", binning_name(spec->building.binning));
    if (!case_has_listing(spec))
        return;
    set_text(sweep, "listing", listing_name(spec->building.listing));
    set_text(sweep, "distance",
             spec->building.distance != DISTANCE_OWN ? distance_name(spec->building.distance)
                                                     : NULL);
}

/*
 * Returns the sweep of the config that the case was made from. NULL if no sweep has its strategy
 * and model.
 */
static const cJSON *sweep_of(const struct config *config, const struct case_spec *spec)
{
    const cJSON *sweep = NULL, *item = NULL;
    cJSON_ArrayForEach (sweep, json_get(config->resolved, "sweeps")) {
        bool strategy = false, model = false, backend = false;
        cJSON_ArrayForEach (item, json_get(sweep, "strategy"))
            strategy = strategy || strcmp(item->valuestring, spec->strategy->name) == 0;
        cJSON_ArrayForEach (item, json_get(sweep, "model"))
            model = model || strcmp(item->valuestring, spec->model->name) == 0;
        cJSON_ArrayForEach (item, json_get(sweep, "backend"))
            backend = backend || strcmp(item->valuestring, spec->backend) == 0;
        bool built = json_get(json_get(sweep, "system"), "file") == NULL;
        if (strategy && model && backend && built == (spec->system.file == NULL))
            return sweep;
    }
    return NULL;
}

static cJSON *tuned_sweep(const struct config *config, const struct case_spec *spec)
{
    cJSON *sweep = cJSON_Duplicate(sweep_of(config, spec), true);
    set_text(sweep, "model", spec->model->name);
    set_text(sweep, "strategy", spec->strategy->name);
    set_text(sweep, "precision", precision_info(spec->precision)->name);
    set_text(sweep, "backend", spec->backend);
    if (strcmp(spec->backend, "cpu") == 0) {
        set_number(sweep, "threads", spec->threads);
        set_text(sweep, "compiler", spec->target.compiler);
        set_text(sweep, "arch", spec->target.arch);
    }
    set_number(json_get(sweep, "sampling"), "step", spec->sampling.step);
    set_parameters(sweep, spec);
    set_system(sweep, spec);
    set_tuning(sweep, spec);
    set_lists(sweep, spec);
    return sweep;
}

cJSON *tune_config(const struct config *config, const struct tuned *tuned, int count)
{
    cJSON *root = cJSON_Duplicate(config->resolved, true);
    cJSON *sweeps = cJSON_CreateArray();
    for (int k = 0; k < count; k++)
        cJSON_AddItemToArray(sweeps, tuned_sweep(config, &tuned[k].spec));
    cJSON_ReplaceItemInObjectCaseSensitive(root, "sweeps", sweeps);
    cJSON_DeleteItemFromObjectCaseSensitive(root, "claims");
    return root;
}
