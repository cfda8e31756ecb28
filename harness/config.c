#include "harness/config.h"
#include "harness/backend.h"
#include "harness/json_locate.h"
#include "harness/json_syntax.h"
#include "harness/memory.h"
#include "harness/model.h"
#include "harness/precision.h"
#include "harness/strategy.h"
#include "harness/suggest.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAMES = 64, TEXT = 512 };

/* What a value may be. */
enum kind { KIND_TEXT, KIND_NAME, KIND_INTEGER, KIND_NUMBER, KIND_OBJECT, KIND_SWEEPS };

struct field {
    const char *key;
    enum kind kind;
    bool axis; /* a list of values as well as one */
    double minimum, maximum;
    bool power_of_two;
    void (*names)(const char *names[NAMES]); /* of KIND_NAME: those known, NULL after the last */
    const char *initial;                     /* JSON; NULL: nothing */
};

static void model_names(const char *names[NAMES])
{
    int count = 0;
    for (const struct model *const *model = models(); *model != NULL && count < NAMES - 1; model++)
        names[count++] = (*model)->name;
    names[count] = NULL;
}

static void strategy_names(const char *names[NAMES])
{
    int count = 0;
    for (const struct strategy *entry = strategies(); entry->name && count < NAMES - 1; entry++)
        names[count++] = entry->name;
    names[count] = NULL;
}

static void precision_names(const char *names[NAMES])
{
    for (int k = 0; k < PRECISION_COUNT; k++)
        names[k] = precision_info((enum precision)k)->name;
    names[PRECISION_COUNT] = NULL;
}

static void sort_names(const char *names[NAMES])
{
    for (int k = 0; k < SORT_COUNT; k++)
        names[k] = sort_name((enum sort_order)k);
    names[SORT_COUNT] = NULL;
}

const char *const *config_backends(void)
{
    static const char *const names[] = {"cpu", "cuda", NULL};
    return names;
}

static void backend_names(const char *names[NAMES])
{
    for (int k = 0; k == 0 || names[k - 1] != NULL; k++)
        names[k] = config_backends()[k];
}

static void format_names(const char *names[NAMES])
{
    names[0] = "extxyz";
    names[1] = "nist";
    names[2] = NULL;
}

/* The keys and, once and for all, their defaults. */

static const struct field document_fields[] = {
    {.key = "$schema", .kind = KIND_TEXT},
    {.key = "name", .kind = KIND_TEXT},
    {.key = "title", .kind = KIND_TEXT},
    {.key = "sweeps", .kind = KIND_SWEEPS},
    {.key = NULL},
};

static const struct field sweep_fields[] = {
    {"model", KIND_NAME, true, 0, 0, false, model_names, "[\"lj\"]"},
    {"parameters", KIND_OBJECT, false, 0, 0, false, NULL, NULL},
    {"system", KIND_OBJECT, false, 0, 0, false, NULL, NULL},
    {"precision", KIND_NAME, true, 0, 0, false, precision_names, "[\"double\", \"single\"]"},
    {"skin", KIND_NUMBER, true, 0, 1e3, false, NULL, "[0.3]"},
    {"sort", KIND_NAME, true, 0, 0, false, sort_names, "[\"hilbert\"]"},
    {"backend", KIND_NAME, true, 0, 0, false, backend_names, "[\"cpu\", \"cuda\"]"},
    {"threads", KIND_INTEGER, true, 0, 4096, false, NULL, "[0]"},
    {"strategy", KIND_NAME, true, 0, 0, false, strategy_names, NULL}, /* all */
    {"tuning", KIND_OBJECT, false, 0, 0, false, NULL, NULL},
    {"sampling", KIND_OBJECT, false, 0, 0, false, NULL, NULL},
    {.key = NULL},
};

static const struct field builder_fields[] = {
    {"n", KIND_INTEGER, true, 1, 2e9, false, NULL, "[32000]"},
    {"density", KIND_NUMBER, true, 1e-9, 1e9, false, NULL, "[0.8442]"},
    {"temperature", KIND_NUMBER, true, 1e-9, 1e9, false, NULL, "[1.44]"},
    {"seed", KIND_INTEGER, true, 0, 9007199254740992.0, false, NULL, "[1]"},
    {.key = NULL},
};

