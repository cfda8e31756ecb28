#include "harness/report/plot.h"

#include "harness/base/data.h"
#include "harness/base/output.h"

#include <errno.h>
#include <libgen.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

bool plot_folder(const char *folder, struct error *error)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/", folder) >= (int)sizeof path)
        return error_set(error, EXIT_ENVIRONMENT, "%s: the name is too long", folder);
    return output_folders(path, error);
}

/* Writes a point as a line. A roof's point has no record, and so no size, density or tuning. */
static void write_point(FILE *stream, const struct figure_point *point)
{
    const struct record *record = point->record;
    fprintf(stream, "%.10g\t%.10g\t%.10g\t%.10g\t", point->x, point->y, point->low, point->high);
    if (record != NULL)
        fprintf(stream, "%.15g\t%.6g\t\"%s\"\n", record->n, record->density, record->tuning);
    else
        fputs("NaN\tNaN\t\"\"\n", stream);
}

/* Writes a block of lines per panel and curve. Two blank lines separate blocks, as gnuplot's
 * `index` wants it. A block without points gets one line without numbers, so that it keeps its
 * index. */
static void write_blocks(FILE *stream, const struct figure_data *data)
{
    fputs("# x\ty\tlow\thigh\tn\tdensity\ttuning\n", stream);
    for (int row = 0; row < data->rows.count; row++) {
        for (int column = 0; column < data->columns.count; column++) {
            for (int curve = 0; curve < data->curves.count; curve++) {
                fprintf(stream, "# %s\t%s\t%s\n", data->rows.text[row], data->columns.text[column],
                        data->curves.text[curve]);
                int64_t points = 0;
                for (int64_t k = 0; k < data->points; k++) {
                    const struct figure_point *point = &data->point[k];
                    if (point->row != row || point->column != column || point->curve != curve)
                        continue;
                    write_point(stream, point);
                    points++;
                }
                fputs(points > 0 ? "\n\n" : "NaN\tNaN\tNaN\tNaN\tNaN\tNaN\t\"\"\n\n\n", stream);
            }
        }
    }
}

static bool write_data(const char *path, const struct figure_data *data, struct error *error)
{
    struct output output;
    if (!output_begin(&output, path, error))
        return false;
    write_blocks(output.stream, data);
    return output_end(&output, true, error);
}

/* Writes a text in single quotes, as gnuplot reads it. */
static void write_quoted(FILE *stream, const char *text)
{
    fputc('\'', stream);
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputc('\'', stream);
        fputc(*text, stream);
    }
    fputc('\'', stream);
}

static void write_assignment(FILE *stream, const char *name, const char *text)
{
    fprintf(stream, "%s = ", name);
    write_quoted(stream, text);
    fputc('\n', stream);
}

static void write_labels(FILE *stream, const char *name, const struct figure_labels *labels)
{
    fprintf(stream, "%ss = %d\n", name, labels->count);
    if (labels->count == 0)
        return;
    fprintf(stream, "array %s_name[%d] = [", name, labels->count);
    for (int k = 0; k < labels->count; k++) {
        fputs(k ? ", " : "", stream);
        write_quoted(stream, labels->text[k]);
    }
    fputs("]\n", stream);
}

static void write_numbers(FILE *stream, const char *name, const int *number, int count)
{
    fprintf(stream, "array %s[%d] = [", name, count);
    for (int k = 0; k < count; k++)
        fprintf(stream, "%s%d", k ? ", " : "", number[k]);
    fputs("]\n", stream);
}

/* Writes gnuplot's array panel_used, which tells whether a panel has points. */
static void write_used(FILE *stream, const struct figure_data *data)
{
    int panels = data->rows.count * data->columns.count;
    fprintf(stream, "array panel_used[%d]\n", panels);
    for (int panel = 0; panel < panels; panel++) {
        int64_t points = 0;
        for (int64_t k = 0; k < data->points; k++)
            points += data->point[k].row * data->columns.count + data->point[k].column == panel;
        fprintf(stream, "panel_used[%d] = %d\n", panel + 1, points > 0);
    }
}

