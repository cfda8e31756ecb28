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
    cJSON *document;            /* document of results/schema.json; its "cases" refer to `item` */
    char *path;                 /* path; NULL: the document is not written */
    bool printed;               /* true if it is printed to the standard output at the end */
    results_receiver *receiver; /* receives cases instead of the file, which another process writes;
                                 * or NULL */
    void *receiver_context;
    struct lock lock;   /* lock of the file */
    int64_t count;      /* cases of the config */
    cJSON **item;       /* items; NULL: not yet measured */
    char **line;        /* printed items; NULL: not printed yet */
    bool *kept;         /* true for each case of the resumed file, with its provenance */
    cJSON *resumed;     /* document of the resumed file, with its provenance; NULL: none */
    bool resumes;       /* true if the run continues from checkpoints */
    int64_t replaced;   /* measured cases of the resumed file that others replace */
    char *replaced_in;  /* path of a copy of that file; NULL: none are replaced */
    char *aside;        /* path of earlier results, until a new case is measured; NULL: none */
    bool begun;         /* true if the file has been written */
    int64_t dropped;    /* cases of the resumed file that are invalid, and so are measured again */
    struct error wrong; /* reason of the first of them */
};

/** Returns the path results/<machine>/<name>.json. The caller frees it. */
char *results_path(const char *machine, const char *name);

/** Returns the path results/<machine>/<name of the config>.json. The caller frees it. */
char *results_default_path(const char *machine, const struct config *config);

/**
 * Starts a document without cases, and locks its file until results_free: fails as lock_take does.
 * If `path` is NULL, nothing is written; if it is "-", the standard output, the document is written
 * at the end (results_finish).
 */
bool results_start(const char *path, const struct config *config, const struct cases *cases,
                   struct results *results, struct error *error);

/**
 * Copies the finished ("ok") cases of the file at `results->path`, if it exists, including those
 * that this run skips. Cases with a missing or wrong member are dropped, and measured again.
 * EXIT_OTHER_RESULTS if the file is from another host, build or config, EXIT_USAGE if it is not a
 * results file. The file of a shard may be from another host, and a host may have changed since:
 * then the cases have a separate provenance.
 */
bool results_resume(struct results *results, const struct cases *cases, struct error *error);

/** Whether a case is complete: it is timed, and its particles, if they move, reached the end. */
bool results_complete(const cJSON *item);

/**
 * Adds a device of the run, as provenance_device makes it, to the provenance, which owns it from
 * then on. Cases that were measured with another driver of that device get a separate provenance;
 * the device with that driver is removed from this one.
 */
void results_add_device(struct results *results, cJSON *device);

/** Returns the case with that index; NULL if it is not there yet. */
const cJSON *results_get(const struct results *results, int64_t index);

/** Returns the same case for changes, after which it is printed again. */
cJSON *results_change(struct results *results, int64_t index);

/** Puts a case at its index, instead of an earlier one. The results own it from then on. */
void results_put(struct results *results, int64_t index, cJSON *item);

/** Stores a case, and writes the document or passes the case on. Returns the error of either. */
bool results_publish(struct results *results, int64_t index, cJSON *item, struct error *error);

/**
 * Writes the document as json_file_write does, whole or not at all. Does nothing if another process
 * writes the file. A case is printed once, even if the file is written many times. Earlier results
 * with measured cases or checkpoints are moved to `aside`, PATH.old, and removed when a new case is
 * measured.
 */
bool results_write(struct results *results, struct error *error);

/** Writes the document to the standard output, if that is its path. */
bool results_finish(const struct results *results, struct error *error);

/** Frees everything but the file. Zeroed results may be freed. */
void results_free(struct results *results);
