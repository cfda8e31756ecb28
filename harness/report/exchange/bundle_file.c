/* Stores the files of a bundle in a folder of results. */
#include "harness/base/files/lock.h"
#include "harness/json/json_difference.h"
#include "harness/json/json_file.h"
#include "harness/report/exchange/bundle.h"
#include "harness/results/aside.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum state { ABSENT, SAME, OTHER };

/*
 * Checks that a path may be written: it does not exist (*there is false), or is of the `wanted`
 * kind (S_IFREG, S_IFDIR) and not a link.
 */
static bool check_place(const char *path, mode_t wanted, bool *there, struct error *error)
{
    struct stat status;
    *there = lstat(path, &status) == 0;
    if (!*there)
        return errno == ENOENT ||
               error_set(error, EXIT_ENVIRONMENT, "%s: %s", path, strerror(errno));
    return (status.st_mode & S_IFMT) == wanted ||
           error_set(error, EXIT_USAGE, "%s: expected a %s, found %s", path,
                     wanted == S_IFDIR ? "folder" : "file",
                     S_ISLNK(status.st_mode) ? "a link: remove it first" : "something else");
}

static bool find_state(const struct bundle_part *part, const char *path, bool replace,
                       enum state *state, struct error *error)
{
    struct json_difference difference;
    bool there = false;
    *state = ABSENT;
    if (!check_place(path, S_IFREG, &there, error))
        return false;
    if (!there)
        return true;
    *state = OTHER;
    cJSON *old = json_file_read(path, error);
    if (old == NULL)
        return replace;
    if (!json_differ(old, part->document, &difference))
        *state = SAME;
    cJSON_Delete(old);
    return *state == SAME || replace ||
           error_set(error, EXIT_USAGE,
                     "%s: this file exists with different content; the first difference is %s: %s, "
                     "and %s in the bundle (--replace: take the bundle's; --machine NAME: file it "
                     "under another name)",
                     path, difference.path, difference.left, difference.right);
}

static void path_of(const struct bundle_part *part, const char *folder, char path[2 * PATH_MAX])
{
    snprintf(path, (size_t)2 * PATH_MAX, "%s/%s.json", folder, part->name);
}

/* Links a file with measurements to FILE.old, where it remains when FILE is replaced. */
static bool keep_old(const char *path, struct error *error)
{
    char *old = NULL;
    const bool good = aside_put(path, true, &old, error);
    free(old);
    return good;
}

/*
 * Stores the files of a bundle. Locks each file before comparing it, and all files before writing
 * the first one. The caller releases the locks.
 */
static bool file_in(const struct bundle *bundle, const char *folder, bool replace,
                    struct lock lock[BUNDLE_FILES], struct bundle_filed *filed, struct error *error)
{
    enum state state[BUNDLE_FILES];
    char path[2 * PATH_MAX];
    bool there = false;
    *filed = (struct bundle_filed){0};
    for (int k = 0; k < bundle->parts; k++) {
        path_of(&bundle->part[k], folder, path);
        if (!check_place(path, S_IFREG, &there, error) || !lock_take(path, &lock[k], error) ||
            !find_state(&bundle->part[k], path, replace, &state[k], error))
            return false;
    }
    for (int k = 0; k < bundle->parts; k++) {
        path_of(&bundle->part[k], folder, path);
        filed->same += state[k] == SAME;
        filed->written += state[k] == ABSENT;
        filed->replaced += state[k] == OTHER;
        if ((state[k] == OTHER && !keep_old(path, error)) ||
            (state[k] != SAME && !json_file_write(path, bundle->part[k].document, error)))
            return false;
    }
    return true;
}

bool bundle_file(const struct bundle *bundle, const char *machine, const char *folder, bool replace,
                 struct bundle_filed *filed, struct error *error)
{
    char own[PATH_MAX], locked[2 * PATH_MAX];
    struct lock lock = {0}, files[BUNDLE_FILES] = {0};
    bool there = false;
    if (snprintf(own, sizeof own, "%s/%s", folder, machine) >= (int)sizeof own)
        return error_set(error, EXIT_ENVIRONMENT, "%s: the name is too long", folder);
    snprintf(locked, sizeof locked, "%s/import", own);
    bool good = check_place(own, S_IFDIR, &there, error) && lock_take(locked, &lock, error) &&
                file_in(bundle, own, replace, files, filed, error);
    for (int k = 0; k < bundle->parts; k++)
        lock_release(&files[k]);
    lock_release(&lock);
    return good;
}
