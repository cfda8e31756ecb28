#include "harness/builder.h"

#include "harness/suggest.h"

#include <string.h>

extern const struct builder builder_fluid;

static const struct builder *const table[] = {&builder_fluid};

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
