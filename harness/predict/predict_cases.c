#include "harness/predict/predict_cases.h"
#include "harness/base/memory.h"
#include "harness/base/process/progress.h"
#include "harness/base/text.h"
#include "harness/measure/observe/inputs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Returns the number of particles in a replay: n if it is at most `particles`. For larger n, box
 * edges are a whole number of times shorter; with one_box, the number is about `particles`. The
 * builder can make a system of this number.
 */
static int64_t narrowed(const struct case_spec *spec, const struct predict_options *options)
{
    const int64_t n = spec->system.n, most = options->particles;
    int64_t times = 1;
    if (n > most && options->one_box)
        return case_nearest_count(spec, (double)most);
    while (n > most * times * times * times)
        times++;
    return times == 1 ? n : case_nearest_count(spec, (double)n / (double)(times * times * times));
}

static bool can_lack(const struct error *error)
{
    return error->code != EXIT_ENVIRONMENT;
}

/* Replays a case; false: the reason is in `predicted`. */
static bool replay(struct inputs *inputs, struct predicted *predicted,
                   struct prediction_case *known, struct error *error)
{
    const struct case_spec *spec = predicted->spec;
    *known = (struct prediction_case){
        .model = spec->model,
        .parameters = spec->parameters,
        .strategy = spec->strategy,
        .tuning = spec->tuning,
        .precision = spec->precision,
        .range = spec->range + (spec->strategy->neighbors->skin ? spec->skin : 0),
        .ordered = spec->sort != SORT_NONE,
    };
    if (!lanes_known(spec->strategy))
        return error_set(error, EXIT_USAGE, "strategy %s: its mapping to lanes is not known",
                         spec->strategy->name);
    if (spec->bonding != BONDING_GATHER)
        return error_set(error, EXIT_USAGE, "bonded %s: its time cannot be predicted",
                         bonding_name(spec->bonding));
    if (!inputs_reference(inputs, spec, error) || !inputs_lanes(inputs, spec, error) ||
        !lanes_replay(&inputs->lanes, spec->strategy, spec->tuning, &known->lanes, error))
        return false;
    known->replayed = (double)inputs->rounded.n;
    known->density = system_density(&inputs->rounded);
    known->bonded = spec->model->bonded != NULL ? (double)inputs->rounded.bonded_count : 0;
    predicted->replayed = known->replayed;
    predicted->density = known->density;
    if (spec->system.file != NULL)
        predicted->n = known->replayed;
    known->n = predicted->n;
    return true;
}

static bool same_group(const struct predicted *a, const struct predicted *b)
{
    return a->n == b->n && case_same_group(a->spec, b->spec);
}

static void find_groups(struct predictions *predictions)
{
    int groups = 0;
    for (int64_t k = 0; k < predictions->count; k++) {
        struct predicted *one = &predictions->of[k];
        one->group = -1;
        one->place = 1;
        for (int64_t i = 0; i < k && one->group < 0; i++)
            if (same_group(&predictions->of[i], one))
                one->group = predictions->of[i].group;
        if (one->group < 0)
            one->group = groups++;
    }
    for (int64_t k = 0; k < predictions->count; k++)
        for (int64_t i = 0; i < predictions->count; i++) {
            struct predicted *one = &predictions->of[k];
            const struct predicted *other = &predictions->of[i];
            one->place += one->known && other->known && one->group == other->group &&
                          other->prediction.seconds < one->prediction.seconds;
        }
}

static bool predict_all(struct predictions *predictions, const struct ceilings *ceilings,
                        const struct predict_options *options, struct error *error)
{
    struct inputs inputs = {0};
    struct progress progress;
    bool good = true;
    progress_start(&progress, predictions->count, options->quiet);
    for (int64_t k = 0; k < predictions->count && good && !*options->interrupted; k++) {
        struct predicted *one = &predictions->of[k];
        struct prediction_case known;
        progress_say(&progress, "replaying", one->spec->id);
        one->known = replay(&inputs, one, &known, &one->reason) &&
                     prediction_of(&known, ceilings, &one->prediction, &one->reason);
        good = one->known || can_lack(&one->reason);
        if (!good)
            *error = one->reason;
        progress_step(&progress);
    }
    progress_end(&progress);
    inputs_free(&inputs);
    return good;
}

bool predict_cases(struct cases *cases, const struct ceilings *ceilings,
                   const struct predict_options *options, struct predictions *predictions,
                   struct error *error)
{
    *predictions = (struct predictions){0};
    predictions->of = memory_new(cases->count, sizeof *predictions->of, "predictions");
    for (int64_t k = 0; k < cases->count; k++) {
        struct case_spec *spec = &cases->spec[k];
        if (spec->passed_over || strcmp(spec->backend, "cuda") != 0)
            continue;
        predictions->of[predictions->count++] =
            (struct predicted){.spec = spec,
                               .n = (double)spec->system.n,
                               .density = spec->system.density > 0 ? spec->system.density : NAN};
        if (spec->system.file == NULL)
            spec->system.n = narrowed(spec, options);
    }
    if (predictions->count == 0)
        return error_set(error, EXIT_USAGE, "there is no case of a GPU to predict");
    if (!predict_all(predictions, ceilings, options, error))
        return false;
    bool any = false;
    for (int64_t k = 0; k < predictions->count; k++)
        any = any || predictions->of[k].known;
    if (!any && !*options->interrupted) {
        *error = predictions->of[0].reason;
        return false;
    }
    find_groups(predictions);
    return true;
}

void predictions_free(struct predictions *predictions)
{
    free(predictions->of);
    *predictions = (struct predictions){0};
}

void predicted_tuning(const struct case_spec *spec, char *text, size_t size)
{
    text[0] = '\0';
    for (int k = 0; k < strategy_tunings(spec->strategy); k++)
        if (case_has_tuning(spec, k))
            text_append(text, size, " ", "%s=%d", spec->strategy->tunings[k].name, spec->tuning[k]);
}
