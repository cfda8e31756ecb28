#include "harness/paper/kernels.h"

#include "harness/catalog/source_hash.h"

#include <string.h>

static bool is_older(const struct source_set *sources, const struct record *record)
{
    char hash[HASH_TEXT];
    if (strcmp(record->status, "ok") != 0 || record->source_hash[0] == '\0')
        return false;
    const struct strategy *strategy = strategy_find(record->strategy);
    const struct model *model = model_find(record->model);
    if (strategy == NULL || model == NULL)
        return true;
    enum source_side side = strcmp(record->backend, "cpu") == 0 ? SOURCES_CPU : SOURCES_GPU;
    hash_text(source_hash_of_cases(sources, side, strategy, model), hash);
    return strcmp(hash, record->source_hash) != 0;
}

bool kernels_older(const struct records *records, int64_t *older, struct error *error)
{
    struct source_set sources;
    *older = 0;
    if (!source_load(NULL, &sources, error))
        return false;
    for (int64_t k = 0; k < records->count; k++)
        *older += is_older(&sources, &records->record[k]);
    source_free(&sources);
    return true;
}
