#include "harness/config/settings.h"
#include "harness/catalog/model.h"
#include "harness/config/config_keys.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 512 };

bool settings_add(struct settings *settings, const char *key, const char *value,
                  struct error *error)
{
    char *text = NULL;
    char **longer = realloc(settings->list, ((size_t)settings->count + 2) * sizeof *settings->list);
    if (longer != NULL)
        settings->list = longer;
    if (longer == NULL || asprintf(&text, "%s%s%s", key ? key : "", key ? "=" : "", value) < 0)
        return error_set(error, EXIT_ENVIRONMENT, "out of memory: settings");
    settings->list[settings->count++] = text;
    settings->list[settings->count] = NULL;
    return true;
}

bool settings_have(const struct settings *settings, const char *key)
{
    const size_t length = strlen(key);
    for (int k = 0; k < settings->count; k++)
        if (strncmp(settings->list[k], key, length) == 0 && settings->list[k][length] == '=')
            return true;
    return false;
}

void settings_free(struct settings *settings)
{
    for (int k = 0; k < settings->count; k++)
        free(settings->list[k]);
    free(settings->list);
    *settings = (struct settings){0};
}

/* Reads the value of an assignment. It is JSON, or a list without brackets, or else a text. */
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
    for (const struct member *known = config_sweep_keys; known->path != NULL; known++)
        if (strcmp(known->path, key) == 0)
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

/* The key of a path, "sampling.replicas"; NULL if no table has it. */
static const struct member *find_key(const char *path)
{
    const struct member *known = config_sweep_keys;
    while (known != NULL && known->path != NULL) {
        size_t length = strlen(known->path);
        if (strcmp(path, known->path) == 0)
            return known;
        if (strncmp(path, known->path, length) == 0 && path[length] == '.') {
            path += length + 1;
            known = known->members;
        } else {
            known++;
        }
    }
    return NULL;
}

/* Whether a key has a list of values, of which --set may give a single one. */
static bool is_list(const char *path)
{
    const struct member *key = find_key(path);
    return key != NULL && key->kind == MEMBER_LIST && key->members == NULL;
}

bool settings_apply(const char *setting, cJSON *root, struct error *error)
{
    const char *equals = strchr(setting, '=');
    if (equals == NULL || equals == setting)
        return error_set(error, EXIT_USAGE, "--set %s: expected key=value", setting);
    char path[PATH];
    snprintf(path, sizeof path, "%.*s", (int)(equals - setting), setting);
    const bool list = is_list(path);

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
    cJSON *value = setting_value(equals + 1);
    if (list && !cJSON_IsArray(value)) {
        cJSON *only = value;
        value = cJSON_CreateArray();
        cJSON_AddItemToArray(value, only);
    }
    cJSON_AddItemToObject(object, key, value);
    return true;
}
