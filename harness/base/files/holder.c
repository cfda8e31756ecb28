#include "harness/base/files/holder.h"

#include "harness/base/process/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { HOLDER = 300, LOOKS = 50 };

/* A process holds the lock of one file at a time. */
static const char *volatile held;

static void remove_held(void)
{
    if (held != NULL)
        unlink(held);
}

void holder_set(const char *lock)
{
    static bool asked;
    if (!asked)
        atexit(remove_held);
    asked = true;
    interrupt_on_end(remove_held);
    held = lock;
}

bool holder_report(const char *path, const char *lock, int file, struct error *error)
{
    const struct timespec pause = {.tv_nsec = 10000000};
    char holder[HOLDER] = "";
    ssize_t length = pread(file, holder, sizeof holder - 1, 0);
    /* The holder has locked the file, and may not have signed it yet. */
    for (int k = 0; k < LOOKS && length == 0; k++) {
        nanosleep(&pause, NULL);
        length = pread(file, holder, sizeof holder - 1, 0);
    }
    holder[length > 0 ? length : 0] = '\0';
    holder[strcspn(holder, "\n")] = '\0';
    return error_set(error, EXIT_ENVIRONMENT, "%s: is being written by %s (%s)", path,
                     holder[0] != '\0' ? holder : "another process", lock);
}

/* Whether this process holds an open lock file, whatever its path. */
static bool is_own(int file)
{
    const char *path = held;
    struct stat opened, own;
    return path != NULL && fstat(file, &opened) == 0 && stat(path, &own) == 0 &&
           opened.st_dev == own.st_dev && opened.st_ino == own.st_ino;
}

bool holder_check(const char *target, const char *path, struct error *error)
{
    char *lock = NULL;
    if (asprintf(&lock, "%s.lock", target) < 0)
        return error_set(error, EXIT_ENVIRONMENT, "%s: out of memory", path);
    int file = open(lock, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool good = file < 0 || is_own(file) || flock(file, LOCK_SH | LOCK_NB) == 0 ||
                errno != EWOULDBLOCK || holder_report(path, lock, file, error);
    if (file >= 0)
        close(file);
    free(lock);
    return good;
}