static const struct field file_fields[] = {
    {"file", KIND_TEXT, true, 0, 0, false, NULL, NULL},
    {"format", KIND_NAME, false, 0, 0, false, format_names, NULL}, /* as the file looks */
    {.key = NULL},
};

static const struct field sampling_fields[] = {
    {"warmup_calls", KIND_INTEGER, false, 0, 1e6, false, NULL, "5"},
    {"warmup_ms", KIND_NUMBER, false, 0, 1e6, false, NULL, "100"},
    {"sample_ms", KIND_NUMBER, false, 0, 1e6, false, NULL, "1"},
    {"min_samples", KIND_INTEGER, false, 6, 1e6, false, NULL, "30"},
    {"max_samples", KIND_INTEGER, false, 6, 1e6, false, NULL, "1000"},
    {"max_seconds", KIND_NUMBER, false, 0, 1e6, false, NULL, "10"},
    {"relative_interval", KIND_NUMBER, false, 0, 1, false, NULL, "0.01"},
    {.key = NULL},
};

/* One source of values. */
struct layer {
    const char *name;    /* the file; NULL for --set */
    const char *text;    /* what `root` was parsed from; NULL for --set */
    const cJSON *root;   /* NULL: no such layer */
    const cJSON *object; /* the values, in `root` */
};

enum { LAYER_SET, LAYER_SWEEP, LAYER_FILE, LAYERS };

/* Where an item stands, then what is wrong with it. */
static bool refuse(const struct layer *layer, const cJSON *item, bool at_key, struct error *error,
                   const char *what)
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

static bool unexpected(const struct layer *layer, const cJSON *item, const char *expected,
                       const char *nearest, struct error *error)
{
    char found[80];
    char what[TEXT * 2];
    describe(item, found, sizeof found);
    snprintf(what, sizeof what, "expected %s, found %s%s%s%s", expected, found,
             nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
    return refuse(layer, item, false, error, what);
}

static void join(const char *const *names, char *text, size_t size)
{
    text[0] = '\0';
    for (int k = 0; names[k] != NULL; k++) {
        size_t length = strlen(text);
        snprintf(text + length, size - length, "%s%s", k ? ", " : "", names[k]);
    }
}

static bool check_name(const struct layer *layer, const cJSON *item, const char *const *names,
                       struct error *error)
{
    for (int k = 0; cJSON_IsString(item) && names[k] != NULL; k++)
        if (strcmp(names[k], item->valuestring) == 0)
            return true;
    char known[TEXT];
    char expected[TEXT + 16];
    join(names, known, sizeof known);
    snprintf(expected, sizeof expected, "one of %s", known);
    return unexpected(layer, item, expected,
                      cJSON_IsString(item) ? suggest(item->valuestring, names) : NULL, error);
}

static bool is_power_of_two(double value)
{
    int64_t integer = (int64_t)value;
    return integer > 0 && (integer & (integer - 1)) == 0;
}

static bool check_number(const struct layer *layer, const cJSON *item, const struct field *field,
                         struct error *error)
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
    return unexpected(layer, item, expected, NULL, error);
}

static bool check_scalar(const struct layer *layer, const cJSON *item, const struct field *field,
                         struct error *error)
{
    const char *names[NAMES];
    switch (field->kind) {
    case KIND_TEXT:
        return cJSON_IsString(item) && item->valuestring[0] != '\0'
                   ? true
                   : unexpected(layer, item, "a text", NULL, error);
    case KIND_NAME:
        field->names(names);
        return check_name(layer, item, names, error);
    case KIND_INTEGER:
    case KIND_NUMBER:
        return check_number(layer, item, field, error);
    case KIND_OBJECT:
        return cJSON_IsObject(item) ? true : unexpected(layer, item, "an object {…}", NULL, error);
    case KIND_SWEEPS:
        return cJSON_IsArray(item) && cJSON_GetArraySize(item) > 0
                   ? true
                   : unexpected(layer, item, "a list of sweeps, one at least", NULL, error);
    }
    return false;
}

