#include "harness/config/sweep.h"

#include "harness/base/hash.h"

#include <stdio.h>

enum { DIGITS = 8 };

/* Adds the hash of the sweep to the name. */
static bool set_name(const char *model, struct config *config, struct error *error)
{
    char hash[HASH_TEXT], name[256];
    char *text =
        cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(config->resolved, "sweeps"));
    cJSON *item = NULL;
    if (text != NULL) {
        hash_text(hash_of_text(text), hash);
        snprintf(name, sizeof name, "%.200s-%.*s", model, DIGITS, hash);
        item = cJSON_CreateString(name);
    }
    cJSON_free(text);
    return (item != NULL &&
            cJSON_ReplaceItemInObjectCaseSensitive(config->resolved, "name", item)) ||
           error_set(error, EXIT_ENVIRONMENT, "out of memory: the sweep");
}

bool sweep_config(const char *model, const struct settings *settings, struct config *config,
                  struct error *error)
{
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "model", model);
    char *text = cJSON_PrintUnformatted(root);
    cJSON_Delete(root);
    *config = (struct config){0};
    bool good = text != NULL ? config_parse(text, model, settings, config, error)
                             : error_set(error, EXIT_ENVIRONMENT, "out of memory: the sweep");
    cJSON_free(text);
    if (good && !set_name(model, config, error)) {
        config_free(config);
        return false;
    }
    return good;
}
