#include "harness/config/verify_matrix.h"

#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/catalog/strategy.h"

#include <cjson/cJSON.h>
#include <string.h>

/*
 * Systems of a fluid: two particles, a box of three cells, a dilute gas with empty cells, the fluid
 * and the melt. All sort orders occur. Cases run with one thread and with all threads.
 */
static const char fluids[] =
    "[{\"system\": {\"n\": 32000, \"density\": 0.8442}},{\"system\": {\"n\": 2, \"density\": "
    "0.01}},{\"system\": {\"n\": 500, \"density\": 0.8442}},{\"system\": {\"n\": 1000, "
    "\"density\": 0.01, \"temperature\": 1.8}},{\"system\": {\"n\": 4000, \"density\": [0.1, 0.5], "
    "\"temperature\": 1.8}},{\"system\": {\"n\": 4000, \"density\": 0.8442}, \"sort\": [\"none\", "
    "\"cell\", \"hilbert\"], \"threads\": [1, 0]}]";

/* Systems of other builders, in their default state. */
static const char others[] =
    "[{\"system\": {\"n\": 16}}, {\"system\": {\"n\": 16384}},{\"system\": {\"n\": 4096}, "
    "\"sort\": [\"none\", \"cell\", \"hilbert\"], \"threads\": [1, 0]}]";

/* Systems of the bilayer: one tile in all sort orders, and four tiles. */
static const char bilayers[] =
    "[{\"system\": {\"n\": 6152}},{\"system\": {\"n\": 1538}, \"sort\": [\"none\", \"cell\", "
    "\"hilbert\"], \"threads\": [1, 0]},{\"system\": {\"n\": 1538}, \"sort\": \"cell_type\", "
    "\"interactions\": [\"stored\", \"sorted\"]}]";

/*
 * Systems of atomistic water. Rows of 700 partners take long, so only two strategies have eight
 * tiles. One tile has a shorter cut-off; its cases have all sort orders, both electrostatics,
 * forces from tables, and suitable numbers of lanes per particle.
 */
#define NEAR_WATER "\"cutoff\": 6, \"switch\": 5"
#define MANY_LANES                                                                                 \
    " \"backend\": \"cuda\", \"strategy\": \"staged\","                                            \
    " \"tuning\": {\"staged\": {\"particles\": 64, \"lanes\": 8}},"
static const char waters[] =
    "[{\"system\": {\"n\": 12288}, \"strategy\": [\"vertex\", \"tile\"]},{\"system\": {\"n\": "
    "1536}, \"parameters\": {" NEAR_WATER
    "}, \"sort\": [\"none\", \"cell\", \"hilbert\"], \"threads\": [1, 0]},{\"system\": {\"n\": "
    "1536}, \"parameters\": {" NEAR_WATER ", \"electrostatics\": \"reaction_field\"}},{\"system\": "
    "{\"n\": 1536}, \"parameters\": {" NEAR_WATER
    ", \"force\": [\"table\", \"cubic\"]}, \"strategy\": [\"vertex\", \"staged\"], \"precision\": "
    "\"single\"},{\"system\": {\"n\": 1536}, \"parameters\": {" NEAR_WATER
    ", \"force\": \"texture\"}, \"backend\": \"cuda\", \"strategy\": [\"vertex\", \"staged\"], "
    "\"precision\": \"single\"},{\"system\": {\"n\": 1536}, \"parameters\": {" NEAR_WATER
    ", \"force\": [\"direct\", \"table\", \"texture\"]}," MANY_LANES
    " \"precision\": \"single\"},{\"system\": {\"n\": 1536}, \"parameters\": {" NEAR_WATER
    ", \"electrostatics\": \"reaction_field\"}," MANY_LANES
    " \"precision\": [\"fixed\", \"mixed\"]}]";

/* Systems of chains: short chains, two long ones in all sort orders, and copies of a tile. */
static const char chains[] =
    "[{\"system\": {\"n\": 150}, \"skin\": 0.1},{\"system\": {\"n\": 4800}},{\"system\": {\"n\": "
    "1200}, \"sort\": [\"none\", \"cell\", \"hilbert\"], \"threads\": [1, 0]}]";

/* Systems of beads of water: a box in all sort orders, and copies of it. */
static const char beads[] =
    "[{\"system\": {\"n\": 4096}, \"skin\": 0.2},{\"system\": {\"n\": 1000}, \"sort\": [\"none\", "
    "\"cell\", \"hilbert\"], \"threads\": [1, 0]}]";

/*
 * Systems of the builders. `systems` are for all strategies. `n` and `parameters` are for sweeps
 * over many cases, and are small if a builder's systems are large.
 */
static const struct own_systems {
    const char *builder, *systems;
    int n;
    const char *parameters;
} own_systems[] = {{"fluid", fluids, 4096, "{}"},
                   {"bilayer", bilayers, 1538, "{}"},
                   {"spce", waters, 1536, "{" NEAR_WATER "}"},
                   {"chains", chains, 1200, "{}"},
                   {"antifreeze", beads, 1000, "{}"},
                   {NULL, others, 4096, "{}"}};

static const struct own_systems *systems_of(const struct model *model)
{
    const struct own_systems *own = own_systems;
    while (own->builder != NULL && strcmp(own->builder, model->builders[0]) != 0)
        own++;
    return own;
}

/*
 * Returns three values of a tuning to try: lower, initial, higher. The lower value is a quarter of
 * the initial value, at least the minimum; 0 if the minimum is 0. The higher value is four times
 * the initial value, at most the maximum; the maximum if the initial value is 0.
 */