static bool check_value(const struct layer *layer, const cJSON *item, const struct field *field,
                        struct error *error)
{
    if (!field->axis || !cJSON_IsArray(item))
        return check_scalar(layer, item, field, error);
    if (item->child == NULL)
        return unexpected(layer, item, "a value or a list with one value at least", NULL, error);
    for (const cJSON *value = item->child; value != NULL; value = value->next)
        if (!check_scalar(layer, value, field, error))
            return false;
    return true;
}

/* An unknown key is an error, and so is the same key twice: one of its values would be lost. */
static bool check_keys(const struct layer *layer, const cJSON *object, const char *const *names,
                       struct error *error)
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
            return refuse(layer, item, true, error, what);
        }
        for (const cJSON *other = object->child; other != item; other = other->next)
            if (strcmp(other->string, item->string) == 0)
                return refuse(layer, item, true, error, "the same key a second time");
    }
    return true;
}

static int add_keys(const struct field *fields, const char *names[NAMES], int count)
{
    for (; fields->key != NULL && count < NAMES - 1; fields++)
        names[count++] = fields->key;
    names[count] = NULL;
    return count;
}

static bool check_values(const struct layer *layer, const cJSON *object, const struct field *fields,
                         struct error *error)
{
    for (const struct field *field = fields; field->key != NULL; field++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, field->key);
        if (item != NULL && !check_value(layer, item, field, error))
            return false;
    }
    return true;
}

static bool check_system(const struct layer *layer, const cJSON *system, struct error *error)
{
    const char *names[NAMES];
    add_keys(file_fields, names, add_keys(builder_fields, names, 0));
    if (!check_keys(layer, system, names, error) ||
        !check_values(layer, system, builder_fields, error) ||
        !check_values(layer, system, file_fields, error))
        return false;
    if (cJSON_GetObjectItemCaseSensitive(system, "file") == NULL)
        return true;
    for (const struct field *field = builder_fields; field->key != NULL; field++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(system, field->key);
        if (item != NULL)
            return refuse(layer, item, true, error,
                          "a system is read from a file or built, not both");
    }
    return true;
}

static struct field tuning_field(const struct tuning *tuning)
{
    return (struct field){.key = tuning->name,
                          .kind = KIND_INTEGER,
                          .axis = true,
                          .minimum = tuning->minimum,
                          .maximum = tuning->maximum,
                          .power_of_two = tuning->power_of_two};
}

static bool check_tuning(const struct layer *layer, const cJSON *tuning, struct error *error)
{
    const char *names[NAMES];
    strategy_names(names);
    if (!check_keys(layer, tuning, names, error))
        return false;
    for (const cJSON *item = tuning->child; item != NULL; item = item->next) {
        const struct strategy *strategy = strategy_find(item->string);
        int count = strategy_tunings(strategy);
        if (!cJSON_IsObject(item))
            return unexpected(layer, item, "an object {…}", NULL, error);
        if (count == 0 && item->child != NULL)
            return refuse(layer, item->child, true, error, "this strategy has no tuning values");
        struct field fields[STRATEGY_TUNINGS + 1] = {0};
        for (int k = 0; k < count; k++)
            fields[k] = tuning_field(&strategy->tunings[k]);
        add_keys(fields, names, 0);
        if (!check_keys(layer, item, names, error) || !check_values(layer, item, fields, error))
            return false;
    }
    return true;
}

/* Which models a parameter belongs to is known only when the layers are resolved. */
static bool check_sweep(const struct layer *layer, const char *const *extra, struct error *error)
{
    const char *names[NAMES];
    int count = add_keys(sweep_fields, names, 0);
    for (; *extra != NULL; extra++)
        names[count++] = *extra;
    names[count] = NULL;
    const cJSON *object = layer->object;
    if (!check_keys(layer, object, names, error) ||
        !check_values(layer, object, sweep_fields, error))
        return false;
    const cJSON *system = cJSON_GetObjectItemCaseSensitive(object, "system");
    const cJSON *tuning = cJSON_GetObjectItemCaseSensitive(object, "tuning");
    const cJSON *sampling = cJSON_GetObjectItemCaseSensitive(object, "sampling");
    if ((system != NULL && !check_system(layer, system, error)) ||
        (tuning != NULL && !check_tuning(layer, tuning, error)))
        return false;
    if (sampling != NULL) {
        add_keys(sampling_fields, names, 0);
        return check_keys(layer, sampling, names, error) &&
               check_values(layer, sampling, sampling_fields, error);
    }
    return true;
}

