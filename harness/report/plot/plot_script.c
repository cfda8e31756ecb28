#include "harness/report/plot/plot_script.h"

#include "harness/base/plain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const plot_drawings[PLOT_DRAWINGS] = {"png", "svg", "pdf"};

/* --- the data --- */

/* Writes a point as a line. A roof's point has no record, and so no size, density or tuning. */
static void write_point(FILE *stream, const struct figure_point *point)
{
    const struct record *record = point->record;
    fprintf(stream, "%.10g\t%.10g\t%.10g\t%.10g\t%.15g\t%.6g\t", point->x, point->y, point->low,
            point->high, record != NULL ? record->n : NAN, record != NULL ? record->density : NAN);
    plain_quoted(stream, record != NULL ? record->tuning : "");
    fprintf(stream, "\t%d\n", !point->doubtful);
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
void plot_write_data(FILE *stream, const struct figure_data *data)
{
    fputs("# x\ty\tlow\thigh\tn\tdensity\ttuning\ttrusted\n", stream);
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
                fputs(points > 0 ? "\n\n" : "NaN\tNaN\tNaN\tNaN\tNaN\tNaN\t\"\"\tNaN\n\n\n",
                      stream);
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

/* Writes an array of one number of each curve's style. */
#define WRITE_STYLES(stream, data, name, member)                                                   \
    do {                                                                                           \
        fprintf(stream, "array %s[%d] = [", name, (data)->curves.count);                           \
        for (int k = 0; k < (data)->curves.count; k++)                                             \
            fprintf(stream, "%s%d", k ? ", " : "", (int)(data)->style[k].member);                  \
        fputs("]\n", stream);                                                                      \
    } while (0)

static double across(const struct plot_page *page, double x)
{
    return x / page->width;
}

static double up(const struct plot_page *page, double y)
{
    return 1 - y / page->height;
}

/* Writes the labels of the page, and the samples of the legend. */
static void write_page(FILE *stream, const struct plot_page *page)
{
    static const char *const aligned[] = {"left", "center", "center rotate by 90"};
    write_texts(stream, "page_text", page->texts > 0 ? page->text[0].text : "", sizeof *page->text,
                page->texts);
    for (int k = 0; k < page->texts; k++) {
        const struct plot_text *text = &page->text[k];
        fprintf(stream,
                "set label %d page_text[%d] at screen %.5f, %.5f %s font ',%g' textcolor rgb %s "
                "noenhanced\n",
                100 + k, k + 1, across(page, text->x), up(page, text->y), aligned[text->align],
                text->size, text->strong ? "'#000000'" : "ink");
    }
    for (int k = 0; k < page->samples; k++) {
        const struct plot_sample *sample = &page->sample[k];
        fprintf(stream,
                "x = %.5f\ny = %.5f\nlength = %.5f\nheight = %.5f\nkind = %d\nsample_colour = %d\n"
                "sample_symbol = %d\nsample_dash = %d\nload 'plots/sample.gp'\n",
                across(page, sample->x), up(page, sample->y), across(page, 15), 5 / page->height,
                (int)sample->style.kind, sample->style.colour, sample->style.symbol,
                sample->style.dash);
    }
}

static void write_axis(FILE *stream, char name, const struct plot_axis *axis,
                       enum figure_scale scale, bool named)
{
    fprintf(stream, "%s logscale %c%s\nset %crange [%.10g:%.10g]\nset %ctics (",
            scale == FIGURE_LOG ? "set" : "unset", name, scale == FIGURE_LOG ? " 10" : "", name,
            axis->low, axis->high, name);
    for (int k = 0; k < axis->ticks; k++)
        fprintf(stream, "%s\"%s\" %.10g", k ? ", " : "", named ? axis->text[k] : "", axis->at[k]);
    fputs(")\n", stream);
}

/* Writes the vertical axis of names, the first of which is at the top. */
static void write_places(FILE *stream, const struct figure_data *data,
                         const struct plot_panel *panel)
{
    fprintf(stream, "unset logscale y\nset yrange [%g:-0.6]\nset ytics ()\narray place[%d]\n",
            panel->places - 0.4, data->ticks.count > 0 ? data->ticks.count : 1);
    for (int tick = 0; tick < data->ticks.count; tick++) {
        if (panel->place[tick] < 0)
            continue;
        fprintf(stream, "place[%d] = %d\n", tick + 1, panel->place[tick]);
        if (panel->named)
            fprintf(stream, "set ytics add (literal(tick_name[%d]) %d)\n", tick + 1,
                    panel->place[tick]);
        else
            fprintf(stream, "set ytics add (\"\" %d)\n", panel->place[tick]);
    }
}

/* Writes the horizontal axis of names over that of their numbers, with as many letters of each as a
 * commit is known by. */
static void write_named(FILE *stream, const struct plot_axis *axis)
{
    fputs("set xtics () noenhanced\n", stream);
    for (int k = 0; k < axis->ticks; k++)
        fprintf(stream, "set xtics add (literal(tick_name[%d][1:7]) %g)\n", (int)axis->at[k] + 1,
                axis->at[k]);
}

/* The height of a roof of a panel over the abscissa 1; 0 if it has none. */
static double roof_of(const struct figure_data *data, const struct plot_panel *panel, int curve)
{
    for (int64_t k = 0; k < data->points; k++) {
        const struct figure_point *point = &data->point[k];
        if (point->row == panel->row && point->column == panel->column && point->curve == curve)
            return point->y / point->x;
    }
    return 0;
}

/* Writes the angle of the roofs of memory, the curves behind the first, and on which side of each
 * its name has room: over it, or else below. */
static void write_roofs(FILE *stream, const struct figure_data *data,
                        const struct plot_panel *panel)
{
    static const double room = 1.25 * PLOT_LETTERS;
    const double decade_up = panel->height / log10(panel->up.high / panel->up.low);
    const double decade_across = panel->width / log10(panel->across.high / panel->across.low);
    const double slope = atan2(decade_up, decade_across);
    double last = INFINITY, taken = 0;
    fprintf(stream, "slope = %.5g\narray side[%d] = [1", slope * 180 / M_PI, FIGURE_ROOFS);
    for (int curve = 1; curve < FIGURE_ROOFS; curve++) {
        double roof = roof_of(data, panel, curve);
        bool over = !(roof > 0) || log10(last / roof) * decade_up * cos(slope) - taken >= room;
        fprintf(stream, ", %d", over ? 1 : -1);
        taken = over ? 0 : room;
        last = roof > 0 ? roof : last;
    }
    fputs("]\n", stream);
}

static void write_panel(FILE *stream, const struct figure_data *data, const struct plot_page *page,
                        const struct plot_panel *panel)
{
    static const char *const script[] = {"curves", "dots", "bars", "roofline"};
    bool names = data->form == FIGURE_DOTS || data->form == FIGURE_BARS;
    const struct figure_axis *values = &data->y;
    const struct plot_axis *axis = names ? &panel->across : &panel->up;
    fprintf(stream,
            "first_block = %d\nset lmargin at screen %.5f\nset rmargin at screen %.5f\n"
            "set tmargin at screen %.5f\nset bmargin at screen %.5f\n",
            (panel->row * data->columns.count + panel->column) * data->curves.count,
            across(page, panel->left), across(page, panel->left + panel->width),
            up(page, panel->top), up(page, panel->top + panel->height));
    write_axis(stream, 'x', &panel->across, names ? values->scale : data->x.scale, true);
    if (data->x.named)
        write_named(stream, &panel->across);
    if (names)
        write_places(stream, data, panel);
    else
        write_axis(stream, 'y', &panel->up, values->scale, panel->named);
    if (values->reference && axis->low < 1 && axis->high > 1)
        fprintf(stream, "set arrow 1 from %s to %s nohead linecolor rgb ink linewidth 0.7 back\n",
                names ? "1, graph 0" : "graph 0, first 1",
                names ? "1, graph 1" : "graph 1, first 1");
    if (data->form == FIGURE_ROOFLINE)
        write_roofs(stream, data, panel);
    fprintf(stream, "load 'plots/%s.gp'\nunset arrow\n", script[data->form]);
}

/* Copies a text, with an end that tells where it is wider than `room`. */
static void shorten(char to[FIGURE_LABEL], const char *from, double room)
{
    static const char more[] = "…";
    char character[PLAIN_CHARACTER];
    bool cut = plot_text_width(from, PLOT_LETTERS) > room;
    double left = room - (cut ? plot_text_width(more, PLOT_LETTERS) : 0);
    size_t length = 0;
    while (plain_next(&from, character) &&
           length + strlen(character) + sizeof more <= FIGURE_LABEL) {
        left -= plot_text_width(character, PLOT_LETTERS);
        if (cut && left < 0)
            break;
        length += (size_t)snprintf(to + length, FIGURE_LABEL - length, "%s", character);
    }
    if (cut)
        snprintf(to + length, FIGURE_LABEL - length, "%s", more);
}

static void write_ticks(FILE *stream, const struct figure_data *data, const struct plot_page *page)
{
    struct figure_labels *names = calloc(1, sizeof *names);
    for (int k = 0; k < data->ticks.count && names != NULL; k++)
        shorten(names->text[k], data->ticks.text[k], data->x.named ? INFINITY : page->names + 0.01);
    write_texts(stream, "tick_name", names != NULL ? names->text[0] : "", FIGURE_LABEL,
                names != NULL ? data->ticks.count : 0);
    free(names);
}

/* Writes the variables that the scripts in plots/ read, and calls them, a panel after the other. */
static void write_drawing(FILE *stream, const struct figure *figure, const struct figure_data *data,
                          const struct plot_page *page, const char *format)
{
    fprintf(stream,
            "format = '%s'\npage_width = %.5g\npage_height = %.5g\ndata = '%s.tsv'\ncurves = %d\n",
            format, page->width, page->height, figure->name, data->curves.count);
    write_texts(stream, "curve_name", data->curves.text[0], FIGURE_LABEL, data->curves.count);
    write_ticks(stream, data, page);
    WRITE_STYLES(stream, data, "curve_kind", kind);
    WRITE_STYLES(stream, data, "curve_colour", colour);
    WRITE_STYLES(stream, data, "curve_symbol", symbol);
    WRITE_STYLES(stream, data, "curve_dash", dash);
    fprintf(stream, "load 'plots/style.gp'\nset output '%s.%s'\nset multiplot\n", figure->name,
            format);
    write_page(stream, page);
    fputs("load 'plots/page.gp'\n", stream);
    for (int k = 0; k < page->panels; k++)
        write_panel(stream, data, page, &page->panel[k]);
    fputs("unset multiplot\nunset output\nreset session\n", stream);
}

void plot_write_script(FILE *stream, const struct figure *figure, const struct figure_data *data,
                       const struct plot_page *page)
{
    for (int k = 0; k < PLOT_DRAWINGS; k++)
        write_drawing(stream, figure, data, page, plot_drawings[k]);
}
