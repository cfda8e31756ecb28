#include "harness/catalog/source_hash.h"

#include "harness/catalog/bonded_needs.h"
#include "harness/catalog/bonding.h"

#include "harness/base/c_text.h"
#include "harness/base/text.h"
#include "harness/catalog/source_macro.h"

#include <stdio.h>
#include <string.h>

enum { PATH = 1024 };

/* The set of files that have been reached, in order of discovery. */
struct closure {
    const struct source_set *sources;
    const char *strategy, *model;
    int count, *files;
};

static void add_file(struct closure *closure, int file)
{
    for (int k = 0; k < closure->count; k++)
        if (closure->files[k] == file)
            return;
    closure->files[closure->count++] = file;
}

static void add_all(struct closure *closure)
{
    for (int k = 0; k < closure->sources->count; k++)
        add_file(closure, k);
}

/* Adds a path if it is one of the sources; adds no headers of the system and of compilers. */
static void add_path(struct closure *closure, const char *path)
{
    for (int k = 0; k < closure->sources->count; k++)
        if (strcmp(closure->sources->paths[k], path) == 0)
            add_file(closure, k);
}

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/*
 * Adds an included file. Compilers search the folder of the including file, and the root of the
 * sources.
 */
static void add_name(struct closure *closure, const char *from, const char *name, size_t length)
{
    char path[PATH];
    const char *end = strrchr(from, '/');
    int folder = end != NULL ? (int)(end + 1 - from) : 0;
    snprintf(path, sizeof path, "%.*s%.*s", folder, from, (int)length, name);
    if (strstr(path, "./") != NULL) {
        add_all(closure);
        return;
    }
    add_path(closure, path);
    add_path(closure, path + (folder < PATH ? folder : 0));
}

/* Adds the file that a macro stands for. */
static void add_macro(struct closure *closure, const char *name)
{
    const struct source_macro *macro = source_macro_find(name);
    char path[PATH];
    if (macro == NULL) {
        add_all(closure);
        return;
    }
    const char *of = macro->of_model ? closure->model : closure->strategy;
    if (of != NULL && snprintf(path, sizeof path, macro->format, of) > 0)
        add_path(closure, path);
}

/* Adds the included file if the text after a # is an #include directive. */
static void add_directive(struct closure *closure, const char *from, const char *text)
{
    text = c_included(text);
    if (text == NULL)
        return;
    if (*text == '"' || *text == '<')
        add_name(closure, from, text + 1, strcspn(text + 1, *text == '"' ? "\"\n" : ">\n"));
    else
        add_macro(closure, text);
}

static void add_includes(struct closure *closure, int file)
{
    const char *text = closure->sources->texts[file];
    while (*text != '\0') {
        size_t length = c_blank(text);
        if (length == 0)
            length = c_literal(text);
        if (*text == '#')
            add_directive(closure, closure->sources->paths[file], text + 1);
        text += length > 0 ? length : 1;
    }
}

/* Adds the files that the files of the set include, directly or through others. */
static void close_over(struct closure *closure)
{
    for (int k = 0; k < closure->count; k++)
        add_includes(closure, closure->files[k]);
}

static struct hash hash_of(const struct closure *closure)
{
    struct hasher hasher;
    hash_start(&hasher);
    for (int k = 0; k < closure->count; k++) {
        hash_string(&hasher, closure->sources->paths[closure->files[k]]);
        hash_source(&hasher, source_own_text(closure->sources->texts[closure->files[k]]));
    }
    return hash_end(&hasher);
}

int source_closure(const struct source_set *sources, const struct source_unit *unit, int *files)
{
    struct closure closure = {
        .sources = sources, .strategy = unit->strategy, .model = unit->model, .files = files};
    add_path(&closure, unit->path);
    close_over(&closure);
    return closure.count;
}

struct hash source_hash(const struct source_set *sources, const struct source_unit *unit)
{
    int files[sources->count];
    struct closure closure = {.sources = sources, .files = files};
    closure.count = source_closure(sources, unit, files);
    return hash_of(&closure);
}

