#include "harness/config/config_check.h"
#include "harness/backend/hardware.h"
#include "harness/base/suggest.h"
#include "harness/base/text.h"
#include "harness/catalog/strategy.h"
#include "harness/config/names.h"
#include "harness/json/json_get.h"
#include "harness/json/json_locate.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TEXT = 512, FOUND = 80 };

bool config_refuse(const struct config_layer *layer, const cJSON *item, bool at_key,
                   struct error *error, const char *what)
{
    struct json_place place;
    json_locate(layer->text != NULL ? layer->text : "", layer->root, item, &place);
    const char *path = place.path[0] != '\0' ? place.path : "the top level";
    if (layer->text == NULL)
        return error_set(error, EXIT_USAGE, "%s %s: %s",
                         layer->name != NULL ? layer->name : "--set", path, what);
    return error_set(error, EXIT_USAGE, "%s:%d:%d: %s: %s", layer->name,
                     at_key ? place.key_line : place.line, at_key ? place.key_column : place.column,
                     path, what);
}

/* Writes the item as the user wrote it, but cuts it if it is long. */
static void describe(const cJSON *item, char *text, size_t size)
{
    /* the number in the text is too large for a double; JSON has no infinity */
    if (cJSON_IsNumber(item) && !isfinite(item->valuedouble)) {
        snprintf(text, size, "a number over %.3g", DBL_MAX);
        return;
    }
    char *printed = cJSON_PrintUnformatted(item);
    snprintf(text, size, "%.60s%s", printed ? printed : "?",
             printed && strlen(printed) > 60 ? "…" : "");
    cJSON_free(printed);
}

bool config_unexpected(const struct config_layer *layer, const cJSON *item, const char *expected,
                       const char *nearest, struct error *error)
{
    char found[FOUND];
    char what[TEXT * 2];
    describe(item, found, sizeof found);
    snprintf(what, sizeof what, "expected %s, found %s%s%s%s", expected, found,
             nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
    return config_refuse(layer, item, false, error, what);
}

static void join(const char *const *names, char *text, size_t size)
{
    text[0] = '\0';
    for (int k = 0; names[k] != NULL; k++)
        text_append(text, size, ", ", "%s", names[k]);
}

bool config_check_name(const struct config_layer *layer, const cJSON *item,
                       const char *const *names, struct error *error)
{
    const struct member one = {.kind = MEMBER_NAME, .choices = names};
    char expected[MEMBER_TEXT_SIZE];
    return member_takes(&one, item) ||
           config_unexpected(layer, item, member_expected(&one, expected),
                             cJSON_IsString(item) ? suggest(item->valuestring, names) : NULL,
                             error);
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

/* Checks a metric, a list of metrics, or an object with metrics as keys. The names are as in
 * results. */
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
                                     "the same metric twice");
    }
    return true;
}

static bool check_scalar(const struct config_layer *layer, const cJSON *item,
                         const struct member *key, struct error *error)
{
    char expected[MEMBER_TEXT_SIZE], found[FOUND];
    const char *names[MEMBER_NAMES];
    switch (key->kind) {
    case MEMBER_NAME:
        member_list_names(key, names);
        return config_check_name(layer, item, names, error);
    case MEMBER_LIST:
        if (cJSON_IsArray(item) && item->child != NULL)
            return true;
        snprintf(expected, sizeof expected, "a list of %s, one at least", key->path);
        if (key->members == NULL && !cJSON_IsArray(item)) {
            describe(item, found, sizeof found);
            text_append(expected, sizeof expected, ", ", "as in [%s]", found);
        }
        return config_unexpected(layer, item, expected, NULL, error);
    case MEMBER_TEXT:
        if (cJSON_IsString(item) && item->valuestring[0] == '\0')
            return config_unexpected(layer, item, "a text", NULL, error);
        break;
    default:
        break;
    }
    return member_takes(key, item) ||
           config_unexpected(layer, item, member_expected(key, expected), NULL, error);
}

