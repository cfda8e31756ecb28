/* A results file is one JSON document per run. It is complete on the disk after every case. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/files/lock.h"
#include "harness/config/cases.h"
#include "harness/config/config.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

enum { RESULTS_SCHEMA = 1 };

/** Receives a case that has been put into the results. EXIT_ENVIRONMENT if it fails. */
typedef bool results_receiver(void *context, int64_t index, const cJSON *item, struct error *error);

struct results {
    cJSON *document;            /* results/schema.json; its "cases" refer to `item` */
    char *path;                 /* NULL if it is not written */
    bool printed;               /* print to the standard output at the end */
    results_receiver *reported; /* receives cases instead of the file, which another process writes;
                                 * or NULL */
    void *told_context;
    struct lock lock;   /* lock of the file */
    int64_t count;      /* cases of the config */
    cJSON **item;       /* items; NULL: not there yet */
    char **line;        /* their texts; NULL: not written yet */
    bool *kept;         /* whether it is of the file resumed, and under its provenance */
    cJSON *resumed;     /* the same document with its provenance; NULL: none */
    char *aside;        /* path of earlier results, until a new case is measured; NULL: none */
    bool begun;         /* the file has been written */
    int64_t dropped;    /* cases of the resumed file that are wrong, and so are measured again */
    struct error wrong; /* reason of the first of them */
};

/** The path results/<machine>/<name>.json. The caller frees it. */
char *results_path(const char *machine, const char *name);

/** The path results/<machine>/<name of the config>.json. The caller frees it. */
char *results_default_path(const char *machine, const struct config *config);

/**
 * Starts a document without cases, and locks its file until results_free: fails as lock_take does.
 * If `path` is NULL, nothing is written; if it is "-", the standard output, that happens at the end
 * (results_finish).
 */
bool results_start(const char *path, const struct config *config, const struct cases *cases,
                   struct results *results, struct error *error);

/**
 * Takes over the finished ("ok") cases of the file at `results->path`, if it exists, and also those
 * that this run skips. Cases with a missing or wrong member are dropped, and measured again.
 * EXIT_OTHER_RESULTS if the file is from another host, build or config, EXIT_USAGE if it is no
 * results file. The file of a shard may be from another host, and a host may have changed since:
 * the cases then have their own provenance.
 */
bool results_resume(struct results *results, const struct cases *cases, struct error *error);

/** Whether a case is complete: it is timed, and its particles, if they move, reached the end. */
bool results_complete(const cJSON *item);

/**
 * Adds a device of the run, as provenance_device makes it, to the provenance, which owns it from
 * then on. Cases that were measured by another driver of that device get their own provenance; the
 * device with that driver is removed from this one.
 */
void results_add_device(struct results *results, cJSON *device);

/** The case with that index. NULL if it is not there yet. */
const cJSON *results_get(const struct results *results, int64_t index);

/** Returns the same for changes: it is printed again. */
cJSON *results_change(struct results *results, int64_t index);

/** Puts a case at its index in place of an earlier one. The results own it from then on. */
void results_put(struct results *results, int64_t index, cJSON *item);

/** Puts a case, and writes the document, or passes the case on. Returns the error of either. */
bool results_publish(struct results *results, int64_t index, cJSON *item, struct error *error);

/**
 * Writes the document as json_file_write does: the file is always whole. Does nothing while another
 * process writes it. A case is printed once, however often the file is written. Earlier results
 * with measured cases are moved to `aside`, PATH.old, and removed when a new case is measured.
 */
bool results_write(struct results *results, struct error *error);

/** Writes the document to the standard output, if it goes there. */
bool results_finish(const struct results *results, struct error *error);

/** Frees everything but the file. Zeroed results may be freed. */
void results_free(struct results *results);
