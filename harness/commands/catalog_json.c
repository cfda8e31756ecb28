#include "harness/commands/catalog_json.h"

#include "harness/catalog/building.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/catalog/strategy.h"
#include "harness/devices/backends.h"

#include <stdbool.h>
#include <stddef.h>

/* Appends an object with name and summary to an array. */
static cJSON *add_named(cJSON *array, const char *name, const char *summary)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "name", name);
    cJSON_AddStringToObject(object, "summary", summary);
    cJSON_AddItemToArray(array, object);
    return object;
}

static void add_texts(cJSON *object, const char *key, const char *const *texts)
{
    cJSON *array = cJSON_AddArrayToObject(object, key);
    for (; *texts != NULL; texts++)
        cJSON_AddItemToArray(array, cJSON_CreateString(*texts));
}

static void add_strategy(cJSON *array, const struct strategy *strategy)
{
    cJSON *object = add_named(array, strategy->name, strategy->summary);
    cJSON_AddBoolToObject(object, "gpu", strategy_has_gpu(strategy));
    cJSON *tunings = cJSON_AddArrayToObject(object, "tuning");
    for (int k = 0; k < strategy_tunings(strategy); k++) {
        const struct tuning *tuning = &strategy->tunings[k];
        cJSON *value = add_named(tunings, tuning->name, tuning->summary);
        cJSON_AddNumberToObject(value, "minimum", tuning->minimum);
        cJSON_AddNumberToObject(value, "maximum", tuning->maximum);
        cJSON_AddNumberToObject(value, "initial", tuning->initial);
        cJSON_AddBoolToObject(value, "power_of_two", tuning->power_of_two);
        cJSON_AddBoolToObject(value, "gpu_only", tuning->gpu_only);
    }
}

static void add_model(cJSON *array, const struct model *model)
{
    cJSON *object = add_named(array, model->name, model->summary);
    cJSON_AddStringToObject(object, "citation", model->citation);
    add_texts(object, "builders", model->builders);
    cJSON *parameters = cJSON_AddArrayToObject(object, "parameters");
    for (int k = 0; k < model->parameter_count; k++) {
        const struct parameter *parameter = &model->parameters[k];
        cJSON *value = add_named(parameters, parameter->name, parameter->summary);
        if (parameter->choices == NULL) {
            cJSON_AddNumberToObject(value, "initial", parameter->initial);
            cJSON_AddStringToObject(value, "unit", parameter->unit);
            continue;
        }
        add_texts(value, "choices", parameter->choices);
        cJSON_AddStringToObject(value, "initial", parameter->choices[(int)parameter->initial]);
    }
}

/* Tolerances by model, for those that have a kernel in the precision. */
static void add_precision(cJSON *array, enum precision precision)
{
    const struct precision_info *info = precision_info(precision);
    cJSON *object = add_named(array, info->name, info->summary);
    cJSON *tolerances = cJSON_AddObjectToObject(object, "tolerance");
    for (const struct model *const *model = models(); *model != NULL; model++) {
        double tolerance = precision_tolerance(precision, *model);
        if (tolerance > 0)
            cJSON_AddNumberToObject(tolerances, (*model)->name, tolerance);
    }
}

static void add_lists(cJSON *document)
{
    cJSON *lists = cJSON_AddObjectToObject(document, "lists");
    cJSON *binnings = cJSON_AddArrayToObject(lists, "binning");
    for (int k = 0; k < BINNING_COUNT; k++)
        cJSON_AddItemToArray(binnings, cJSON_CreateString(binning_name((enum binning)k)));
    cJSON *listings = cJSON_AddArrayToObject(lists, "listing");
    for (int k = 0; k < LISTING_COUNT; k++)
        cJSON_AddItemToArray(listings, cJSON_CreateString(listing_name((enum listing)k)));
    cJSON *distances = cJSON_AddArrayToObject(lists, "distance");
    cJSON_AddItemToArray(distances, cJSON_CreateString(distance_name(DISTANCE_SINGLE)));
    cJSON_AddItemToArray(distances, cJSON_CreateString(distance_name(DISTANCE_DOUBLE)));
}

static void add_device(cJSON *devices, int index, const struct device_info *info)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "index", index);
    cJSON_AddStringToObject(object, "name", info->name);
    cJSON_AddStringToObject(object, "architecture", info->architecture);
    cJSON_AddStringToObject(object, "driver", info->driver);
    cJSON_AddNumberToObject(object, "cores", info->cores);
    cJSON_AddNumberToObject(object, "memory_bytes", (double)info->memory_bytes);
    cJSON_AddItemToArray(devices, object);
}

static void add_backend(cJSON *array, const struct backend *backend)
{
    cJSON *object = add_named(array, backend->name, backend->summary);
    cJSON *devices = cJSON_AddArrayToObject(object, "devices");
    int count = backend->count();
    for (int index = 0; index < count || index == 0; index++) {
        const struct device_options options = {.index = index};
        struct device *device = NULL;
        struct error error;
        if (!backend->open(&options, &device, &error)) {
            if (!cJSON_HasObjectItem(object, "reason"))
                cJSON_AddStringToObject(object, "reason", error.text);
            continue;
        }
        add_device(devices, index, backend->info(device));
        backend->close(device);
    }
}

cJSON *catalog_json(void)
{
    cJSON *document = cJSON_CreateObject();
    cJSON *array = cJSON_AddArrayToObject(document, "strategies");
    for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++)
        add_strategy(array, strategy);
    array = cJSON_AddArrayToObject(document, "models");
    for (const struct model *const *model = models(); *model != NULL; model++)
        add_model(array, *model);
    array = cJSON_AddArrayToObject(document, "precisions");
    for (int k = 0; k < PRECISION_COUNT; k++)
        add_precision(array, (enum precision)k);
    add_lists(document);
    array = cJSON_AddArrayToObject(document, "backends");
    for (const struct backend *const *backend = backends(); *backend != NULL; backend++)
        add_backend(array, *backend);
    return document;
}
