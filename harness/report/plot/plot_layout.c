#include "harness/report/plot/plot_layout.h"

#include "harness/base/plain.h"
#include "harness/report/figures/figure_headings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lengths of the page that do not depend on what is drawn. */
static const double edge = 6;             /* around the page */
static const double line = 9.5;           /* from one line of letters to the next */
static const double gap = 12;             /* between panels, besides what is written there */
static const double least_width = 84;     /* of a panel */
static const double least_roofline = 130; /* of a panel that has texts in it */
static const double most_term = 140;      /* of a term of a heading that panels are widened for */
static const double most_width = 460;
static const double least_height = 96;
static const double bar_height = 11; /* of a name on a vertical axis */
static const double tick_off = 4;    /* between an axis and the text of a tick */
static const double sample_width = 20;

static const double heading_size = 8, title_size = 9.5;

/* A figure being laid out. */
struct layout {
    const struct figure_data *data;
    struct figure_headings *headings;
    struct plot_page *page;
    double y;    /* where the next thing goes */
    double left; /* of panels that begin a line */
    double names, between, panel_width;
    int across;  /* most panels of a line */
    bool flows;  /* whether rows share lines */
    bool common; /* whether all panels have axes in common: rows of one panel each, and roofs */
    bool single; /* whether rows have one panel each */
    bool exhausted;
};

/* --- texts --- */

double plot_text_width(const char *text, double size)
{
    /* of letters of DejaVu Sans, in their size, and a little more */
    static const struct {
        const char *letters;
        double width;
    } widths[] = {{" ,.:;!'|/ijlIJ", 0.34},
                  {"ftr()[]-\"", 0.42},
                  {"=+<>w", 0.85},
                  {"mMW%@", 1},
                  {"ABCDEFGHKLNOPQRSTUVXYZ&", 0.76}};
    static const double others = 0.65;
    char character[PLAIN_CHARACTER];
    double width = 0;
    while (plain_next(&text, character)) {
        double letter = others;
        for (size_t k = 0; k < sizeof widths / sizeof *widths; k++)
            if (strchr(widths[k].letters, character[0]) != NULL)
                letter = widths[k].width;
        width += letter * size;
    }
    return width;
}

/* Makes room for one more item of a list of the page; NULL if memory runs out. */
static void *append(struct layout *layout, void *list, int *count, size_t size)
{
    char **items = list;
    char *more = realloc(*items, (size_t)(*count + 1) * size);
    if (more == NULL) {
        layout->exhausted = true;
        return NULL;
    }
    *items = more;
    memset(more + (size_t)*count * size, 0, size);
    return more + (size_t)(*count)++ * size;
}

static void add_text(struct layout *layout, struct plot_text text, const char *words, size_t length)
{
    struct plot_text *to = append(layout, &layout->page->text, &layout->page->texts, sizeof text);
    if (to == NULL)
        return;
    *to = text;
    snprintf(to->text, sizeof to->text, "%.*s", (int)length, words);
}

/* Where a text may be broken, the best first. */
enum { BETWEEN_TERMS, BETWEEN_WORDS, IN_NAMES, ANYWHERE, BREAKS };

/* The length of the terms of a text, with ", " between them, that fit into a width; of a term that
 * is too wide, its words, of a word a part of its name, or its beginning. Without `terms`, words
 * come first. */
static size_t fitting(const char *text, double width, double size, bool terms)
{
    char character[PLAIN_CHARACTER];
    const char *next = text;
    size_t end[BREAKS] = {0};
    double taken = 0;
    for (const char *at = text; plain_next(&next, character); at = next) {
        if (*at == ' ')
            end[BETWEEN_WORDS] = (size_t)(at - text);
        if (*at == ' ' && at > text && at[-1] == ',' && terms)
            end[BETWEEN_TERMS] = (size_t)(at - text);
        taken += plot_text_width(character, size);
        if (taken > width) {
            for (int k = 0; k < BREAKS; k++)
                if (end[k] > 0)
                    return end[k];
            return (size_t)(next - text);
        }
        end[ANYWHERE] = (size_t)(next - text);
        if (strchr("=_-/", *at) != NULL)
            end[IN_NAMES] = end[ANYWHERE];
    }
    return strlen(text);
}

