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

/** What a panel shows points as. Of bars and dots x is the number of a tick, on the vertical axis,
 * and y a value on the horizontal one. */
enum figure_form { FIGURE_CURVES, FIGURE_DOTS, FIGURE_BARS, FIGURE_ROOFLINE };

enum figure_kind {
    FIGURE_JOINED,    /* points, joined by a line */
    FIGURE_POINTS,    /* points alone */
    FIGURE_LINE,      /* a line alone */
    FIGURE_RINGS,     /* rings around points of other curves */
    FIGURE_PUBLISHED, /* values from elsewhere: open symbols, joined by a thin line */
    FIGURE_BAR,       /* a bar from 0 */
    FIGURE_PART,      /* a part of a bar, from low to high */
};

/** How a curve is drawn: what it is, and what it has its colour and its symbol in common with other
 * curves for; "" for a colour, or a symbol, of its own. */
struct figure_style {
    enum figure_kind kind;
    bool unlisted; /* not in the legend */
    char colour[FIGURE_LABEL], mark[FIGURE_LABEL];
};

struct figure_point {
    int row, column, curve;
    double x, y, low, high;
    bool doubtful;               /* not to be trusted */
    const struct record *record; /* NULL if the point belongs to no case */
};

struct figure;

/** Panels in rows and columns, of which those without points are not drawn. */
struct figure_data {
    const struct figure *figure;
    enum figure_form form;
    const char *x_label, *y_label; /* with units: of bars and dots y is the horizontal one */
    const char *axes;              /* words of plots/style.gp; NULL for linear axes */
    bool quantities;               /* whether each row is a quantity, the label of its y */
    struct figure_labels rows, columns, curves;
    struct figure_labels ticks; /* names of the abscissae 0, 1 …, if they are not numbers */
    struct figure_style style[FIGURE_LABELS]; /* of the curves */
    const char *title;                        /* in the place of the figure's; NULL: that one */
    int left_out;                             /* panels that had nothing to compare */
    const char *published;                    /* what curves from elsewhere are */
    struct figure_point *point;
    int64_t points;
};

/** The index of a text (printf format), added if it is new; -1 if there are too many. */
int figure_label(struct figure_labels *labels, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** The index of a curve of numbers from elsewhere, which `what` tells for captions; -1 if there are
 * too many. */
int figure_published_curve(struct figure_data *data, const char *what, const char *name);

/** Appends a point, unless it is infinite, as a ratio to no time is. EXIT_USAGE if its panel or
 * curve is -1, EXIT_ENVIRONMENT for memory. */
bool figure_add_point(struct figure_data *data, struct figure_point point, struct error *error);

/** Appends a point, or puts it in the place of one at the same x of its curve that is greater, or
 * not to be trusted where this is; keeps that one else. Errors as above. */
bool figure_add_least(struct figure_data *data, struct figure_point point, struct error *error);

/** Takes out the points of those panels that a function says have nothing to compare, and counts
 * them, unless it says so of all. */
void figure_leave_out(struct figure_data *data,
                      bool (*is_bare)(const struct figure_data *data, int row, int column));

/** Whether a panel has points. */
bool figure_is_used(const struct figure_data *data, int row, int column);

/** Forgets all points, and the texts of panels, curves and ticks. */
void figure_clear(struct figure_data *data);

/** Frees the points. */
void figure_free(struct figure_data *data);

#endif
