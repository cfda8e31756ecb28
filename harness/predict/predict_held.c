#include "harness/predict/predict_held.h"
#include "harness/base/memory.h"
#include "harness/timing/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool counts(const struct predicted *one, const char *strategy)
{
    return one->known && isfinite(one->measured) &&
           (strategy == NULL || strcmp(one->spec->strategy->name, strategy) == 0);
}

static double ratio_of(const struct predicted *one)
{
    return one->prediction.seconds / one->measured;
}

/* The medians over the cases of a strategy, or of all. */
static bool take_medians(const struct predictions *predictions, struct held_strategy *held,
                         struct error *error)
{
    double *sample = memory_allocate(predictions->count + 1, sizeof *sample, "predictions", error);
    struct statistics ratio = {0}, off = {0};
    if (sample == NULL)
        return false;
    held->cases = 0;
    for (int64_t k = 0; k < predictions->count; k++)
        if (counts(&predictions->of[k], held->name))
            sample[held->cases++] = ratio_of(&predictions->of[k]);
    bool good = held->cases == 0 || statistics_of(sample, held->cases, &ratio, error);
    for (int k = 0; k < held->cases; k++)
        sample[k] = fabs(sample[k] - 1);
    good = good && (held->cases == 0 || statistics_of(sample, held->cases, &off, error));
    held->ratio = ratio.median;
    held->error = off.median;
    free(sample);
    return good;
}

static struct held_strategy *strategy_in(struct held *held, const char *name)
{
    for (int k = 0; k < held->strategies; k++)
        if (strcmp(held->strategy[k].name, name) == 0)
            return &held->strategy[k];
    if (held->strategies == HELD_STRATEGIES)
        return NULL;
    held->strategy[held->strategies].name = name;
    return &held->strategy[held->strategies++];
}

static bool take_strategies(const struct predictions *predictions, struct held *held,
                            struct error *error)
{
    bool good = take_medians(predictions, &held->all, error);
    for (int64_t k = 0; k < predictions->count && good; k++) {
        const struct predicted *one = &predictions->of[k];
        struct held_strategy *of =
            counts(one, NULL) ? strategy_in(held, one->spec->strategy->name) : NULL;
        good = of == NULL || of->cases > 0 || take_medians(predictions, of, error);
    }
    return good;
}

/* Compares the strategies of a group, if it has several. */
static bool system_of(const struct predictions *predictions, int group, struct held_system *system)
{
    const char *first = NULL;
    bool several = false;
    *system = (struct held_system){0};
    for (int64_t k = 0; k < predictions->count; k++) {
        const struct predicted *one = &predictions->of[k];
        if (one->group != group || !counts(one, NULL))
            continue;
        first = first != NULL ? first : one->spec->strategy->name;
        several = several || strcmp(first, one->spec->strategy->name) != 0;
        if (system->fastest == NULL || one->measured < system->fastest->measured)
            system->fastest = one;
        if (system->named == NULL || one->prediction.seconds < system->named->prediction.seconds)
            system->named = one;
    }
    system->right = several && system->fastest->spec->strategy == system->named->spec->strategy;
    return several;
}

static void take_systems(const struct predictions *predictions, struct held *held)
{
    int groups = 0;
    for (int64_t k = 0; k < predictions->count; k++)
        groups = predictions->of[k].group >= groups ? predictions->of[k].group + 1 : groups;
    for (int group = 0; group < groups; group++) {
        struct held_system *system = &held->system[held->systems];
        if (!system_of(predictions, group, system))
            continue;
        held->systems++;
        held->right += system->right;
        held->loss = fmax(held->loss, system->named->measured / system->fastest->measured);
        struct held_strategy *of = strategy_in(held, system->fastest->spec->strategy->name);
        if (of != NULL) {
            of->fastest++;
            of->named += system->right;
        }
    }
}

bool held_of(const struct predictions *predictions, struct held *held, struct error *error)
{
    *held = (struct held){.loss = 1};
    held->system =
        memory_allocate_zeroed(predictions->count + 1, sizeof *held->system, "systems", error);
    if (held->system == NULL || !take_strategies(predictions, held, error)) {
        held_free(held);
        return false;
    }
    if (held->all.cases == 0) {
        held_free(held);
        return error_set(error, EXIT_USAGE, "no case that can be predicted was measured");
    }
    take_systems(predictions, held);
    return true;
}

void held_free(struct held *held)
{
    free(held->system);
    held->system = NULL;
}
