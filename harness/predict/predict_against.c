#include "harness/predict/predict_against.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"
#include "harness/results/limits.h"
#include "harness/results/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads the config in a results file. */
static bool read_config(const char *path, struct config *config, struct error *error)
{
    cJSON *document = json_file_read(path, error);
    bool good =
        document != NULL && config_of_results(json_get(document, "config"), path, config, error);
    cJSON_Delete(document);
    return good;
}

/* Returns the record of a GPU's case, if it was timed; otherwise NULL. */
static const struct record *record_of(const struct records *records, const struct case_spec *spec)
{
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        if (strcmp(record->id, spec->id) == 0 && strcmp(record->backend, "cuda") == 0 &&
            record_timed(record))
            return record;
    }
    return NULL;
}

/*
 * Skips cases that were not timed, and particles from files, which results name but do not contain;
 * false if nothing is left.
 */
static bool choose(const struct records *records, double least, struct against *against)
{
    bool any = false;
    for (int64_t k = 0; k < against->cases.count; k++) {
        struct case_spec *spec = &against->cases.spec[k];
        const struct record *record = record_of(records, spec);
        spec->passed_over = record == NULL || record->n < least || spec->file != NULL;
        if (!spec->passed_over)
            snprintf(against->device, sizeof against->device, "%s", record->device);
        any = any || !spec->passed_over;
    }
    return any;
}

static bool predict(const char *path, const char *ceilings, const struct records *records,
                    const struct predict_options *options, struct against *against,
                    struct error *error)
{
    struct ceilings_set set;
    if (!limits_ceilings(ceilings, path, &set, error))
        return false;
    const struct ceilings *of = ceilings_find(&set, "cuda", against->device, NAN);
    if (of == NULL)
        return error_set(error, EXIT_USAGE, "%s: no ceilings of %s are known", path,
                         against->device);
    if (!predict_cases(&against->cases, of, options, &against->predictions, error))
        return false;
    for (int64_t k = 0; k < against->predictions.count; k++) {
        struct predicted *one = &against->predictions.of[k];
        one->measured = 1e-9 * record_of(records, one->spec)->force.median;
    }
    return true;
}

bool against_predict(const char *path, const char *ceilings, double least,
                     const struct predict_options *options, struct against *against,
                     struct error *error)
{
    char *file = (char *)path;
    struct records records = {0};
    *against = (struct against){.device = ""};
    const struct record_files files = {.path = &file, .count = 1, .any = true};
    bool good =
        records_load(&records, &files, error) &&
        (records.count == 0 || (read_config(path, &against->config, error) &&
                                cases_expand(&against->config, &against->cases, error) &&
                                (!choose(&records, least, against) ||
                                 predict(path, ceilings, &records, options, against, error))));
    records_free(&records);
    if (!good)
        against_free(against);
    return good;
}

bool against_join(const struct against *against, struct predictions *all, struct error *error)
{
    const struct predictions *more = &against->predictions;
    int groups = 0;
    if (more->count == 0)
        return true;
    struct predicted *grown =
        realloc(all->of, (size_t)(all->count + more->count) * sizeof *all->of);
    if (grown == NULL)
        return error_set(error, EXIT_ENVIRONMENT, "out of memory: predictions");
    all->of = grown;
    for (int64_t k = 0; k < all->count; k++)
        groups = all->of[k].group >= groups ? all->of[k].group + 1 : groups;
    for (int64_t k = 0; k < more->count; k++) {
        all->of[all->count] = more->of[k];
        all->of[all->count++].group += groups;
    }
    return true;
}

void against_free(struct against *against)
{
    predictions_free(&against->predictions);
    cases_free(&against->cases);
    config_free(&against->config);
}
