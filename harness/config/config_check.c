#include "harness/config/config_check.h"
#include "harness/backend/hardware.h"
#include "harness/base/json_locate.h"
#include "harness/base/suggest.h"
#include "harness/catalog/strategy.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { TEXT = 512 };

bool config_refuse(const struct config_layer *layer, const cJSON *item, bool at_key,
                   struct error *error, const char *what)
{
    struct json_place place;
    json_locate(layer->text != NULL ? layer->text : "", layer->root, item, &place);
    const char *path = place.path[0] != '\0' ? place.path : "the top level";
    if (layer->text == NULL)
        return error_set(error, EXIT_USAGE, "--set %s: %s", path, what);
    return error_set(error, EXIT_USAGE, "%s:%d:%d: %s: %s", layer->name,
                     at_key ? place.key_line : place.line, at_key ? place.key_column : place.column,
                     path, what);
}

/* The item as the user wrote it, cut short. */
static void describe(const cJSON *item, char *text, size_t size)
{
    char *printed = cJSON_PrintUnformatted(item);
    snprintf(text, size, "%.60s%s", printed ? printed : "?",
             printed && strlen(printed) > 60 ? "…" : "");
    cJSON_free(printed);
}

bool config_unexpected(const struct config_layer *layer, const cJSON *item, const char *expected,
                       const char *nearest, struct error *error)
{
    char found[80];
    char what[TEXT * 2];
    describe(item, found, sizeof found);
    snprintf(what, sizeof what, "expected %s, found %s%s%s%s", expected, found,
             nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
    return config_refuse(layer, item, false, error, what);
}

static void join(const char *const *names, char *text, size_t size)
{
    text[0] = '\0';
    for (int k = 0; names[k] != NULL; k++) {
        size_t length = strlen(text);
        snprintf(text + length, size - length, "%s%s", k ? ", " : "", names[k]);
    }
}

bool config_check_name(const struct config_layer *layer, const cJSON *item,
                       const char *const *names, struct error *error)
{
    for (int k = 0; cJSON_IsString(item) && names[k] != NULL; k++)
        if (strcmp(names[k], item->valuestring) == 0)
            return true;
    char known[TEXT];
    char expected[TEXT + 16];
    join(names, known, sizeof known);
    snprintf(expected, sizeof expected, "one of %s", known);
    return config_unexpected(layer, item, expected,
                             cJSON_IsString(item) ? suggest(item->valuestring, names) : NULL,
                             error);
}

static bool is_power_of_two(double value)
{
    int64_t integer = (int64_t)value;
    return integer > 0 && (integer & (integer - 1)) == 0;
}

static bool check_number(const struct config_layer *layer, const cJSON *item,
                         const struct config_field *field, struct error *error)
{
    double value = item->valuedouble;
    bool integer = field->kind == KIND_INTEGER;
    if (cJSON_IsNumber(item) && value >= field->minimum && value <= field->maximum &&
        (!integer || value == floor(value)) && (!field->power_of_two || is_power_of_two(value)))
        return true;
    char expected[TEXT];
    snprintf(expected, sizeof expected, "%s from %.16g to %.16g",
             field->power_of_two ? "a power of two"
             : integer           ? "an integer"
                                 : "a number",
             field->minimum, field->maximum);
    return config_unexpected(layer, item, expected, NULL, error);
}

static bool check_metric(const struct config_layer *layer, const cJSON *item, struct error *error)
{
    if (cJSON_IsString(item) && hardware_metric_named(item->valuestring))
        return true;
    return config_unexpected(layer, item,
                             "a metric of CUPTI, unit__quantity.rollup with the rollup avg, max, "
                             "min, sum, pct, ratio or max_rate",
                             NULL, error);
}

/* A metric, a list of them, or an object of them by the name that they get in results. */
static bool check_metrics(const struct config_layer *layer, const cJSON *item, struct error *error)
{
    if (!cJSON_IsArray(item) && !cJSON_IsObject(item))
        return check_metric(layer, item, error);
    int count = cJSON_GetArraySize(item);
    if (count == 0 || count > HARDWARE_METRICS)
        return config_unexpected(layer, item, "from 1 to 64 metrics", NULL, error);
    for (const cJSON *entry = item->child; entry != NULL; entry = entry->next) {
        if (!check_metric(layer, entry, error))
            return false;
        const char *field = cJSON_IsObject(item) ? entry->string : entry->valuestring;
        if (field[0] == '\0' || strlen(field) >= HARDWARE_NAME || strcmp(field, "passes") == 0 ||
            strcmp(field, "reason") == 0)
            return config_refuse(layer, entry, true, error,
                                 "expected a short name, and neither \"passes\" nor \"reason\"");
        for (const cJSON *other = item->child; other != entry; other = other->next)
            if (strcmp(cJSON_IsObject(item) ? other->string : other->valuestring, field) == 0)
                return config_refuse(layer, entry, cJSON_IsObject(item), error,
                                     "the same metric a second time");
    }
    return true;
}

static bool check_scalar(const struct config_layer *layer, const cJSON *item,
                         const struct config_field *field, struct error *error)
{
    const char *names[CONFIG_NAMES];
    char expected[TEXT];
    switch (field->kind) {
    case KIND_TEXT:
        return cJSON_IsString(item) && item->valuestring[0] != '\0'
                   ? true
                   : config_unexpected(layer, item, "a text", NULL, error);
    case KIND_NAME:
        field->names(names);
        return config_check_name(layer, item, names, error);
    case KIND_INTEGER:
    case KIND_NUMBER:
        return check_number(layer, item, field, error);
    case KIND_BOOLEAN:
        return cJSON_IsBool(item) ? true
                                  : config_unexpected(layer, item, "true or false", NULL, error);
    case KIND_OBJECT:
        return cJSON_IsObject(item) ? true
                                    : config_unexpected(layer, item, "an object {…}", NULL, error);
    case KIND_METRICS:
        return check_metrics(layer, item, error);
    case KIND_LIST:
        if (cJSON_IsArray(item) && item->child != NULL)
            return true;
        snprintf(expected, sizeof expected, "a list of %s, one at least", field->key);
        return config_unexpected(layer, item, expected, NULL, error);
    }
    return false;
}

static bool check_value(const struct config_layer *layer, const cJSON *item,
                        const struct config_field *field, struct error *error)
{
    if (!field->axis || !cJSON_IsArray(item))
        return check_scalar(layer, item, field, error);
    if (item->child == NULL)
        return config_unexpected(layer, item, "a value or a list with one value at least", NULL,
                                 error);
    for (const cJSON *value = item->child; value != NULL; value = value->next)
        if (!check_scalar(layer, value, field, error))
            return false;
    return true;
}

bool config_check_keys(const struct config_layer *layer, const cJSON *object,
                       const char *const *names, struct error *error)
{
    for (const cJSON *item = object->child; item != NULL; item = item->next) {
        bool known = false;
        for (int k = 0; names[k] != NULL; k++)
            known = known || strcmp(names[k], item->string) == 0;
        if (!known) {
            char list[TEXT];
            char what[TEXT * 2];
            const char *nearest = suggest(item->string, names);
            join(names, list, sizeof list);
            snprintf(what, sizeof what, "unknown key; expected one of %s%s%s%s", list,
                     nearest ? "; did you mean \"" : "", nearest ? nearest : "",
                     nearest ? "\"?" : "");
            return config_refuse(layer, item, true, error, what);
        }
        for (const cJSON *other = object->child; other != item; other = other->next)
            if (strcmp(other->string, item->string) == 0)
                return config_refuse(layer, item, true, error, "the same key a second time");
    }
    return true;
}

cJSON *config_canonical(const cJSON *item, bool axis)
{
    cJSON *copy = cJSON_Duplicate(item, true);
    if (!axis || cJSON_IsArray(item))
        return copy;
    cJSON *list = cJSON_CreateArray();
    cJSON_AddItemToArray(list, copy);
    return list;
}

int config_add_keys(const struct config_field *fields, const char *names[CONFIG_NAMES], int count)
{
    for (; fields->key != NULL && count < CONFIG_NAMES - 1; fields++)
        names[count++] = fields->key;
    names[count] = NULL;
    return count;
}

bool config_check_values(const struct config_layer *layer, const cJSON *object,
                         const struct config_field *fields, struct error *error)
{
    for (const struct config_field *field = fields; field->key != NULL; field++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, field->key);
        if (item != NULL && !check_value(layer, item, field, error))
            return false;
    }
    return true;
}

