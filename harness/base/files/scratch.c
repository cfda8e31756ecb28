#include "harness/base/files/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char prefix[] = ".pairlanes-work-";

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status;
    (void)kind;
    (void)walk;
    return remove(path);
}

static void remove_tree(const char *path)
{
    nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/*
 * Opens a folder of this user and locks it. Returns -1 if that fails, or if another process has
 * locked the folder.
 */
static int open_locked(const char *path)
{
    struct stat status;
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0)
        return -1;
    if (fstat(folder, &status) == 0 && status.st_uid == geteuid() &&
        flock(folder, LOCK_EX | LOCK_NB) == 0)
        return folder;
    close(folder);
    return -1;
}

/* Removes folders that no process has locked any more. */
static void remove_left(const char *parent)
{
    char path[PATH_MAX];
    DIR *stream = opendir(parent);
    if (stream == NULL)
        return;
    for (const struct dirent *entry = readdir(stream); entry != NULL; entry = readdir(stream)) {
        if (strncmp(entry->d_name, prefix, sizeof prefix - 1) != 0 ||
            snprintf(path, sizeof path, "%s/%s", parent, entry->d_name) >= (int)sizeof path)
            continue;
        int folder = open_locked(path);
        if (folder < 0)
            continue;
        remove_tree(path);
        close(folder);
    }
    closedir(stream);
}

bool scratch_make(struct scratch *scratch, const char *parent, struct error *error)
{
    scratch->lock = -1;
    remove_left(parent);
    do {
        if (snprintf(scratch->path, sizeof scratch->path, "%s/%sXXXXXX", parent, prefix) >=
                (int)sizeof scratch->path ||
            mkdtemp(scratch->path) == NULL) {
            scratch->path[0] = '\0';
            return error_set(error, EXIT_ENVIRONMENT,
                             "no temporary folder can be created in %s: %s", parent,
                             strerror(errno));
        }
        scratch->lock = open_locked(scratch->path);
        /* another process may have removed the folder before it was locked */
    } while (access(scratch->path, F_OK) != 0);
    return true;
}

void scratch_remove(struct scratch *scratch)
{
    if (scratch->path[0] == '\0')
        return;
    remove_tree(scratch->path);
    if (scratch->lock >= 0)
        close(scratch->lock);
    scratch->path[0] = '\0';
}
