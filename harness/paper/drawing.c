#include "harness/paper/drawing.h"

#include "harness/base/plain.h"
#include "harness/json/json_get.h"
#include "harness/report/figures/plot.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* Widths in centimetres: of a page's text, and of a screen of 320 pixels less its margins. */
static const double wide = 17.4, narrow = 7.6;

static bool draw(const struct plot *plot, const struct figure *figure, const cJSON *found,
                 const struct evidence *evidence, const char *folder, struct error *error)
{
    char page[PATH_MAX], screen[PATH_MAX + 8];
    snprintf(page, sizeof page, "%s/figures/%s", folder, evidence->item->config);
    snprintf(screen, sizeof screen, "%s/narrow", page);
    return plot_draw(plot, figure, found, page, wide, error) &&
           plot_draw(plot, figure, found, screen, narrow, error);
}

static bool add_figure(const struct plot *plot, const struct figure *figure,
                       const struct evidence *evidence, const char *folder, cJSON *list,
                       struct error *error)
{
    cJSON *found = plot_found(plot, figure);
    bool good = found == NULL || draw(plot, figure, found, evidence, folder, error);
    bool unfit = !good && error->code == EXIT_USAGE;
    if (unfit)
        plain_line(stderr, "%s: left out of %s: %s", figure->name, evidence->item->name,
                   error->text);
    if (good && found != NULL) {
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "name", figure->name);
        cJSON_AddStringToObject(object, "title", figure->title);
        cJSON_AddStringToObject(object, "published", json_text(found, "published"));
        cJSON_AddItemToArray(list, object);
    }
    cJSON_Delete(found);
    return good || unfit;
}

bool drawing_draw(const struct evidence *evidence, const char *folder, cJSON *list,
                  struct error *error)
{
    struct words names = {0};
    struct plot plot;
    const cJSON *name = NULL;
    bool good = true;
    cJSON_ArrayForEach (name, evidence->item->figures) {
        words_add(&names, "%s", cJSON_IsString(name) ? name->valuestring : "");
        if (good && figure_find(names.word[names.count - 1]) == NULL)
            good = error_set(error, EXIT_USAGE, "there is no figure \"%.80s\" (of %s)",
                             names.word[names.count - 1], evidence->item->name);
    }
    bool draws = good && names.count > 0 && evidence->records.count > 0;
    if (draws && !plot_begin(&plot, &evidence->records, (const char *const *)names.word,
                             evidence->machines > 1, folder, error)) {
        words_free(&names);
        return false;
    }
    for (int k = 0; k < names.count && draws && good; k++)
        good = add_figure(&plot, figure_find(names.word[k]), evidence, folder, list, error);
    if (draws)
        plot_end(&plot);
    words_free(&names);
    return good;
}
