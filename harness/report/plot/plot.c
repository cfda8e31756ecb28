#include "harness/report/plot/plot.h"

#include "harness/base/files/data.h"
#include "harness/base/files/output.h"
#include "harness/base/files/scratch.h"
#include "harness/base/process/interrupt.h"
#include "harness/base/process/process.h"
#include "harness/report/figures/figure_machines.h"
#include "harness/report/figures/figure_style.h"
#include "harness/report/plot/plot_script.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * gnuplot draws in a folder that is made for the figure, beside where the figure goes. Files have
 * fixed names there, so that no path gets into a script, and are moved when all of them are whole.
 */
enum { ROOM = PATH_MAX + 64 };

struct workplace {
    const struct figure *figure;
    const struct figure_data *data;
    const struct plot_page *page;
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

static void keep_end(void *context, int index, const struct process_end *end)
{
    struct error *error = context;
    (void)index;
    error->code = EXIT_OK;
    if (end->status == 0)
        return;
    if (end->status > 128)
        error_set(error, EXIT_ENVIRONMENT, "gnuplot was ended by signal %d (%s)", end->status - 128,
                  strsignal(end->status - 128));
    else
        error_set(error, EXIT_ENVIRONMENT, "gnuplot failed with exit status %d: %s", end->status,
                  end->output);
}

static bool run_gnuplot(const struct workplace *place, struct error *error)
{
    static const char *const arguments[] = {"gnuplot", "-d", "draw.gp", NULL};
    const struct command command = {arguments, place->folder.path};
    char program[PATH_MAX];
    struct error end;
    if (!process_find("gnuplot", program, sizeof program))
        return error_set(error, EXIT_ENVIRONMENT,
                         "figures are drawn by gnuplot, which is not installed (Debian: "
                         "gnuplot-nox)");
    if (!process_run(&command, 1, 1, keep_end, &end, error))
        return false;
    if (end.code != EXIT_OK)
        *error = end;
    return end.code == EXIT_OK;
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

/* A function that writes a file of a figure. */
typedef void write_file(FILE *stream, const struct workplace *place);

static void write_data(FILE *stream, const struct workplace *place)
{
    plot_write_data(stream, place->data);
}

static void write_script(FILE *stream, const struct workplace *place)
{
    plot_write_script(stream, place->figure, place->data, place->page);
}

static bool write_to(const struct workplace *place, const char *path, write_file *write,
                     struct error *error)
{
    FILE *stream = fopen(path, "wx");
    if (stream != NULL)
        write(stream, place);
    bool failed = stream == NULL || fflush(stream) != 0 || ferror(stream) != 0;
    int reason = errno;
    if (stream != NULL && fclose(stream) != 0 && !failed) {
        failed = true;
        reason = errno;
    }
    return !failed ||
           error_set(error, EXIT_ENVIRONMENT, "%s: cannot be written: %s", path, strerror(reason));
}

/* Whether a drawing has its end, and is on the disk. */
static bool is_whole(const char *path, const char *format)
{
    static const struct {
        const char *format, *end;
        size_t size;
    } ends[] = {{"png", "IEND\xAE\x42\x60\x82", 8}, {"svg", "</svg>", 6}, {"pdf", "%%EOF", 5}};
    char tail[16];
    bool whole = false;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    off_t size = file >= 0 ? lseek(file, 0, SEEK_END) : -1;
    if (size >= (off_t)sizeof tail &&
        pread(file, tail, sizeof tail, size - (off_t)sizeof tail) == (ssize_t)sizeof tail)
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
            whole = whole || (strcmp(ends[k].format, format) == 0 &&
                              memmem(tail, sizeof tail, ends[k].end, ends[k].size) != NULL);
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
        if (!is_whole(path, plot_drawings[k]))
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

static bool draw_in(const struct workplace *place, const char *folder, struct error *error)
{
    char path[2 * ROOM];
    char script[2 * ROOM];
    path_in(place, "tsv", path);
    snprintf(script, sizeof script, "%s/draw.gp", place->folder.path);
    bool good = write_to(place, path, write_data, error) &&
                write_to(place, script, write_script, error) && run_gnuplot(place, error) &&
                check_drawings(place, error) && move(place, folder, "tsv", error);
    for (int k = 0; k < PLOT_DRAWINGS && good; k++)
        good = move(place, folder, plot_drawings[k], error);
    return good;
}

static bool draw(const struct figure *figure, const struct figure_data *data, const char *folder,
                 double width, struct error *error)
{
    struct plot_page page;
    struct workplace place = {.figure = figure, .data = data, .page = &page};
    bool good = plot_lay_out(figure, data, width, &page, error);
    interrupt_watch(); /* the folder has to go */
    good = good && enter(&place, folder, error) && draw_in(&place, folder, error);
    scratch_remove(&place.folder);
    interrupt_leave();
    plot_page_free(&page);
    return good;
}

bool plot_figure(const struct figure *figure, const struct records *records, const char *folder,
                 double width, bool shared, bool *drawn, struct error *error)
{
    struct figure_data *data = calloc(1, sizeof *data);
    if (data == NULL)
        return error_set(error, EXIT_ENVIRONMENT, "out of memory for a figure");
    bool good = figure_gather(figure, records, shared, data, error);
    *drawn = good && data->points > 0;
    if (*drawn) {
        figure_choose_styles(data);
        good = draw(figure, data, folder, width, error);
    }
    figure_free(data);
    free(data);
    return good;
}
