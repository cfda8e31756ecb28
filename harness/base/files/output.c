#include "harness/base/files/output.h"

#include "harness/base/files/gzip.h"
#include "harness/base/files/holder.h"
#include "harness/base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TRIES = 100 };

bool output_folders(const char *path, struct error *error)
{
    char *folder = text_new("%s", path);
    bool good = true;
    for (char *slash = strchr(folder + strspn(folder, "/"), '/'); slash != NULL && good;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0777) != 0 && errno != EEXIST)
            good = error_set(error, EXIT_ENVIRONMENT, "%s: cannot be created: %s", folder,
                             strerror(errno));
        *slash = '/';
    }
    free(folder);
    return good;
}

static bool fail(const char *path, int reason, struct error *error)
{
    return error_set(error, EXIT_ENVIRONMENT, "%s: cannot be written: %s",
                     path != NULL ? path : "the standard output",
                     reason != 0 ? strerror(reason) : "the system gives no reason");
}

static const char *kind_of(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFDIR:
        return "a folder";
    case S_IFIFO:
        return "a FIFO";
    case S_IFSOCK:
        return "a socket";
    default:
        return "a device";
    }
}

char *output_target(const char *path, struct error *error)
{
    struct stat status;
    char *target = NULL;
    bool exists = stat(path, &status) == 0;
    if (exists && !S_ISREG(status.st_mode)) {
        error_set(error, EXIT_USAGE, "%s: expected a file or a new name, found %s", path,
                  kind_of(status.st_mode));
        return NULL;
    }
    if (exists) {
        target = access(path, W_OK) == 0 ? realpath(path, NULL) : NULL;
    } else if (errno == ENOENT && lstat(path, &status) == 0) {
        error_set(error, EXIT_USAGE, "%s: the link points to no file", path);
        return NULL;
    } else if (errno == ENOENT && *path != '\0') {
        target = text_new("%s", path);
    }
    if (target == NULL)
        fail(path, errno, error);
    return target;
}

/*
 * Writes all bytes. Continues after an incomplete write, and keeps the reason of the first failure.
 */
static ssize_t write_all(void *cookie, const char *bytes, size_t size)
{
    struct output *output = cookie;
    size_t done = 0;
    while (done < size && output->reason == 0) {
        ssize_t written = write(output->file, bytes + done, size - done);
        if (written >= 0)
            done += (size_t)written;
        else if (errno != EINTR)
            output->reason = errno;
    }
    return (ssize_t)done; /* a result less than `size` marks the stream as failed */
}

static int open_folder(const char *target)
{
    const char *slash = strrchr(target, '/');
    char *folder = slash == NULL     ? text_new(".")
                   : slash == target ? text_new("/")
                                     : text_new("%.*s", (int)(slash - target), target);
    int opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    return opened;
}

static void draw_name(struct output *output)
{
    uint64_t bits = 0;
    if (getrandom(&bits, sizeof bits, 0) != sizeof bits)
        bits = (uint64_t)getpid();
    snprintf(output->temporary, sizeof output->temporary, ".pairlanes-%016llx",
             (unsigned long long)bits);
}

/*
 * Opens a file without a name, which disappears if the process dies. If the file system does not
 * support that, opens a file with a unique name.
 */
static bool open_new(struct output *output)
{
    if (access("/proc/self/fd", X_OK) == 0)
        output->file = openat(output->folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    for (int k = 0; k < TRIES && output->file < 0; k++) {
        draw_name(output);
        output->file = openat(output->folder, output->temporary,
                              O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (output->file < 0 && errno != EEXIST)
            break;
    }
    return output->file >= 0;
}

/* Gives a name to a file that has none yet. */
static bool name_new(struct output *output)
{
    char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", output->file);
    bool named = output->temporary[0] != '\0';
    for (int k = 0; k < TRIES && !named; k++) {
        draw_name(output);
        named = linkat(AT_FDCWD, path, output->folder, output->temporary, AT_SYMLINK_FOLLOW) == 0;
        if (!named && errno != EEXIST)
            break;
    }
    if (!named)
        output->temporary[0] = '\0';
    return named;
}

/* Closes and frees everything, and removes the temporary file. */
static void discard(struct output *output)
{
    int reason = errno;
    if (output->temporary[0] != '\0')
        unlinkat(output->folder, output->temporary, 0);
    if (output->file >= 0)
        close(output->file);
    if (output->folder >= 0)
        close(output->folder);
    free(output->target);
    free(output->path);
    *output = (struct output){.folder = -1, .file = -1};
    errno = reason;
}

bool output_begin(struct output *output, const char *path, struct error *error)
{
    static const cookie_io_functions_t functions = {.write = write_all};
    struct stat old;
    *output = (struct output){.folder = -1, .file = -1};
    if (path == NULL || output_is_standard(path)) {
        output->stream = stdout;
        return true;
    }
    output->target = output_target(path, error);
    if (output->target == NULL)
        return false;
    if (!holder_check(output->target, path, error)) {
        discard(output);
        return false;
    }
    output->path = text_new("%s", path);
    output->folder = open_folder(output->target);
    bool good = output->folder >= 0 && open_new(output);
    if (good && stat(output->target, &old) == 0)
        good = fchmod(output->file, old.st_mode & 0777) == 0;
    if (good)
        output->stream = fopencookie(output, "w", functions);
    if (output->stream != NULL && gzip_is_name(path)) {
        output->packed = output->stream;
        output->stream = gzip_writing(output->packed);
        if (output->stream == NULL)
            fclose(output->packed);
    }
    if (output->stream != NULL)
        return true;
    discard(output);
    return fail(path, errno, error);
}

static bool sync_folder(int folder)
{
    return fsync(folder) == 0 || errno == EINVAL; /* some file systems do not support fsync of a
                                                   * folder */
}

/* Writes the new file to disk, then renames it to the target. */
static bool publish(struct output *output)
{
    const char *slash = strrchr(output->target, '/');
    const char *name = slash != NULL ? slash + 1 : output->target;
    if (output->reason != 0) {
        errno = output->reason;
        return false;
    }
    if (fsync(output->file) != 0 || !name_new(output) ||
        renameat(output->folder, output->temporary, output->folder, name) != 0)
        return false;
    output->temporary[0] = '\0';
    return sync_folder(output->folder);
}

bool output_end(struct output *output, bool good, struct error *error)
{
    if (output->path == NULL)
        return good; /* errors of the standard output are checked when the process ends (main.c) */
    bool closed = fclose(output->stream) == 0;
    if (output->packed != NULL)
        closed = fclose(output->packed) == 0 && closed;
    if (good && closed && !holder_check(output->target, output->path, error)) {
        discard(output);
        return false;
    }
    bool published = good && closed && publish(output);
    if (good && !published)
        fail(output->path, output->reason != 0 ? output->reason : errno, error);
    discard(output);
    return published;
}

bool output_is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

bool output_check(const char *path, struct error *error)
{
    if (path == NULL || output_is_standard(path))
        return true;
    char *target = output_target(path, error);
    bool is_free = target != NULL && holder_check(target, path, error);
    int folder = is_free ? open_folder(target) : -1;
    free(target);
    if (!is_free)
        return false;
    if (folder < 0)
        return fail(path, errno, error);
    bool good = faccessat(folder, ".", W_OK | X_OK, 0) == 0;
    int reason = errno;
    close(folder);
    return good || fail(path, reason, error);
}