/* An object whose keys are those of a table. */
static bool check_fields(const struct config_layer *layer, const cJSON *object,
                         const struct config_field *fields, struct error *error)
{
    const char *names[CONFIG_NAMES];
    config_add_keys(fields, names, 0);
    return config_check_keys(layer, object, names, error) &&
           config_check_values(layer, object, fields, error);
}

static bool check_system(const struct config_layer *layer, const cJSON *system, struct error *error)
{
    const char *names[CONFIG_NAMES];
    config_add_keys(config_file_fields, names, config_add_keys(config_builder_fields, names, 0));
    if (!config_check_keys(layer, system, names, error) ||
        !config_check_values(layer, system, config_builder_fields, error) ||
        !config_check_values(layer, system, config_file_fields, error))
        return false;
    if (cJSON_GetObjectItemCaseSensitive(system, "file") == NULL)
        return true;
    for (const struct config_field *field = config_builder_fields; field->key != NULL; field++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(system, field->key);
        if (item != NULL)
            return config_refuse(layer, item, true, error,
                                 "a system is read from a file or built, not both");
    }
    return true;
}

static struct config_field tuning_field(const struct tuning *tuning)
{
    return (struct config_field){.key = tuning->name,
                                 .kind = KIND_INTEGER,
                                 .axis = true,
                                 .minimum = tuning->minimum,
                                 .maximum = tuning->maximum,
                                 .power_of_two = tuning->power_of_two};
}