static bool check_value(const struct config_layer *layer, const cJSON *item,
                        const struct member *key, struct error *error)
{
    if (!key->axis || !cJSON_IsArray(item))
        return check_scalar(layer, item, key, error) &&
               (key->kind != MEMBER_OBJECT || key->members == NULL ||
                config_check_object(layer, item, key->members, error));
    if (item->child == NULL)
        return config_unexpected(layer, item, "a value or a list with one value at least", NULL,
                                 error);
    for (const cJSON *value = item->child; value != NULL; value = value->next)
        if (!check_scalar(layer, value, key, error))
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
                return config_refuse(layer, item, true, error, "the same key twice");
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

int config_add_keys(const struct member *keys, const char *names[MEMBER_NAMES], int count)
{
    for (; keys->path != NULL && count < MEMBER_NAMES - 1; keys++)
        names[count++] = keys->path;
    names[count] = NULL;
    return count;
}

/*
 * Rejects a key if an excluded key is also present. A system's file excludes all keys of a built
 * system.
 */
static bool check_exclusive(const struct config_layer *layer, const cJSON *object,
                            const struct member *key, const cJSON *item, struct error *error)
{
    if (key->without == NULL || json_get(object, key->without) == NULL)
        return true;
    return config_refuse(layer, item, true, error,
                         "a system is read from a file or built, not both");
}

/*
 * Rejects a number that is less than another number of the same object. One of them may come from a
 * higher layer.
 */
static bool reaches_floor(const struct config_layer *layer, const cJSON *object,
                          const struct member *key, const cJSON *item, struct error *error)
{
    char expected[TEXT];
    const cJSON *floor = key->floor != NULL ? json_get(object, key->floor) : NULL;
    if (!cJSON_IsNumber(floor) || item->valuedouble >= floor->valuedouble)
        return true;
    snprintf(expected, sizeof expected, "no less than %s, which is %g", key->floor,
             floor->valuedouble);
    return config_unexpected(layer, item, expected, NULL, error);
}

bool config_check_values(const struct config_layer *layer, const cJSON *object,
                         const struct member *keys, struct error *error)
{
    for (const struct member *key = keys; key->path != NULL; key++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key->path);
        if (item != NULL && (!check_value(layer, item, key, error) ||
                             !check_exclusive(layer, object, key, item, error) ||
                             !reaches_floor(layer, object, key, item, error)))
            return false;
    }
    return true;
}

bool config_check_object(const struct config_layer *layer, const cJSON *object,
                         const struct member *keys, struct error *error)
{
    const char *names[MEMBER_NAMES];
    config_add_keys(keys, names, 0);
    return config_check_keys(layer, object, names, error) &&
           config_check_values(layer, object, keys, error);
}

static struct member tuning_key(const struct tuning *tuning)
{
    return (struct member){.path = tuning->name,
                           .kind = MEMBER_INTEGER,
                           .axis = true,
                           .range = BETWEEN(tuning->minimum, tuning->maximum),
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
                             "no thread of this strategy has the whole force on a particle, which "
                             "it needs to move it; expected vertex or team");
    struct member keys[STRATEGY_TUNINGS + 1] = {0};
    for (int k = 0; k < count; k++)
        keys[k] = tuning_key(&strategy->tunings[k]);
    return config_check_object(layer, item, keys, error);
}

bool config_check_tuning(const struct config_layer *layer, const cJSON *tuning, struct error *error)
{
    const char *names[MEMBER_NAMES];
    names_strategy(names);
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
    const char *names[MEMBER_NAMES];
    int count = config_add_keys(config_sweep_keys, names, 0);
    for (; *extra != NULL; extra++)
        names[count++] = *extra;
    names[count] = NULL;
    const cJSON *object = layer->object;
    if (!config_check_keys(layer, object, names, error) ||
        !config_check_values(layer, object, config_sweep_keys, error))
        return false;
    const cJSON *tuning = json_get(object, "tuning");
    const cJSON *metrics = json_get(json_get(object, "counters"), "metrics");
    return (tuning == NULL || config_check_tuning(layer, tuning, error)) &&
           (metrics == NULL || check_metrics(layer, metrics, error));
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
