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

/** The first curves of a roofline: the peak, then levels of memory from near to far. */
enum { FIGURE_ROOFS = 5 };

enum figure_scale { FIGURE_LINEAR, FIGURE_LOG };

struct figure_axis {
    const char *label; /* with the unit */
    enum figure_scale scale;
    bool reaches; /* whether the axis has to reach `to` */
    double to;
    double
        least; /* of a logarithmic axis: how many times the lower end the upper one is at least */
    bool at_data;   /* ticks at the values of the data, not at round ones */
    bool counts;    /* whether these are particles: 32000 is written as 32k */
    bool own;       /* whether each panel has a range of its own, not each row */
    bool named;     /* whether the values are numbers of ticks, and ticks have those names */
    bool reference; /* whether a line marks the value 1 */
};

enum figure_kind {
    FIGURE_JOINED,    /* points, joined by a line */
    FIGURE_POINTS,    /* points alone */
    FIGURE_LINE,      /* a line alone */
    FIGURE_RINGS,     /* rings around points of other curves */
    FIGURE_PUBLISHED, /* values from elsewhere: open symbols, joined by a thin line */
    FIGURE_BAR,       /* a bar from 0 */
    FIGURE_PART,      /* a part of a bar, from low to high */
};

/** How a curve is drawn: what it is, and its colour, symbol and dash pattern, all from zero. */
struct figure_style {
    enum figure_kind kind;
    int colour, symbol, dash;
    bool unlisted; /* not in the legend */
};

struct figure_point {
    int row, column, curve;
    double x, y, low, high;
    bool doubtful;               /* not to be trusted */
    const struct record *record; /* NULL if the point belongs to no case */
};

/** Panels in rows and columns, of which those without points are not drawn. */
struct figure_data {
    enum figure_form form;
    struct figure_axis x, y; /* of values: of bars and dots y is the horizontal one */
    bool quantities;         /* whether each row is a quantity, whose name is that of its axis */
    struct figure_labels rows, columns, curves;
    struct figure_labels ticks; /* names of the abscissae 0, 1 …, if they are not numbers */
    struct figure_style style[FIGURE_LABELS];     /* of the curves */
    const char *title;                            /* in the place of the figure's; NULL: that one */
    int left_out;                                 /* panels that had nothing to compare */
    const char *published;                        /* what curves from elsewhere are */
    struct figure_labels keys;                    /* the legend, if it is not the curves' names */
    struct figure_style key_style[FIGURE_LABELS]; /* of the keys */
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

/** Forgets all points and texts. */
void figure_clear(struct figure_data *data);

/** Frees the points. */
void figure_free(struct figure_data *data);

#endif
