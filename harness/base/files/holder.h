/* Holder of the lock of a file: this process, or another one. */
#pragma once

#include "harness/base/error.h"

/**
 * Registers the lock file `lock` in the place of `old`, NULL for none, to be removed if the process
 * ends early. A process holds at most 128. The caller owns the text.
 */
void holder_change(const char *old, const char *lock);

/** Fills `error` (EXIT_ENVIRONMENT) with the holder of the lock of `path`, as written in its open
 * lock file. Returns false. */
bool holder_report(const char *path, const char *lock, int file, struct error *error);

/**
 * Checks that no other process has locked `target`, which messages call `path`. EXIT_ENVIRONMENT
 * with its name if one has.
 */
bool holder_check(const char *target, const char *path, struct error *error);
