#include "harness/config/preset.h"

#include "harness/base/files/text_file.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"

#include <stdlib.h>

/* Rejects the keys "preset" and "full", because a preset may only contain values. */
static bool is_plain(const struct config_layer *layer, struct error *error)
{
    static const char *const keys[] = {"preset", "full"};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        const cJSON *item = json_get(layer->root, keys[k]);
        if (item != NULL)
            return config_refuse(layer, item, true, error, "a preset has only values");
    }
    return true;
}

bool preset_read(const char *path, struct preset *preset, struct error *error)
{
    static const char *const none[] = {NULL};
    *preset = (struct preset){.root = json_file_read_most(path, TEXT_BYTES, error)};
    preset->text = preset->root != NULL ? text_content(path, error) : NULL;
    if (preset->text == NULL)
        return false;
    preset->layer = (struct config_layer){path, preset->text, preset->root, preset->root};
    if (!cJSON_IsObject(preset->root))
        return config_unexpected(&preset->layer, preset->root, "an object {…}", NULL, error);
    return is_plain(&preset->layer, error) && config_check_sweep(&preset->layer, none, error);
}

void preset_free(struct preset *preset)
{
    free(preset->text);
    cJSON_Delete(preset->root);
    *preset = (struct preset){0};
}
