/* Where the panels, texts and legend of a figure go on a page. */
#ifndef PAIRLANES_PLOT_LAYOUT_H
#define PAIRLANES_PLOT_LAYOUT_H

#include "harness/base/error.h"
#include "harness/report/figures/figure.h"
#include "harness/report/plot/plot_axis.h"

#include <stdbool.h>

/** Lengths are in points of 1/72 inch, from the upper left corner of the page. */
#define PLOT_CENTIMETRE (72 / 2.54)

/** The size of letters; headings and the title are larger. */
enum { PLOT_LETTERS = 7 };

enum plot_align { PLOT_LEFT, PLOT_CENTRE, PLOT_UPRIGHT /* centred, and turned upwards */ };

struct plot_text {
    double x, y, size;
    enum plot_align align;
    bool strong;
    char text[FIGURE_LABEL];
};

/** What the legend shows of a curve, or of a key, beside its name. */
struct plot_sample {
    double x, y;
    struct figure_style style;
};

struct plot_panel {
    int row, column;
    double left, top, width, height;
    bool named; /* whether the vertical axis has its numbers or names here */
    struct plot_axis across, up;
    int place[FIGURE_LABELS]; /* of bars and dots: where a tick is from the top, from zero; or -1 */
    int places;
};

struct plot_page {
    double width, height;
    struct plot_panel *panel;
    struct plot_text *text;
    struct plot_sample *sample;
    int panels, texts, samples;
    double names; /* the width that names of ticks may have */
};

/** The width of a text in letters of a size. */
double plot_text_width(const char *text, double size);

/** Lays a figure with points out on a page of a width. EXIT_ENVIRONMENT if memory runs out. The
 * caller frees the page, even then. */
bool plot_lay_out(const struct figure *figure, const struct figure_data *data, double width,
                  struct plot_page *page, struct error *error);

void plot_page_free(struct plot_page *page);

#endif
