#include "harness/config/settings.h"
#include "harness/base/text.h"
#include "harness/catalog/model.h"
#include "harness/config/config_keys.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 512 };

void settings_add(struct settings *settings, const char *key, const char *value)
{
    words_add(&settings->list, "%s%s%s", key ? key : "", key ? "=" : "", value);
}

bool settings_have(const struct settings *settings, const char *key)
{
    const size_t length = strlen(key);
    for (int k = 0; k < settings->list.count; k++) {
        const char *setting = settings->list.word[k];
        if (strncmp(setting, key, length) == 0 && setting[length] == '=')
            return true;
    }
    return false;
}

void settings_free(struct settings *settings)
{
    words_free(&settings->list);
    *settings = (struct settings){0};
}

/* Reads the value in an assignment: JSON, a list without brackets, or a text. */
static cJSON *setting_value(const char *text)
{
    cJSON *value = cJSON_ParseWithOpts(text, NULL, true);
    if (value != NULL)
        return value;
    if (strchr(text, ',') == NULL)
        return cJSON_CreateString(text);
    char *copy = text_new("%s", text);
    cJSON *list = cJSON_CreateArray();
    char *rest = NULL;
    for (char *part = strtok_r(copy, ",", &rest); part != NULL; part = strtok_r(NULL, ",", &rest)) {
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

/* Returns the key with a path such as "sampling.replicas"; NULL if no table has it. */
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

/* Whether a key's value is a list. With --set a single value may be given instead. */
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
    /* a parameter's name is short for parameters.name */
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
    cJSON_DeleteItemFromObjectCaseSensitive(object, key); /* a later assignment replaces an
                                                           * earlier one */
    cJSON *value = setting_value(equals + 1);
    if (list && !cJSON_IsArray(value)) {
        cJSON *only = value;
        value = cJSON_CreateArray();
        cJSON_AddItemToArray(value, only);
    }
    cJSON_AddItemToObject(object, key, value);
    return true;
}