/* --- sources that cases are compiled from --- */

void source_cpu_kernel(const struct source_set *sources, const char *strategy,
                       const struct model *model, char *path, size_t size)
{
    snprintf(path, size, "strategies/unoriented/%s.c", strategy);
    if (!model_has_types_alone(model) || source_text(sources, path) == NULL)
        snprintf(path, size, "strategies/%s/%s.c", strategy, strategy);
}

/*
 * Names of neighbor structures, and for each the structure that provides its build functions on a
 * GPU.
 */
static const struct {
    const char *row, *builder;
} structures[] = {
#define NEIGHBOR_STRUCTURE(row, cpu, cuda, ...) {#row, #cuda},
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE
};

enum { STRUCTURES = sizeof structures / sizeof *structures };

static const char *builder_of(const char *row)
{
    for (int k = 0; k < STRUCTURES; k++)
        if (strcmp(structures[k].row, row) == 0)
            return structures[k].builder;
    return "";
}

/* Whether a file of GPU list kernels is only for structures of another builder. */
static bool is_of_another(const char *path, const char *builder)
{
    char own[PATH];
    for (int k = 0; k < STRUCTURES; k++) {
        snprintf(own, sizeof own, "harness/backend/cuda/device/%s.cu", structures[k].builder);
        if (strcmp(path, own) == 0)
            return strcmp(structures[k].builder, builder) != 0;
    }
    return false;
}

/* Adds the files of GPU kernels that build lists and move particles. Adds the file of the
 * strategy's neighbor structure. */
static void add_lists(struct closure *closure, const struct strategy *strategy)
{
    const struct neighbor_structure *own = neighbor_row(strategy->neighbors);
    const char *row = own != NULL ? own->name : "", *builder = builder_of(row);
    char path[PATH];
    for (int k = 0; k < closure->sources->count; k++) {
        const char *source = closure->sources->paths[k];
        if (starts_with(source, "harness/backend/cuda/device/") && text_has_suffix(source, ".cu") &&
            !is_of_another(source, builder))
            add_file(closure, k);
    }
    snprintf(path, sizeof path, "strategies/%s/list.cu", row);
    add_path(closure, path);
}

static void add_bonding(struct closure *closure, enum source_side side, enum bonding bonding)
{
    const struct strategy *kernel = bonding_kernel(bonding);
    char path[PATH];
    if (kernel == NULL)
        return;
    snprintf(path, sizeof path, "strategies/%s/%s.%s", kernel->name, kernel->name,
             side == SOURCES_CPU ? "c" : "cu");
    add_path(closure, path);
}

void source_gpu_kernel(const char *strategy, bool resides, char *path, size_t size)
{
    if (resides)
        snprintf(path, size, "harness/backend/cuda/resident/%s.cu", strategy);
    else
        snprintf(path, size, "strategies/%s/%s.cu", strategy, strategy);
}

struct hash source_hash_of_cases(const struct source_set *sources, enum source_side side,
                                 const struct strategy *strategy, const struct model *model,
                                 bool resides)
{
    int files[sources->count];
    char path[PATH];
    struct closure closure = {
        .sources = sources, .strategy = strategy->name, .model = model->name, .files = files};
    if (side == SOURCES_CPU)
        source_cpu_kernel(sources, strategy->name, model, path, sizeof path);
    else
        source_gpu_kernel(strategy->name, resides, path, sizeof path);
    add_path(&closure, path);
    snprintf(path, sizeof path, "strategies/%s/neighbors.c", strategy->name);
    add_path(&closure, path);
    for (int k = 0; k < BONDING_COUNT && model_is_bonded(model); k++)
        add_bonding(&closure, side, (enum bonding)k);
    if (side == SOURCES_GPU)
        add_lists(&closure, strategy);
    close_over(&closure);
    return hash_of(&closure);
}
