#include "harness/report/verdicts/claim_side.h"

#include "harness/base/text.h"
#include "harness/config/config_claims.h"
#include "harness/json/json_get.h"

#include <string.h>

void claim_side_read(const cJSON *item, struct claim_side *side)
{
    const cJSON *tuned = cJSON_IsObject(item) ? config_side_strategy(item) : NULL;
    *side = (struct claim_side){.strategy = tuned != NULL ? tuned->string : item->valuestring,
                                .precision = json_text(item, "precision"),
                                .backend = json_text(item, "backend"),
                                .exclusions = json_text(item, "exclusions"),
                                .interactions = json_text(item, "interactions"),
                                .bonded = json_text(item, "bonded"),
                                .binning = json_text(item, "binning"),
                                .listing = json_text(item, "listing"),
                                .distance = json_text(item, "distance"),
                                .sort = json_text(item, "sort"),
                                .sharing = json_text(item, "sharing")};
    record_assignments(tuned, side->tuning, sizeof side->tuning);
    record_assignments(json_get(item, "parameters"), side->parameters, sizeof side->parameters);
}

bool claim_side_is_of_host(const struct claim_side *side)
{
    return record_has_one_thread(side->strategy) || strcmp(side->backend, "cpu") == 0;
}

/* Whether a side of a claim accepts a value of a case. The side's value must be the same or ""
 * (any). */
static bool allows(const char *name, const char *own)
{
    return name[0] == '\0' || strcmp(name, own) == 0;
}

bool claim_side_has(const struct claim_side *side, const struct record *record)
{
    return strcmp(record->strategy, side->strategy) == 0 &&
           allows(side->precision, record->precision) && allows(side->backend, record->backend) &&
           allows(side->exclusions, record->exclusions) &&
           allows(side->interactions, record->interactions) &&
           allows(side->bonded, record->bonding) && allows(side->binning, record->binning) &&
           allows(side->listing, record->listing) && allows(side->distance, record->distance) &&
           allows(side->sort, record->sort) && allows(side->sharing, record->sharing) &&
           record_has_tuning(record, side->tuning) &&
           record_has_parameters(record, side->parameters);
}

const struct timing *claim_side_time(const struct record *record, const char *of)
{
    return strcmp(of, "build") == 0    ? &record->build
           : strcmp(of, "bin") == 0    ? &record->bin
           : strcmp(of, "bonded") == 0 ? &record->bonded
           : strcmp(of, "step") == 0   ? &record->step
                                       : &record->force;
}

/*
 * Whether the time `of` of a case is shorter than the best case's (NULL: none). A case without a
 * time is not faster.
 */
static bool is_faster(const struct record *record, const struct record *best, const char *of)
{
    return best == NULL || claim_side_time(record, of)->median < claim_side_time(best, of)->median;
}

/*
 * Whether two cases are from the same machine: the folder of their files and the host are the same.
 */
static bool same_machine(const struct record *a, const struct record *b)
{
    return strcmp(a->host, b->host) == 0 && text_same_folder(a->file, b->file);
}

const struct record *claim_side_best(const struct claim_side *side, const struct claim_side pair[2],
                                     const struct records *records, const struct record *like,
                                     const char *of)
{
    bool any_threads = claim_side_is_of_host(&pair[0]) || claim_side_is_of_host(&pair[1]);
    const struct record *best = NULL;
    const struct record *elsewhere = NULL;
    const char *precision = side->precision[0] != '\0' ? side->precision : like->precision;
    for (const struct record *record = records_first(records, like); record != NULL;
         record = records_next(records, record)) {
        if (!record_timed(record) || !claim_side_has(side, record) ||
            !record_same_system_but(record, like, pair[0].parameters, pair[1].parameters) ||
            strcmp(record->precision, precision) != 0 ||
            !record_same_number(record->dynamics.dt, like->dynamics.dt))
            continue;
        bool same_device = strcmp(record->backend, like->backend) == 0 &&
                           strcmp(record->device, like->device) == 0;
        if (same_device && record_same_target(record, like) &&
            (any_threads || record_same_number(record->threads, like->threads)) &&
            is_faster(record, best, of))
            best = record;
        if (!same_device && claim_side_is_of_host(side) && same_machine(record, like) &&
            is_faster(record, elsewhere, of))
            elsewhere = record;
    }
    return best != NULL ? best : elsewhere;
}
