#include "harness/catalog/source_macro.h"

#include <stddef.h>
#include <string.h>

static const struct source_macro macros[] = {
    {"MODEL_HEADER", "models/%s.h", true},
    {"STRATEGY_HEADER", "strategies/%s/strategy.h", false},
    {"NEIGHBORS_SOURCE", "strategies/%s/neighbors.c", false},
};

const struct source_macro *source_macro_find(const char *text)
{
    const size_t length = strcspn(text, " \t\n/");
    for (size_t k = 0; k < sizeof macros / sizeof *macros; k++)
        if (strlen(macros[k].name) == length && strncmp(macros[k].name, text, length) == 0)
            return &macros[k];
    return NULL;
}
