#include "harness/config/config.h"
#include "harness/base/files/text_file.h"
#include "harness/base/process/crash.h"
#include "harness/base/suggest.h"
#include "harness/base/text.h"
#include "harness/catalog/model.h"
#include "harness/catalog/strategy.h"
#include "harness/config/config_check.h"
#include "harness/config/config_claims.h"
#include "harness/config/names.h"
#include "harness/config/preset.h"
#include "harness/config/topology_layer.h"
#include "harness/extensions/extension.h"
#include "harness/input/builders/builders.h"
#include "harness/json/json_parse.h"
#include "harness/json/json_print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT = 512 };

/* The layers that supply the values of a sweep; earlier ones take precedence. */
enum {
    LAYER_SET,
    LAYER_SWEEP_FULL,
    LAYER_FULL,
    LAYER_SWEEP,
    LAYER_FILE,
    LAYER_PRESET,
    LAYER_TOPOLOGY,
    LAYERS
};

/*
 * Returns the value of `group.key` (of `key` if `group` is NULL) from the first layer with this
 * key, and sets the layer. NULL if no layer has it.
 */
static const cJSON *find(const struct config_layer layers[LAYERS], const char *group,
                         const char *key, const struct config_layer **layer)
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

static void resolve_keys(const struct config_layer layers[LAYERS], const char *group,
                         const struct member *keys, cJSON *target)
{
    const struct config_layer *layer = NULL;
    for (; keys->path != NULL; keys++) {
        const cJSON *item =
            keys->kind == MEMBER_OBJECT ? NULL : find(layers, group, keys->path, &layer);
        if (item != NULL)
            cJSON_AddItemToObject(target, keys->path, config_canonical(item, keys->axis));
        else if (keys->initial != NULL)
            cJSON_AddItemToObject(target, keys->path, cJSON_Parse(keys->initial));
    }
}

/* Whether a key is only for systems that are built, not read. */
static bool is_built(const struct member *key)
{
    return key->without != NULL;
}

/* Resolves the keys for built systems or the keys for systems from files. */
static void resolve_system_keys(const struct config_layer layers[LAYERS], bool built, cJSON *target)
{
    for (const struct member *key = config_system_keys; key->path != NULL; key++) {
        const struct member one[] = {*key, {.path = NULL}};
        if (is_built(key) == built)
            resolve_keys(layers, "system", one, target);
    }
}

/*
 * Whether the system is read from a file. The first layer with a key for a system's source decides.
 */
static bool from_file(const struct config_layer layers[LAYERS])
{
    for (int k = 0; k < LAYERS; k++) {
        const cJSON *system = cJSON_GetObjectItemCaseSensitive(layers[k].object, "system");
        if (cJSON_GetObjectItemCaseSensitive(system, "file") != NULL)
            return true;
        for (const struct member *key = config_system_keys; key->path != NULL; key++)
            if (is_built(key) && cJSON_GetObjectItemCaseSensitive(system, key->path) != NULL)
                return false;
    }
    return false;
}

/** Finds a file in a layer; rejects the value if the file is missing. The caller frees the path. */
static char *find_named(const struct config_layer *layer, const char *folder, const cJSON *file,
                        struct error *error)
{
    struct error reason;
    char *path = config_find(folder, file->valuestring, &reason);
    if (path == NULL) {
        config_refuse(layer, file, false, error, reason.text);
        error->code = reason.code;
    }
    return path;
}

/** Rejects the name of a file that does not exist. */
static bool check_path(const struct config_layer *layer, const char *folder, const cJSON *file,
                       struct error *error)
{
    if (folder == NULL)
        return true;
    char *path = find_named(layer, folder, file, error);
    free(path);
    return path != NULL;
}

/* Keys for files that accompany a file of particles. */
static const char *const file_keys[] = {"topology", "coordinates", "mdp", NULL};

