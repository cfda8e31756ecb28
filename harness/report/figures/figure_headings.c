#include "harness/report/figures/figure_headings.h"

#include <stdio.h>
#include <string.h>

static const char between[] = ", ";

/* The length of the first part of a text. */
static size_t part_length(const char *text)
{
    const char *end = strstr(text, between);
    return end != NULL ? (size_t)(end - text) : strlen(text);
}

/* Moves behind a part of a text and what parts it from the next. */
static const char *behind_part(const char *text)
{
    text += part_length(text);
    return *text != '\0' ? text + strlen(between) : text;
}

static bool has_part(const char *text, const char *part, size_t length)
{
    for (; *text != '\0'; text = behind_part(text))
        if (part_length(text) == length && memcmp(text, part, length) == 0)
            return true;
    return false;
}

/* Whether every text that counts has the part. */
static bool all_have(const struct figure_labels *labels, const bool *counts, const char *part,
                     size_t length)
{
    for (int k = 0; k < labels->count; k++)
        if (counts[k] && !has_part(labels->text[k], part, length))
            return false;
    return true;
}

static void append(char *text, size_t size, const char *part, size_t length)
{
    size_t end = strlen(text);
    snprintf(text + end, size - end, "%s%.*s", end > 0 ? between : "", (int)length, part);
}

/* Parts the texts that count into what differs and, appended to the caption, what does not. */
static void find_differing(const struct figure_labels *labels, const bool *counts,
                           struct figure_headings *headings, struct figure_labels *differing)
{
    bool told = false;
    *differing = *labels;
    for (int k = 0; k < labels->count; k++) {
        if (!counts[k])
            continue;
        differing->text[k][0] = '\0';
        for (const char *part = labels->text[k]; *part != '\0'; part = behind_part(part)) {
            size_t length = part_length(part);
            if (!all_have(labels, counts, part, length))
                append(differing->text[k], FIGURE_LABEL, part, length);
            else if (!told && !has_part(headings->caption, part, length))
                append(headings->caption, FIGURE_CAPTION, part, length);
        }
        told = true;
    }
}

/* Whether the one curve that counts stands beside others, so that the legend has to name it. */
static bool needs_name(const struct figure_data *data, const bool *counts)
{
    int counting = 0, others = 0;
    for (int k = 0; k < data->curves.count; k++) {
        counting += counts[k];
        others += !counts[k] && !data->style[k].unlisted;
    }
    return counting == 1 && others > 0;
}

void figure_find_headings(const struct figure_data *data, struct figure_headings *headings)
{
    bool row[FIGURE_LABELS] = {false};
    bool column[FIGURE_LABELS] = {false};
    bool curve[FIGURE_LABELS] = {false};
    for (int64_t k = 0; k < data->points; k++) {
        const struct figure_point *point = &data->point[k];
        const struct figure_style *style = &data->style[point->curve];
        row[point->row] = !data->quantities;
        column[point->column] = true;
        curve[point->curve] = data->form != FIGURE_BARS && !style->unlisted &&
                              (style->kind == FIGURE_JOINED || style->kind == FIGURE_POINTS);
    }
    if (needs_name(data, curve))
        memset(curve, 0, sizeof curve);
    headings->caption[0] = '\0';
    find_differing(&data->rows, row, headings, &headings->rows);
    find_differing(&data->columns, column, headings, &headings->columns);
    find_differing(&data->curves, curve, headings, &headings->curves);
}
