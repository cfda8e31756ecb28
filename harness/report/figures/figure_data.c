/* The points of a figure, and the texts that its panels, curves and ticks go by. */
#include "harness/report/figures/figure_data.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int figure_label(struct figure_labels *labels, const char *format, ...)
{
    char text[FIGURE_LABEL];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (int k = 0; k < labels->count; k++)
        if (strcmp(labels->text[k], text) == 0)
            return k;
    if (labels->count == FIGURE_LABELS)
        return -1;
    memcpy(labels->text[labels->count], text, sizeof text);
    return labels->count++;
}

int figure_published_curve(struct figure_data *data, const char *what, const char *name)
{
    const int curve = figure_label(&data->curves, "%s", name);
    if (curve >= 0)
        data->style[curve].kind = FIGURE_PUBLISHED;
    data->published = what;
    return curve;
}

bool figure_add_point(struct figure_data *data, struct figure_point point, struct error *error)
{
    if (point.row < 0 || point.column < 0 || point.curve < 0)
        return error_set(error, EXIT_USAGE,
                         "more than %d panels or curves: plot fewer results at once",
                         FIGURE_LABELS);
    if (isinf(point.x) || isinf(point.y))
        return true;
    struct figure_point *points = realloc(data->point, (size_t)(data->points + 1) * sizeof *points);
    if (points == NULL)
        return error_set(error, EXIT_ENVIRONMENT, "out of memory for the points of a figure");
    data->point = points;
    data->point[data->points++] = point;
    return true;
}

bool figure_add_least(struct figure_data *data, struct figure_point point, struct error *error)
{
    for (int64_t k = 0; k < data->points; k++) {
        struct figure_point *other = &data->point[k];
        if (other->row != point.row || other->column != point.column ||
            other->curve != point.curve || other->x != point.x)
            continue;
        if (other->doubtful == point.doubtful ? point.y < other->y : other->doubtful)
            *other = point;
        return true;
    }
    return figure_add_point(data, point, error);
}

void figure_leave_out(struct figure_data *data,
                      bool (*is_bare)(const struct figure_data *data, int row, int column))
{
    bool bare[FIGURE_LABELS][FIGURE_LABELS] = {{false}};
    int used = 0, left_out = 0;
    for (int row = 0; row < data->rows.count; row++)
        for (int column = 0; column < data->columns.count; column++) {
            used += figure_is_used(data, row, column);
            bare[row][column] = figure_is_used(data, row, column) && is_bare(data, row, column);
            left_out += bare[row][column];
        }
    if (left_out == used)
        return;
    int64_t kept = 0;
    for (int64_t k = 0; k < data->points; k++)
        if (!bare[data->point[k].row][data->point[k].column])
            data->point[kept++] = data->point[k];
    data->points = kept;
    data->left_out += left_out;
}

bool figure_is_used(const struct figure_data *data, int row, int column)
{
    for (int64_t k = 0; k < data->points; k++)
        if (data->point[k].row == row && data->point[k].column == column)
            return true;
    return false;
}

void figure_clear(struct figure_data *data)
{
    figure_free(data);
    data->rows.count = data->columns.count = data->curves.count = data->ticks.count = 0;
    memset(data->style, 0, sizeof data->style);
}

void figure_free(struct figure_data *data)
{
    free(data->point);
    data->point = NULL;
    data->points = 0;
}
