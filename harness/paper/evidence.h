/* What is known of an item of a paper: the records of its config, and the verdicts on the claims
 * that the config makes now, whatever it claimed when they were recorded. */
#ifndef PAIRLANES_PAPER_EVIDENCE_H
#define PAIRLANES_PAPER_EVIDENCE_H

#include "harness/paper/catalog.h"
#include "harness/paper/recorded.h"
#include "harness/report/figures/figure_data.h"
#include "harness/report/verdicts/claims.h"
#include "harness/results/record.h"

/** A figure that was drawn of an item. */
struct evidence_figure {
    const char *name, *title;
    char *wide, *narrow;      /* paths of the SVG files, for pages and for narrow screens */
    struct figure_data *data; /* what it shows */
};

struct evidence {
    const struct paper_item *item;
    char *title; /* of its config */
    enum paper_length length;
    struct words path; /* of the results */
    int machines;      /* that these are of: their folders */
    struct records records;
    int64_t older; /* cases of older kernels than this program's */
    struct claims claims;
    struct evidence_figure *figure;
    int figures;
};

/**
 * Reads the records of an item (recorded_of) and judges the claims of its config. There may be no
 * records; then no claim has data. Errors are those of config_read, records_load, claims_add and
 * kernels_older.
 * The evidence is freed in any case.
 */
bool evidence_read(const struct paper_item *item, const struct recorded *recorded,
                   enum paper_length only, struct evidence *evidence, struct error *error);

/** The number of cases that have no data for a reason: the first that is told, from 0 on, the
 * second and so on; 0 and NULL if there are not so many. */
int64_t evidence_without(const struct evidence *evidence, int which, const char **reason);

/** Frees what a figure holds. */
void evidence_figure_free(struct evidence_figure *figure);

/** Frees it. Zeroed evidence may be freed. */
void evidence_free(struct evidence *evidence);

#endif
