#include "harness/conservation.h"
#include "harness/json_get.h"

#include <math.h>
#include <string.h>

enum { FEWEST = 3 }; /* time steps of a fit */

const cJSON *conservation_dynamics(const struct record *record)
{
    const cJSON *dynamics = json_get(record->item, "dynamics");
    return cJSON_IsObject(dynamics) && json_get(dynamics, "reason") == NULL ? dynamics : NULL;
}

double conservation_number(const struct record *record, const char *key, const char *part)
{
    return json_value(json_get(json_get(record->item, "dynamics"), key), part);
}

/* Whether a text of the dynamics is the same in both. */
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
    return strcmp(json_text(conservation_dynamics(record), "thermostat"), "none") == 0;
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
        if (moves(other) && strcmp(other->precision, "double") == 0 &&
            strcmp(other->backend, "cpu") == 0 && record_same_system(other, record) &&
            other->dt == record->dt && same_text(other, record, "integrator") &&
            same_text(other, record, "thermostat") &&
            json_value(conservation_dynamics(other), "steps") ==
                json_value(conservation_dynamics(record), "steps"))
            return other;
    }
    return NULL;
}

static bool same_but_dt(const struct record *a, const struct record *b)
{
    return moves_freely(a) && moves_freely(b) && record_same_group(a, b) &&
           strcmp(a->strategy, b->strategy) == 0 && strcmp(a->tuning, b->tuning) == 0 &&
           strcmp(a->sort, b->sort) == 0 && strcmp(a->interactions, b->interactions) == 0 &&
           same_text(a, b, "integrator");
}

struct conservation_order conservation_fit(const struct record *const *list, int64_t count,
                                           const struct record *record)
{
    struct conservation_order fit = {.least = INFINITY, .most = 0};
    double x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    for (int64_t k = 0; k < count; k++) {
        double fluctuation = conservation_fluctuation(list[k]);
        if (!(fluctuation > 0) || !same_but_dt(list[k], record))
            continue;
        double at = log(list[k]->dt), value = log(fluctuation);
        fit.least = fmin(fit.least, list[k]->dt);
        fit.most = fmax(fit.most, list[k]->dt);
        fit.steps++;
        x += at;
        y += value;
        xx += at * at;
        xy += at * value;
        yy += value * value;
    }
    double n = (double)fit.steps;
    double across = xx - x * x / n, along = xy - x * y / n, own = yy - y * y / n;
    if (fit.steps < FEWEST || !(across > 0))
        return (struct conservation_order){0};
    fit.order = along / across;
    fit.factor = exp((y - fit.order * x) / n);
    fit.r2 = along * along / across / own;
    return fit;
}

bool conservation_is_first(const struct record *const *list, int64_t count,
                           const struct record *record)
{
    for (int64_t k = 0; k < count; k++)
        if (same_but_dt(list[k], record))
            return list[k] == record;
    return false;
}
