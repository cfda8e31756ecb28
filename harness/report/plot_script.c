#include "harness/report/plot_script.h"

#include "harness/base/plain.h"

#include <math.h>
#include <string.h>

const char *const plot_drawings[PLOT_DRAWINGS] = {"png", "svg"};

/* --- the data --- */

/* Writes a point as a line. A roof's point has no record, and so no size, density or tuning. */
static void write_point(FILE *stream, const struct figure_point *point)
{
    const struct record *record = point->record;
    fprintf(stream, "%.10g\t%.10g\t%.10g\t%.10g\t%.15g\t%.6g\t", point->x, point->y, point->low,
            point->high, record != NULL ? record->n : NAN, record != NULL ? record->density : NAN);
    plain_quoted(stream, record != NULL ? record->tuning : "");
    fputs("\n", stream);
}

static void write_names(FILE *stream, const struct figure_data *data, int row, int column,
                        int curve)
{
    fputs("# ", stream);
    plain_write(stream, data->rows.text[row]);
    fputs("\t", stream);
    plain_write(stream, data->columns.text[column]);
    fputs("\t", stream);
    plain_write(stream, data->curves.text[curve]);
    fputs("\n", stream);
}

/* Writes a block of lines per panel and curve. Two blank lines separate blocks, as gnuplot's
 * `index` wants it. A block without points gets one line without numbers, so that it keeps its
 * index. */
void plot_write_data(FILE *stream, const struct figure *figure, const struct figure_data *data)
{
    (void)figure;
    fputs("# x\ty\tlow\thigh\tn\tdensity\ttuning\n", stream);
    for (int row = 0; row < data->rows.count; row++) {
        for (int column = 0; column < data->columns.count; column++) {
            for (int curve = 0; curve < data->curves.count; curve++) {
                write_names(stream, data, row, column, curve);
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

/* --- the script --- */

/* Writes texts as a block of data, an array of which has the name. Each line begins with a bar,
 * that none is the end of the block. */
static void write_texts(FILE *stream, const char *name, const char *text, size_t size, int count)
{
    fprintf(stream, "$%s << END\n", name);
    for (int k = 0; k < count; k++) {
        fputs("|", stream);
        plain_write(stream, text + (size_t)k * size);
        fputs("\n", stream);
    }
    fprintf(stream, "END\narray %s[%d]\ndo for [k = 1:%d] { %s[k] = $%s[k][2:*] }\n", name,
            count > 0 ? count : 1, count, name, name);
}

static void write_labels(FILE *stream, const char *name, const struct figure_labels *labels)
{
    char array[32];
    snprintf(array, sizeof array, "%s_name", name);
    fprintf(stream, "%ss = %d\n", name, labels->count);
    write_texts(stream, array, labels->text[0], sizeof labels->text[0], labels->count);
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
static void write_drawing(FILE *stream, const struct figure *figure, const struct figure_data *data,
                          const char *format)
{
    fprintf(stream, "folder = 'plots'\nformat = '%s'\noutput = '%s.%s'\ndata = '%s.tsv'\n", format,
            figure->name, format, figure->name);
    write_texts(stream, "title_line", figure->title, 0, 1);
    fputs("title = title_line[1]\n", stream);
    write_labels(stream, "row", &data->rows);
    write_labels(stream, "column", &data->columns);
    write_labels(stream, "curve", &data->curves);
    write_labels(stream, "tick", &data->ticks);
    write_numbers(stream, "curve_colour", data->colour, data->curves.count);
    write_numbers(stream, "curve_dash", data->dash, data->curves.count);
    write_used(stream, data);
    fprintf(stream, "load 'plots/%s.gp'\nreset session\n", figure->name);
}

void plot_write_script(FILE *stream, const struct figure *figure, const struct figure_data *data)
{
    for (int k = 0; k < PLOT_DRAWINGS; k++)
        write_drawing(stream, figure, data, plot_drawings[k]);
}