static cJSON *probes(const struct tuning *tuning)
{
    int low = tuning->minimum > 0 && tuning->initial / 4 > tuning->minimum ? tuning->initial / 4
                                                                           : tuning->minimum;
    int high = tuning->initial * 4 < tuning->maximum ? tuning->initial * 4 : tuning->maximum;
    if (tuning->initial == 0)
        high = tuning->maximum;
    const int values[] = {low, tuning->initial, high};
    return cJSON_CreateIntArray(values, 3);
}

/* Adds a sweep of a model, on the system for sweeps over many cases. */
static cJSON *add_sweep(cJSON *sweeps, const struct model *model)
{
    const struct own_systems *own = systems_of(model);
    cJSON *sweep = cJSON_CreateObject();
    cJSON_AddStringToObject(sweep, "model", model->name);
    cJSON *system = cJSON_AddObjectToObject(sweep, "system");
    cJSON_AddNumberToObject(system, "n", own->n);
    cJSON_AddItemToObject(sweep, "parameters", cJSON_Parse(own->parameters));
    cJSON_AddItemToArray(sweeps, sweep);
    return sweep;
}

/* Adds a sweep of a model for each tuning value of each strategy. */
static void add_tunings(cJSON *sweeps, const struct model *model)
{
    for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++) {
        for (int k = 0; k < strategy_tunings(strategy); k++) {
            const struct tuning *tuning = &strategy->tunings[k];
            cJSON *sweep = add_sweep(sweeps, model);
            cJSON_AddStringToObject(sweep, "strategy", strategy->name);
            cJSON *tunings = cJSON_AddObjectToObject(sweep, "tuning");
            cJSON *own = cJSON_AddObjectToObject(tunings, strategy->name);
            cJSON_AddItemToObject(own, tuning->name, probes(tuning));
        }
    }
}

/* Adds a sweep of a model in all precisions but the default one. */
static void add_precisions(cJSON *sweeps, const struct model *model)
{
    cJSON *sweep = add_sweep(sweeps, model);
    cJSON *names = cJSON_AddArrayToObject(sweep, "precision");
    for (int k = PRECISION_SINGLE + 1; k < PRECISION_COUNT; k++)
        if (precision_tolerance((enum precision)k, model) > 0)
            cJSON_AddItemToArray(names,
                                 cJSON_CreateString(precision_info((enum precision)k)->name));
}

/*
 * Adds sweeps of a model with kernels that test pairs for exclusions, for all strategies that
 * support it.
 */
static void add_exclusions(cJSON *sweeps, const struct model *model)
{
    static const char *const ways[] = {"rows", "strings"};
    for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++) {
        const bool cpu = strategy->excludes_on_cpu, gpu = strategy->excludes_on_gpu;
        if (!model_is_bonded(model) || !(cpu || gpu))
            continue;
        cJSON *sweep = add_sweep(sweeps, model);
        cJSON_AddStringToObject(sweep, "strategy", strategy->name);
        cJSON_AddItemToObject(sweep, "exclusions", cJSON_CreateStringArray(ways, 2));
        if (!cpu || !gpu)
            cJSON_AddStringToObject(sweep, "backend", cpu ? "cpu" : "cuda");
    }
}

/* Adds sweeps of a model with other methods of evaluating bonded terms than the default. */
static void add_bonded(cJSON *sweeps, const struct model *model)
{
    for (int k = BONDING_GATHER + 1; k < BONDING_COUNT && model_is_bonded(model); k++)
        cJSON_AddStringToObject(add_sweep(sweeps, model), "bonded", bonding_name((enum bonding)k));
}

/* Returns the text of the config. */
static char *matrix_text(const char *only)
{
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "name", "verify");
    cJSON_AddStringToObject(root, "title", "Every strategy against the reference");
    cJSON *sweeps = cJSON_AddArrayToObject(root, "sweeps");
    for (const struct model *const *model = models(); *model != NULL; model++) {
        if (only != NULL && strcmp((*model)->name, only) != 0)
            continue;
        cJSON *systems = cJSON_Parse(systems_of(*model)->systems);
        while (cJSON_GetArraySize(systems) > 0) {
            cJSON *sweep = cJSON_DetachItemFromArray(systems, 0);
            cJSON_AddStringToObject(sweep, "model", (*model)->name);
            cJSON_AddItemToArray(sweeps, sweep);
        }
        cJSON_Delete(systems);
        add_tunings(sweeps, *model);
        add_precisions(sweeps, *model);
        add_exclusions(sweeps, *model);
        add_bonded(sweeps, *model);
    }
    char *text = cJSON_PrintUnformatted(root);
    cJSON_Delete(root);
    return text;
}

/* Returns the model that the settings give to all sweeps; NULL: none. */
static const char *model_of(const struct settings *settings)
{
    static const char key[] = "model=";
    const char *model = NULL;
    for (int k = 0; k < settings->list.count; k++)
        if (strncmp(settings->list.word[k], key, sizeof key - 1) == 0)
            model = settings->list.word[k] + sizeof key - 1;
    return model != NULL && model_find(model) != NULL ? model : NULL;
}

bool verify_matrix(const char *only, const struct settings *settings, struct config *config,
                   struct error *error)
{
    char *text = matrix_text(only != NULL ? only : model_of(settings));
    bool good = config_parse(text, "verify", settings, config, error);
    cJSON_free(text);
    return good;
}

void verify_matrix_pass_over(struct cases *cases)
{
    struct error error;
    for (int64_t k = 0; k < cases->count; k++) {
        struct case_spec *spec = &cases->spec[k];
        if (!strategy_excludes(spec->strategy, spec->exclusion_method,
                               strcmp(spec->backend, "cpu") != 0, &error) ||
            !strategy_bonds(spec->strategy, spec->bonding, &error))
            spec->passed_over = true;
    }
}
