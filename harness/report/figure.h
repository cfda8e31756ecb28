/* What the figures show: panels of curves, gathered from records. */
#ifndef PAIRLANES_FIGURE_H
#define PAIRLANES_FIGURE_H

#include "harness/base/error.h"
#include "harness/results/record.h"

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

/* What the gathering of figures is made of. */

/** The index of a text (printf format), added if it is new; -1 if there are too many. */
int figure_label(struct figure_labels *labels, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** Appends a point. EXIT_USAGE if its panel or curve is -1, EXIT_ENVIRONMENT for memory. */
bool figure_add_point(struct figure_data *data, struct figure_point point, struct error *error);

/** A curve per strategy and tuning: of the strategy's colour, with a dash pattern each. */
int figure_tuned_curve(const struct records *records, struct figure_data *data,
                       const struct record *record);

/** The model, with its parameters where the results have it with several. */
const char *figure_model_text(const struct records *records, const struct record *record,
                              char text[FIGURE_LABEL]);

/** Whether no timed case of this model, device, precision and density has more particles. */
bool figure_is_largest(const struct records *records, const struct record *record);

/** Gather the figures `branches`, `speedup-serial`, `energy` and `drift`. */
bool figure_branches(const struct records *records, struct figure_data *data, struct error *error);
bool figure_speedup_serial(const struct records *records, struct figure_data *data,
                           struct error *error);
bool figure_energy(const struct records *records, struct figure_data *data, struct error *error);
bool figure_drift(const struct records *records, struct figure_data *data, struct error *error);

#endif
