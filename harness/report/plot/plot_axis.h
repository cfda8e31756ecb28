/* Ranges and ticks of the axes of figures. */
#ifndef PAIRLANES_PLOT_AXIS_H
#define PAIRLANES_PLOT_AXIS_H

#include "harness/report/figures/figure_data.h"

#include <stdbool.h>

enum { PLOT_TICKS = 32, PLOT_TICK = 32 };

/** The range of an axis and its ticks, whose texts are numbers. */
struct plot_axis {
    double low, high;
    int ticks;
    double at[PLOT_TICKS];
    char text[PLOT_TICKS][PLOT_TICK];
};

/** Makes the axis hold a value; a new one, zeroed, holds none (low > high). */
void plot_axis_start(struct plot_axis *axis);
void plot_axis_hold(struct plot_axis *axis, const struct figure_axis *like, double value);

/** Widens the range so that its ends keep off the data, and that it is one where there is a single
 * value. */
void plot_axis_widen(struct plot_axis *axis, const struct figure_axis *like);

/** Sets ticks at round values, about `most` of them; on a logarithmic axis at 1, 2 and 5 of a
 * decade where it has few, and at steps alike where it has none of these. */
void plot_axis_round(struct plot_axis *axis, enum figure_scale scale, int most);

/** Sets ticks at values of the data as far as their texts, `letter` points a character, fit on
 * an axis of a length in points; the last one always does. */
void plot_axis_at(struct plot_axis *axis, const struct figure_axis *like, const double *value,
                  int count, double length, double letter);

#endif
