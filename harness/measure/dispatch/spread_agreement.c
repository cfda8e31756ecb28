#include "harness/measure/dispatch/spread_agreement.h"

#include "harness/json/json_file.h"
#include "harness/json/json_get.h"

#include <stdio.h>

/*
 * Largest number of particles of preferred cases in the comparison. Such systems are built quickly.
 */
static const int64_t preferred_particles = 100000;

/* Largest relative difference of times of equally fast devices (report/compare.h). */
static const double negligible = 0.02;

/* Whether a case is more suitable for the comparison than the previous choice. */
static bool is_better(const struct case_spec *spec, const struct case_spec *known)
{
    int64_t n = spec->system.n, before = known->system.n;
    return before <= preferred_particles ? n <= preferred_particles && n > before : n < before;
}

void spread_agreement_choose(struct spread_agreement *agreement, const struct cases *cases,
                             spread_wanted *wanted)
{
    *agreement = (struct spread_agreement){0};
    for (int64_t k = 0; k < cases->count; k++) {
        const struct case_spec *spec = &cases->spec[k];
        struct error reason;
        int at = 0;
        if (spec->passed_over || !wanted(spec) || spec->dynamics.steps > 0 ||
            !case_has_kernels(spec, &reason))
            continue;
        while (at < agreement->count &&
               cases->spec[agreement->compared[at].index].model != spec->model)
            at++;
        if (at == SPREAD_COMPARED)
            continue;
        if (at == agreement->count)
            agreement->compared[agreement->count++] = (struct spread_compared){.index = k};
        else if (is_better(spec, &cases->spec[agreement->compared[at].index]))
            agreement->compared[at].index = k;
    }
}

void spread_agreement_note(struct spread_agreement *agreement, int64_t index, int place,
                           const cJSON *item)
{
    const cJSON *force = json_get(item, "force");
    const cJSON *interval = json_get(force, "ci95_ns");
    for (int k = 0; k < agreement->count; k++)
        if (agreement->compared[k].index == index && json_value(force, "median_ns") > 0)
            agreement->compared[k].call[place] =
                (struct spread_call){json_value(force, "median_ns"),
                                     cJSON_GetNumberValue(cJSON_GetArrayItem(interval, 0)),
                                     cJSON_GetNumberValue(cJSON_GetArrayItem(interval, 1))};
}

/* Finds the fastest and the slowest device of a case; false if fewer than two have times. */
static bool find_extremes(const struct spread_compared *compared, int places, int *least, int *most)
{
    int known = 0;
    for (int k = 0; k < places; k++) {
        double median = compared->call[k].median;
        if (!(median > 0))
            continue;
        *least = known == 0 || median < compared->call[*least].median ? k : *least;
        *most = known == 0 || median > compared->call[*most].median ? k : *most;
        known++;
    }
    return known > 1;
}

static double spread_of(const struct spread_compared *compared, int least, int most)
{
    return compared->call[most].median / compared->call[least].median - 1;
}

bool spread_agreement_put(const struct spread_agreement *agreement, const int *device, int places,
                          struct results *results)
{
    bool any = false;
    for (int k = 0; k < agreement->count; k++) {
        const struct spread_compared *compared = &agreement->compared[k];
        cJSON *item = results_change(results, compared->index);
        int least = 0, most = 0;
        if (!find_extremes(compared, places, &least, &most) || cJSON_GetArraySize(item) == 0)
            continue;
        cJSON *object = cJSON_CreateObject(), *times = cJSON_CreateObject();
        for (int place = 0; place < places; place++) {
            char name[16];
            snprintf(name, sizeof name, "%d", device[place]);
            if (compared->call[place].median > 0)
                json_add_number(times, name, compared->call[place].median);
        }
        cJSON_AddItemToObject(object, "force_ns", times);
        json_add_number(object, "spread", json_digits(spread_of(compared, least, most), 4));
        cJSON_DeleteItemFromObjectCaseSensitive(item, "devices");
        cJSON_AddItemToObject(item, "devices", object);
        any = true;
    }
    return any;
}

void spread_agreement_text(const struct spread_agreement *agreement, const int *device, int places,
                           const struct cases *cases, char *text, size_t size)
{
    const struct spread_compared *worst = NULL;
    int compared = 0, low = 0, high = 0;
    bool agree = true, apart = false;
    text[0] = '\0';
    for (int k = 0; k < agreement->count; k++) {
        const struct spread_compared *one = &agreement->compared[k];
        int least = 0, most = 0;
        if (!find_extremes(one, places, &least, &most))
            continue;
        double spread = spread_of(one, least, most);
        agree = agree && spread <= negligible;
        apart = apart || (spread > negligible && one->call[least].high < one->call[most].low);
        if (compared++ == 0 || spread > spread_of(worst, low, high)) {
            worst = one;
            low = least;
            high = most;
        }
    }
    if (worst != NULL)
        snprintf(text, size,
                 "the devices %s in the force call of %d %s measured on each: %.2g %% at most, %s "
                 "(%.4g µs on %d, %.4g µs on %d)",
                 agree   ? "agree"
                 : apart ? "differ"
                         : "cannot be distinguished within wide intervals",
                 compared, compared == 1 ? "case" : "cases", 100 * spread_of(worst, low, high),
                 cases->spec[worst->index].id, worst->call[low].median / 1e3, device[low],
                 worst->call[high].median / 1e3, device[high]);
}
