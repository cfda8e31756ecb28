/* The data of a figure: panels of curves, the points on them, and the texts that they go by. */
#ifndef PAIRLANES_FIGURE_DATA_H
#define PAIRLANES_FIGURE_DATA_H

#include "harness/base/error.h"
#include "harness/results/record.h"

#include <stdbool.h>
#include <stdint.h>

enum { FIGURE_LABELS = 64, FIGURE_LABEL = 160 };

/** Distinct texts in the order in which they came. */
struct figure_labels {
    char text[FIGURE_LABELS][FIGURE_LABEL];
    int count;
};

struct figure_point {
    int row, column, curve;
    double x, y, low, high;
    const struct record *record; /* NULL if the point belongs to no case */
};

/** A grid of panels. Curve k has colour colour[k] and dash pattern dash[k], both from zero. */
struct figure_data {
    struct figure_labels rows, columns, curves;
    struct figure_labels ticks; /* names of the abscissae 0, 1 …, if they are not numbers */
    int colour[FIGURE_LABELS], dash[FIGURE_LABELS];
    struct figure_point *point;
    int64_t points;
};

/** The index of a text (printf format), added if it is new; -1 if there are too many. */
int figure_label(struct figure_labels *labels, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** Appends a point. EXIT_USAGE if its panel or curve is -1, EXIT_ENVIRONMENT for memory. */
bool figure_add_point(struct figure_data *data, struct figure_point point, struct error *error);

/** Frees the points. */
void figure_free(struct figure_data *data);

#endif