/* Writes a text into lines of a width, or counts them if `write` is false. The first line is at the
 * place of `text`, the others below it or, of text that is turned, to its right. */
static int wrap(struct layout *layout, struct plot_text text, const char *words, double width,
                bool terms, bool write)
{
    int lines = 0;
    for (; *words != '\0'; lines++) {
        size_t length = fitting(words, width, text.size, terms);
        if (write)
            add_text(layout, text, words, length);
        *(text.align == PLOT_UPRIGHT ? &text.x : &text.y) += line * text.size / PLOT_LETTERS;
        words += length;
        words += strspn(words, " ");
    }
    return lines;
}

static void add_lines(struct layout *layout, const char *words, double size, bool strong)
{
    double height = line * size / PLOT_LETTERS;
    struct plot_text text = {
        .x = edge, .y = layout->y + 0.5 * height, .size = size, .strong = strong};
    layout->y += height * wrap(layout, text, words, layout->page->width - 2 * edge, true, true);
}

/* --- the head of the page --- */

static bool has_points(const struct figure_data *data, int curve)
{
    for (int64_t k = 0; k < data->points; k++)
        if (data->point[k].curve == curve)
            return true;
    return false;
}

/* The most columns in which entries of these widths fit side by side, row by row, and how wide each
 * of them is. */
static int fit_columns(const double *width, int count, double room, double *column)
{
    for (int columns = count; columns > 1; columns--) {
        double all = 0;
        for (int k = 0; k < columns; k++)
            column[k] = 0;
        for (int k = 0; k < count; k++)
            column[k % columns] = fmax(column[k % columns], width[k]);
        for (int k = 0; k < columns; k++)
            all += column[k];
        if (all <= room)
            return columns;
    }
    column[0] = room;
    return 1;
}

/* An entry of the legend, from x on. */
static void add_entry(struct layout *layout, double x, struct figure_style style, const char *name)
{
    struct plot_text text = {
        .x = x + sample_width, .y = layout->y + 0.5 * line, .size = PLOT_LETTERS};
    const double room = layout->page->width - edge - text.x;
    struct plot_sample *sample =
        append(layout, &layout->page->sample, &layout->page->samples, sizeof *sample);
    if (layout->data->form == FIGURE_DOTS && style.kind == FIGURE_JOINED)
        style.kind = FIGURE_POINTS;
    if (sample != NULL)
        *sample = (struct plot_sample){x, text.y, style};
    add_text(layout, text, name, fitting(name, room, PLOT_LETTERS, false));
}

static void add_legend(struct layout *layout)
{
    const struct figure_data *data = layout->data;
    const bool own = data->keys.count > 0;
    const struct figure_labels *names = own ? &data->keys : &layout->headings->curves;
    const struct figure_style *styles = own ? data->key_style : data->style;
    double width[FIGURE_LABELS], column[FIGURE_LABELS], x = edge;
    int listed[FIGURE_LABELS], count = 0;
    for (int k = 0; k < names->count; k++) {
        if (styles[k].unlisted || names->text[k][0] == '\0' || (!own && !has_points(data, k)))
            continue;
        width[count] = sample_width + plot_text_width(names->text[k], PLOT_LETTERS) + 10;
        listed[count++] = k;
    }
    const int columns = fit_columns(width, count, layout->page->width - 2 * edge, column);
    for (int k = 0; k < count; k++) {
        if (k > 0 && k % columns == 0) {
            x = edge;
            layout->y += line + 1;
        }
        add_entry(layout, x, styles[listed[k]], names->text[listed[k]]);
        x += column[k % columns];
    }
    layout->y += count > 0 ? line + 4 : 0;
}

