/* Files of recorded results of this machine and of the program. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/words.h"
#include "harness/results/record.h"

#include <stdbool.h>

/**
 * Adds the paths of files "results/<machine>/<name>" that match a pattern of file names, compressed
 * ones included: first those in the working folder, then those that come with the program, unless
 * they are the same. EXIT_ENVIRONMENT for memory.
 */
bool recorded_files(const char *name, struct words *paths, struct error *error);

/** Reads all recorded results, and skips other files; `paths`, zeroed, has to outlive the records.
 * EXIT_ENVIRONMENT if memory runs out. */
bool records_at_hand(struct records *records, struct words *paths, struct error *error);
