#include "harness/report/figures/plot.h"

#include "harness/base/files/data.h"
#include "harness/base/files/output.h"
#include "harness/base/process/interrupt.h"
#include "harness/base/process/process.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"
#include "harness/report/figures/figure_records.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const plot_drawings[PLOT_DRAWINGS] = {"png", "svg"};

/* Programs work in a folder next to that of the figures. Texts reach gnuplot's scripts as arguments
 * and in the table, none as code. Files are moved when all are whole. */
enum { ROOM = PATH_MAX + 64 };

static bool make_folder(const char *folder, struct error *error)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/", folder) >= (int)sizeof path)
        return error_set(error, EXIT_ENVIRONMENT, "%s: the name is too long", folder);
    return output_folders(path, error);
}

/* --- gathering --- */

static bool find_program(const char *name, const char *package, struct error *error)
{
    char path[PATH_MAX];
    return process_find(name, path, sizeof path) ||
           error_set(error, EXIT_ENVIRONMENT,
                     "figures are drawn by %s, which is not installed (Debian: %s)", name, package);
}

/* Makes the folder, from which the scripts are found as plots/. */
static bool enter(struct plot *plot, const char *folder, struct error *error)
{
    char scripts[PATH_MAX], link[ROOM];
    if (!data_path("plots/figures.py", scripts, error) || !make_folder(folder, error) ||
        !scratch_make(&plot->folder, folder, error))
        return false;
    char *plots = realpath(dirname(scripts), NULL);
    snprintf(link, sizeof link, "%s/plots", plot->folder.path);
    bool good = plots != NULL && symlink(plots, link) == 0;
    if (!good)
        error_set(error, EXIT_ENVIRONMENT, "%s: no figure can be drawn there: %s", folder,
                  strerror(errno));
    free(plots);
    return good;
}

static bool gather(const struct plot *plot, const char *const *names, bool shared,
                   struct error *error)
{
    struct words arguments = {0};
    words_split(&arguments, "python3 -E -s -B plots/figures.py cases.json .");
    words_add(&arguments, "%s", shared ? "shared" : "apart");
    for (; names != NULL && *names != NULL; names++)
        words_add(&arguments, "%s", *names);
    bool good = process_do((const char *const *)arguments.word, plot->folder.path, error);
    words_free(&arguments);
    return good;
}

bool plot_begin(struct plot *plot, const struct records *records, const char *const *names,
                bool shared, const char *folder, struct error *error)
{
    char path[ROOM];
    *plot = (struct plot){0};
    if (!find_program("gnuplot", "gnuplot-nox", error) ||
        !find_program("python3", "python3", error))
        return false;
    interrupt_watch(); /* the folder has to go */
    bool good = enter(plot, folder, error);
    snprintf(path, sizeof path, "%s/cases.json", plot->folder.path);
    cJSON *cases = good ? figure_records(records, error) : NULL;
    good =
        cases != NULL && json_file_write(path, cases, error) && gather(plot, names, shared, error);
    cJSON_Delete(cases);
    if (!good)
        plot_end(plot);
    return good;
}

void plot_end(struct plot *plot)
{
    scratch_remove(&plot->folder);
    interrupt_leave();
}

static void path_in(const struct plot *plot, const struct figure *figure, const char *ending,
                    char path[ROOM])
{
    snprintf(path, ROOM, "%s/%s.%s", plot->folder.path, figure->name, ending);
}

cJSON *plot_found(const struct plot *plot, const struct figure *figure)
{
    char path[ROOM];
    struct error none;
    path_in(plot, figure, "json", path);
    return access(path, R_OK) == 0 ? json_file_read(path, &none) : NULL;
}

/* --- drawing --- */

static bool run_gnuplot(const struct plot *plot, const struct figure *figure, const cJSON *found,
                        double centimetres, struct error *error)
{
    char table[64], drawings[128], width[32];
    snprintf(table, sizeof table, "%s.tsv", figure->name);
    snprintf(width, sizeof width, "%g", centimetres);
    snprintf(drawings, sizeof drawings, "%s.%s %s.%s", figure->name, plot_drawings[0], figure->name,
             plot_drawings[1]);
    const char *const arguments[] = {"gnuplot",
                                     "-d",
                                     "-c",
                                     "plots/draw.gp",
                                     json_text(found, "form"),
                                     table,
                                     drawings,
                                     width,
                                     json_text(found, "axes"),
                                     json_text(found, "title"),
                                     json_text(found, "caption"),
                                     NULL};
    return process_do(arguments, plot->folder.path, error);
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

static bool check_drawings(const struct plot *plot, const struct figure *figure,
                           struct error *error)
{
    char path[ROOM];
    for (int k = 0; k < PLOT_DRAWINGS; k++) {
        path_in(plot, figure, plot_drawings[k], path);
        if (!is_whole(path))
            return error_set(error, EXIT_ENVIRONMENT,
                             "gnuplot ended well, but drew no whole %s.%s (is the disk full?)",
                             figure->name, plot_drawings[k]);
    }
    return true;
}

/* Moves a file to where the figure goes, over an older figure at most. */
static bool move(const struct plot *plot, const struct figure *figure, const char *folder,
                 const char *ending, struct error *error)
{
    char from[ROOM], to[ROOM];
    struct stat status;
    path_in(plot, figure, ending, from);
    snprintf(to, sizeof to, "%s/%s.%s", folder, figure->name, ending);
    if (lstat(to, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode))
        return error_set(error, EXIT_ENVIRONMENT, "%s: it is there, and no regular file", to);
    return rename(from, to) == 0 ||
           error_set(error, EXIT_ENVIRONMENT, "%s: cannot be written: %s", to, strerror(errno));
}

/* Puts a copy of the table there: a figure may be drawn at several widths. */
static bool copy_table(const struct plot *plot, const struct figure *figure, const char *folder,
                       struct error *error)
{
    char from[ROOM], to[ROOM];
    struct output output;
    int letter;
    path_in(plot, figure, "tsv", from);
    snprintf(to, sizeof to, "%s/%s.tsv", folder, figure->name);
    FILE *table = fopen(from, "r");
    if (table == NULL)
        return error_unreadable(error, from);
    bool good = output_begin(&output, to, error);
    while (good && (letter = fgetc(table)) != EOF)
        fputc(letter, output.stream);
    good = good && output_end(&output, !ferror(table) || error_unreadable(error, from), error);
    fclose(table);
    return good;
}

bool plot_draw(const struct plot *plot, const struct figure *figure, const cJSON *found,
               const char *folder, double width, struct error *error)
{
    const char *unfit = json_text(found, "unfit");
    if (unfit[0] != '\0')
        return error_set(error, EXIT_USAGE, "%s", unfit);
    bool good = make_folder(folder, error) && run_gnuplot(plot, figure, found, width, error) &&
                check_drawings(plot, figure, error) && copy_table(plot, figure, folder, error);
    for (int k = 0; k < PLOT_DRAWINGS && good; k++)
        good = move(plot, figure, folder, plot_drawings[k], error);
    return good;
}
