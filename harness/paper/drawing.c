#include "harness/paper/drawing.h"

#include "harness/base/memory.h"
#include "harness/base/plain.h"
#include "harness/base/process/process.h"
#include "harness/report/figures/figure_machines.h"
#include "harness/report/figures/plot.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Widths in centimetres: of a page's text, and of a screen of 320 pixels less its margins. */
static const double wide = 17.4, narrow = 7.6;

/* Draws a figure at a width, and keeps the path of the drawing; NULL if there was nothing. */
static bool draw(const struct figure *figure, const struct evidence *evidence, const char *folder,
                 double centimetres, char **path, struct error *error)
{
    bool drawn = false;
    if (!plot_folder(folder, error) || !plot_figure(figure, &evidence->records, folder, centimetres,
                                                    evidence->machines > 1, &drawn, error))
        return false;
    if (drawn && asprintf(path, "%s/%s.svg", folder, figure->name) < 0) {
        *path = NULL;
        return error_set(error, EXIT_ENVIRONMENT, "out of memory: the path of a figure");
    }
    return true;
}

/* What a figure shows of the records; without points if they hold nothing for it. */
static bool gather(const struct figure *figure, const struct evidence *evidence,
                   struct evidence_figure *drawn, struct error *error)
{
    *drawn = (struct evidence_figure){.name = figure->name, .title = figure->title};
    drawn->data = memory_allocate_zeroed(1, sizeof *drawn->data, "a figure", error);
    return drawn->data != NULL &&
           figure_gather(figure, &evidence->records, evidence->machines > 1, drawn->data, error);
}

static bool draw_both(const struct figure *figure, const struct evidence *evidence,
                      const char *folder, struct evidence_figure *drawn, struct error *error)
{
    char page[PATH_MAX], screen[PATH_MAX + 8];
    snprintf(page, sizeof page, "%s/figures/%s", folder, evidence->item->config);
    snprintf(screen, sizeof screen, "%s/narrow", page);
    return draw(figure, evidence, page, wide, &drawn->wide, error) &&
           draw(figure, evidence, screen, narrow, &drawn->narrow, error);
}

/* Adds a figure to the evidence, unless there is nothing to draw or it does not fit. */
static bool add_figure(const struct figure *figure, struct evidence *evidence, const char *folder,
                       struct error *error)
{
    struct evidence_figure *drawn = &evidence->figure[evidence->figures];
    bool good = gather(figure, evidence, drawn, error);
    bool empty = good && drawn->data->points == 0;
    good = good && (empty || draw_both(figure, evidence, folder, drawn, error));
    bool unfit = !good && error->code == EXIT_USAGE;
    if (unfit)
        plain_line(stderr, "%s: left out of %s: %s", figure->name, evidence->item->name,
                   error->text);
    if (empty || unfit)
        evidence_figure_free(drawn);
    else
        evidence->figures++;
    return good || unfit;
}

static bool draw_item(struct evidence *evidence, const char *folder, struct error *error)
{
    const cJSON *names = evidence->item->figures;
    const cJSON *name = NULL;
    if (names == NULL || evidence->records.count == 0)
        return true;
    evidence->figure = memory_allocate_zeroed(cJSON_GetArraySize(names), sizeof *evidence->figure,
                                              "figures", error);
    if (evidence->figure == NULL)
        return false;
    cJSON_ArrayForEach (name, names) {
        const struct figure *figure = cJSON_IsString(name) ? figure_find(name->valuestring) : NULL;
        if (figure == NULL)
            return error_set(error, EXIT_USAGE, "there is no figure \"%.80s\" (of %s)",
                             cJSON_IsString(name) ? name->valuestring : "", evidence->item->name);
        if (!add_figure(figure, evidence, folder, error))
            return false;
    }
    return true;
}

bool drawing_draw(struct report *report, const char *folder, struct error *error)
{
    char program[PATH_MAX];
    if (!process_find("gnuplot", program, sizeof program)) {
        fputs("figures are drawn by gnuplot, which is not installed (Debian: gnuplot-nox); the "
              "report has none\n",
              stderr);
        return true;
    }
    for (int k = 0; k < report->count; k++)
        for (int item = 0; item < report->paper[k].paper->items; item++)
            if (!draw_item(&report->paper[k].evidence[item], folder, error))
                return false;
    return true;
}
