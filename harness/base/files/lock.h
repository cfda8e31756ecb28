/* Lock of a file, so that a single process writes it during its work. */
#ifndef PAIRLANES_LOCK_H
#define PAIRLANES_LOCK_H

#include "harness/base/error.h"

/** A lock that is held; zeroed: none. It ends with the process, however that ends. */
struct lock {
    int file;
    char *path; /* path of the file that is locked: the target with the suffix .lock */
};

/**
 * Locks the file `path`, which output_begin could write, and makes the folders above it. Fails as
 * output_check does, and with EXIT_ENVIRONMENT if another process has the lock: which, and of which
 * host, is in the file PATH.lock. Where the file system has no locks, that is said and none is
 * held; nor is one of the standard output, "-".
 */
bool lock_take(const char *path, struct lock *lock, struct error *error);

/** Lets the file go. A zeroed lock may be released. */
void lock_release(struct lock *lock);

#endif
