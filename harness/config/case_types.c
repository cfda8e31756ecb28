#include "harness/config/case_types.h"

#include "harness/catalog/model_own.h"
#include "harness/input/formats/readers.h"

#include <stdlib.h>
#include <string.h>

static bool same(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static bool keep(const char *text, char **copy)
{
    *copy = text != NULL ? strdup(text) : NULL;
    return text == NULL || *copy != NULL;
}

static bool read_types(const struct system_spec *file, struct file_types *known,
                       struct error *error)
{
    struct system system;
    struct error told_by_case;
    file_types_free(known);
    known->frame = file->frame;
    if (!keep(file->file, &known->path) || !keep(file->format, &known->format) ||
        !keep(file->style, &known->style))
        return error_set(error, EXIT_ENVIRONMENT, "out of memory: the types of a file");
    if (reader_read(file, &system, &told_by_case))
        known->own = system.own;
    system_free(&system);
    return true;
}

bool case_put_types(struct case_spec *spec, bool reads, struct file_types *known,
                    struct error *error)
{
    const struct own_types none = {0};
    if (!model_takes_own(spec->model))
        return true;
    reads = reads && spec->file != NULL;
    if (reads &&
        (known->path == NULL || !same(known->path, spec->file) ||
         !same(known->format, spec->system.format) || !same(known->style, spec->system.style) ||
         known->frame != spec->system.frame) &&
        !read_types(&(struct system_spec){.model = spec->model,
                                          .file = spec->file,
                                          .topology = spec->topology,
                                          .coordinates = spec->coordinates,
                                          .mdp = spec->mdp,
                                          .format = spec->system.format,
                                          .style = spec->system.style,
                                          .frame = spec->system.frame},
                    known, error))
        return false;
    model_put_own(spec->model, reads ? &known->own : &none, spec->constants);
    return true;
}

void file_types_free(struct file_types *known)
{
    free(known->path);
    free(known->format);
    free(known->style);
    *known = (struct file_types){0};
}
