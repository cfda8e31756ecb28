#include "harness/report/plot/plot_axis.h"

#include "harness/base/ascending.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The largest number on an axis. */
static const double farthest = 1e150;

void plot_axis_start(struct plot_axis *axis)
{
    *axis = (struct plot_axis){.low = INFINITY, .high = -INFINITY};
}

void plot_axis_hold(struct plot_axis *axis, const struct figure_axis *like, double value)
{
    if (!isfinite(value) || (like->scale == FIGURE_LOG && !(value > 0)))
        return;
    /* what is wider has no room to be widened, nor powers of ten that are numbers */
    value = fmax(-farthest, fmin(farthest, value));
    value = like->scale == FIGURE_LOG ? fmax(value, 1 / farthest) : value;
    axis->low = fmin(axis->low, value);
    axis->high = fmax(axis->high, value);
}

void plot_axis_widen(struct plot_axis *axis, const struct figure_axis *like)
{
    static const double off = 0.06; /* of the range, between its ends and the data */
    static const double alone = 2;  /* the ends of a single value are so many times off */
    double low = axis->low, high = axis->high;
    if (like->scale == FIGURE_LOG) {
        double ratio = high / low > 1.02 ? pow(high / low, off) : alone;
        ratio = fmax(ratio, sqrt(like->least / (high / low)));
        axis->low /= ratio;
        axis->high *= ratio;
        return;
    }
    double room = high > low ? off * (high - low) : fmax(fabs(high) / alone, 1e-300);
    axis->low -= like->reaches && low == like->to ? 0 : room;
    axis->high += like->reaches && high == like->to ? 0 : room;
}

static void add_tick(struct plot_axis *axis, double value, const char *text)
{
    double over = 1e-9 * (axis->high - axis->low);
    if (axis->ticks == PLOT_TICKS || value < axis->low - over || value > axis->high + over)
        return;
    axis->at[axis->ticks] = value;
    snprintf(axis->text[axis->ticks++], PLOT_TICK, "%s", text);
}

/* The least of 1, 2 and 5 of a decade that is not under a value. */
static double round_up(double value)
{
    double decade = pow(10, floor(log10(value) + 1e-9));
    double m = value / decade;
    return decade * (m <= 1.0001 ? 1 : m <= 2.0001 ? 2 : m <= 5.0001 ? 5 : 10);
}

static bool is_plain(double value)
{
    return value == 0 || (fabs(value) < 999999.5 && fabs(value) > 9.999e-4);
}

/* Writes a factor, if it is not 1, and a power of ten, in letters that are as large as others. */
static void power_text(double factor, int exponent, char text[PLOT_TICK])
{
    static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    char digits[PLOT_TICK];
    size_t length = 0;
    if (factor != 1)
        length = (size_t)snprintf(text, PLOT_TICK, "%.4g·", factor);
    length += (size_t)snprintf(text + length, PLOT_TICK - length, exponent < 0 ? "10⁻" : "10");
    snprintf(digits, sizeof digits, "%d", abs(exponent));
    for (const char *digit = digits; *digit != '\0'; digit++)
        length += (size_t)snprintf(text + length, PLOT_TICK - length, "%s", raised[*digit - '0']);
}

static void add_steps(struct plot_axis *axis, int most)
{
    double step = round_up((axis->high - axis->low) / most);
    double greatest = fmax(fabs(axis->low), fabs(axis->high));
    int exponent = is_plain(greatest) ? 0 : (int)floor(log10(greatest));
    for (double k = ceil(axis->low / step - 1e-9); k * step <= axis->high + 1e-9 * step; k++) {
        char text[PLOT_TICK];
        double value = k * step / pow(10, exponent) + 0.0; /* no -0 */
        if (exponent != 0 && value != 0)
            power_text(value, exponent, text);
        else
            snprintf(text, sizeof text, "%.6g", value);
        add_tick(axis, k * step, text);
    }
}

/* Adds a tick at a power of ten times 1 to 9. */
static void add_of_decade(struct plot_axis *axis, int part, int exponent, bool plain)
{
    char text[PLOT_TICK];
    double value = part * pow(10, exponent);
    if (plain)
        snprintf(text, sizeof text, "%g", value);
    else
        power_text(part, exponent, text);
    add_tick(axis, value, text);
}

/* Adds ticks at these digits times powers of ten. */
static void add_decades(struct plot_axis *axis, int every, const char *digits)
{
    bool plain = is_plain(axis->low) && is_plain(axis->high);
    for (int e = (int)floor(log10(axis->low)); e <= log10(axis->high) + 1e-9; e++) {
        if (e % every != 0)
            continue;
        for (const char *digit = digits; *digit != '\0'; digit++)
            add_of_decade(axis, *digit - '0', e, plain);
    }
}

void plot_axis_round(struct plot_axis *axis, enum figure_scale scale, int most)
{
    double decades = scale == FIGURE_LOG ? log10(axis->high / axis->low) : 0;
    bool plain = is_plain(axis->low) && is_plain(axis->high);
    bool within = decades < (plain ? 4 : 2.2);
    axis->ticks = 0;
    if (scale == FIGURE_LINEAR || decades < 0.5)
        add_steps(axis, most > 5 ? 2 * most / 3 : 3);
    else if (decades <= log10(2) * most && within) /* 1 and 2 are nearest */
        add_decades(axis, 1, "125");
    else if (decades <= log10(3) * most && within)
        add_decades(axis, 1, "13");
    else
        add_decades(axis, (int)ceil(decades / most), "1");
}

static void number_text(const struct figure_axis *like, double value, char text[PLOT_TICK])
{
    if (like->named)
        snprintf(text, PLOT_TICK, "0000000"); /* as wide as the name of a commit */
    else if (like->counts && value >= 999500)
        snprintf(text, PLOT_TICK, "%.3gM", value / 1e6);
    else if (like->counts && value >= 1000)
        snprintf(text, PLOT_TICK, "%.3gk", value / 1e3);
    else
        snprintf(text, PLOT_TICK, "%.4g", value);
}

static double place_on(const struct plot_axis *axis, const struct figure_axis *like, double value)
{
    return like->scale == FIGURE_LOG ? log(value / axis->low) / log(axis->high / axis->low)
                                     : (value - axis->low) / (axis->high - axis->low);
}

void plot_axis_at(struct plot_axis *axis, const struct figure_axis *like, const double *value,
                  int count, double length, double letter)
{
    double sorted[FIGURE_LABELS];
    double end = -INFINITY, last_begins = INFINITY;
    axis->ticks = 0;
    memcpy(sorted, value, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, ascending);
    for (int pass = 0; pass < count; pass++) {
        bool last = pass == 0;
        double tick = sorted[last ? count - 1 : pass - 1];
        char text[PLOT_TICK];
        number_text(like, tick, text);
        double half = 0.5 * letter * (double)(strlen(text) + 1);
        double at = length * place_on(axis, like, tick);
        if (!last && (at - half < end || at + half > last_begins))
            continue;
        if (last)
            last_begins = at - half;
        else
            end = at + half;
        add_tick(axis, tick, text);
    }
}
