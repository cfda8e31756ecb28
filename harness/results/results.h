/* A results file: one JSON document per run, complete on the disk after every case. */
#ifndef PAIRLANES_RESULTS_H
#define PAIRLANES_RESULTS_H

#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/config/config.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

enum { RESULTS_SCHEMA = 1 };

struct results {
    cJSON *document; /* results/schema.json; its "cases" refer to `item` */
    char *path;      /* NULL: not written */
    int64_t count;   /* cases of the config */
    cJSON **item;    /* each of them; NULL: not there yet */
};

/** results/<host>/<name>.json; the caller frees. NULL: no memory. */
char *results_path(const char *name);

/** results/<host>/<name of the config>.json; the caller frees. NULL: no memory. */
char *results_default_path(const struct config *config);

/** A document without cases. `path` may be NULL: then nothing is written. */
bool results_start(const char *path, const struct config *config, const struct cases *cases,
                   struct results *results, struct error *error);

/**
 * Takes over the finished ("ok") cases of the file at `results->path`, if there is one, and those
 * that are passed over now. EXIT_USAGE if it is not a results file of this host, build and config.
 */
bool results_resume(struct results *results, const struct cases *cases, struct error *error);

/** The case of that index; NULL if it is not there yet. */
const cJSON *results_get(const struct results *results, int64_t index);

/** Puts a case (owned from then on) at its index, in the place of one that is there. */
void results_put(struct results *results, int64_t index, cJSON *item);

/** Writes the document to a temporary file, then renames it: the file is always whole. */
bool results_write(const struct results *results, struct error *error);

/** Frees everything but the file. Zeroed results may be freed. */
void results_free(struct results *results);

#endif