static bool resolve_system(const struct config_layer layers[LAYERS], const char *folder,
                           cJSON *target, struct error *error)
{
    static const struct {
        const char *key, *refusal;
    } of_files[] = {{"format", "a format belongs to a file, and this system is built"},
                    {"style", "an atom style belongs to a file, and this system is built"},
                    {"frame", "a frame belongs to a file, and this system is built"},
                    {"copies", "copies are of a file's particles, and this system is built"},
                    {"topology", "a topology belongs to a file, and this system is built"},
                    {"coordinates", "coordinates belong to a file, and this system is built"},
                    {"mdp", "run parameters belong to a file, and this system is built"}};
    const struct config_layer *layer = NULL;
    if (!from_file(layers)) {
        resolve_system_keys(layers, true, target);
        resolve_system_keys(layers, false, target);
        for (size_t k = 0; k < sizeof of_files / sizeof *of_files; k++) {
            const cJSON *given = find(layers, "system", of_files[k].key, &layer);
            if (given != NULL)
                return config_refuse(layer, given, true, error, of_files[k].refusal);
        }
        return true;
    }
    resolve_system_keys(layers, false, target);
    for (const char *const *key = file_keys; *key != NULL; key++) {
        const cJSON *item = find(layers, "system", *key, &layer);
        if (item != NULL && !check_path(layer, folder, item, error))
            return false;
    }
    const cJSON *files = find(layers, "system", "file", &layer);
    for (const cJSON *file = cJSON_IsArray(files) ? files->child : files; file != NULL;
         file = cJSON_IsArray(files) ? file->next : NULL)
        if (!check_path(layer, folder, file, error))
            return false;
    return true;
}

/** Rejects a builder that one of the models lacks. */
static bool check_builders(const struct config_layer layers[LAYERS], const cJSON *model_list,
                           struct error *error)
{
    const struct config_layer *layer = NULL;
    const cJSON *names = find(layers, "system", "builder", &layer), *model = NULL;
    for (const cJSON *name = cJSON_IsArray(names) ? names->child : names; name != NULL;
         name = cJSON_IsArray(names) ? name->next : NULL) {
        cJSON_ArrayForEach (model, model_list) {
            struct error reason;
            if (!builder_check(name->valuestring, model_find(model->valuestring), &reason))
                return config_refuse(layer, name, false, error, reason.text);
        }
    }
    return true;
}

static int selected_models(const cJSON *names, const struct model *selected[MEMBER_NAMES])
{
    int count = 0;
    const cJSON *name = NULL;
    cJSON_ArrayForEach (name, names) {
        if (count < MEMBER_NAMES)
            selected[count++] = model_find(name->valuestring);
    }
    return count;
}

static bool resolve_parameters(const struct config_layer layers[LAYERS], const cJSON *model_list,
                               cJSON *target, struct error *error)
{
    const struct model *selected[MEMBER_NAMES];
    const char *names[MEMBER_NAMES] = {NULL};
    int models = selected_models(model_list, selected);
    int count = 0;
    for (int m = 0; m < models; m++)
        for (int k = 0; k < selected[m]->parameter_count && count < MEMBER_NAMES - 1; k++)
            names[count++] = selected[m]->parameters[k].name;
    names[count] = NULL;

    for (int l = 0; l < LAYERS; l++) {
        const cJSON *object = cJSON_GetObjectItemCaseSensitive(layers[l].object, "parameters");
        if (object == NULL)
            continue;
        if (!config_check_keys(&layers[l], object, names, error))
            return false;
        for (const cJSON *item = object->child; item != NULL; item = item->next) {
            if (cJSON_IsArray(item) && item->child == NULL)
                return config_unexpected(&layers[l], item,
                                         "a value or a list with one value at least", NULL, error);
            for (int m = 0; m < models; m++) {
                int index = model_parameter(selected[m], item->string);
                for (const cJSON *value = cJSON_IsArray(item) ? item->child : item;
                     index >= 0 && value != NULL; value = cJSON_IsArray(item) ? value->next : NULL)
                    if (!config_check_parameter(&layers[l], value, &selected[m]->parameters[index],
                                                error))
                        return false;
            }
            if (cJSON_GetObjectItemCaseSensitive(target, item->string) == NULL)
                cJSON_AddItemToObject(target, item->string, config_canonical(item, true));
        }
    }
    return true;
}