static void add_head(struct layout *layout, const struct figure *figure)
{
    char left_out[FIGURE_LABEL];
    bool doubtful = false;
    for (int64_t k = 0; k < layout->data->points; k++)
        doubtful = doubtful || layout->data->point[k].doubtful;
    layout->y = edge;
    add_lines(layout, layout->data->title != NULL ? layout->data->title : figure->title, title_size,
              true);
    add_lines(layout, layout->headings->caption, PLOT_LETTERS, false);
    if (doubtful)
        add_lines(layout, "Grey and hollow: not to be trusted; pairlanes show says why",
                  PLOT_LETTERS, false);
    if (layout->data->left_out > 0) {
        snprintf(left_out, sizeof left_out, "Left out: %d panel%s with nothing to compare",
                 layout->data->left_out, layout->data->left_out > 1 ? "s" : "");
        add_lines(layout, left_out, PLOT_LETTERS, false);
    }
    layout->y += 3;
    add_legend(layout);
}

/* --- axes --- */

static bool has_names(const struct layout *layout)
{
    return layout->data->form == FIGURE_DOTS || layout->data->form == FIGURE_BARS;
}

static void hold_value(struct plot_axis *axis, const struct figure_axis *like,
                       const struct figure_point *point)
{
    plot_axis_hold(axis, like, point->y);
    plot_axis_hold(axis, like, point->low);
    plot_axis_hold(axis, like, point->high);
}

/* Whether a panel has an axis in common with that of a point. */
static bool shares(const struct layout *layout, const struct figure_axis *axis,
                   const struct plot_panel *panel, const struct figure_point *point)
{
    bool same = point->row == panel->row && point->column == panel->column;
    return same || (!axis->own && (point->row == panel->row || layout->common));
}

/* Finds where names are: those of a row have one place each, unless panels have their own. */
static void find_places(struct layout *layout, struct plot_panel *panel)
{
    const struct figure_data *data = layout->data;
    bool used[FIGURE_LABELS] = {false};
    for (int64_t k = 0; k < data->points; k++) {
        const struct figure_point *point = &data->point[k];
        if (point->row == panel->row && (point->column == panel->column || !data->x.own) &&
            point->x < FIGURE_LABELS)
            used[(int)point->x] = true;
    }
    for (int tick = 0; tick < FIGURE_LABELS; tick++)
        panel->place[tick] = used[tick] ? panel->places++ : -1;
}

/* The range of values, over the panels that share it. */
static void find_values(struct layout *layout, const struct plot_panel *panel,
                        struct plot_axis *axis)
{
    const struct figure_data *data = layout->data;
    plot_axis_start(axis);
    for (int64_t k = 0; k < data->points; k++)
        if (shares(layout, &data->y, panel, &data->point[k]))
            hold_value(axis, &data->y, &data->point[k]);
    if (data->y.reaches)
        plot_axis_hold(axis, &data->y, data->y.to);
    plot_axis_widen(axis, &data->y);
    if (data->form == FIGURE_BARS) /* room for numbers behind bars */
        axis->high += 0.25 * (axis->high - axis->low);
}

static void find_abscissae(struct layout *layout, const struct plot_panel *panel,
                           struct plot_axis *axis)
{
    const struct figure_data *data = layout->data;
    plot_axis_start(axis);
    for (int64_t k = 0; k < data->points; k++)
        if (shares(layout, &data->x, panel, &data->point[k]))
            plot_axis_hold(axis, &data->x, data->point[k].x);
    if (data->x.reaches)
        plot_axis_hold(axis, &data->x, data->x.to);
    plot_axis_widen(axis, &data->x);
}

static void find_own_ticks(struct layout *layout, struct plot_panel *panel)
{
    const struct figure_data *data = layout->data;
    double value[FIGURE_LABELS];
    int count = 0;
    for (int64_t k = 0; k < data->points; k++) {
        const struct figure_point *point = &data->point[k];
        bool known = point->row != panel->row || point->column != panel->column;
        for (int other = 0; other < count && !known; other++)
            known = value[other] == point->x;
        if (!known && count < FIGURE_LABELS)
            value[count++] = point->x;
    }
    plot_axis_at(&panel->across, &data->x, value, count, panel->width, 0.6 * PLOT_LETTERS);
}

