#include "harness/extensions/extension.h"

#include "harness/backend/cpu/machine/cpu_compile.h"
#include "harness/backend/cpu/machine/cpu_compiler.h"
#include "harness/base/error.h"
#include "harness/base/files/shared_object.h"
#include "harness/base/printable.h"
#include "harness/base/process/divert.h"
#include "harness/base/text.h"
#include "harness/catalog/embedded.h"
#include "harness/catalog/model.h"
#include "harness/catalog/source_hash.h"
#include "harness/catalog/strategy.h"
#include "harness/extensions/check.h"
#include "harness/extensions/model_names.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/** A description that is compiled from registered sources into a shared object. */
struct unit {
    const char *name;     /* name in messages: "model soft" */
    const char *path;     /* path of the source: "harness/catalog/model_unit.c" */
    const char *strategy; /* strategy for the macros of the unit; NULL: none */
    const char *model;    /* model for the macros of the unit; NULL: none */
    const char *defines;  /* further compiler options */
    const char *symbol;   /* symbol to look up in the object */
};

/* The flags are the same as for the harness, so that the reference gives the same bits on all
 * machines. */
static const char flags[] = "-I. -D_GNU_SOURCE -fPIC -shared -std=gnu11 -O2 -g1 -Wall -Wextra "
                            "-Wpedantic -Wshadow -Wstrict-prototypes -Werror=int-conversion "
                            "-Werror=incompatible-pointer-types "
                            "-Werror=implicit-function-declaration -ffp-contract=off";

/* Compiles a unit, or takes it from the cache, and opens it. `again`: ignores the cache. */
static const void *compile_and_open(const struct source_set *sources,
                                    const struct cpu_unit *compiled, const struct unit *unit,
                                    bool again, bool *cached, struct error *error)
{
    struct cpu_object object;
    const void *symbol = NULL;
    cpu_compile(sources, compiled, &object, 1, 1, again, NULL);
    *cached = object.cached;
    if (object.bytes == NULL)
        *error = object.error;
    else
        symbol = shared_object_open(object.bytes, object.size, unit->name, unit->symbol, error);
    if (symbol != NULL && !object.cached && object.messages != NULL) {
        printable_line(stderr, "%s:", unit->name);
        printable_lines(stderr, object.messages);
    }
    cpu_object_free(&object);
    return symbol;
}

/*
 * Compiles a unit with the machine's C compiler, or takes it from the cache. Returns its symbol,
 * which stays valid until the process ends. The compiler's warnings go to the standard error. NULL
 * with EXIT_USAGE if the unit does not compile; the message has the compiler's first lines. NULL
 * with EXIT_ENVIRONMENT if it cannot be compiled here; the message has the reason.
 */
static const void *unit_open(const struct unit *unit, struct error *error)
{
    struct source_set sources;
    const void *symbol = NULL;
    bool cached = false;
    struct cpu_unit compiled = {
        .name = unit->name, .path = unit->path, .compiler = cpu_compiler_find(NULL, NULL, error)};
    if (compiled.compiler == NULL) {
        error_prefix(error, unit->name);
        return NULL;
    }
    if (!source_load(NULL, &sources, error))
        return NULL;
    compiled.source_hash =
        source_hash(&sources, &(struct source_unit){unit->path, unit->strategy, unit->model});
    words_split(&compiled.flags, flags);
    words_split(&compiled.flags, unit->defines);
    symbol = compile_and_open(&sources, &compiled, unit, false, &cached, error);
    if (symbol == NULL && cached) /* a cached object from another system is compiled again */
        symbol = compile_and_open(&sources, &compiled, unit, true, &cached, error);
    words_free(&compiled.flags);
    source_free(&sources);
    return symbol;
}

enum { NAME = 32, DEFINES = 256, EXTENSIONS = MODELS_REGISTERED + STRATEGIES_REGISTERED };

/* Users' models and strategies that were added. */
static struct extension {
    char name[NAME];
    char *place; /* absolute path */
    bool is_model;
} extensions[EXTENSIONS];
static int extension_count;

static const char *kind_of(bool is_model)
{
    return is_model ? "model" : "strategy";
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text);
    return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool extension_is_path(const char *text)
{
    return strchr(text, '/') != NULL || ends_with(text, ".h");
}

static bool is_name(const char *text, size_t length)
{
    return length > 0 && length < NAME &&
           strspn(text, "abcdefghijklmnopqrstuvwxyz_0123456789") >= length &&
           strchr("0123456789", *text) == NULL;
}

/*
 * Finds the name of a model or strategy in its path. It may contain letters, digits and
 * underscores, because it becomes part of identifiers.
 */