/* Resolves all tuning values of all strategies of the sweep. */
static void resolve_tuning(const struct config_layer layers[LAYERS], const cJSON *names,
                           cJSON *target)
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
            cJSON *list = item != NULL ? config_canonical(item, true)
                                       : cJSON_CreateIntArray(&tuning->initial, 1);
            cJSON_AddItemToObject(values, tuning->name, list);
        }
    }
}

/*
 * If only one of min_samples and max_samples is given and contradicts the other's default, sets
 * both to the given number. A recorded config must be valid.
 */
static bool complete_samples(const struct config_layer layers[LAYERS], cJSON *sampling,
                             struct error *error)
{
    const struct config_layer *layer = NULL;
    const cJSON *given = find(layers, "sampling", "max_samples", &layer);
    cJSON *fewest = cJSON_GetObjectItemCaseSensitive(sampling, "min_samples");
    cJSON *most = cJSON_GetObjectItemCaseSensitive(sampling, "max_samples");
    if (fewest->valuedouble <= most->valuedouble)
        return true;
    const struct config_layer *of_fewest = NULL;
    if (find(layers, "sampling", "min_samples", &of_fewest) == NULL)
        cJSON_SetNumberValue(fewest, most->valuedouble);
    else if (given == NULL)
        cJSON_SetNumberValue(most, fewest->valuedouble);
    else
        return config_refuse(layer, given, true, error, "max_samples is below min_samples");
    return true;
}

/*
 * Resolves the motion of particles. They move if any layer except a topology has "dynamics". A
 * topology only supplies missing values.
 */
static bool resolve_dynamics(const struct config_layer layers[LAYERS],
                             const struct topology_layer *topology, cJSON *sweep,
                             struct error *error)
{
    const struct config_layer *layer = NULL;
    if (find(layers, NULL, "dynamics", &layer) == NULL || layer == &layers[LAYER_TOPOLOGY])
        return true;
    if (topology->uncoupled[0] != '\0' && find(layers, "dynamics", "thermostat", &layer) == NULL)
        return error_set(error, EXIT_USAGE,
                         "%s; set dynamics.thermostat to move the particles in another way",
                         topology->uncoupled);
    const struct config_layer *by_topology = &topology->layer;
    const cJSON *taken = cJSON_GetObjectItemCaseSensitive(by_topology->object, "dynamics");
    if (taken != NULL && !config_check_object(by_topology, taken, config_dynamics_keys, error))
        return false;
    resolve_keys(layers, "dynamics", config_dynamics_keys,
                 cJSON_AddObjectToObject(sweep, "dynamics"));
    return true;
}

static cJSON *resolve_sweep(const struct config_layer layers[LAYERS],
                            const struct topology_layer *topology, const char *folder,
                            struct error *error)
{
    cJSON *sweep = cJSON_CreateObject();
    resolve_keys(layers, NULL, config_sweep_keys, sweep);
    /* the sweep now has all values of the preset */
    cJSON_DeleteItemFromObjectCaseSensitive(sweep, "preset");
    if (cJSON_GetObjectItemCaseSensitive(sweep, "strategy") == NULL) {
        const char *names[MEMBER_NAMES];
        names_strategy(names);
        int count = 0;
        while (names[count] != NULL)
            count++;
        cJSON_AddItemToObject(sweep, "strategy", cJSON_CreateStringArray(names, count));
    }
    cJSON *parameters = cJSON_AddObjectToObject(sweep, "parameters");
    cJSON *system = cJSON_AddObjectToObject(sweep, "system");
    cJSON *tuning = cJSON_AddObjectToObject(sweep, "tuning");
    cJSON *sampling = cJSON_AddObjectToObject(sweep, "sampling");
    cJSON *counters = cJSON_AddObjectToObject(sweep, "counters");
    resolve_tuning(layers, cJSON_GetObjectItemCaseSensitive(sweep, "strategy"), tuning);
    resolve_keys(layers, "sampling", config_sampling_keys, sampling);
    resolve_keys(layers, "counters", config_counters_keys, counters);
    if (!complete_samples(layers, sampling, error) ||
        !resolve_dynamics(layers, topology, sweep, error) ||
        !resolve_system(layers, folder, system, error) ||
        !check_builders(layers, cJSON_GetObjectItemCaseSensitive(sweep, "model"), error) ||
        !resolve_parameters(layers, cJSON_GetObjectItemCaseSensitive(sweep, "model"), parameters,
                            error)) {
        cJSON_Delete(sweep);
        return NULL;
    }
    return sweep;
}

