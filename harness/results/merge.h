/*
 * Merges the results of one experiment from several files.
 *
 * The result depends only on the content of the files, not on their order or on earlier merges.
 * Cases are in the order of the config or, if it cannot be expanded here, of their names. The
 * file's provenance belongs to the run that began first. A case of another run has a separate
 * `provenance`, which readers use instead of the file's (results/record.h).
 *
 * A case in several files is kept once: finished ("ok") rather than failed, failed rather than
 * skipped, and later rather than earlier. Two different finished measurements of a case are
 * refused.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/config/cases.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

struct merge {
    cJSON *document; /* merged document (results/schema.json) */
    int64_t cases, ok;
    int64_t dropped;      /* number of cases replaced by another with the same name */
    int64_t missing;      /* number of missing cases of the config, on backends that have cases in
                           * some file; on all backends if no file has cases. -1: the config cannot
                           * be expanded here */
    char absent[CASE_ID]; /* id of the first missing case */
    int64_t unasked;      /* number of cases on backends that were not run: no file has a case
                           * there */
    char backend[CASE_BACKEND]; /* backend of the first case that `unasked` counts */
    struct error unexpanded;    /* reason why the config cannot be expanded */
};

/**
 * Merges files. EXIT_USAGE if one is not a results file, has a member that differs from the schema,
 * or has another schema, config or system. EXIT_USAGE also if two have different finished results
 * of one case. The message has the file and the first difference.
 */
bool merge_files(char *const *paths, int count, struct merge *merge, struct error *error);

/** Frees the document. A zeroed merge may be freed. */
void merge_free(struct merge *merge);
