#include "harness/report/figures/plot.h"

#include "harness/base/files/data.h"
#include "harness/base/files/output.h"
#include "harness/base/files/scratch.h"
#include "harness/base/memory.h"
#include "harness/base/plain.h"
#include "harness/base/process/interrupt.h"
#include "harness/base/process/process.h"
#include "harness/base/text.h"
#include "harness/report/figures/figure_headings.h"
#include "harness/report/figures/figure_machines.h"
#include "harness/report/figures/figure_table.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const plot_drawings[PLOT_DRAWINGS] = {"png", "svg"};

/*
 * gnuplot draws in a folder that is made for the figure, beside where the figure goes. Texts reach
 * its scripts as arguments and in the table, none as code. Files are moved when all are whole.
 */
enum { ROOM = PATH_MAX + 64 };

struct workplace {
    const struct figure *figure;
    const struct figure_data *data;
    struct figure_headings headings;
    double width; /* in centimetres */
    struct scratch folder;
};

bool plot_folder(const char *folder, struct error *error)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/", folder) >= (int)sizeof path)
        return error_set(error, EXIT_ENVIRONMENT, "%s: the name is too long", folder);
    return output_folders(path, error);
}

/* --- gnuplot --- */

/* What stands below the title: what all panels have in common, and what else there is to know. */
static void write_caption(const struct workplace *place, char *text, size_t size)
{
    bool doubtful = false;
    for (int64_t k = 0; k < place->data->points; k++)
        doubtful = doubtful || place->data->point[k].doubtful;
    plain_copy(text, size, place->headings.caption, false);
    if (doubtful)
        text_append(text, size, "\n",
                    "Grey and hollow: not to be trusted; pairlanes show says why");
    if (place->data->left_out > 0)
        text_append(text, size, "\n", "Left out: %d panel%s with nothing to compare",
                    place->data->left_out, place->data->left_out > 1 ? "s" : "");
}

static bool run_gnuplot(const struct workplace *place, struct error *error)
{
    static const char *const forms[] = {"curves", "dots", "bars", "roofline"};
    const struct figure_data *data = place->data;
    char program[PATH_MAX], table[64], drawings[128], width[32];
    char caption[2 * FIGURE_CAPTION];
    if (!process_find("gnuplot", program, sizeof program))
        return error_set(error, EXIT_ENVIRONMENT,
                         "figures are drawn by gnuplot, which is not installed (Debian: "
                         "gnuplot-nox)");
    snprintf(table, sizeof table, "%s.tsv", place->figure->name);
    snprintf(width, sizeof width, "%g", place->width);
    snprintf(drawings, sizeof drawings, "%s.%s %s.%s", place->figure->name, plot_drawings[0],
             place->figure->name, plot_drawings[1]);
    write_caption(place, caption, sizeof caption);
    const char *axes = data->axes != NULL ? data->axes : "";
    const char *title = data->title != NULL ? data->title : place->figure->title;
    const char *const arguments[] = {
        "gnuplot", "-d",  "-c", "plots/draw.gp", forms[data->form], table,
        drawings,  width, axes, title,           caption,           NULL};
    return process_do(arguments, place->folder.path, error);
}

/* --- the workplace --- */

static void path_in(const struct workplace *place, const char *ending, char path[2 * ROOM])
{
    snprintf(path, 2 * ROOM, "%s/%s.%s", place->folder.path, place->figure->name, ending);
}

static bool enter(struct workplace *place, const char *folder, struct error *error)
{
    char scripts[PATH_MAX];
    char link[ROOM];
    if (!data_path("plots/style.gp", scripts, error) ||
        !scratch_make(&place->folder, folder, error))
        return false;
    char *plots = realpath(dirname(scripts), NULL);
    snprintf(link, sizeof link, "%s/plots", place->folder.path);
    bool good = plots != NULL && symlink(plots, link) == 0;
    if (!good)
        error_set(error, EXIT_ENVIRONMENT, "%s: no figure can be drawn there: %s", folder,
                  strerror(errno));
    free(plots);
    return good;
}

static bool write_table(const struct workplace *place, struct error *error)
{
    char path[2 * ROOM];
    struct output output;
    path_in(place, "tsv", path);
    if (!output_begin(&output, path, error))
        return false;
    figure_write_table(output.stream, place->data, &place->headings);
    return output_end(&output, true, error);
}

/* Whether a drawing has its end, and is on the disk. */
static bool is_whole(const char *path)
{
    static const char *const ends[] = {"IEND\xAE\x42\x60\x82", "</svg>"};
    char tail[16];
    bool whole = false;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    off_t size = file >= 0 ? lseek(file, 0, SEEK_END) : -1;
    if (size >= (off_t)sizeof tail &&
        pread(file, tail, sizeof tail, size - (off_t)sizeof tail) == (ssize_t)sizeof tail)
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
            whole = whole || memmem(tail, sizeof tail, ends[k], strlen(ends[k])) != NULL;
    whole = whole && fsync(file) == 0;
    if (file >= 0)
        close(file);
    return whole;
}

static bool check_drawings(const struct workplace *place, struct error *error)
{
    char path[2 * ROOM];
    for (int k = 0; k < PLOT_DRAWINGS; k++) {
        path_in(place, plot_drawings[k], path);
        if (!is_whole(path))
            return error_set(error, EXIT_ENVIRONMENT,
                             "gnuplot ended well, but drew no whole %s.%s (is the disk full?)",
                             place->figure->name, plot_drawings[k]);
    }
    return true;
}

/* Moves a file to where the figure goes, over an older figure at most. */
static bool move(const struct workplace *place, const char *folder, const char *ending,
                 struct error *error)
{
    char from[2 * ROOM];
    char to[2 * ROOM];
    struct stat status;
    path_in(place, ending, from);
    snprintf(to, sizeof to, "%s/%s.%s", folder, place->figure->name, ending);
    if (lstat(to, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode))
        return error_set(error, EXIT_ENVIRONMENT, "%s: it is there, and no regular file", to);
    return rename(from, to) == 0 ||
           error_set(error, EXIT_ENVIRONMENT, "%s: cannot be written: %s", to, strerror(errno));
}

static bool draw(struct workplace *place, const char *folder, struct error *error)
{
    interrupt_watch(); /* the folder has to go */
    bool good = enter(place, folder, error) && write_table(place, error) &&
                run_gnuplot(place, error) && check_drawings(place, error) &&
                move(place, folder, "tsv", error);
    for (int k = 0; k < PLOT_DRAWINGS && good; k++)
        good = move(place, folder, plot_drawings[k], error);
    scratch_remove(&place->folder);
    interrupt_leave();
    return good;
}

bool plot_figure(const struct figure *figure, const struct records *records, const char *folder,
                 double width, bool shared, bool *drawn, struct error *error)
{
    struct figure_data *data = memory_allocate_zeroed(1, sizeof *data, "a figure", error);
    struct workplace *place = memory_allocate_zeroed(1, sizeof *place, "a figure", error);
    bool good =
        data != NULL && place != NULL && figure_gather(figure, records, shared, data, error);
    *drawn = good && data->points > 0;
    if (*drawn) {
        place->figure = figure;
        place->data = data;
        place->width = width;
        figure_find_headings(data, &place->headings);
        good = draw(place, folder, error);
    }
    if (data != NULL)
        figure_free(data);
    free(data);
    free(place);
    return good;
}
