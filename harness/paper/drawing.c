#include "harness/paper/drawing.h"

#include "harness/base/memory.h"
#include "harness/base/plain.h"
#include "harness/report/figures/figure_machines.h"
#include "harness/report/figures/plot.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* Widths in centimetres: of a page's text, and of a screen of 320 pixels less its margins. */
static const double wide = 17.4, narrow = 7.6;

static bool draw(const struct figure *figure, const struct evidence *evidence, const char *folder,
                 double centimetres, struct error *error)
{
    bool drawn = false;
    return plot_folder(folder, error) &&
           plot_figure(figure, &evidence->records, folder, centimetres, evidence->machines > 1,
                       &drawn, error);
}

/* Finds whether a figure has anything to draw, and what its open symbols are; "" if it has none. */
static bool look(const struct figure *figure, const struct evidence *evidence, bool *empty,
                 const char **published, struct error *error)
{
    struct figure_data *data = memory_allocate_zeroed(1, sizeof *data, "a figure", error);
    bool good = data != NULL &&
                figure_gather(figure, &evidence->records, evidence->machines > 1, data, error);
    *published = good && data->published != NULL ? data->published : "";
    *empty = good && data->points == 0;
    if (data != NULL)
        figure_free(data);
    free(data);
    return good;
}

static bool add_figure(const struct figure *figure, const struct evidence *evidence,
                       const char *folder, cJSON *list, struct error *error)
{
    char page[PATH_MAX], screen[PATH_MAX + 8];
    const char *published = "";
    bool empty = false;
    snprintf(page, sizeof page, "%s/figures/%s", folder, evidence->item->config);
    snprintf(screen, sizeof screen, "%s/narrow", page);
    bool good = look(figure, evidence, &empty, &published, error) &&
                (empty || (draw(figure, evidence, page, wide, error) &&
                           draw(figure, evidence, screen, narrow, error)));
    if (!good && error->code == EXIT_USAGE) {
        plain_line(stderr, "%s: left out of %s: %s", figure->name, evidence->item->name,
                   error->text);
        return true;
    }
    if (good && !empty) {
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "name", figure->name);
        cJSON_AddStringToObject(object, "title", figure->title);
        cJSON_AddStringToObject(object, "published", published);
        cJSON_AddItemToArray(list, object);
    }
    return good;
}

bool drawing_draw(const struct evidence *evidence, const char *folder, cJSON *list,
                  struct error *error)
{
    const cJSON *name = NULL;
    if (evidence->records.count == 0)
        return true;
    cJSON_ArrayForEach (name, evidence->item->figures) {
        const struct figure *figure = cJSON_IsString(name) ? figure_find(name->valuestring) : NULL;
        if (figure == NULL)
            return error_set(error, EXIT_USAGE, "there is no figure \"%.80s\" (of %s)",
                             cJSON_IsString(name) ? name->valuestring : "", evidence->item->name);
        if (!add_figure(figure, evidence, folder, list, error))
            return false;
    }
    return true;
}
