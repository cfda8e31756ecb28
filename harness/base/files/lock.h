/* Locks a file, so that only one process at a time writes it. */
#pragma once

#include "harness/base/error.h"

/**
 * A lock that this process holds; zeroed: none. It is released when the process ends, if not
 * earlier.
 */
struct lock {
    int file;
    char *path; /* path of the lock file: the target with the suffix .lock */
};

/**
 * Locks `path`, a file that output_begin could write. Creates the folders above it. Fails like
 * output_check. EXIT_ENVIRONMENT if another process has the lock. The file PATH.lock contains the
 * name and host of the process. If a file of that name has other content, it is not a lock: it
 * stays unchanged, and the call fails with EXIT_ENVIRONMENT. If the file system does not support
 * locks, prints a message and continues without a lock. The standard output, "-", is never locked.
 */
bool lock_take(const char *path, struct lock *lock, struct error *error);

/** Releases the lock. A zeroed lock may be released. */
void lock_release(struct lock *lock);
