/* The results of a run, a JSON document. The file on disk is complete after every case. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/files/lock.h"
#include "harness/config/cases.h"
#include "harness/config/config.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

enum { RESULTS_SCHEMA = 1 };

/**
 * A function that receives each case after it was added to the results. EXIT_ENVIRONMENT if it
 * fails.
 */
typedef bool results_receiver(void *context, int64_t index, const cJSON *item, struct error *error);

struct results {
    cJSON *document;            /* document of results/schema.json; its list "cases" refers to
                                 * `item` */
    char *path;                 /* path of the file; NULL: no file is written */
    bool printed;               /* true if the document is printed to the standard output at the
                                 * end */
    results_receiver *receiver; /* receives the cases of a process that writes no file itself; NULL:
                                 * a file is written */
    void *receiver_context;
    struct lock lock;   /* lock of the file */
    int64_t count;      /* number of cases of the config */
    cJSON **item;       /* cases as JSON; NULL: not measured yet */
    cJSON **failed;     /* failed cases of the resumed file; the file keeps them until they have run
                         * again. NULL: none */
    char **line;        /* the case as text; NULL: not printed yet */
    bool *kept;         /* true for each case of the resumed file that keeps its provenance */
    cJSON *resumed;     /* provenance of the resumed file; NULL: none */
    bool resumes;       /* true if the run continues from checkpoints */
    int64_t replaced;   /* number of measured cases of the resumed file that new ones replace */
    int64_t passed;     /* number of failed cases of the resumed file that did not fail again */
    char *replaced_in;  /* path of a copy of the resumed file; NULL: no case is replaced, and none
                         * has passed */
    char *aside;        /* new path of earlier results until a case has been measured; NULL: none */
    bool begun;         /* true if the file has been written */
    int64_t dropped;    /* number of invalid cases of the resumed file, which are measured again */
    struct error wrong; /* reason why the first dropped case is invalid */
};

/** Returns the path results/<machine>/<name>.json. The caller frees it. */
char *results_path(const char *machine, const char *name);

/** Returns the path results/<machine>/<name of the config>.json. The caller frees it. */
char *results_default_path(const char *machine, const struct config *config);

/**
 * Starts a document without cases, and locks its file until results_free. Fails like lock_take. If
 * `path` is NULL, nothing is written. If it is "-", results_finish writes the document to the
 * standard output.
 */
bool results_start(const char *path, const struct config *config, const struct cases *cases,
                   struct results *results, struct error *error);

/**
 * Copies the finished ("ok") cases of the file at `results->path`, if it exists, even if this run
 * skips them. If results are printed, copies the cases that were kept before a crash (crash.h).
 * Cases with a missing or invalid member are dropped, and measured again. EXIT_OTHER_RESULTS if the
 * file is from another host, build or config, EXIT_USAGE if it is not a results file. The file of a
 * shard may be from another host, and a host may have changed since. The copied cases then have a
 * separate provenance.
 */
bool results_resume(struct results *results, const struct cases *cases, struct error *error);

/** Whether a case is complete: it was timed and, if its particles move, they reached the end. */
bool results_complete(const cJSON *item);

/**
 * Adds a device of the run (provenance_device) to the provenance, which then owns it. Cases
 * measured with another driver of the device get a separate provenance. The device with that driver
 * is removed from the document's provenance.
 */
void results_add_device(struct results *results, cJSON *device);

/** Returns the case with an index; NULL if it is not measured yet. */
const cJSON *results_get(const struct results *results, int64_t index);

/** Returns the case with an index for changes; its text is then printed again. */
cJSON *results_change(struct results *results, int64_t index);

/** Sets the case with an index, and takes ownership; an earlier one is deleted. */
void results_put(struct results *results, int64_t index, cJSON *item);

/** Adds a case, and writes the document or passes the case to the receiver. Fails like both. */
bool results_publish(struct results *results, int64_t index, cJSON *item, struct error *error);

/**
 * Writes the document with json_file_write, completely or not at all. Does nothing if another
 * process writes the file. A case is printed once, even if the file is written many times. Earlier
 * results with measured cases or checkpoints are moved to `aside`, PATH.old, and removed when a new
 * case is measured.
 */
bool results_write(struct results *results, struct error *error);

/** Writes the document to the standard output, if its path is "-". */
bool results_finish(const struct results *results, struct error *error);

/** Frees the results, but keeps the file. They may be zeroed. */
void results_free(struct results *results);
