#include "harness/paper/drawing.h"

#include "harness/base/plain.h"
#include "harness/json/json_get.h"
#include "harness/report/figures/plot.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* Widths in centimetres: of a page's text, and of a screen of 320 pixels less its margins. */
static const double wide = 17.4, narrow = 7.6;

static void add_figure(const struct evidence *evidence, cJSON *figure, cJSON *list)
{
    const char *unfit = json_text(figure, "unfit");
    if (unfit[0] != '\0')
        plain_line(stderr, "%s: left out of %s: %s", json_text(figure, "name"),
                   evidence->item->name, unfit);
    else
        cJSON_AddItemToArray(list, cJSON_Duplicate(figure, true));
}

static bool draw(const struct evidence *evidence, const struct words *names, const char *folder,
                 cJSON *list, struct error *error)
{
    char page[PATH_MAX], screen[PATH_MAX + 8];
    snprintf(page, sizeof page, "figures/%s", evidence->item->config);
    snprintf(screen, sizeof screen, "%s/narrow", page);
    const struct plot_page pages[] = {{wide, page}, {narrow, screen}};
    const struct plot_wanted wanted = {.names = (const char *const *)names->word,
                                       .shared = evidence->machines > 1,
                                       .folder = folder,
                                       .page = pages,
                                       .pages = sizeof pages / sizeof *pages};
    cJSON *told = NULL, *figure = NULL;
    bool good = plot_draw(&evidence->records, &wanted, &told, error);
    cJSON_ArrayForEach (figure, told) {
        add_figure(evidence, figure, list);
    }
    cJSON_Delete(told);
    return good;
}

bool drawing_draw(const struct evidence *evidence, const char *folder, cJSON *list,
                  struct error *error)
{
    struct words names = {0};
    const cJSON *name = NULL;
    bool good = true;
    cJSON_ArrayForEach (name, evidence->item->figures) {
        words_add(&names, "%s", cJSON_IsString(name) ? name->valuestring : "");
        if (good && figure_find(names.word[names.count - 1]) == NULL)
            good = error_set(error, EXIT_USAGE, "there is no figure \"%.80s\" (of %s)",
                             names.word[names.count - 1], evidence->item->name);
    }
    if (good && names.count > 0 && evidence->records.count > 0)
        good = draw(evidence, &names, folder, list, error);
    words_free(&names);
    return good;
}
