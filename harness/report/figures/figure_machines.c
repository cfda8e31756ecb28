#include "harness/report/figures/figure_machines.h"

#include "harness/base/memory.h"
#include "harness/report/figures/figure_labels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char between[] = ", ";

/* The machine of a record; -1 if there are too many. */
static int machine_of(const struct records *records, const struct record *record,
                      struct figure_labels *machines)
{
    char device[FIGURE_LABEL];
    return figure_label(machines, "%s", figure_device_text(records, record, device));
}

/* Takes the device out of a text, whose parts have ", " between them; false if it is not in it. */
static bool take_out(const char *device, const char *text, char rest[FIGURE_LABEL])
{
    size_t length = strlen(device), gap = strlen(between);
    const char *at = strstr(text, device);
    snprintf(rest, FIGURE_LABEL, "%s", text);
    if (at == NULL || length == 0)
        return false;
    bool first = at == text, last = at[length] == '\0';
    if ((!first && strncmp(at - gap, between, gap) != 0) ||
        (!last && strncmp(at + length, between, gap) != 0))
        return false;
    const char *tail = at + length + (last ? 0 : gap);
    int head = (int)(at - text) - (!first && last ? (int)gap : 0);
    snprintf(rest, FIGURE_LABEL, "%.*s%s", head, text, tail);
    return true;
}

/* The same of any device. */
static bool take_any(const struct figure_labels *machines, const char *text,
                     char rest[FIGURE_LABEL])
{
    for (int k = 0; k < machines->count; k++)
        if (take_out(machines->text[k], text, rest))
            return true;
    snprintf(rest, FIGURE_LABEL, "%s", text);
    return false;
}

/* Whether machines can share the panels: marks and colours are free, and a machine has one value at
 * each place. */
static bool can_share(const struct figure_data *data)
{
    if (data->form == FIGURE_ROOFLINE)
        return false;
    for (int k = 0; k < data->curves.count; k++)
        if (data->style[k].kind == FIGURE_PART || data->style[k].kind == FIGURE_RINGS ||
            data->style[k].mark[0] != '\0')
            return false;
    return true;
}

static bool is_measured(const struct figure_style *style)
{
    return style->kind == FIGURE_JOINED || style->kind == FIGURE_POINTS ||
           style->kind == FIGURE_BAR;
}

/* A curve without its tuning: "team lanes=8, cbin" is "team, cbin". */
static const char *name_of(const struct figure_data *data, int curve, char text[FIGURE_LABEL])
{
    const char *from = data->curves.text[curve];
    char *to = text;
    snprintf(text, FIGURE_LABEL, "%s", from);
    for (size_t word; *from != '\0' && is_measured(&data->style[curve]); from += word) {
        word = 1 + strcspn(from + 1, " ,");
        if (from[0] == ' ' && from[1] != '=' && memchr(from, '=', word) != NULL)
            continue;
        memcpy(to, from, word);
        to[word] = '\0';
        to += word;
    }
    return text;
}

/* The curve of a point among those of all machines. */
static int curve_of(const struct figure_data *old, const struct figure_point *point, int machine,
                    const struct figure_labels *machines, bool named, struct figure_data *data)
{
    char text[FIGURE_LABEL];
    const char *name = named ? old->curves.text[point->curve] : name_of(old, point->curve, text);
    struct figure_style style = old->style[point->curve];
    bool own = point->record != NULL && is_measured(&style);
    if (machine < 0 && own)
        return -1;
    int curve = own && !named ? figure_label(&data->curves, "%s, %s", name, machines->text[machine])
                              : figure_label(&data->curves, "%s", name);
    if (curve < 0)
        return -1;
    if (own && !named) {
        snprintf(style.colour, sizeof style.colour, "%s", name);
        snprintf(style.mark, sizeof style.mark, "%s", machines->text[machine]);
        if (style.kind == FIGURE_BAR)
            style.kind = FIGURE_POINTS;
        style.unlisted = false;
    }
    data->style[curve] = style;
    return curve;
}

static int compare_points(const void *left, const void *right)
{
    const struct figure_point *a = left, *b = right;
    int order = (a->row > b->row) - (a->row < b->row);
    order = order ? order : (a->column > b->column) - (a->column < b->column);
    order = order ? order : (a->curve > b->curve) - (a->curve < b->curve);
    return order ? order : (a->x > b->x) - (a->x < b->x);
}

static bool share(const struct records *records, struct figure_labels *machines,
                  struct figure_data *old, struct figure_data *data, struct error *error)
{
    char rest[FIGURE_LABEL];
    bool named = false, good = true;
    for (int k = 0; k < old->curves.count; k++)
        named = named || take_any(machines, old->curves.text[k], rest);
    *data = *old;
    data->point = NULL;
    data->points = 0;
    figure_clear(data);
    data->ticks = old->ticks;
    data->form = old->form == FIGURE_BARS ? FIGURE_DOTS : old->form;
    for (int64_t k = 0; k < old->points && good; k++) {
        struct figure_point point = old->point[k];
        int machine = point.record != NULL ? machine_of(records, point.record, machines) : -1;
        point.curve = curve_of(old, &point, machine, machines, named, data);
        take_any(machines, old->rows.text[old->point[k].row], rest);
        point.row = figure_label(&data->rows, "%s", rest);
        take_any(machines, old->columns.text[old->point[k].column], rest);
        point.column = figure_label(&data->columns, "%s", rest);
        /* what is of no machine is the same for all, and of tunings the fastest counts */
        bool tuned = strcmp(name_of(old, old->point[k].curve, rest),
                            old->curves.text[old->point[k].curve]) != 0;
        good = point.record != NULL && (named || !tuned) ? figure_add_point(data, point, error)
                                                         : figure_add_least(data, point, error);
    }
    if (data->form == FIGURE_CURVES && data->points > 0) /* lines go from left to right */
        qsort(data->point, (size_t)data->points, sizeof *data->point, compare_points);
    return good;
}

bool figure_gather(const struct figure *figure, const struct records *records, bool shared,
                   struct figure_data *data, struct error *error)
{
    *data = (struct figure_data){.figure = figure,
                                 .form = figure->form,
                                 .x_label = figure->x,
                                 .y_label = figure->y,
                                 .axes = figure->axes,
                                 .quantities = figure->quantities};
    if (!figure->gather(records, data, error))
        return false;
    struct figure_labels *machines = memory_allocate_zeroed(1, sizeof *machines, "machines", error);
    struct figure_data *all = memory_allocate_zeroed(1, sizeof *all, "a figure", error);
    bool good = machines != NULL && all != NULL;
    for (int64_t k = 0; good && k < records->count; k++)
        if (record_timed(&records->record[k]))
            machine_of(records, &records->record[k], machines);
    if (good && shared && machines->count > 1 && can_share(data)) {
        good = share(records, machines, data, all, error);
        figure_free(data);
        *data = *all;
    }
    free(all);
    free(machines);
    return good;
}
