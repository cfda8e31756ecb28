#include "harness/search/placings.h"

#include "harness/base/text.h"
#include "harness/catalog/building.h"
#include "harness/catalog/interactions.h"
#include "harness/particles/sort_order.h"
#include "harness/report/verdicts/trust.h"
#include "harness/search/bench.h"

#include <stdio.h>
#include <string.h>

static void take_out(struct placings *placings, int k)
{
    placings->count--;
    memmove(&placings->row[k], &placings->row[k + 1],
            (size_t)(placings->count - k) * sizeof placings->row[0]);
}

void placings_put(struct placings *placings, const struct placing *row)
{
    for (int k = 0; k < placings->count; k++) {
        if (strcmp(placings->row[k].record.strategy, row->record.strategy) != 0)
            continue;
        if (!estimate_faster(&row->time, &placings->row[k].time))
            return;
        take_out(placings, k);
        break;
    }
    if (placings->count == RANKED)
        return;
    int k = placings->count++;
    for (; k > 0 && estimate_faster(&row->time, &placings->row[k - 1].time); k--)
        placings->row[k] = placings->row[k - 1];
    placings->row[k] = *row;
}

const struct placing *placings_doubted(const struct placings *placings, bool step)
{
    const struct placing *best = &placings->row[0];
    for (int k = 0; k < placings->count; k++) {
        const struct placing *row = &placings->row[k];
        unsigned faults = trust_faults(&row->record, bench_timing(&row->record, step));
        if (faults != 0 && (k == 0 || (faults & (TRUST_BUSY | TRUST_THROTTLED)) != 0 ||
                            row->time.low <= best->time.high))
            return row;
    }
    return NULL;
}

bool placings_has(const struct placings *placings, const char *strategy)
{
    for (int k = 0; k < placings->count; k++)
        if (strcmp(placings->row[k].record.strategy, strategy) == 0)
            return true;
    return false;
}

bool placings_cover(const struct placings *placings, const struct cases *cases)
{
    for (int64_t k = 0; k < cases->count; k++)
        if (!placings_has(placings, cases->spec[k].strategy->name))
            return false;
    return true;
}

static void append_unusual(char *text, size_t size, const char *name, const char *value,
                           const char *usual)
{
    if (value[0] != '\0' && strcmp(value, usual) != 0)
        text_append(text, size, " ", "%s=%s", name, value);
}

void placing_setting(const struct record *record, bool step, char *text, size_t size)
{
    snprintf(text, size, "%s", record->tuning);
    append_unusual(text, size, "sort", record->sort, sort_name(SORT_HILBERT));
    append_unusual(text, size, "interactions", record->interactions,
                   interactions_name(INTERACTIONS_LOOKUP));
    append_unusual(text, size, "binning", record->binning, binning_name(BINNING_SORT));
    append_unusual(text, size, "listing", record->listing, listing_name(LISTING_THREAD));
    append_unusual(text, size, "distance", record->distance,
                   distance_name(record_narrow(record) ? DISTANCE_SINGLE : DISTANCE_DOUBLE));
    if (step)
        text_append(text, size, " ", "skin=%g", record->skin);
}