/* Reads the values that a system's topology and run parameters determine. */
static bool read_topology(const struct config_layer layers[LAYERS], const char *folder,
                          struct topology_layer *topology, struct error *error)
{
    const struct config_layer *layer = NULL, *of_file = NULL;
    const cJSON *mdp = find(layers, "system", "mdp", &layer);
    const cJSON *file = find(layers, "system", "file", &of_file);
    if (mdp == NULL || file == NULL || folder == NULL)
        return true;
    if (cJSON_IsArray(file) && cJSON_GetArraySize(file) != 1)
        return config_refuse(layer, mdp, true, error, "run parameters belong to one topology");
    file = cJSON_IsArray(file) ? file->child : file;
    char *path = find_named(of_file, folder, file, error);
    char *parameters = path != NULL ? find_named(layer, folder, mdp, error) : NULL;
    const bool good =
        parameters != NULL &&
        topology_layer_read(path, parameters, find(layers, NULL, "model", &layer), topology, error);
    free(path);
    free(parameters);
    return good;
}

/*
 * Resolves a sweep. Values of its preset, if it has one, take precedence over values of its
 * topology. The preset is relative to `folder`, files of particles to `particles`; if that is NULL,
 * they are not searched.
 */
static cJSON *resolve_with_preset(struct config_layer layers[LAYERS], const char *folder,
                                  const char *particles, struct error *error)
{
    const struct config_layer *by = NULL;
    struct preset preset = {0};
    struct topology_layer topology = {0};
    const cJSON *named = find(layers, NULL, "preset", &by);
    char *path = named != NULL ? find_named(by, folder, named, error) : NULL;
    bool good = named == NULL || (path != NULL && preset_read(path, &preset, error));
    layers[LAYER_PRESET] = preset.layer;
    good = good && read_topology(layers, particles, &topology, error);
    layers[LAYER_TOPOLOGY] = topology.layer;
    cJSON *sweep = good ? resolve_sweep(layers, &topology, particles, error) : NULL;
    topology_layer_free(&topology);
    preset_free(&preset);
    free(path);
    return sweep;
}

/*
 * Adds the name of the experiment: the given one, or the file's name without folder and ending. The
 * name of a full-length experiment ends with "-full".
 */
static void add_name(const cJSON *root, const char *file, bool full, cJSON *resolved)
{
    const cJSON *given = cJSON_GetObjectItemCaseSensitive(root, "name");
    char stem[TEXT], name[TEXT + 8];
    const char *slash = strrchr(file, '/');
    snprintf(stem, sizeof stem, "%s", slash != NULL ? slash + 1 : file);
    char *dot = strrchr(stem, '.');
    if (dot != NULL && dot != stem)
        *dot = '\0';
    snprintf(name, sizeof name, "%s%s", given != NULL ? given->valuestring : stem,
             full ? "-full" : "");
    cJSON_AddStringToObject(resolved, "name", name);
}

/* Checks the member "full" of an object, and makes a layer of it. Without --full the layer is
 * empty. */
static bool full_layer(const struct config_layer *layer, bool full, struct config_layer *of,
                       struct error *error)
{
    static const char *const none[] = {NULL};
    *of = *layer;
    of->object = cJSON_GetObjectItemCaseSensitive(layer->object, "full");
    const cJSON *nested = cJSON_GetObjectItemCaseSensitive(of->object, "full");
    if (nested != NULL)
        return config_refuse(layer, nested, true, error,
                             "an object \"full\" cannot contain another");
    if (of->object != NULL && !config_check_sweep(of, none, error))
        return false;
    of->object = full ? of->object : NULL;
    return true;
}

