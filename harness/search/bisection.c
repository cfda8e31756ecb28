#include "harness/search/bisection.h"

#include <math.h>
#include <string.h>

struct bisection {
    const struct bisection_options *options;
    bisection_measure *measure;
    void *context;
    struct crossing *crossing;
};

/* Returns -1 if A is significantly faster, 1 if B is, 0 if neither. */
static int order_of(const struct probe *probe)
{
    return probe->doubtful ? 0 : probe->high < 1 ? -1 : probe->low > 1 ? 1 : 0;
}

static bool is_known(const struct crossing *crossing, double at)
{
    for (int k = 0; k < crossing->probes; k++)
        if (crossing->probe[k].at == at)
            return true;
    return false;
}

static double place_of(const struct bisection *bisection, double at)
{
    return bisection->options->place(bisection->context, at);
}

/* Measures the ratio at a value that is not measured yet, and inserts it in order. */
static bool look(struct bisection *bisection, double at, struct error *error)
{
    struct crossing *crossing = bisection->crossing;
    struct probe probe = {.at = place_of(bisection, at)};
    if (is_known(crossing, probe.at))
        return true;
    if (!bisection->measure(bisection->context, &probe, error))
        return false;
    int k = crossing->probes;
    while (k > 0 && crossing->probe[k - 1].at > probe.at)
        k--;
    memmove(&crossing->probe[k + 1], &crossing->probe[k],
            (size_t)(crossing->probes - k) * sizeof probe);
    crossing->probe[k] = probe;
    crossing->probes++;
    return true;
}

/*
 * Measures a value once more if its order contradicts both neighbors, because the machine may have
 * been busy.
 */
static bool look_again(struct bisection *bisection, struct error *error)
{
    struct probe *probe = bisection->crossing->probe;
    for (int k = 1; k + 1 < bisection->crossing->probes; k++) {
        int order = order_of(&probe[k]);
        if (order == 0 || probe[k].again || order_of(&probe[k - 1]) != -order ||
            order_of(&probe[k + 1]) != -order)
            continue;
        probe[k].again = true;
        if (!bisection->measure(bisection->context, &probe[k], error))
            return false;
    }
    return true;
}

/* Counts changes of order between significant probes; *left and *right enclose the first. */
static int count_changes(const struct crossing *crossing, int *left, int *right)
{
    int changes = 0, last = -1;
    for (int k = 0; k < crossing->probes; k++) {
        if (order_of(&crossing->probe[k]) == 0)
            continue;
        if (last >= 0 && order_of(&crossing->probe[k]) != order_of(&crossing->probe[last]) &&
            changes++ == 0) {
            *left = last;
            *right = k;
        }
        last = k;
    }
    return changes;
}

/*
 * Returns where the straight line through two points crosses zero; the axes are logarithms of value
 * and ratio.
 */
static double zero_of(double x0, double y0, double x1, double y1)
{
    double share = log(y0) / (log(y0) - log(y1));
    return exp((1 - share) * log(x0) + share * log(x1));
}

enum curve { CURVE_LOW, CURVE_RATIO, CURVE_HIGH };

static double value_of(const struct probe *probe, enum curve curve)
{
    return curve == CURVE_LOW ? probe->low : curve == CURVE_HIGH ? probe->high : probe->ratio;
}

/*
 * Returns the value where a curve through the probes from `left` to `right` first crosses the ratio
 * 1. Doubtful probes are left out. At the ends the ratio is on different sides of 1.
 */
static double pass(const struct probe *probe, int left, int right, enum curve curve)
{
    bool below = value_of(&probe[left], curve) < 1;
    int before = left, k = left + 1;
    for (; k < right && (probe[k].doubtful || (value_of(&probe[k], curve) < 1) == below); k++)
        before = probe[k].doubtful ? before : k;
    return zero_of(probe[before].at, value_of(&probe[before], curve), probe[k].at,
                   value_of(&probe[k], curve));
}

/*
 * Returns the middle of the widest interval between neighboring probes from `left` to `right`; NAN:
 * all intervals are narrow.
 */
static double middle_of(const struct bisection *bisection, int left, int right)
{
    const struct probe *probe = bisection->crossing->probe;
    double widest = bisection->options->width, middle = NAN;
    for (int k = left; k < right; k++) {
        double at = place_of(bisection, sqrt(probe[k].at * probe[k + 1].at));
        if (probe[k + 1].at > widest * probe[k].at && !is_known(bisection->crossing, at)) {
            widest = probe[k + 1].at / probe[k].at;
            middle = at;
        }
    }
    return middle;
}

static bool look_at_grid(struct bisection *bisection, struct error *error)
{
    const struct bisection_options *options = bisection->options;
    for (int k = 0; k < options->grid; k++) {
        double share = (double)k / (options->grid - 1);
        double at = k == options->grid - 1
                        ? options->high
                        : options->low * pow(options->high / options->low, share);
        if (!look(bisection, options->places != NULL ? options->places[k] : at, error))
            return false;
    }
    return true;
}

bool bisection_run(const struct bisection_options *options, bisection_measure *measure,
                   void *context, struct crossing *crossing, struct error *error)
{
    struct bisection bisection = {options, measure, context, crossing};
    *crossing = (struct crossing){.at = NAN, .low = NAN, .high = NAN};
    if (!look_at_grid(&bisection, error) || !look_again(&bisection, error))
        return false;
    int left = 0, right = 0;
    while ((crossing->changes = count_changes(crossing, &left, &right)) > 0 &&
           crossing->probes < BISECTION_PROBES) {
        double middle = middle_of(&bisection, left, right);
        if (isnan(middle))
            break;
        if (!look(&bisection, middle, error) || !look_again(&bisection, error))
            return false;
    }
    if (crossing->changes == 0)
        return true;
    double ends[] = {pass(crossing->probe, left, right, CURVE_LOW),
                     pass(crossing->probe, left, right, CURVE_HIGH)};
    crossing->surely_a = order_of(&crossing->probe[left]) < 0;
    crossing->at = pass(crossing->probe, left, right, CURVE_RATIO);
    crossing->low = fmin(ends[0], ends[1]);
    crossing->high = fmax(ends[0], ends[1]);
    return true;
}