/* The nearest layer's value of `group.key` (or `key`), and the layer; NULL if no layer has it. */
static const cJSON *find(const struct layer layers[LAYERS], const char *group, const char *key,
                         const struct layer **layer)
{
    for (int k = 0; k < LAYERS; k++) {
        const cJSON *object = layers[k].object;
        if (group != NULL)
            object = cJSON_GetObjectItemCaseSensitive(object, group);
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
        if (item != NULL) {
            *layer = &layers[k];
            return item;
        }
    }
    return NULL;
}

/* A copy of a value, an axis always as a list. */
static cJSON *canonical(const cJSON *item, bool axis)
{
    cJSON *copy = cJSON_Duplicate(item, true);
    if (!axis || cJSON_IsArray(item))
        return copy;
    cJSON *list = cJSON_CreateArray();
    cJSON_AddItemToArray(list, copy);
    return list;
}

static void resolve_fields(const struct layer layers[LAYERS], const char *group,
                           const struct field *fields, cJSON *target)
{
    const struct layer *layer = NULL;
    for (const struct field *field = fields; field->key != NULL; field++) {
        const cJSON *item =
            field->kind == KIND_OBJECT ? NULL : find(layers, group, field->key, &layer);
        if (item != NULL)
            cJSON_AddItemToObject(target, field->key, canonical(item, field->axis));
        else if (field->initial != NULL)
            cJSON_AddItemToObject(target, field->key, cJSON_Parse(field->initial));
    }
}

/* The nearest layer that says where the system comes from decides. */
static bool from_file(const struct layer layers[LAYERS])
{
    for (int k = 0; k < LAYERS; k++) {
        const cJSON *system = cJSON_GetObjectItemCaseSensitive(layers[k].object, "system");
        if (cJSON_GetObjectItemCaseSensitive(system, "file") != NULL)
            return true;
        for (const struct field *field = builder_fields; field->key != NULL; field++)
            if (cJSON_GetObjectItemCaseSensitive(system, field->key) != NULL)
                return false;
    }
    return false;
}

static bool resolve_system(const struct layer layers[LAYERS], const char *folder, cJSON *target,
                           struct error *error)
{
    const struct layer *layer = NULL;
    if (!from_file(layers)) {
        const cJSON *format = find(layers, "system", "format", &layer);
        resolve_fields(layers, "system", builder_fields, target);
        return format == NULL || refuse(layer, format, true, error,
                                        "a format belongs to a file, and this system is built");
    }
    resolve_fields(layers, "system", file_fields, target);
    const cJSON *files = find(layers, "system", "file", &layer);
    for (const cJSON *file = cJSON_IsArray(files) ? files->child : files; file != NULL;
         file = cJSON_IsArray(files) ? file->next : NULL) {
        struct error reason;
        char *path = config_find(folder, file->valuestring, &reason);
        if (path == NULL)
            return refuse(layer, file, false, error, reason.text);
        free(path);
    }
    return true;
}

/* A value of a model's parameter: through the model's own parser, so that texts are the same. */
static bool check_parameter(const struct layer *layer, const cJSON *item,
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
        return check_name(layer, item, parameter->choices, error);
    char expected[TEXT];
    snprintf(expected, sizeof expected, "a number from %g to %g (%s)", parameter->minimum,
             parameter->maximum, parameter->summary);
    return unexpected(layer, item, expected, NULL, error);
}

static int selected_models(const cJSON *names, const struct model *selected[NAMES])
{
    int count = 0;
    const cJSON *name = NULL;
    cJSON_ArrayForEach (name, names) {
        if (count < NAMES)
            selected[count++] = model_find(name->valuestring);
    }
    return count;
}

