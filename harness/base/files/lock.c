#include "harness/base/files/lock.h"

#include "harness/base/files/holder.h"
#include "harness/base/files/output.h"
#include "harness/base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char signature[] = "process ";

static bool fail(const char *path, const char *lock, int reason, struct error *error)
{
    /* the lock file belongs to another user; that user's process was probably killed */
    const bool left = (reason == EACCES || reason == EPERM) && access(lock, F_OK) == 0;
    if (reason == EEXIST)
        return error_set(error, EXIT_ENVIRONMENT,
                         "%s: cannot be locked: %s exists and is not a lock; move it away", path,
                         lock);
    return error_set(error, EXIT_ENVIRONMENT, "%s: cannot be locked: %s%s%s", path,
                     reason == ENOENT ? "no file can be created in its folder" : strerror(reason),
                     left ? "; if no process writes it, remove " : "", left ? lock : "");
}

/*
 * Whether the opened file still has its name. The process that held the lock may have removed the
 * file in between.
 */
static bool is_named(const struct lock *lock)
{
    struct stat opened, named;
    return fstat(lock->file, &opened) == 0 && stat(lock->path, &named) == 0 &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

/* Whether the file is a lock file: empty, or with the beginning that write_holder writes. */
static bool is_lock(int file)
{
    char start[sizeof signature - 1];
    const ssize_t length = pread(file, start, sizeof start, 0);
    return length >= 0 && memcmp(start, signature, (size_t)length) == 0;
}

/* Opens and locks the file; false with errno. EEXIST: the file is not a lock file. */
static bool open_locked(struct lock *lock)
{
    for (;;) {
        lock->file = open(lock->path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
        if (lock->file < 0)
            return false;
        if (!is_lock(lock->file)) {
            errno = EEXIST;
            return false;
        }
        if (flock(lock->file, LOCK_EX | LOCK_NB) != 0)
            return false;
        if (is_named(lock))
            return true;
        close(lock->file);
    }
}

static void write_holder(const struct lock *lock)
{
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    if (ftruncate(lock->file, 0) == 0)
        dprintf(lock->file, "%s%ld on %s\n", signature, (long)getpid(), host);
}

static bool has_no_locks(int reason)
{
    return reason == ENOLCK || reason == ENOSYS || reason == EOPNOTSUPP;
}

bool lock_take(const char *path, struct lock *lock, struct error *error)
{
    *lock = (struct lock){.file = -1};
    if (output_is_standard(path))
        return true; /* no other process writes to the standard output */
    char *target = output_folders(path, error) ? output_target(path, error) : NULL;
    if (target == NULL)
        return false;
    lock->path = text_new("%s.lock", target);
    free(target);
    if (open_locked(lock)) {
        write_holder(lock);
        holder_change(NULL, lock->path);
        return true;
    }
    bool good = false;
    int reason = errno;
    if (lock->file >= 0 && reason == EWOULDBLOCK)
        holder_report(path, lock->path, lock->file, error);
    else if (lock->file >= 0 && has_no_locks(reason))
        good = true;
    else
        fail(path, lock->path, reason, error);
    if (good) {
        fprintf(stderr,
                "%s cannot be locked, so another process may write it at the same time: %s\n", path,
                strerror(reason));
        unlink(lock->path);
    }
    if (lock->file >= 0)
        close(lock->file);
    free(lock->path);
    *lock = (struct lock){0};
    return good;
}

void lock_release(struct lock *lock)
{
    if (lock->path == NULL)
        return;
    holder_change(lock->path, NULL);
    unlink(lock->path);
    close(lock->file);
    free(lock->path);
    *lock = (struct lock){0};
}
