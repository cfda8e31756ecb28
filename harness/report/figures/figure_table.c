#include "harness/report/figures/figure_table.h"

#include "harness/base/plain.h"

#include <math.h>

/* Writes a text and what ends its field. gnuplot takes two quotes for one in the text. */
static void text(FILE *stream, const char *words, char end)
{
    if (words != NULL && words[0] != '\0')
        plain_quoted(stream, words);
    fputc(end, stream);
}

/* What stands over a panel: rows that are quantities stand beside it. */
static void write_heading(FILE *stream, const struct figure_data *data,
                          const struct figure_headings *headings, const struct figure_point *point)
{
    char heading[2 * FIGURE_LABEL];
    const char *row = data->quantities ? "" : headings->rows.text[point->row];
    const char *column = headings->columns.text[point->column];
    snprintf(heading, sizeof heading, "%s%s%s", row, row[0] && column[0] ? ", " : "", column);
    text(stream, heading, '\t');
}

/* Writes how a curve is drawn: its name in the legend, colour and symbol. */
static void write_style(FILE *stream, const struct figure_data *data,
                        const struct figure_headings *headings, int curve)
{
    const struct figure_style *style = &data->style[curve];
    const char *name = data->curves.text[curve];
    text(stream, style->unlisted ? "" : headings->curves.text[curve], '\t');
    text(stream, style->colour[0] ? style->colour : name, '\t');
    text(stream, style->mark[0] ? style->mark : name, '\n');
}

static void write_point(FILE *stream, const struct figure_data *data,
                        const struct figure_headings *headings, const struct figure_point *point)
{
    static const char *const kinds[] = {"joined",    "points", "line", "rings",
                                        "published", "bar",    "part"};
    const struct record *record = point->record; /* a roof has none */
    const bool named = point->x >= 0 && point->x < data->ticks.count;
    text(stream, data->rows.text[point->row], '\t');
    text(stream, data->columns.text[point->column], '\t');
    text(stream, data->curves.text[point->curve], '\t');
    text(stream, kinds[data->style[point->curve].kind], '\t');
    text(stream, named ? data->ticks.text[(int)point->x] : "", '\t');
    fprintf(stream, "%.10g\t%.10g\t%.10g\t%.10g\t%d\t%.15g\t%.6g\t", point->x, point->y, point->low,
            point->high, !point->doubtful, record != NULL ? record->n : NAN,
            record != NULL ? record->density : NAN);
    text(stream, record != NULL ? record->tuning : "", '\t');
    text(stream, data->x_label, '\t');
    text(stream, data->quantities ? data->rows.text[point->row] : data->y_label, '\t');
    write_heading(stream, data, headings, point);
    write_style(stream, data, headings, point->curve);
}

void figure_write_table(FILE *stream, const struct figure_data *data,
                        const struct figure_headings *headings)
{
    fputs("row\tpanel\tcurve\tkind\tname\tx\ty\tlow\thigh\ttrusted\tn\tdensity\ttuning\tx_label\t"
          "y_label\theading\tkey\tcolour\tmark\n",
          stream);
    for (int row = 0; row < data->rows.count; row++)
        for (int column = 0; column < data->columns.count; column++)
            for (int curve = 0; curve < data->curves.count; curve++)
                for (int64_t k = 0; k < data->points; k++) {
                    const struct figure_point *point = &data->point[k];
                    if (point->row == row && point->column == column && point->curve == curve)
                        write_point(stream, data, headings, point);
                }
}