static bool resolve_parameters(const struct layer layers[LAYERS], const cJSON *model_list,
                               cJSON *target, struct error *error)
{
    const struct model *selected[NAMES];
    const char *names[NAMES] = {NULL};
    int models = selected_models(model_list, selected);
    int count = 0;
    for (int m = 0; m < models; m++)
        for (int k = 0; k < selected[m]->parameter_count && count < NAMES - 1; k++)
            names[count++] = selected[m]->parameters[k].name;
    names[count] = NULL;

    for (int l = 0; l < LAYERS; l++) {
        const cJSON *object = cJSON_GetObjectItemCaseSensitive(layers[l].object, "parameters");
        if (object == NULL)
            continue;
        if (!check_keys(&layers[l], object, names, error))
            return false;
        for (const cJSON *item = object->child; item != NULL; item = item->next) {
            if (cJSON_IsArray(item) && item->child == NULL)
                return unexpected(&layers[l], item, "a value or a list with one value at least",
                                  NULL, error);
            for (int m = 0; m < models; m++) {
                int index = model_parameter(selected[m], item->string);
                for (const cJSON *value = cJSON_IsArray(item) ? item->child : item;
                     index >= 0 && value != NULL; value = cJSON_IsArray(item) ? value->next : NULL)
                    if (!check_parameter(&layers[l], value, &selected[m]->parameters[index], error))
                        return false;
            }
            if (cJSON_GetObjectItemCaseSensitive(target, item->string) == NULL)
                cJSON_AddItemToObject(target, item->string, canonical(item, true));
        }
    }
    return true;
}

/* Every tuning value of every strategy of the sweep. */
static void resolve_tuning(const struct layer layers[LAYERS], const cJSON *names, cJSON *target)
{
    const cJSON *name = NULL;
    cJSON_ArrayForEach (name, names) {
        const struct strategy *strategy = strategy_find(name->valuestring);
        if (strategy_tunings(strategy) == 0 ||
            cJSON_GetObjectItemCaseSensitive(target, strategy->name) != NULL)
            continue;
        cJSON *values = cJSON_AddObjectToObject(target, strategy->name);
        for (int k = 0; k < strategy_tunings(strategy); k++) {
            const struct tuning *tuning = &strategy->tunings[k];
            const cJSON *item = NULL;
            for (int l = 0; l < LAYERS && item == NULL; l++)
                item = cJSON_GetObjectItemCaseSensitive(
                    cJSON_GetObjectItemCaseSensitive(
                        cJSON_GetObjectItemCaseSensitive(layers[l].object, "tuning"),
                        strategy->name),
                    tuning->name);
            cJSON *list =
                item != NULL ? canonical(item, true) : cJSON_CreateIntArray(&tuning->initial, 1);
            cJSON_AddItemToObject(values, tuning->name, list);
        }
    }
}

static cJSON *resolve_sweep(const struct layer layers[LAYERS], const char *folder,
                            struct error *error)
{
    cJSON *sweep = cJSON_CreateObject();
    resolve_fields(layers, NULL, sweep_fields, sweep);
    if (cJSON_GetObjectItemCaseSensitive(sweep, "strategy") == NULL) {
        const char *names[NAMES];
        strategy_names(names);
        int count = 0;
        while (names[count] != NULL)
            count++;
        cJSON_AddItemToObject(sweep, "strategy", cJSON_CreateStringArray(names, count));
    }
    cJSON *parameters = cJSON_AddObjectToObject(sweep, "parameters");
    cJSON *system = cJSON_AddObjectToObject(sweep, "system");
    cJSON *tuning = cJSON_AddObjectToObject(sweep, "tuning");
    cJSON *sampling = cJSON_AddObjectToObject(sweep, "sampling");
    resolve_tuning(layers, cJSON_GetObjectItemCaseSensitive(sweep, "strategy"), tuning);
    resolve_fields(layers, "sampling", sampling_fields, sampling);
    if (!resolve_system(layers, folder, system, error) ||
        !resolve_parameters(layers, cJSON_GetObjectItemCaseSensitive(sweep, "model"), parameters,
                            error)) {
        cJSON_Delete(sweep);
        return NULL;
    }
    return sweep;
}

