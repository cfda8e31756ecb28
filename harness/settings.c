#include "harness/settings.h"

#include <stdio.h>
#include <stdlib.h>

bool settings_add(struct settings *settings, const char *key, const char *value,
                  struct error *error)
{
    char *text = NULL;
    char **longer = realloc(settings->list, ((size_t)settings->count + 2) * sizeof *settings->list);
    if (longer != NULL)
        settings->list = longer;
    if (longer == NULL || asprintf(&text, "%s%s%s", key ? key : "", key ? "=" : "", value) < 0)
        return error_set(error, EXIT_ENVIRONMENT, "out of memory: settings");
    settings->list[settings->count++] = text;
    settings->list[settings->count] = NULL;
    return true;
}

void settings_free(struct settings *settings)
{
    for (int k = 0; k < settings->count; k++)
        free(settings->list[k]);
    free(settings->list);
    *settings = (struct settings){0};
}
