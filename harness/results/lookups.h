/*
 * What forces of `allatom` are off by from distance to distance, by each way to evaluate them: the
 * file that `pairlanes lookup --out` writes, and `pairlanes plot` draws.
 */
#ifndef PAIRLANES_LOOKUPS_H
#define PAIRLANES_LOOKUPS_H

#include "harness/base/error.h"
#include "harness/catalog/model.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

enum { LOOKUPS_SCHEMA = 1 };

/** An interval of distances; the fields are as of harness/json/member.h. */
struct lookup_row {
    const char *force, *precision; /* as parameter and precision are called */
    double from, to;               /* A */
    double largest, rms;           /* of struct lookup_error */
};

/** A document without intervals, of these parameters of `allatom` but the force. The caller deletes
 * it. */
cJSON *lookups_new(const struct model *model, const double *parameters);

/** Appends an interval to a document. */
void lookups_add(cJSON *document, const struct lookup_row *row);

/** Reads an interval of a document that was checked; its texts point into the document. */
void lookups_read(const cJSON *item, struct lookup_row *row);

/** The intervals of a document; NULL if it is of something else. */
const cJSON *lookups_of(const cJSON *document);

/** Refuses a document that is none of another schema, or has a member that is none. EXIT_USAGE with
 * `path`. */
bool lookups_check(const cJSON *document, const char *path, struct error *error);

#endif