static bool name_of(const char *place, bool is_model, char name[NAME], struct error *error)
{
    const char *base = strrchr(place, '/') + 1;
    size_t length = strlen(base) - (is_model && ends_with(base, ".h") ? 2 : 0);
    if ((is_model && !ends_with(base, ".h")) || !is_name(base, length))
        return error_set(error, EXIT_USAGE,
                         "%s: a %s has the name of its %s: expected lower-case letters, digits and "
                         "underscores%s, at most %d, found \"%s\"",
                         place, kind_of(is_model), is_model ? "header" : "folder",
                         is_model ? " before .h" : "", NAME - 1, base);
    snprintf(name, NAME, "%.*s", (int)length, base);
    return true;
}

static const struct extension *find_extension(const char *name, bool is_model)
{
    for (int k = 0; k < extension_count; k++)
        if (extensions[k].is_model == is_model && strcmp(extensions[k].name, name) == 0)
            return &extensions[k];
    return NULL;
}

/* Whether the path of a source in the binary begins with this text. */
static bool is_built_in(const char *path)
{
    for (const struct embedded_file *file = embedded_files(); file->path != NULL; file++)
        if (strncmp(file->path, path, strlen(path)) == 0)
            return true;
    return false;
}

/* Rejects the name of a built-in model or strategy. */
static bool check_own(const char *place, const char *name, bool is_model, struct error *error)
{
    char own[2 * NAME];
    snprintf(own, sizeof own, is_model ? "models/%s.h" : "strategies/%s/", name);
    if (!is_model && strcmp(name, "neighbors") == 0)
        return error_set(error, EXIT_USAGE,
                         "%s: neighbors.c in it would be its kernel and its neighbor structure: "
                         "give it another name",
                         place);
    return !is_built_in(own) ||
           error_set(error, EXIT_USAGE, "%s: pairlanes itself has %s: give it another name", place,
                     own);
}

bool extension_name_check(const char *name, bool is_model, struct error *error)
{
    if (!is_name(name, strlen(name)))
        return error_set(error, EXIT_USAGE,
                         "expected lower-case letters, digits and underscores, at most %d, found "
                         "\"%s\"",
                         NAME - 1, name);
    return check_own(name, name, is_model, error);
}

/*
 * Whether a name is free, or belongs to a model or strategy from the same path. *known becomes the
 * model or strategy with this name; NULL: none.
 */
static bool check_free(const char *place, const char *name, bool is_model,
                       const struct extension **known, struct error *error)
{
    *known = find_extension(name, is_model);
    return check_own(place, name, is_model, error) &&
           (*known == NULL || strcmp((*known)->place, place) == 0 ||
            error_set(error, EXIT_USAGE,
                      "%s: there is already a %s %s in %s: give one of them another name", place,
                      kind_of(is_model), name, (*known)->place));
}

static void remember(const char *place, const char *name, bool is_model)
{
    struct extension *extension = &extensions[extension_count];
    *extension = (struct extension){.place = text_new("%s", place), .is_model = is_model};
    snprintf(extension->name, NAME, "%s", name);
    extension_count++;
}

/* --- models --- */

static bool add_model(const char *place, const char *name, struct error *error)
{
    char path[2 * NAME], what[2 * NAME], defines[DEFINES];
    struct model model = {0};
    snprintf(path, sizeof path, "models/%s.h", name);
    snprintf(what, sizeof what, "model %s", name);
    snprintf(defines, sizeof defines, "-DMODEL_EXPORTED -DMODEL=%s -DMODEL_HEADER=\"%s\"", name,
             path);
    const struct unit unit = {.name = what,
                              .path = "harness/catalog/model_unit.c",
                              .model = name,
                              .defines = defines,
                              .symbol = "pairlanes_describe"};
    if (!model_names_check(place, name, error) || !source_register(path, place, error))
        return false;
    const char *const *(*const *describe)(struct model *) = unit_open(&unit, error);
    if (describe == NULL)
        return false;
    const char *const *styles = (*describe)(&model);
    return (check_model(&model, name, error) || error_prefix(error, place)) &&
           model_register(&model, styles, error);
}

/* --- strategies --- */

static int is_source(const struct dirent *entry)
{
    static const char *const ends[] = {".c", ".h", ".cu", ".cuh"};
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
        if (entry->d_name[0] != '.' && ends_with(entry->d_name, ends[k]))
            return 1;
    return 0;
}

/* Files in the folder of a strategy. */
enum { ROW, CPU_KERNEL, GPU_KERNEL, OWN_NEIGHBORS, PARTS };

