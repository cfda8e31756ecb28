#include "harness/config/config_keys.h"
#include "harness/backend/backend.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/catalog/strategy.h"
#include "harness/input/builders.h"
#include "harness/input/readers.h"
#include "harness/particles/sort_order.h"
#include "harness/physics/motion.h"

#include <stdlib.h>
#include <string.h>

static void model_names(const char *names[CONFIG_NAMES])
{
    int count = 0;
    for (const struct model *const *model = models(); *model != NULL && count < CONFIG_NAMES - 1;
         model++)
        names[count++] = (*model)->name;
    names[count] = NULL;
}

void config_strategy_names(const char *names[CONFIG_NAMES])
{
    int count = 0;
    for (const struct strategy *entry = strategies(); entry->name && count < CONFIG_NAMES - 1;
         entry++)
        names[count++] = entry->name;
    names[count] = NULL;
}

/* A function that lists the names of so many values: that of value k is an expression of k. */
#define NAMES_OF(function, count, name)                                                            \
    static void function(const char *names[CONFIG_NAMES])                                          \
    {                                                                                              \
        for (int k = 0; k < (count); k++)                                                          \
            names[k] = (name);                                                                     \
        names[count] = NULL;                                                                       \
    }

/* A function that lists these names. */
#define NAMES(function, ...)                                                                       \
    static void function(const char *names[CONFIG_NAMES])                                          \
    {                                                                                              \
        const char *const listed[] = {__VA_ARGS__, NULL};                                          \
        memcpy(names, listed, sizeof listed);                                                      \
    }

NAMES_OF(precision_names, PRECISION_COUNT, precision_info((enum precision)k)->name)
NAMES_OF(sort_names, SORT_COUNT, sort_name((enum sort_order)k))
NAMES_OF(interactions_names, INTERACTIONS_COUNT, interactions_name((enum interaction_structure)k))
NAMES_OF(binning_names, BINNING_COUNT, binning_name((enum binning)k))
NAMES_OF(listing_names, LISTING_COUNT, listing_name((enum listing)k))
NAMES_OF(integrator_names, INTEGRATORS, integrator_name((enum integrator)k))
NAMES_OF(thermostat_names, THERMOSTATS + 1,
         k == 0 ? "none" : thermostat_kind_name((enum thermostat_kind)(k - 1)))
NAMES(distance_names, distance_name(DISTANCE_SINGLE), distance_name(DISTANCE_DOUBLE))
NAMES(time_names, "force", "build", "bin", "step")
NAMES(point_names, "every point", "largest n")
NAMES(across_names, "n", "density", "dt")

const char *const *config_backends(void)
{
    static const char *const names[] = {"cpu", "cuda", NULL};
    return names;
}

static void backend_names(const char *names[CONFIG_NAMES])
{
    for (int k = 0; k == 0 || names[k - 1] != NULL; k++)
        names[k] = config_backends()[k];
}

static void format_names(const char *names[CONFIG_NAMES])
{
    int count = 0;
    for (const struct reader *const *reader = readers(); *reader != NULL; reader++)
        names[count++] = (*reader)->name;
    names[count] = NULL;
}

/* The keys and, once and for all, their defaults. */

const struct config_field config_document_fields[] = {
    {.key = "$schema", .kind = KIND_TEXT}, {.key = "name", .kind = KIND_TEXT},
    {.key = "title", .kind = KIND_TEXT},   {.key = "sweeps", .kind = KIND_LIST},
    {.key = "claims", .kind = KIND_LIST},  {.key = NULL},
};

