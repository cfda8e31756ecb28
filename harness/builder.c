#include "harness/builder.h"

#include "harness/suggest.h"

#include <math.h>
#include <string.h>

extern const struct builder builder_bilayer, builder_duplexes, builder_fluid, builder_patchy;

static const struct builder *const table[] = {&builder_fluid, &builder_patchy, &builder_duplexes,
                                              &builder_bilayer};

enum { COUNT = sizeof table / sizeof *table };

bool builder_find(const char *name, const struct builder **builder, struct error *error)
{
    const char *names[COUNT + 1] = {NULL};
    for (int k = 0; k < COUNT; k++) {
        *builder = table[k];
        names[k] = table[k]->name;
        if (strcmp(names[k], name) == 0)
            return true;
    }
    return suggest_error(error, "system builder", name, names);
}

void builder_defaults(struct system_spec *spec)
{
    for (int k = 0; k < COUNT; k++) {
        if (strcmp(table[k]->name, spec->builder) != 0)
            continue;
        if (isnan(spec->density))
            spec->density = table[k]->density;
        if (isnan(spec->temperature))
            spec->temperature = table[k]->temperature;
    }
}
