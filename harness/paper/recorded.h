/* Finds the recorded results of configs in folders, one folder per machine. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/words.h"

#include <stdbool.h>

/**
 * Length of an experiment. The name of its results is the config's name with an ending for the
 * length.
 */
enum paper_length { PAPER_USUAL, PAPER_FULL, PAPER_QUICK, PAPER_LENGTHS };

/** Returns the ending of a length: "", "-full" or "-quick"; "" for PAPER_LENGTHS. */
const char *paper_length_ending(enum paper_length length);

/** Results files, with their folders and their configs' names. */
struct recorded {
    struct words path, config;
    struct words folder; /* folder of each file */
};

/**
 * Adds the results in a folder. If it contains none, adds the results in its subfolders, one per
 * machine. Other files are ignored. EXIT_USAGE if a folder cannot be read or one of its files is
 * not valid JSON.
 */
bool recorded_add(struct recorded *recorded, const char *folder, struct error *error);

/**
 * Adds the paths of a config's results to `paths`. Each folder contributes one length: `only` or,
 * if that is PAPER_LENGTHS, the first existing one of full, usual and quick. Returns the shortest
 * length used; PAPER_LENGTHS if there are no results.
 */
enum paper_length recorded_of(const struct recorded *recorded, const char *config,
                              enum paper_length only, struct words *paths);

/** Frees the lists, which may be zeroed. */
void recorded_free(struct recorded *recorded);