/* The value of an assignment: JSON, or a list without brackets, or else a text. */
static cJSON *setting_value(const char *text)
{
    cJSON *value = cJSON_ParseWithOpts(text, NULL, true);
    if (value != NULL)
        return value;
    if (strchr(text, ',') == NULL)
        return cJSON_CreateString(text);
    char *copy = strdup(text);
    cJSON *list = cJSON_CreateArray();
    char *rest = NULL;
    for (char *part = copy ? strtok_r(copy, ",", &rest) : NULL; part != NULL;
         part = strtok_r(NULL, ",", &rest)) {
        value = cJSON_ParseWithOpts(part, NULL, true);
        cJSON_AddItemToArray(list, value != NULL ? value : cJSON_CreateString(part));
    }
    free(copy);
    return list;
}

static bool is_sweep_key(const char *key)
{
    for (const struct field *field = sweep_fields; field->key != NULL; field++)
        if (strcmp(field->key, key) == 0)
            return true;
    return false;
}

static bool is_parameter(const char *key)
{
    for (const struct model *const *model = models(); *model != NULL; model++)
        if (model_parameter(*model, key) >= 0)
            return true;
    return false;
}

/* "tuning.team.lanes=8" into {"tuning": {"team": {"lanes": 8}}}. */
static bool add_setting(cJSON *root, const char *setting, struct error *error)
{
    const char *equals = strchr(setting, '=');
    if (equals == NULL || equals == setting)
        return error_set(error, EXIT_USAGE, "--set %s: expected key=value", setting);
    char path[TEXT];
    snprintf(path, sizeof path, "%.*s", (int)(equals - setting), setting);

    cJSON *object = root;
    char *key = path;
    /* a bare name of a parameter is short for parameters.name */
    if (!is_sweep_key(path) && is_parameter(path)) {
        object = cJSON_GetObjectItemCaseSensitive(root, "parameters");
        if (object == NULL)
            object = cJSON_AddObjectToObject(root, "parameters");
    }
    for (char *dot = strchr(key, '.'); dot != NULL; key = dot + 1, dot = strchr(key, '.')) {
        *dot = '\0';
        cJSON *next = cJSON_GetObjectItemCaseSensitive(object, key);
        if (next == NULL)
            next = cJSON_AddObjectToObject(object, key);
        if (!cJSON_IsObject(next))
            return error_set(error, EXIT_USAGE, "--set %s: \"%s\" has a value already", setting,
                             key);
        object = next;
    }
    cJSON_DeleteItemFromObjectCaseSensitive(object, key); /* the last assignment counts */
    cJSON_AddItemToObject(object, key, setting_value(equals + 1));
    return true;
}

/* The name of the experiment: as given, else the file's without folder and ending. */
static void add_name(const cJSON *root, const char *file, cJSON *resolved)
{
    const cJSON *given = cJSON_GetObjectItemCaseSensitive(root, "name");
    if (given != NULL) {
        cJSON_AddStringToObject(resolved, "name", given->valuestring);
        return;
    }
    char stem[TEXT];
    const char *slash = strrchr(file, '/');
    snprintf(stem, sizeof stem, "%s", slash != NULL ? slash + 1 : file);
    char *dot = strrchr(stem, '.');
    if (dot != NULL && dot != stem)
        *dot = '\0';
    cJSON_AddStringToObject(resolved, "name", stem);
}

static bool resolve(const struct layer *file, const struct layer *set, struct config *config,
                    struct error *error)
{
    const char *document_keys[NAMES];
    const char *const none[] = {NULL};
    add_keys(document_fields, document_keys, 0);
    if (!cJSON_IsObject(file->root))
        return unexpected(file, file->root, "an object {…}", NULL, error);
    if (!check_values(file, file->object, document_fields, error) ||
        !check_sweep(file, document_keys, error) || !check_sweep(set, none, error))
        return false;

    config->resolved = cJSON_CreateObject();
    add_name(file->root, file->name, config->resolved);
    const cJSON *title = cJSON_GetObjectItemCaseSensitive(file->root, "title");
    if (title != NULL)
        cJSON_AddStringToObject(config->resolved, "title", title->valuestring);
    cJSON *target = cJSON_AddArrayToObject(config->resolved, "sweeps");