/* Whether any object of the file has the key "full". */
static bool has_full(const struct config_layer *file)
{
    const cJSON *entry = NULL;
    bool has = cJSON_GetObjectItemCaseSensitive(file->object, "full") != NULL;
    cJSON_ArrayForEach (entry, cJSON_GetObjectItemCaseSensitive(file->root, "sweeps")) {
        has = has || cJSON_GetObjectItemCaseSensitive(entry, "full") != NULL;
    }
    return has;
}

/* Adds the models and strategies of the file to the catalog, because names are checked next. */
static bool add_sources(const struct config_layer *file, const struct settings *settings,
                        const char *folder, struct error *error)
{
    const cJSON *sources = cJSON_GetObjectItemCaseSensitive(file->root, "sources");
    const cJSON *source = NULL;
    if (sources != NULL && settings != NULL && settings->no_sources)
        return config_refuse(file, sources, true, error,
                             "code is loaded only if the config is named by its path, as in "
                             "./configs/NAME.json; read the code before");
    if (sources != NULL && !cJSON_IsArray(sources))
        return config_unexpected(file, sources, "a list of headers and folders", NULL, error);
    cJSON_ArrayForEach (source, sources) {
        struct error reason;
        if (!cJSON_IsString(source))
            return config_unexpected(file, source, "a text, the path of a header or a folder", NULL,
                                     error);
        char *path = config_find(folder, source->valuestring, &reason);
        bool good = path != NULL && extension_add(path, &reason);
        free(path);
        if (!good) {
            config_refuse(file, source, false, error, reason.text);
            error->code = reason.code;
            return false;
        }
    }
    return true;
}

static bool resolve(const struct config_layer *file, const struct config_layer *set,
                    const struct settings *settings, struct config *config, struct error *error)
{
    const bool full = settings != NULL && settings->full;
    const char *particles = settings != NULL && settings->no_systems ? NULL : config->folder;
    const char *document_keys[MEMBER_NAMES];
    const char *const none[] = {NULL};
    config_add_keys(config_document_keys, document_keys, 0);
    if (!cJSON_IsObject(file->root))
        return config_unexpected(file, file->root, "an object {…}", NULL, error);
    const cJSON *claims = cJSON_GetObjectItemCaseSensitive(file->root, "claims");
    if (!add_sources(file, settings, config->folder, error) ||
        !config_check_values(file, file->object, config_document_keys, error) ||
        !config_check_claims(file, claims, error) ||
        !config_check_sweep(file, document_keys, error) || !config_check_sweep(set, none, error))
        return false;
    const cJSON *set_full = cJSON_GetObjectItemCaseSensitive(set->object, "full");
    if (set_full != NULL)
        return config_refuse(set, set_full, true, error,
                             "\"full\" is an object of the file: --set cannot change it");
    if (full && !has_full(file))
        return error_set(
            error, EXIT_USAGE,
            "%s: --full: expected an object \"full\" with the values of a full run, found none",
            file->name);

    config->resolved = cJSON_CreateObject();
    add_name(file->root, file->name, full, config->resolved);
    const cJSON *title = cJSON_GetObjectItemCaseSensitive(file->root, "title");
    if (title != NULL)
        cJSON_AddStringToObject(config->resolved, "title", title->valuestring);
    if (claims != NULL)
        cJSON_AddItemToObject(config->resolved, "claims", config_resolve_claims(claims));
    cJSON *target = cJSON_AddArrayToObject(config->resolved, "sweeps");

    const cJSON *sweeps = cJSON_GetObjectItemCaseSensitive(file->root, "sweeps");
    const cJSON *entry = sweeps != NULL ? sweeps->child : NULL;
    do {
        struct config_layer layers[LAYERS] = {
            [LAYER_SET] = *set, [LAYER_SWEEP] = *file, [LAYER_FILE] = *file};
        layers[LAYER_SWEEP].object = entry;
        if (entry != NULL && !cJSON_IsObject(entry))
            return config_unexpected(file, entry, "an object {…}", NULL, error);
        if ((entry != NULL && !config_check_sweep(&layers[LAYER_SWEEP], none, error)) ||
            !full_layer(&layers[LAYER_SWEEP], full, &layers[LAYER_SWEEP_FULL], error) ||
            !full_layer(file, full, &layers[LAYER_FULL], error))
            return false;
        cJSON *sweep = resolve_with_preset(layers, config->folder, particles, error);
        if (sweep == NULL)
            return false;
        cJSON_AddItemToArray(target, sweep);
        entry = entry != NULL ? entry->next : NULL;
    } while (entry != NULL);
    return true;
}