bool config_check_strategy_tuning(const struct config_layer *layer, const cJSON *item,
                                  struct error *error)
{
    const struct strategy *strategy = strategy_find(item->string);
    int count = strategy_tunings(strategy);
    if (!cJSON_IsObject(item))
        return config_unexpected(layer, item, "an object {…}", NULL, error);
    if (count == 0 && item->child != NULL)
        return config_refuse(layer, item->child, true, error, "this strategy has no tuning values");
    const cJSON *fused = cJSON_GetObjectItemCaseSensitive(item, "fused");
    if (fused != NULL && strategy_tuning(strategy, "fused") < 0)
        return config_refuse(layer, fused, true, error,
                             "no thread of this strategy has a particle's whole force to move it "
                             "by; expected vertex or team");
    struct config_field fields[STRATEGY_TUNINGS + 1] = {0};
    const char *names[CONFIG_NAMES];
    for (int k = 0; k < count; k++)
        fields[k] = tuning_field(&strategy->tunings[k]);
    config_add_keys(fields, names, 0);
    return config_check_keys(layer, item, names, error) &&
           config_check_values(layer, item, fields, error);
}

bool config_check_tuning(const struct config_layer *layer, const cJSON *tuning, struct error *error)
{
    const char *names[CONFIG_NAMES];
    config_strategy_names(names);
    if (!config_check_keys(layer, tuning, names, error))
        return false;
    for (const cJSON *item = tuning->child; item != NULL; item = item->next)
        if (!config_check_strategy_tuning(layer, item, error))
            return false;
    return true;
}

bool config_check_sweep(const struct config_layer *layer, const char *const *extra,
                        struct error *error)
{
    const char *names[CONFIG_NAMES];
    int count = config_add_keys(config_sweep_fields, names, 0);
    for (; *extra != NULL; extra++)
        names[count++] = *extra;
    names[count] = NULL;
    const cJSON *object = layer->object;
    if (!config_check_keys(layer, object, names, error) ||
        !config_check_values(layer, object, config_sweep_fields, error))
        return false;
    const cJSON *system = cJSON_GetObjectItemCaseSensitive(object, "system");
    const cJSON *tuning = cJSON_GetObjectItemCaseSensitive(object, "tuning");
    const cJSON *sampling = cJSON_GetObjectItemCaseSensitive(object, "sampling");
    const cJSON *counters = cJSON_GetObjectItemCaseSensitive(object, "counters");
    const cJSON *dynamics = cJSON_GetObjectItemCaseSensitive(object, "dynamics");
    if ((system != NULL && !check_system(layer, system, error)) ||
        (tuning != NULL && !config_check_tuning(layer, tuning, error)))
        return false;
    return (sampling == NULL || check_fields(layer, sampling, config_sampling_fields, error)) &&
           (counters == NULL || check_fields(layer, counters, config_counters_fields, error)) &&
           (dynamics == NULL || check_fields(layer, dynamics, config_dynamics_fields, error));
}

bool config_check_parameter(const struct config_layer *layer, const cJSON *item,
                            const struct parameter *parameter, struct error *error)
{
    char text[64];
    double value = 0;
    struct error reason;
    if (cJSON_IsNumber(item))
        snprintf(text, sizeof text, "%.17g", item->valuedouble);
    else if (cJSON_IsString(item) && parameter->choices != NULL)
        snprintf(text, sizeof text, "%s", item->valuestring);
    else
        snprintf(text, sizeof text, "?");
    if (model_parse(parameter, text, &value, &reason))
        return true;
    if (parameter->choices != NULL)
        return config_check_name(layer, item, parameter->choices, error);
    char expected[TEXT];
    snprintf(expected, sizeof expected, "a number from %g to %g (%s)", parameter->minimum,
             parameter->maximum, parameter->summary);
    return config_unexpected(layer, item, expected, NULL, error);
}
