/* Finds the process that holds the lock of a file: this one, or another. */
#pragma once

#include "harness/base/error.h"

/**
 * Registers the lock file `lock` in place of `old`; either may be NULL. A registered file is
 * removed if the process ends early. A process holds at most 128 lock files. The caller keeps the
 * texts in memory.
 */
void holder_change(const char *old, const char *lock);

/**
 * Fills in `error` (EXIT_ENVIRONMENT) with the name of the process that has locked `path`. The open
 * lock file contains this name. Returns false.
 */
bool holder_report(const char *path, const char *lock, int file, struct error *error);

/**
 * Checks that no other process has locked `target`; messages contain `path`. If another process
 * has, fails with EXIT_ENVIRONMENT and its name.
 */
bool holder_check(const char *target, const char *path, struct error *error);
