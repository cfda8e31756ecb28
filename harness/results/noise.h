/*
 * A/A noise: how much a case's medians differ from run to run on one machine although nothing has
 * changed. `pairlanes calibrate` records the noise, and `pairlanes compare` allows for it.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/results/record.h"

#include <cjson/cJSON.h>

enum { NOISE_SCHEMA = 1, NOISE_FEWEST_RUNS = 3, NOISE_MOST_RUNS = 1000 };

/** Recorded noise; zeroed: nothing is known. */
struct noise {
    cJSON *document;
};

/**
 * Finds the noise of identical runs. For each case and time (compared.h), computes the logarithms
 * of the ratios of medians for all pairs of runs. The noise is their root mean square (sqrt(2)
 * times the standard deviation of the median's logarithm). For each device and quantity the noise
 * is the 95th percentile (nearest rank) over the device's cases. The records of a run share a
 * `file`. EXIT_USAGE for fewer than NOISE_FEWEST_RUNS runs, EXIT_ENVIRONMENT if no case was timed
 * in all runs.
 */
bool noise_of(const struct records *runs, struct noise *noise, struct error *error);

/** Reads a file that noise_write has written. EXIT_USAGE if it is any other file. */
bool noise_read(const char *path, struct noise *noise, struct error *error);

/** Whether noise_read can read a document. EXIT_USAGE if not; the message has `path`. */
bool noise_check(const cJSON *document, const char *path, struct error *error);

/** Writes the noise to a file, completely or not at all. EXIT_ENVIRONMENT if that fails. */
bool noise_write(const char *path, const struct noise *noise, struct error *error);

/**
 * Returns the noise of a time ("force", "build", …) of a case on its device; 0 if it is unknown.
 */
double noise_for(const struct noise *noise, const struct record *record, const char *quantity);

/** Returns the number of identical runs, or the smallest possible number if it is not recorded. */
int noise_run_count(const struct noise *noise);

/** Frees the document. */
void noise_free(struct noise *noise);
