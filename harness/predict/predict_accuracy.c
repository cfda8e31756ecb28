#include "harness/predict/predict_accuracy.h"
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

/* Computes the medians over the cases of a strategy, or of all. */
static bool take_medians(const struct predictions *predictions, struct accuracy_strategy *accuracy,
                         struct error *error)
{
    double *sample = memory_allocate(predictions->count + 1, sizeof *sample, "predictions", error);
    struct statistics ratio = {0}, off = {0};
    if (sample == NULL)
        return false;
    accuracy->cases = 0;
    for (int64_t k = 0; k < predictions->count; k++)
        if (counts(&predictions->of[k], accuracy->name))
            sample[accuracy->cases++] = ratio_of(&predictions->of[k]);
    bool good = accuracy->cases == 0 || statistics_of(sample, accuracy->cases, &ratio, error);
    for (int k = 0; k < accuracy->cases; k++)
        sample[k] = fabs(sample[k] - 1);
    good = good && (accuracy->cases == 0 || statistics_of(sample, accuracy->cases, &off, error));
    accuracy->ratio = ratio.median;
    accuracy->error = off.median;
    free(sample);
    return good;
}

static struct accuracy_strategy *strategy_in(struct accuracy *accuracy, const char *name)
{
    for (int k = 0; k < accuracy->strategies; k++)
        if (strcmp(accuracy->strategy[k].name, name) == 0)
            return &accuracy->strategy[k];
    if (accuracy->strategies == ACCURACY_STRATEGIES)
        return NULL;
    accuracy->strategy[accuracy->strategies].name = name;
    return &accuracy->strategy[accuracy->strategies++];
}

static bool take_strategies(const struct predictions *predictions, struct accuracy *accuracy,
                            struct error *error)
{
    bool good = take_medians(predictions, &accuracy->all, error);
    for (int64_t k = 0; k < predictions->count && good; k++) {
        const struct predicted *one = &predictions->of[k];
        struct accuracy_strategy *of =
            counts(one, NULL) ? strategy_in(accuracy, one->spec->strategy->name) : NULL;
        good = of == NULL || of->cases > 0 || take_medians(predictions, of, error);
    }
    return good;
}

/* Compares the strategies of a group, if it has several. */
static bool system_of(const struct predictions *predictions, int group,
                      struct accuracy_system *system)
{
    const char *first = NULL;
    bool several = false;
    *system = (struct accuracy_system){0};
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

static void take_systems(const struct predictions *predictions, struct accuracy *accuracy)
{
    int groups = 0;
    for (int64_t k = 0; k < predictions->count; k++)
        groups = predictions->of[k].group >= groups ? predictions->of[k].group + 1 : groups;
    for (int group = 0; group < groups; group++) {
        struct accuracy_system *system = &accuracy->system[accuracy->systems];
        if (!system_of(predictions, group, system))
            continue;
        accuracy->systems++;
        accuracy->right += system->right;
        accuracy->loss = fmax(accuracy->loss, system->named->measured / system->fastest->measured);
        struct accuracy_strategy *of = strategy_in(accuracy, system->fastest->spec->strategy->name);
        if (of != NULL) {
            of->fastest++;
            of->named += system->right;
        }
    }
}

bool accuracy_of(const struct predictions *predictions, struct accuracy *accuracy,
                 struct error *error)
{
    *accuracy = (struct accuracy){.loss = 1};
    accuracy->system =
        memory_allocate_zeroed(predictions->count + 1, sizeof *accuracy->system, "systems", error);
    if (accuracy->system == NULL || !take_strategies(predictions, accuracy, error)) {
        accuracy_free(accuracy);
        return false;
    }
    if (accuracy->all.cases == 0) {
        accuracy_free(accuracy);
        return error_set(error, EXIT_USAGE, "no case that can be predicted was measured");
    }
    take_systems(predictions, accuracy);
    return true;
}

void accuracy_free(struct accuracy *accuracy)
{
    free(accuracy->system);
    accuracy->system = NULL;
}
