#include "harness/results/conservation.h"
#include "harness/json/json_get.h"

#include <math.h>
#include <string.h>

enum { FEWEST = 3 }; /* smallest number of different time steps for a fit */

/* A drift is significant if it exceeds this many standard errors. */
static const double beyond = 3;

const cJSON *conservation_dynamics(const struct record *record)
{
    const cJSON *dynamics = json_get(record->item, "dynamics");
    return cJSON_IsObject(dynamics) && json_get(dynamics, "reason") == NULL ? dynamics : NULL;
}

double conservation_number(const struct record *record, const char *key, const char *part)
{
    return json_value(json_get(json_get(record->item, "dynamics"), key), part);
}

/* Whether two records have the same text under this key of their dynamics. */
static bool same_text(const struct record *a, const struct record *b, const char *key)
{
    const char *text = json_text(conservation_dynamics(a), key);
    return text[0] != '\0' && strcmp(text, json_text(conservation_dynamics(b), key)) == 0;
}

static bool moves(const struct record *record)
{
    return conservation_dynamics(record) != NULL;
}

static bool moves_freely(const struct record *record)
{
    const char *barostat = json_text(conservation_dynamics(record), "barostat");
    return strcmp(json_text(conservation_dynamics(record), "thermostat"), "none") == 0 &&
           (barostat[0] == '\0' || strcmp(barostat, "none") == 0);
}

double conservation_fluctuation(const struct record *record)
{
    return moves_freely(record) ? conservation_number(record, "total", "deviation") /
                                      conservation_number(record, "temperature", "mean")
                                : NAN;
}

const struct record *conservation_reference(const struct record *const *list, int64_t count,
                                            const struct record *record)
{
    for (int64_t k = 0; k < count; k++) {
        const struct record *other = list[k];
        if (record_same_system(other, record) && moves(other) &&
            strcmp(other->precision, "double") == 0 && strcmp(other->backend, "cpu") == 0 &&
            other->dynamics.dt == record->dynamics.dt && same_text(other, record, "integrator") &&
            same_text(other, record, "thermostat") &&
            json_value(conservation_dynamics(other), "steps") ==
                json_value(conservation_dynamics(record), "steps"))
            return other;
    }
    return NULL;
}

bool conservation_same_but_dt(const struct record *a, const struct record *b)
{
    return record_same_group(a, b) && moves_freely(a) && moves_freely(b) &&
           strcmp(a->strategy, b->strategy) == 0 && strcmp(a->tuning, b->tuning) == 0 &&
           strcmp(a->sort, b->sort) == 0 && strcmp(a->interactions, b->interactions) == 0 &&
           strcmp(a->exclusions, b->exclusions) == 0 && record_same_bonding(a, b) &&
           same_text(a, b, "integrator");
}

bool conservation_drifts(const struct record *record)
{
    return fabs(conservation_number(record, "drift", "kt_per_particle")) >
           beyond * conservation_number(record, "drift", "error");
}

/* Returns a quantity of a record with its sign; 0 for a drift that is not significant. */
static double value_of(const struct record *record, enum conservation_quantity quantity)
{
    if (quantity == CONSERVATION_FLUCTUATION)
        return conservation_fluctuation(record);
    return conservation_drifts(record) ? conservation_number(record, "drift", "kt_per_particle")
                                       : 0;
}

/* Sums over points for fitting a straight line. */
struct line {
    double n, x, y, xx, xy, yy;
};

static void add(struct line *line, double x, double y)
{
    line->n++;
    line->x += x;
    line->y += y;
    line->xx += x * x;
    line->xy += x * y;
    line->yy += y * y;
}

struct conservation_order conservation_fit(const struct record *const *list, int64_t count,
                                           const struct record *record,
                                           enum conservation_quantity quantity)
{
    struct conservation_order fit = {
        .order = NAN, .factor = NAN, .r2 = NAN, .least = INFINITY, .most = 0};
    struct line line = {0};
    double sum = 0, sizes = 0; /* |sum| equals sizes if all values have the same sign */
    for (int64_t k = 0; k < count && moves_freely(record); k++) {
        if (!conservation_same_but_dt(list[k], record) || !(conservation_fluctuation(list[k]) > 0))
            continue;
        double value = value_of(list[k], quantity);
        fit.least = fmin(fit.least, list[k]->dynamics.dt);
        fit.most = fmax(fit.most, list[k]->dynamics.dt);
        fit.steps++;
        sum += value;
        sizes += fabs(value);
        if (value != 0)
            add(&line, log(list[k]->dynamics.dt), log(fabs(value)));
    }
    fit.reported = (int64_t)line.n;
    double across = line.xx - line.x * line.x / line.n, own = line.yy - line.y * line.y / line.n;
    double along = line.xy - line.x * line.y / line.n;
    if (fit.steps < FEWEST)
        return (struct conservation_order){.order = NAN, .factor = NAN, .r2 = NAN};
    if (fit.reported < FEWEST || !(across > 0) || fabs(sum) < sizes)
        return fit;
    fit.order = along / across;
    fit.factor = exp((line.y - fit.order * line.x) / line.n);
    fit.r2 = along * along / across / own;
    return fit;
}

bool conservation_is_fitted(const char *path)
{
    return strncmp(path, "conservation.", strlen("conservation.")) == 0;
}

double conservation_fitted(const struct record *const *list, int64_t count,
                           const struct record *record, const char *path)
{
    static const char *const quantities[] = {[CONSERVATION_FLUCTUATION] =
                                                 "conservation.fluctuation.",
                                             [CONSERVATION_DRIFT] = "conservation.drift."};
    for (int k = 0; k < CONSERVATION_QUANTITIES; k++) {
        size_t length = strlen(quantities[k]);
        if (strncmp(path, quantities[k], length) != 0)
            continue;
        struct conservation_order fit =
            conservation_fit(list, count, record, (enum conservation_quantity)k);
        return strcmp(path + length, "order") == 0 ? fit.order
               : strcmp(path + length, "r2") == 0  ? fit.r2
                                                   : NAN;
    }
    return NAN;
}

bool conservation_is_first(const struct record *const *list, int64_t count,
                           const struct record *record)
{
    for (int64_t k = 0; k < count; k++)
        if (conservation_same_but_dt(list[k], record))
            return list[k] == record;
    return false;
}
