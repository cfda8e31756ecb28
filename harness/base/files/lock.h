/* Lock of a file, so that a single process writes it during its work. */
#pragma once

#include "harness/base/error.h"

/** A held lock; zeroed: none. It ends with the process. */
struct lock {
    int file;
    char *path; /* path of the file that is locked: the target with the suffix .lock */
};

/**
 * Locks `path`, a file that output_begin could write, and creates the folders above it. Fails as
 * output_check does, and with EXIT_ENVIRONMENT if another process has the lock; the file PATH.lock
 * names that process and its host. A file of that name with other content is not a lock: it stays
 * unchanged, with EXIT_ENVIRONMENT. Where the file system has no locks, reports that and holds
 * none. The standard output, "-", is never locked.
 */
bool lock_take(const char *path, struct lock *lock, struct error *error);

/** Releases the file. A zeroed lock may be released. */
void lock_release(struct lock *lock);
