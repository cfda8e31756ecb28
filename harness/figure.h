/* What the figures show: panels of curves, gathered from records. */
#ifndef PAIRLANES_FIGURE_H
#define PAIRLANES_FIGURE_H

#include "harness/error.h"
#include "harness/record.h"

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
    const struct record *record; /* NULL: the point is of no case */
};

/** A grid of panels. Curve k has colour colour[k] and dash pattern dash[k], both from zero. */
struct figure_data {
    struct figure_labels rows, columns, curves;
    struct figure_labels ticks; /* names of the abscissae 0, 1 …, if they are not numbers */
    int colour[FIGURE_LABELS], dash[FIGURE_LABELS];
    struct figure_point *point;
    int64_t points;
};

struct figure {
    const char *name; /* also of the script plots/<name>.gp */
    const char *title;
    const char *needs; /* what the results must hold */
    /** Gathers the points; none if the results do not hold what the figure needs. */
    bool (*gather)(const struct records *records, struct figure_data *data, struct error *error);
};

/** The figures, ended by one without a name. */
const struct figure *figures(void);

/** Finds a figure by name; NULL if there is none. */
const struct figure *figure_find(const char *name);

/** Frees the points. */
void figure_free(struct figure_data *data);

#endif
