#include "harness/config/sweep.h"

#include "harness/base/hash.h"

#include <stdio.h>

enum { DIGITS = 8 };

/* Adds the hash of the sweep to the name. */
static void set_name(const char *model, struct config *config)
{
    char hash[HASH_TEXT], name[256];
    char *text =
        cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(config->resolved, "sweeps"));
    hash_text(hash_of_text(text), hash);
    snprintf(name, sizeof name, "%.200s-%.*s", model, DIGITS, hash);
    cJSON_ReplaceItemInObjectCaseSensitive(config->resolved, "name", cJSON_CreateString(name));
    cJSON_free(text);
}

bool sweep_config(const char *model, const struct settings *settings, struct config *config,
                  struct error *error)
{
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "model", model);
    char *text = cJSON_PrintUnformatted(root);
    cJSON_Delete(root);
    bool good = config_parse(text, model, settings, config, error);
    cJSON_free(text);
    if (good)
        set_name(model, config);
    return good;
}
