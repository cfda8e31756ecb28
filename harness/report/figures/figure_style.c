#include "harness/report/figures/figure_style.h"

#include <stdbool.h>

static bool has_symbol(const struct figure_style *style)
{
    return style->kind == FIGURE_JOINED || style->kind == FIGURE_POINTS;
}

/* Whether an earlier curve than `curve` has its symbol and, if `dashed`, its dash pattern too. */
static bool is_taken(const struct figure_data *data, int curve, bool dashed)
{
    const struct figure_style *style = &data->style[curve];
    for (int k = 0; k < curve; k++) {
        const struct figure_style *other = &data->style[k];
        if (has_symbol(other) && other->symbol == style->symbol &&
            (!dashed || other->dash == style->dash))
            return true;
    }
    return false;
}

static void choose_symbol(struct figure_data *data, int curve)
{
    struct figure_style *style = &data->style[curve];
    for (int dashed = 0; dashed < 2; dashed++)
        for (int off = 0; off < FIGURE_SYMBOLS; off++) {
            style->symbol = (style->colour + off) % FIGURE_SYMBOLS;
            if (!is_taken(data, curve, dashed))
                return;
        }
}

void figure_choose_styles(struct figure_data *data)
{
    int papers = 0, measured = 0;
    if (data->keys.count > 0)
        return;
    for (int curve = 0; curve < data->curves.count; curve++)
        measured += has_symbol(&data->style[curve]);
    for (int curve = 0; curve < data->curves.count; curve++) {
        struct figure_style *style = &data->style[curve];
        if (style->kind == FIGURE_PUBLISHED) {
            style->symbol = papers++ % FIGURE_OPEN;
            continue;
        }
        if (!has_symbol(style))
            continue;
        style->dash = style->colour;
        for (int k = 0; k < curve; k++)
            style->dash += data->style[k].colour == style->colour;
        style->dash = measured > 1 ? style->dash % FIGURE_DASHES : 0;
        choose_symbol(data, curve);
    }
}