const struct config_field config_sweep_fields[] = {
    {"model", KIND_NAME, true, 0, 0, false, model_names, "[\"lj\"]"},
    {"parameters", KIND_OBJECT, false, 0, 0, false, NULL, NULL},
    {"system", KIND_OBJECT, false, 0, 0, false, NULL, NULL},
    {"precision", KIND_NAME, true, 0, 0, false, precision_names, "[\"double\", \"single\"]"},
    {"skin", KIND_NUMBER, true, 0, 1e3, false, NULL, "[0.3]"},
    {"sort", KIND_NAME, true, 0, 0, false, sort_names, "[\"hilbert\"]"},
    {"interactions", KIND_NAME, true, 0, 0, false, interactions_names, "[\"lookup\"]"},
    {"binning", KIND_NAME, true, 0, 0, false, binning_names, "[\"sort\"]"},
    {"listing", KIND_NAME, true, 0, 0, false, listing_names, "[\"thread\"]"},
    {"distance", KIND_NAME, true, 0, 0, false, distance_names, NULL}, /* that of the pairs */
    {"backend", KIND_NAME, true, 0, 0, false, backend_names, "[\"cpu\", \"cuda\"]"},
    {"threads", KIND_INTEGER, true, 0, 4096, false, NULL, "[0]"},
    {"strategy", KIND_NAME, true, 0, 0, false, config_strategy_names, NULL}, /* all */
    {"tuning", KIND_OBJECT, false, 0, 0, false, NULL, NULL},
    {"sampling", KIND_OBJECT, false, 0, 0, false, NULL, NULL},
    {"counters", KIND_OBJECT, false, 0, 0, false, NULL, NULL},
    {"dynamics", KIND_OBJECT, false, 0, 0, false, NULL, NULL},
    {"full", KIND_OBJECT, false, 0, 0, false, NULL, NULL},
    {.key = NULL},
};

const struct config_field config_builder_fields[] = {
    {"builder", KIND_NAME, true, 0, 0, false, builder_names, NULL}, /* the model's first */
    {"n", KIND_INTEGER, true, 1, 2e9, false, NULL, "[32000]"},
    {"density", KIND_NUMBER, true, 1e-9, 1e9, false, NULL, NULL}, /* the builder's */
    {"temperature", KIND_NUMBER, true, 1e-9, 1e9, false, NULL, NULL},
    {"seed", KIND_INTEGER, true, 0, 9007199254740992.0, false, NULL, "[1]"},
    {.key = NULL},
};

const struct config_field config_file_fields[] = {
    {"file", KIND_TEXT, true, 0, 0, false, NULL, NULL},
    {"format", KIND_NAME, false, 0, 0, false, format_names, NULL}, /* as the file looks */
    {"topology", KIND_TEXT, false, 0, 0, false, NULL, NULL},       /* beside the file */
    {.key = NULL},
};

const struct config_field config_sampling_fields[] = {
    {"warmup_calls", KIND_INTEGER, false, 0, 1e6, false, NULL, "5"},
    {"warmup_ms", KIND_NUMBER, false, 0, 1e6, false, NULL, "100"},
    {"sample_ms", KIND_NUMBER, false, 0, 1e6, false, NULL, "1"},
    {"min_samples", KIND_INTEGER, false, 6, 1e6, false, NULL, "30"},
    {"max_samples", KIND_INTEGER, false, 6, 1e6, false, NULL, "1000"},
    {"max_seconds", KIND_NUMBER, false, 0, 1e6, false, NULL, "10"},
    {"relative_interval", KIND_NUMBER, false, 0, 1, false, NULL, "0.01"},
    {"step", KIND_NUMBER, false, 0, 1e6, false, NULL, "0"},
    {"cold", KIND_BOOLEAN, false, 0, 0, false, NULL, "false"},
    {.key = NULL},
};

const struct config_field config_counters_fields[] = {
    {"determinism", KIND_BOOLEAN, false, 0, 0, false, NULL, "false"},
    {"lanes", KIND_BOOLEAN, false, 0, 0, false, NULL, "true"},
    {"energy", KIND_BOOLEAN, false, 0, 0, false, NULL, "false"},
    {"hardware", KIND_BOOLEAN, false, 0, 0, false, NULL, "false"},
    {"metrics", KIND_METRICS, false, 0, 0, false, NULL, NULL}, /* hardware_metrics_default */
    {.key = NULL},
};

