#include "harness/base/files/holder.h"

#include "harness/base/process/interrupt.h"
#include "harness/base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { HOLDER = 300, LOOKS = 50, HELD = 128 };

/* Lock files that this process holds; NULL for unused elements. */
static const char *volatile held[HELD];

static void remove_held(void)
{
    for (int k = 0; k < HELD; k++)
        if (held[k] != NULL)
            unlink(held[k]);
}

void holder_change(const char *old, const char *lock)
{
    static bool asked;
    if (!asked)
        atexit(remove_held);
    asked = true;
    interrupt_on_end(remove_held);
    int k = 0;
    while (k < HELD - 1 && held[k] != old)
        k++;
    held[k] = lock;
}

bool holder_report(const char *path, const char *lock, int file, struct error *error)
{
    const struct timespec pause = {.tv_nsec = 10000000};
    char holder[HOLDER] = "";
    ssize_t length = pread(file, holder, sizeof holder - 1, 0);
    /* the holder may have locked the file but not yet written its name */
    for (int k = 0; k < LOOKS && length == 0; k++) {
        nanosleep(&pause, NULL);
        length = pread(file, holder, sizeof holder - 1, 0);
    }
    holder[length > 0 ? length : 0] = '\0';
    holder[strcspn(holder, "\n")] = '\0';
    return error_set(error, EXIT_ENVIRONMENT, "%s: is being written by %s (%s)", path,
                     holder[0] != '\0' ? holder : "another process", lock);
}

/* Whether this process holds an open lock file, possibly under another path. */
static bool is_own(int file)
{
    struct stat opened, own;
    bool found = false;
    for (int k = 0; k < HELD && !found; k++)
        found = held[k] != NULL && fstat(file, &opened) == 0 && stat(held[k], &own) == 0 &&
                opened.st_dev == own.st_dev && opened.st_ino == own.st_ino;
    return found;
}

bool holder_check(const char *target, const char *path, struct error *error)
{
    char *lock = text_new("%s.lock", target);
    int file = open(lock, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool good = file < 0 || is_own(file) || flock(file, LOCK_SH | LOCK_NB) == 0 ||
                errno != EWOULDBLOCK || holder_report(path, lock, file, error);
    if (file >= 0)
        close(file);
    free(lock);
    return good;
}