static void find_ranges(struct layout *layout, struct plot_panel *panel)
{
    if (has_names(layout)) {
        find_places(layout, panel);
        find_values(layout, panel, &panel->across);
        return;
    }
    find_abscissae(layout, panel, &panel->across);
    find_values(layout, panel, &panel->up);
}

static int most_ticks(double length, double each)
{
    return length > 3 * each ? (int)(length / each) : 3;
}

/* The room that a number across a panel takes. */
static double tick_room(const struct plot_panel *panel, const struct figure_axis *axis)
{
    char text[PLOT_TICK];
    if (axis->scale != FIGURE_LOG)
        return 24;
    snprintf(text, sizeof text, "%.0f", panel->across.high);
    return fmax(16, 4 + plot_text_width(text, PLOT_LETTERS));
}

static void find_ticks(struct layout *layout, struct plot_panel *panel)
{
    const struct figure_data *data = layout->data;
    if (!has_names(layout)) {
        plot_axis_round(&panel->up, data->y.scale, most_ticks(panel->height, 12));
        if (data->x.at_data || data->x.named)
            find_own_ticks(layout, panel);
        else
            plot_axis_round(&panel->across, data->x.scale,
                            most_ticks(panel->width, tick_room(panel, &data->x)));
    } else {
        plot_axis_round(&panel->across, data->y.scale, most_ticks(panel->width, 30));
    }
}

/* The width of what is written beside a panel. */
static double texts_beside(const struct layout *layout, const struct plot_panel *panel)
{
    double width = 0;
    if (!has_names(layout)) {
        for (int k = 0; k < panel->up.ticks; k++)
            width = fmax(width, plot_text_width(panel->up.text[k], PLOT_LETTERS));
        return width;
    }
    for (int tick = 0; tick < layout->data->ticks.count; tick++)
        if (panel->place[tick] >= 0)
            width = fmax(width, plot_text_width(layout->data->ticks.text[tick], PLOT_LETTERS));
    return fmin(width, 0.45 * layout->page->width);
}

/* --- panels --- */

/* Collects the panels, row by row. */
static bool collect_panels(struct layout *layout)
{
    const struct figure_data *data = layout->data;
    int most = 0, rows = 0;
    for (int row = 0; row < data->rows.count; row++) {
        int count = 0;
        for (int column = 0; column < data->columns.count; column++) {
            if (!figure_is_used(data, row, column))
                continue;
            struct plot_panel *panel =
                append(layout, &layout->page->panel, &layout->page->panels, sizeof *panel);
            if (panel == NULL)
                return false;
            panel->row = row;
            panel->column = column;
            count++;
        }
        rows += count > 0;
        most = count > most ? count : most;
    }
    layout->single = most == 1 && rows > 1 && !data->quantities;
    layout->common = layout->single || data->form == FIGURE_ROOFLINE;
    return true;
}

/* The panels from `first` on that share lines. */
static int count_group(const struct layout *layout, int first)
{
    const struct plot_page *page = layout->page;
    int count = 1;
    while (first + count < page->panels &&
           (layout->flows || page->panel[first + count].row == page->panel[first].row))
        count++;
    return count;
}

/* What stands over a panel. */
static void heading_of(const struct layout *layout, const struct plot_panel *panel,
                       char text[2 * FIGURE_LABEL])
{
    const char *row = layout->flows ? layout->headings->rows.text[panel->row] : "";
    const char *column = layout->headings->columns.text[panel->column];
    snprintf(text, 2 * FIGURE_LABEL, "%s%s%s", row, row[0] && column[0] ? ", " : "", column);
}

/* Whether the numbers or names beside a panel serve the one to its right, too. */
static bool serves(const struct layout *layout, const struct plot_panel *panel,
                   const struct plot_panel *right)
{
    if (has_names(layout))
        return memcmp(panel->place, right->place, sizeof panel->place) == 0;
    return !layout->data->y.own && (panel->row == right->row || layout->common);
}

/* The room along a vertical axis for its label, given the height of the panel. */
static double label_room(double height)
{
    return height + 2 * line;
}