const struct config_field config_dynamics_fields[] = {
    {"steps", KIND_INTEGER, false, 1, 1e12, false, NULL, "1000"},
    {"warmup", KIND_INTEGER, false, 0, 1e12, false, NULL, "0"},
    {"sample", KIND_INTEGER, false, 1, 1e9, false, NULL, "10"},
    {"checkpoint", KIND_NUMBER, false, 0, 1e9, false, NULL, "60"},
    {"dt", KIND_NUMBER, true, 1e-9, 1e9, false, NULL, NULL}, /* the model's */
    {"integrator", KIND_NAME, true, 0, 0, false, integrator_names, "[\"verlet\"]"},
    {"thermostat", KIND_NAME, true, 0, 0, false, thermostat_names, "[\"none\"]"},
    {"temperature", KIND_NUMBER, true, 1e-9, 1e9, false, NULL, NULL}, /* the system's */
    {"interval", KIND_INTEGER, true, 1, 1e9, false, NULL, NULL},      /* the thermostat's */
    {"time", KIND_NUMBER, true, 1e-9, 1e12, false, NULL, NULL},       /* 100 steps */
    {"diffusion", KIND_NUMBER, true, 1e-12, 1e12, false, NULL, NULL}, /* what "time" makes it */
    {.key = NULL},
};

const struct config_field config_claim_fields[] = {
    {"text", KIND_TEXT, false, 0, 0, false, NULL, NULL},
    {"source", KIND_TEXT, false, 0, 0, false, NULL, NULL},
    {"where", KIND_OBJECT, false, 0, 0, false, NULL, "{}"},
    {"of", KIND_NAME, false, 0, 0, false, time_names, "\"force\""},
    {"number", KIND_TEXT, false, 0, 0, false, NULL, NULL},
    {"per", KIND_TEXT, false, 0, 0, false, NULL, NULL},
    {"published", KIND_NUMBER, false, -1e12, 1e12, false, NULL, NULL},
    {"at", KIND_NAME, false, 0, 0, false, point_names, "\"every point\""},
    {"across", KIND_NAME, false, 0, 0, false, across_names, NULL},
    {"above", KIND_NUMBER, false, 1e-9, 1e9, false, NULL, NULL},
    {"below", KIND_NUMBER, false, 1e-9, 1e9, false, NULL, NULL},
    {.key = NULL},
};

const struct config_field config_side_fields[] = {
    {"precision", KIND_NAME, false, 0, 0, false, precision_names, NULL},
    {"binning", KIND_NAME, false, 0, 0, false, binning_names, NULL},
    {"listing", KIND_NAME, false, 0, 0, false, listing_names, NULL},
    {"distance", KIND_NAME, false, 0, 0, false, distance_names, NULL},
    {.key = NULL},
};

const struct config_field config_where_fields[] = {
    {"model", KIND_NAME, true, 0, 0, false, model_names, NULL},
    {"precision", KIND_NAME, true, 0, 0, false, precision_names, NULL},
    {"backend", KIND_NAME, true, 0, 0, false, backend_names, NULL},
    {"n", KIND_INTEGER, true, 1, 2e9, false, NULL, NULL},
    {"density", KIND_NUMBER, true, 1e-9, 1e9, false, NULL, NULL},
    {"temperature", KIND_NUMBER, true, 1e-9, 1e9, false, NULL, NULL},
    {"dt", KIND_NUMBER, true, 1e-9, 1e9, false, NULL, NULL},
    {"source", KIND_TEXT, true, 0, 0, false, NULL, NULL},
    {"parameters", KIND_OBJECT, false, 0, 0, false, NULL, NULL},
    {.key = NULL},
};

double config_default(const struct config_field *fields, const char *key)
{
    while (strcmp(fields->key, key) != 0)
        fields++;
    return strtod(fields->initial + strspn(fields->initial, "["), NULL);
}
