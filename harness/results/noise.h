/*
 * A/A noise: by how much the median of a case differs from run to run on one machine when nothing
 * has changed. `pairlanes calibrate` records it, `pairlanes compare` allows for it.
 */
#ifndef PAIRLANES_NOISE_H
#define PAIRLANES_NOISE_H

#include "harness/base/error.h"
#include "harness/results/record.h"

#include <cjson/cJSON.h>

enum { NOISE_SCHEMA = 1, NOISE_FEWEST_RUNS = 3 };

/** Zeroed: nothing is known. */
struct noise {
    cJSON *document;
};

/**
 * The noise of identical runs: of each case and quantity, the root mean square over all pairs of
 * runs of the logarithm of the ratio of their medians (sqrt(2) times the standard deviation of the
 * logarithm of the median); and of each device and quantity, the 95th percentile (nearest rank)
 * over its cases. The records of a run share a `file`. EXIT_USAGE with fewer than
 * NOISE_FEWEST_RUNS runs, EXIT_ENVIRONMENT if nothing was timed in all of them.
 */
bool noise_of(const struct records *runs, struct noise *noise, struct error *error);

/** Medians of identical runs. Zeroed: none. */
struct noise_runs {
    double first;        /* of the medians */
    double sum, squares; /* of ln(median / first) */
    int count;
};

/** Adds a median, > 0. */
void noise_runs_add(struct noise_runs *runs, double median);

/**
 * The A/A noise that two sets of runs show, each identical in itself: sqrt(2) times the pooled
 * standard deviation of the logarithm of the median. 0 if neither has two runs.
 */
double noise_between(const struct noise_runs *a, const struct noise_runs *b);

/** Reads what noise_write wrote; EXIT_USAGE if the file is something else. */
bool noise_read(const char *path, struct noise *noise, struct error *error);

/** Writes a temporary file, then renames it. EXIT_ENVIRONMENT. */
bool noise_write(const char *path, const struct noise *noise, struct error *error);

/**
 * The noise of a case ("force", "build") or of its device, whichever is larger; 0 if neither is
 * known. Few runs tell a case's own noise to within a third at best: those that look quieter than
 * they are would give the false alarms.
 */
double noise_for(const struct noise *noise, const struct record *record, const char *quantity);

/** Frees the document. */
void noise_free(struct noise *noise);

#endif
