/* Evidence on an item of a paper: the records of its config, and the verdicts on the config's
 * current claims. */
#pragma once

#include "harness/paper/catalog.h"
#include "harness/paper/recorded.h"
#include "harness/report/verdicts/claims.h"
#include "harness/results/record.h"

struct evidence {
    const struct paper_item *item;
    char *title; /* title of its config */
    enum paper_length length;
    struct words path; /* paths of the results */
    int machines;      /* number of machines with these results, a folder each */
    struct records records;
    int64_t older; /* cases with data whose kernels differ from this program's
                    * (results/current.h) */
    struct claims claims;
};

/**
 * Reads the records of an item (recorded_of) and judges the claims of its config. Without records
 * no claim has data. Errors are those of config_read, records_load, claims_add and source_load. The
 * evidence is freed in any case.
 */
bool evidence_read(const struct paper_item *item, const struct recorded *recorded,
                   enum paper_length only, struct evidence *evidence, struct error *error);

/** Frees it. Zeroed evidence may be freed. */
void evidence_free(struct evidence *evidence);