/* The lines that the labels of vertical axes take at most. */
static int label_lines(struct layout *layout)
{
    const struct figure_data *data = layout->data;
    struct plot_text text = {.size = PLOT_LETTERS, .align = PLOT_UPRIGHT};
    double room = label_room(least_height);
    if (!data->quantities)
        return wrap(layout, text, data->y.label, room, false, false);
    int most = 0;
    for (int row = 0; row < data->rows.count; row++) {
        int lines = wrap(layout, text, data->rows.text[row], room, false, false);
        most = lines > most ? lines : most;
    }
    return most;
}

/* The width of a panel that has room for its texts. */
static double least_of_panel(const struct layout *layout)
{
    char heading[2 * FIGURE_LABEL];
    double least = layout->data->form == FIGURE_ROOFLINE ? least_roofline : least_width;
    for (int k = 0; k < layout->page->panels; k++) {
        heading_of(layout, &layout->page->panel[k], heading);
        for (char *term = heading, *next; *term != '\0'; term = next) {
            char *end = strstr(term, ", ");
            next = end != NULL ? end + 2 : term + strlen(term);
            if (end != NULL)
                end[1] = '\0';
            least = fmax(least, fmin(most_term, plot_text_width(term, PLOT_LETTERS)));
        }
    }
    return least;
}

/* Finds how many panels go beside each other, as many lines as the widest group needs, filled
 * evenly, and how far they are apart. Returns the number of lines. */
static int find_across(struct layout *layout, double room)
{
    const struct plot_page *page = layout->page;
    int most = 1, lines = 0;
    layout->between = gap;
    for (int first = 0, count = 0; first < page->panels; first += count) {
        count = count_group(layout, first);
        most = count > most ? count : most;
        for (int k = first + 1; k < first + count; k++)
            if (!serves(layout, &page->panel[k - 1], &page->panel[k]))
                layout->between = gap + layout->names + tick_off;
    }
    int fit = (int)((room + layout->between) / (least_of_panel(layout) + layout->between));
    fit = fit < 1 ? 1 : fit;
    int widest = (most + fit - 1) / fit;
    layout->across = (most + widest - 1) / widest;
    for (int first = 0, count = 0; first < page->panels; first += count) {
        count = count_group(layout, first);
        lines += (count + layout->across - 1) / layout->across;
    }
    return lines;
}

/* Whether rows share lines where each has a line of its own now: if that saves a quarter of them,
 * of which a quarter is empty or which are many. */
static bool should_flow(const struct layout *layout, int flowing, int in_rows)
{
    static const int many = 8;
    bool sparse = 4 * layout->page->panels <= 3 * in_rows * layout->across;
    return layout->single || (4 * flowing <= 3 * in_rows && (sparse || in_rows >= many));
}

/* Finds how wide panels are. */
static void find_widths(struct layout *layout)
{
    struct plot_page *page = layout->page;
    double beside = 0;
    for (int k = 0; k < page->panels; k++) {
        find_ranges(layout, &page->panel[k]);
        page->panel[k].width = page->panel[k].height = 2 * least_width;
        find_ticks(layout, &page->panel[k]);
        beside = fmax(beside, texts_beside(layout, &page->panel[k]));
    }
    double label = has_names(layout) ? 0 : line * label_lines(layout);
    layout->names = beside;
    page->names = beside;
    layout->left = edge + label + beside + tick_off + 2;
    double room = page->width - layout->left - edge - 6;
    layout->flows = !layout->data->quantities;
    int flowing = find_across(layout, room);
    layout->flows = false;
    int in_rows = find_across(layout, room);
    layout->flows = !layout->data->quantities && should_flow(layout, flowing, in_rows);
    find_across(layout, room);
    layout->panel_width =
        fmin(most_width, (room - (layout->across - 1) * layout->between) / layout->across);
}

static double panel_height(const struct layout *layout, const struct plot_panel *panel)
{
    if (has_names(layout))
        return bar_height * panel->places + 6;
    if (layout->data->form == FIGURE_ROOFLINE)
        return fmin(230, fmax(least_roofline, 0.85 * layout->panel_width));
    return fmin(165, fmax(least_height, 0.68 * layout->panel_width));
}

