#include "harness/commands/options/config_argument.h"

#include "harness/base/files/data.h"
#include "harness/base/files/text_file.h"
#include "harness/base/hash.h"
#include "harness/base/suggest.h"
#include "harness/base/text.h"
#include "harness/catalog/model.h"
#include "harness/config/config.h"
#include "harness/extensions/extension.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DIGITS = 8 };

/* Adds a hash of the sweep to the config's name. */
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

/*
 * Makes the config of a sweep over a model. All keys besides `settings`, which may be NULL, have
 * defaults. The config is named after the model and a hash of all keys, "lj-5f0c27a1". Thus the
 * same sweep finds its results again. Fails like config_parse.
 */
static bool sweep_config(const char *model, const struct settings *settings, struct config *config,
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

static const char suffix[] = ".json";

/* Whether a file in a folder is a config and not a schema. */
static bool is_config(const char *file)
{
    return text_has_suffix(file, suffix) && strcmp(file, "schema.json") != 0;
}

static bool has(const struct words *names, const char *name, int length)
{
    for (int k = 0; k < names->count; k++)
        if (strncmp(names->word[k], name, (size_t)length) == 0 && names->word[k][length] == '\0')
            return true;
    return false;
}

static void add_folder(struct words *names, const char *folder)
{
    struct dirent **entry = NULL;
    int count = scandir(folder, &entry, NULL, alphasort);
    for (int k = 0; k < count; k++) {
        int length = (int)(strlen(entry[k]->d_name) - strlen(suffix));
        if (is_config(entry[k]->d_name) && !has(names, entry[k]->d_name, length))
            words_add(names, "%.*s", length, entry[k]->d_name);
        free(entry[k]);
    }
    free(entry);
}

void config_argument_names(struct words *names)
{
    char path[PATH_MAX];
    struct error error;
    add_folder(names, "configs");
    if (data_path("configs", path, &error))
        add_folder(names, path);
}

/* Finds the path of a config by its name, first in this folder, then among the installed ones. */
static bool find_named(const char *name, char path[PATH_MAX], bool *here)
{
    char file[PATH_MAX];
    struct error error;
    if (strchr(name, '/') != NULL)
        return false;
    bool json = is_config(name);
    int length = snprintf(file, sizeof file, "configs/%s%s", name, json ? "" : suffix);
    if (length >= PATH_MAX)
        return false;
    snprintf(path, PATH_MAX, "%s", file);
    *here = access(file, R_OK) == 0;
    return *here || data_path(file, path, &error);
}

/* Whether a text looks like the name of a config and not like a path. */
static bool is_name(const char *given)
{
    return strpbrk(given, "/.") == NULL;
}

static bool refuse_name(const char *given, struct error *error)
{
    struct words names = {0};
    for (const struct model *const *model = models(); *model != NULL; model++)
        words_add(&names, "%s", (*model)->name);
    config_argument_names(&names);
    const char *nearest = suggest(given, (const char *const *)names.word);
    error_set(
        error, EXIT_USAGE,
        "\"%.80s\" is no file, no model (`pairlanes help models`) and no config in ./configs, "
        "in $PAIRLANES_DATA/configs or installed (`pairlanes help configs`)%s%s%s",
        given, nearest != NULL ? "; did you mean \"" : "", nearest != NULL ? nearest : "",
        nearest != NULL ? "\"?" : "");
    words_free(&names);
    return false;
}

/* Whether a path is a file. A folder may have the same name as a model or a config. */
static bool is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISDIR(status.st_mode);
}

void config_argument_only(const struct argp_state *state, char *argument, const char **given)
{
    if (*given != NULL)
        argp_error(state, "expected one config, found \"%s\" too", argument);
    *given = argument;
}

void config_argument_require(const struct argp_state *state, const char *model, const char **given)
{
    if (*given == NULL)
        *given = model;
    if (*given == NULL)
        argp_error(state, "a config is missing, or a model");
}

bool config_argument_find(const char *given, struct config_argument *argument, struct error *error)
{
    char path[PATH_MAX];
    *argument = (struct config_argument){0};
    if (text_has_suffix(given, ".h"))
        return extension_add_model(given, &argument->model, error);
    const bool standard = strcmp(given, TEXT_STANDARD_INPUT) == 0;
    if (standard || is_file(given)) {
        argument->found_here = !standard && is_name(given);
        argument->path = text_new("%s", given);
        return true;
    }
    const struct model *model = model_find(given);
    if (model != NULL) {
        argument->model = model->name;
        return true;
    }
    const bool found = find_named(given, path, &argument->found_here);
    if (!found && is_name(given))
        return refuse_name(given, error);
    argument->path = text_new("%s", found ? path : given);
    return true;
}

bool config_argument_read(const struct config_argument *argument, const struct settings *settings,
                          struct config *config, struct error *error)
{
    struct settings own = settings != NULL ? *settings : (struct settings){0};
    own.no_sources = argument->found_here;
    if (argument->model != NULL)
        return sweep_config(argument->model, &own, config, error);
    return config_read(argument->path, &own, config, error);
}

void config_argument_free(struct config_argument *argument)
{
    free(argument->path);
    *argument = (struct config_argument){0};
}
