#include "harness/report/figures/figure.h"

#include "harness/base/files/data.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"

#include <string.h>

enum { MOST = 64 };

const struct figure *figures(struct error *error)
{
    static struct figure table[MOST + 1];
    static cJSON *document; /* JSON document that the texts point into; never freed */
    char path[PATH_MAX];
    const cJSON *item = NULL;
    if (document != NULL)
        return table;
    if (!data_path("plots/figures.json", path, error))
        return NULL;
    document = json_file_read(path, error);
    int count = 0;
    cJSON_ArrayForEach (item, document) {
        if (count < MOST)
            table[count++] = (struct figure){.name = json_text(item, "name"),
                                             .title = json_text(item, "title"),
                                             .needs = json_text(item, "needs")};
    }
    return document != NULL ? table : NULL;
}

const struct figure *figure_find(const char *name)
{
    struct error error;
    for (const struct figure *figure = figures(&error); figure != NULL && figure->name != NULL;
         figure++)
        if (strcmp(figure->name, name) == 0)
            return figure;
    return NULL;
}

void figure_names(struct words *names)
{
    struct error error;
    for (const struct figure *figure = figures(&error); figure != NULL && figure->name != NULL;
         figure++)
        words_add(names, "%s", figure->name);
}
