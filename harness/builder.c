#include "harness/builder.h"

#include <string.h>

bool builder_fluid(const struct system_spec *spec, struct system *system, struct error *error);

#define BUILDERS(ROW)                                                                              \
    ROW("fluid", "an equilibrated Lennard-Jones fluid in a cubic box", builder_fluid)

#define AS_BUILDER(name, summary, build) {name, summary, build},
#define AS_NAME(name, summary, build)    name,

static const struct builder table[] = {BUILDERS(AS_BUILDER){NULL, NULL, NULL}};
static const char *const names[] = {BUILDERS(AS_NAME) NULL};

const struct builder *builders(void)
{
    return table;
}

const struct builder *builder_find(const char *name)
{
    for (const struct builder *builder = table; builder->name != NULL; builder++)
        if (strcmp(builder->name, name) == 0)
            return builder;
    return NULL;
}

const char *const *builder_names(void)
{
    return names;
}
