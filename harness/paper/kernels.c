#include "harness/paper/kernels.h"

#include "harness/results/current.h"

#include <string.h>

static bool is_older(const struct source_set *sources, const struct record *record)
{
    return strcmp(record->status, "ok") == 0 && record->source_hash[0] != '\0' &&
           !record_is_current(record, sources);
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
