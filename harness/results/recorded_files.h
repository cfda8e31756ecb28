/* Finds recorded results in the working folder, and results that come with the program. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/words.h"
#include "harness/results/record.h"

#include <stdbool.h>

/**
 * Adds the paths results/<machine>/<name> of all files, compressed or not, with names that match a
 * pattern. Files in the working folder come first. Then, unless that is the same folder, the files
 * that come with the program follow. EXIT_ENVIRONMENT if memory runs out.
 */
bool recorded_files(const char *name, struct words *paths, struct error *error);

/**
 * Reads all recorded results, and skips other files. `paths` must be zeroed by the caller, and must
 * outlive the records. EXIT_ENVIRONMENT if memory runs out.
 */
bool records_at_hand(struct records *records, struct words *paths, struct error *error);