/* Lays out the panels of a line. */
static void add_line(struct layout *layout, struct plot_panel *panel, int count)
{
    const struct figure_data *data = layout->data;
    char heading[2 * FIGURE_LABEL];
    double width = layout->panel_width, height = 0;
    int lines = 0, below = 1;
    for (int k = 0; k < count; k++) {
        struct plot_text text = {.size = PLOT_LETTERS};
        heading_of(layout, &panel[k], heading);
        int needed = wrap(layout, text, heading, width, true, false);
        lines = needed > lines ? needed : lines;
        height = fmax(height, panel_height(layout, &panel[k]));
    }
    layout->y += lines * line + 2;
    for (int k = 0; k < count; k++) {
        panel[k].left = layout->left + k * (width + layout->between);
        panel[k].top = layout->y;
        panel[k].width = width;
        panel[k].height = has_names(layout) ? panel_height(layout, &panel[k]) : height;
        panel[k].named = k == 0 || !serves(layout, &panel[k - 1], &panel[k]);
        find_ticks(layout, &panel[k]);
        heading_of(layout, &panel[k], heading);
        struct plot_text text = {.x = panel[k].left, .size = PLOT_LETTERS};
        text.y = layout->y - 2 - (wrap(layout, text, heading, width, true, false) - 0.5) * line;
        wrap(layout, text, heading, width, true, true);
        const char *across = has_names(layout) ? data->y.label : data->x.label;
        if (has_names(layout) && data->quantities)
            across = data->rows.text[panel[k].row];
        struct plot_text label = {.x = panel[k].left + 0.5 * width,
                                  .y = layout->y + panel[k].height + 1.75 * line,
                                  .size = PLOT_LETTERS,
                                  .align = PLOT_CENTRE};
        int needed = wrap(layout, label, across != NULL ? across : "",
                          width + 0.5 * layout->between, false, true);
        below = needed > below ? needed : below;
    }
    if (!has_names(layout)) {
        const char *up = data->quantities ? data->rows.text[panel->row] : data->y.label;
        struct plot_text label = {.size = PLOT_LETTERS, .align = PLOT_UPRIGHT};
        int needed = wrap(layout, label, up, label_room(height), false, false);
        label.x = layout->left - layout->names - tick_off - 3 - (needed - 0.5) * line;
        label.y = layout->y + 0.5 * height;
        wrap(layout, label, up, label_room(height), false, true);
    }
    layout->y += height + (1.25 + below) * line + 7;
}

static void add_panels(struct layout *layout)
{
    struct plot_page *page = layout->page;
    for (int first = 0, count = 0; first < page->panels; first += count) {
        count = count_group(layout, first);
        if (!layout->flows && !layout->data->quantities)
            add_lines(layout, layout->headings->rows.text[page->panel[first].row], heading_size,
                      true);
        for (int k = 0; k < count; k += layout->across)
            add_line(layout, &page->panel[first + k],
                     count - k < layout->across ? count - k : layout->across);
    }
    page->height = layout->y + 2;
}

bool plot_lay_out(const struct figure *figure, const struct figure_data *data, double width,
                  struct plot_page *page, struct error *error)
{
    struct layout layout = {.data = data, .page = page};
    *page = (struct plot_page){.width = width};
    layout.headings = calloc(1, sizeof *layout.headings);
    if (layout.headings != NULL && collect_panels(&layout)) {
        figure_find_headings(data, layout.headings);
        find_widths(&layout);
        add_head(&layout, figure);
        add_panels(&layout);
    }
    bool good = layout.headings != NULL && !layout.exhausted;
    free(layout.headings);
    return good || error_set(error, EXIT_ENVIRONMENT, "out of memory for the layout of a figure");
}

void plot_page_free(struct plot_page *page)
{
    free(page->panel);
    free(page->text);
    free(page->sample);
    *page = (struct plot_page){0};
}
