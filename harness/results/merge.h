/*
 * Joins results of one experiment from several files.
 *
 * The result depends only on the content of the files, not on their order or on earlier merges:
 * cases are in the order of the config or, if that cannot be expanded here, of their names, and the
 * file's provenance is that of the run that began first. A case of another run has a separate
 * `provenance`, which readers use instead of the file's (results/record.h).
 *
 * A case in several files is kept once. A finished one ("ok") replaces others, a failed one
 * replaces a skipped one, and a later one an earlier one. Two finished ones that differ are
 * refused.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/config/cases.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

struct merge {
    cJSON *document; /* document (results/schema.json) */
    int64_t cases, ok;
    int64_t dropped;      /* cases replaced by another of the same name */
    int64_t missing;      /* missing cases of the config, on backends with cases in some file, or
                           * on all if there are no cases; -1: the config cannot be expanded here */
    char absent[CASE_ID]; /* first missing case */
    int64_t unasked;      /* cases on a backend without cases in any file: never run */
    char backend[CASE_BACKEND]; /* backend of the first of them */
    struct error unexpanded;    /* reason why the config cannot be expanded */
};

/**
 * Joins files. EXIT_USAGE with the file and the first difference if one of them is not a results
 * file, has a member that differs from the schema, or has another schema, config or system; or if
 * two have different finished results of one case.
 */
bool merge_files(char *const *paths, int count, struct merge *merge, struct error *error);

/** Frees the document. A zeroed merge may be freed. */
void merge_free(struct merge *merge);