/* Writes the variables that the scripts in plots/ read, and then calls the script. */
static void write_script(FILE *stream, const struct figure *figure, const struct figure_data *data,
                         const char *folder, const char *script, const char *format)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s", script);
    write_assignment(stream, "folder", dirname(path));
    write_assignment(stream, "format", format);
    snprintf(path, sizeof path, "%s/%s.%s", folder, figure->name, format);
    write_assignment(stream, "output", path);
    snprintf(path, sizeof path, "%s/%s.tsv", folder, figure->name);
    write_assignment(stream, "data", path);
    write_assignment(stream, "title", figure->title);
    write_labels(stream, "row", &data->rows);
    write_labels(stream, "column", &data->columns);
    write_labels(stream, "curve", &data->curves);
    write_labels(stream, "tick", &data->ticks);
    write_numbers(stream, "curve_colour", data->colour, data->curves.count);
    write_numbers(stream, "curve_dash", data->dash, data->curves.count);
    write_used(stream, data);
    fputs("load ", stream);
    write_quoted(stream, script);
    fputs("\nreset session\n", stream);
}

/* Reads back what gnuplot complained about, for the error's text. */
static void read_back(FILE *stream, char *text, size_t size)
{
    rewind(stream);
    size_t length = fread(text, 1, size - 1, stream);
    text[length] = '\0';
}

static bool run_gnuplot(FILE *script, FILE *complaints, struct error *error)
{
    if (fflush(script) != 0)
        return error_set(error, EXIT_ENVIRONMENT, "the script for gnuplot: %s", strerror(errno));
    rewind(script);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(script), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(complaints), STDERR_FILENO);
    char *const arguments[] = {"gnuplot", "-", NULL};
    pid_t process = 0;
    int failed = posix_spawnp(&process, "gnuplot", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed == ENOENT)
        return error_set(error, EXIT_ENVIRONMENT,
                         "figures are drawn by gnuplot, which is not installed (Debian: "
                         "gnuplot-nox)");
    if (failed != 0)
        return error_set(error, EXIT_ENVIRONMENT, "gnuplot: %s", strerror(failed));
    int status = 0;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR)
            return error_set(error, EXIT_ENVIRONMENT, "gnuplot: %s", strerror(errno));
    if (status != 0) {
        char text[1024];
        read_back(complaints, text, sizeof text);
        return error_set(error, EXIT_ENVIRONMENT, "gnuplot failed: %s", text);
    }
    return true;
}

static bool draw(const struct figure *figure, const struct figure_data *data, const char *folder,
                 struct error *error)
{
    char name[64];
    char script[PATH_MAX];
    char path[PATH_MAX];
    snprintf(name, sizeof name, "plots/%s.gp", figure->name);
    snprintf(path, sizeof path, "%s/%s.tsv", folder, figure->name);
    if (!data_path(name, script, error) || !write_data(path, data, error))
        return false;

    FILE *commands = tmpfile();
    FILE *complaints = tmpfile();
    bool good = commands != NULL && complaints != NULL;
    if (good) {
        write_script(commands, figure, data, folder, script, "png");
        write_script(commands, figure, data, folder, script, "svg");
        good = run_gnuplot(commands, complaints, error);
    } else {
        error_set(error, EXIT_ENVIRONMENT, "a temporary file: %s", strerror(errno));
    }
    if (commands != NULL)
        fclose(commands);
    if (complaints != NULL)
        fclose(complaints);
    return good;
}

bool plot_figure(const struct figure *figure, const struct records *records, const char *folder,
                 bool *drawn, struct error *error)
{
    struct figure_data *data = calloc(1, sizeof *data);
    if (data == NULL)
        return error_set(error, EXIT_ENVIRONMENT, "out of memory for a figure");
    bool good = figure->gather(records, data, error);
    *drawn = good && data->points > 0;
    if (*drawn)
        good = draw(figure, data, folder, error);
    figure_free(data);
    free(data);
    return good;
}
