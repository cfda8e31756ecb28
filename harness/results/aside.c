#include "harness/results/aside.h"

#include "harness/base/files/output.h"
#include "harness/base/hash.h"
#include "harness/base/text.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether a file contains no measured case. A file that cannot be read may contain some. */
static bool has_no_measurement(const char *path)
{
    struct error error;
    cJSON *document = json_file_read(path, &error);
    const cJSON *item = NULL;
    bool measured = !cJSON_IsArray(json_get(document, "cases"));
    cJSON_ArrayForEach (item, json_get(document, "cases")) {
        measured = measured || strcmp(json_text(item, "status"), "ok") == 0;
    }
    cJSON_Delete(document);
    return !measured;
}

/* Returns the first of PATH.old, PATH.old2, … that does not exist. */
static char *free_name(const char *path)
{
    struct stat status;
    char *name = text_new("%s.old", path);
    for (int k = 2; lstat(name, &status) == 0; k++) {
        free(name);
        name = text_new("%s.old%d", path, k);
    }
    return name;
}

/* --- checkpoints --- */

/*
 * Returns the part of a checkpoint's name after the name of the results. NULL: the file is not a
 * checkpoint of these results.
 */
static const char *checkpoint_of(const char *name, const char *results)
{
    const size_t length = strlen(results), hash = HASH_TEXT - 1;
    const char *rest = name + length;
    return strncmp(name, results, length) == 0 && rest[0] == '.' &&
                   strspn(rest + 1, "0123456789abcdef") == hash &&
                   strcmp(rest + 1 + hash, ASIDE_CHECKPOINT) == 0
               ? rest
               : NULL;
}

/*
 * Renames the checkpoints of the results `path`, so that they belong to the results `to`. If `to`
 * is NULL, removes them; if it is "", only counts them. Returns their number; -1: one could not be
 * renamed.
 */
static int each_checkpoint(const char *path, const char *to)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash != NULL ? text_new("%.*s/", (int)(slash - path), path) : text_new("./");
    DIR *stream = opendir(folder);
    int count = 0;
    struct dirent *entry;
    free(folder);
    while (stream != NULL && count >= 0 && (entry = readdir(stream)) != NULL) {
        const char *rest = checkpoint_of(entry->d_name, slash != NULL ? slash + 1 : path);
        if (rest == NULL)
            continue;
        char *from = text_new("%s%s", path, rest),
             *next = text_new("%s%s", to != NULL ? to : "", rest);
        if (to == NULL)
            unlink(from);
        const bool good = to == NULL || to[0] == '\0' || rename(from, next) == 0;
        count = good ? count + 1 : -1;
        free(from);
        free(next);
    }
    if (stream != NULL)
        closedir(stream);
    return count;
}

/* --- all files --- */

static bool keep(const char *path, bool moving, char **aside, struct error *error)
{
    char *target = output_target(path, error);
    if (target == NULL)
        return false;
    *aside = free_name(target);
    /* rename() for file systems without hard links; the file then has no name for a moment */
    const bool good = (link(target, *aside) == 0 || rename(target, *aside) == 0) &&
                      (!moving || each_checkpoint(path, *aside) >= 0);
    if (!good)
        error_set(error, EXIT_ENVIRONMENT, "%s: cannot be moved aside: %s", target,
                  strerror(errno));
    free(target);
    return good;
}

bool aside_put(const char *path, bool resumes, char **aside, struct error *error)
{
    const bool moving = !resumes && each_checkpoint(path, "") > 0;
    *aside = NULL;
    if (access(path, F_OK) != 0 || (has_no_measurement(path) && !moving))
        return true;
    return keep(path, moving, aside, error);
}

bool aside_keep(const char *path, char **aside, struct error *error)
{
    *aside = NULL;
    return access(path, F_OK) != 0 || keep(path, false, aside, error);
}

void aside_restore(const char *aside, const char *path)
{
    if (rename(aside, path) == 0)
        unlink(aside); /* `aside` may still be a hard link to the same file */
    each_checkpoint(aside, path);
}

void aside_remove(const char *aside)
{
    unlink(aside);
    each_checkpoint(aside, NULL);
}