    const cJSON *sweeps = cJSON_GetObjectItemCaseSensitive(file->root, "sweeps");
    const cJSON *entry = sweeps != NULL ? sweeps->child : NULL;
    do {
        struct layer layers[LAYERS] = {
            [LAYER_SET] = *set, [LAYER_SWEEP] = *file, [LAYER_FILE] = *file};
        layers[LAYER_SWEEP].object = entry;
        if (entry != NULL && !cJSON_IsObject(entry))
            return unexpected(file, entry, "an object {…}", NULL, error);
        if (entry != NULL && !check_sweep(&layers[LAYER_SWEEP], none, error))
            return false;
        cJSON *sweep = resolve_sweep(layers, config->folder, error);
        if (sweep == NULL)
            return false;
        cJSON_AddItemToArray(target, sweep);
        entry = entry != NULL ? entry->next : NULL;
    } while (entry != NULL);
    return true;
}

static bool refuse_syntax(const char *text, const char *name, const char *expected, size_t at,
                          struct error *error)
{
    int line = 0;
    int column = 0;
    json_line(text, at, &line, &column);
    int length = (int)strcspn(text + at, " \t\r\n");
    return error_set(error, EXIT_USAGE, "%s:%d:%d: this is not JSON: expected %s, found %.*s", name,
                     line, column, expected,
                     text[at] == '\0' ? 15
                     : length < 20    ? length
                                      : 20,
                     text[at] == '\0' ? "the end of file"
                     : length == 0    ? "white space"
                                      : text + at);
}

bool config_parse(const char *text, const char *name, const struct settings *settings,
                  struct config *config, struct error *error)
{
    *config = (struct config){0};
    const char *slash = strrchr(name, '/');
    config->folder = slash != NULL ? strndup(name, (size_t)(slash - name)) : strdup(".");
    size_t at = 0;
    const char *expected = json_syntax(text, &at);
    cJSON *root = expected == NULL ? cJSON_Parse(text) : NULL;
    cJSON *set = cJSON_CreateObject();
    bool good = config->folder != NULL && set != NULL && (root != NULL || expected != NULL);
    if (!good)
        error_set(error, EXIT_ENVIRONMENT, "out of memory: the config %s", name);
    else if (expected != NULL)
        good = refuse_syntax(text, name, expected, at, error);
    for (int k = 0; good && settings != NULL && k < settings->count; k++)
        good = add_setting(set, settings->list[k], error);
    if (good) {
        struct layer file = {name, text, root, root};
        struct layer command_line = {NULL, NULL, set, set};
        good = resolve(&file, &command_line, config, error);
    }
    cJSON_Delete(root);
    cJSON_Delete(set);
    if (!good)
        config_free(config);
    return good;
}

static char *read_text(const char *path, struct error *error)
{
    FILE *stream = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0;
    if (stream == NULL || (getdelim(&text, &size, '\0', stream) < 0 && ferror(stream))) {
        error_set(error, EXIT_USAGE, "%s: cannot be read: %s", path, strerror(errno));
        free(text);
        text = NULL;
    } else if (text == NULL || feof(stream) == 0) {
        error_set(error, EXIT_USAGE, "%s: expected JSON, found a zero byte", path);
        free(text);
        text = NULL;
    }
    if (stream != NULL)
        fclose(stream);
    return text;
}

bool config_read(const char *path, const struct settings *settings, struct config *config,
                 struct error *error)
{
    *config = (struct config){0};
    char *text = read_text(path, error);
    bool good = text != NULL && config_parse(text, path, settings, config, error);
    free(text);
    return good;
}

void config_free(struct config *config)
{
    cJSON_Delete(config->resolved);
    free(config->folder);
    *config = (struct config){0};
}

char *config_find(const char *folder, const char *given, struct error *error)
{
    char *path = NULL;
    if (given[0] != '/' && asprintf(&path, "%s/%s", folder, given) < 0) {
        error_set(error, EXIT_ENVIRONMENT, "out of memory: the path of %s", given);
        return NULL;
    }
    if (path != NULL && access(path, R_OK) == 0)
        return path;
    free(path);
    if (access(given, R_OK) == 0)
        return strdup(given);
    error_set(error, EXIT_USAGE,
              "expected a file that can be read, relative to %s or the working directory; found no "
              "\"%s\"",
              folder, given);
    return NULL;
}