/* Fills in a config that already has its folder; frees it after an error. */
static bool fill(const char *text, const char *name, const struct settings *settings,
                 struct config *config, struct error *error)
{
    cJSON *root = json_parse(text, name, 1, error);
    cJSON *set = cJSON_CreateObject();
    bool good = root != NULL;
    for (int k = 0; good && settings != NULL && k < settings->list.count; k++)
        good = settings_apply(settings->list.word[k], set, error);
    if (good) {
        struct config_layer file = {name, text, root, root};
        struct config_layer command_line = {NULL, NULL, set, set};
        good = resolve(&file, &command_line, settings, config, error);
    }
    cJSON_Delete(root);
    cJSON_Delete(set);
    if (!good)
        config_free(config);
    return good;
}

bool config_parse(const char *text, const char *name, const struct settings *settings,
                  struct config *config, struct error *error)
{
    const char *slash = strrchr(name, '/');
    *config = (struct config){.folder = slash != NULL ? text_new("%.*s", (int)(slash - name), name)
                                                      : text_new(".")};
    return fill(text, name, settings, config, error);
}

bool config_check_results(const cJSON *given, const char *place, struct error *error)
{
    const cJSON *sweep = NULL;
    bool preset = cJSON_GetObjectItemCaseSensitive(given, "preset") != NULL;
    cJSON_ArrayForEach (sweep, cJSON_GetObjectItemCaseSensitive(given, "sweeps")) {
        preset = preset || cJSON_GetObjectItemCaseSensitive(sweep, "preset") != NULL;
    }
    if (!cJSON_IsObject(given))
        return error_set(error, EXIT_USAGE, "%s: expected the results of a run, with its config",
                         place);
    if (cJSON_GetObjectItemCaseSensitive(given, "sources") != NULL)
        return error_set(error, EXIT_USAGE,
                         "%s: config.sources: expected none, because results name no code to load",
                         place);
    return !preset ||
           error_set(error, EXIT_USAGE,
                     "%s: a preset of its config: expected none, because results name no "
                     "file to read",
                     place);
}

bool config_of_results(const cJSON *given, const char *path, struct config *config,
                       struct error *error)
{
    *config = (struct config){0};
    if (!config_check_results(given, path, error))
        return false;
    char *text = json_print(given);
    bool good = fill(text, path, NULL, config, error);
    cJSON_free(text);
    return good;
}

bool config_read(const char *path, const struct settings *settings, struct config *config,
                 struct error *error)
{
    *config = (struct config){0};
    char *text = text_content(path, error);
    const bool given = strcmp(path, TEXT_STANDARD_INPUT) == 0;
    if (text != NULL && given)
        crash_keep_input(text);
    bool good = text != NULL && config_parse(text, given ? "stdin" : path, settings, config, error);
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
    char *path = given[0] != '/' ? text_new("%s/%s", folder, given) : text_new("%s", given);
    if (access(path, R_OK) == 0)
        return path;
    free(path);
    if (access(given, R_OK) == 0)
        return text_new("%s", given);
    char nearest[PATH_MAX];
    bool near = nearest_file(given, nearest);
    error_set(error, EXIT_USAGE,
              "expected a file that can be read, relative to %s or the working directory; found no "
              "\"%s\"%s%s%s",
              folder, given, near ? "; did you mean \"" : "", near ? nearest : "",
              near ? "\"?" : "");
    return NULL;
}
