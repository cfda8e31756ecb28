/* Finds recorded results, those in the working folder and those that come with the program. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/words.h"
#include "harness/results/record.h"

#include <stdbool.h>

/**
 * Adds the paths results/<machine>/<name> of all files, compressed or not, whose name matches a
 * pattern: first those in the working folder, then, unless that is the same, those that come with
 * the program. EXIT_ENVIRONMENT if memory runs out.
 */
bool recorded_files(const char *name, struct words *paths, struct error *error);

/**
 * Reads all recorded results, and skips other files. `paths`, zeroed before, must outlive the
 * records. EXIT_ENVIRONMENT if memory runs out.
 */
bool records_at_hand(struct records *records, struct words *paths, struct error *error);