/* Registers the sources of a folder; `has` becomes true for the files that exist. */
static bool register_folder(const char *place, const char *name, bool has[PARTS],
                            struct error *error)
{
    struct dirent **entries = NULL;
    char wanted[PARTS][2 * NAME], path[NAME + NAME_MAX + 16], file[2 * PATH_MAX];
    int count = scandir(place, &entries, is_source, alphasort);
    bool good = count >= 0 || error_unreadable(error, place);
    snprintf(wanted[ROW], sizeof *wanted, "strategy.h");
    snprintf(wanted[CPU_KERNEL], sizeof *wanted, "%s.c", name);
    snprintf(wanted[GPU_KERNEL], sizeof *wanted, "%s.cu", name);
    snprintf(wanted[OWN_NEIGHBORS], sizeof *wanted, "neighbors.c");
    for (int k = 0; k < count; k++) {
        snprintf(path, sizeof path, "strategies/%s/%s", name, entries[k]->d_name);
        snprintf(file, sizeof file, "%s/%s", place, entries[k]->d_name);
        for (int w = 0; w < PARTS; w++)
            has[w] |= strcmp(entries[k]->d_name, wanted[w]) == 0;
        good = good && source_register(path, file, error);
        free(entries[k]);
    }
    free(entries);
    for (int w = ROW; w <= CPU_KERNEL && good; w++)
        if (!has[w])
            good = error_set(error, EXIT_USAGE, "%s: expected %s in it, found none: %s", place,
                             wanted[w],
                             w == ROW ? "the strategy's row" : "the strategy's kernel for CPUs");
    return good;
}

static bool add_strategy(const char *place, const char *name, struct error *error)
{
    char what[2 * NAME], defines[DEFINES], row[PATH_MAX + 16];
    bool has[PARTS] = {false};
    if (!register_folder(place, name, has, error))
        return false;
    snprintf(what, sizeof what, "strategy %s", name);
    snprintf(defines, sizeof defines, "-DSTRATEGY_HEADER=\"strategies/%s/strategy.h\"", name);
    if (has[OWN_NEIGHBORS])
        snprintf(defines + strlen(defines), sizeof defines - strlen(defines),
                 " -fopenmp -DNEIGHBORS_SOURCE=\"strategies/%s/neighbors.c\"", name);
    snprintf(row, sizeof row, "%s/strategy.h", place);
    const struct unit unit = {.name = what,
                              .path = "harness/catalog/strategy_unit.c",
                              .strategy = name,
                              .defines = defines,
                              .symbol = "pairlanes_strategy"};
    const struct strategy *rows = unit_open(&unit, error);
    return rows != NULL &&
           (check_strategy(rows, name, has[GPU_KERNEL], error) || error_prefix(error, row)) &&
           strategy_register(rows, error);
}

/* --- models and strategies --- */

static bool add(const char *path, bool is_model, const char **added, struct error *error)
{
    char name[NAME];
    const struct extension *known = NULL;
    char *place = realpath(path, NULL);
    if (place == NULL)
        return error_set(error, EXIT_USAGE, "%s: expected a %s, found none: %s", path,
                         is_model ? "model's header" : "strategy's folder", strerror(errno));
    divert_begin();
    bool good = name_of(place, is_model, name, error) &&
                check_free(place, name, is_model, &known, error) &&
                (known != NULL || (is_model ? add_model : add_strategy)(place, name, error));
    if (good && known == NULL)
        remember(place, name, is_model);
    divert_end();
    free(place);
    if (good)
        *added = find_extension(name, is_model)->name;
    return good;
}

bool extension_add_model(const char *file, const char **name, struct error *error)
{
    return add(file, true, name, error);
}

bool extension_add_strategy(const char *folder, const char **name, struct error *error)
{
    return add(folder, false, name, error);
}

bool extension_add(const char *path, struct error *error)
{
    const char *name = NULL;
    return add(path, !is_folder(path), &name, error);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Adds all models or all strategies in a folder; does nothing if it does not exist. */
static bool add_all(const char *folder, bool is_model, struct error *error)
{
    struct dirent **entries = NULL;
    char path[2 * PATH_MAX];
    bool good = true;
    int count = scandir(folder, &entries, is_visible, alphasort);
    for (int k = 0; k < count; k++) {
        snprintf(path, sizeof path, "%s/%s", folder, entries[k]->d_name);
        if (good && (is_model ? ends_with(path, ".h") : is_folder(path)))
            good = extension_add(path, error);
        free(entries[k]);
    }
    free(entries);
    return good;
}

bool extension_add_from_path(struct error *error)
{
    const char *variable = getenv("PAIRLANES_PATH");
    char folder[PATH_MAX], path[PATH_MAX + 16];
    for (const char *at = variable; at != NULL && *at != '\0';) {
        size_t length = strcspn(at, ":");
        snprintf(folder, sizeof folder, "%.*s", (int)length, at);
        at += length + (at[length] == ':');
        if (length == 0)
            continue;
        if (!is_folder(folder))
            return error_set(error, EXIT_USAGE,
                             "$PAIRLANES_PATH: expected folders with models/ and strategies/ in "
                             "them, found no folder %s",
                             folder);
        snprintf(path, sizeof path, "%s/models", folder);
        if (!add_all(path, true, error))
            return false;
        snprintf(path, sizeof path, "%s/strategies", folder);
        if (!add_all(path, false, error))
            return false;
    }
    return true;
}
