#include "harness/results/recorded_files.h"

#include "harness/base/files/data.h"

#include <glob.h>
#include <stdio.h>
#include <sys/stat.h>

static bool add_from(const char *folder, const char *name, struct words *paths, struct error *error)
{
    char pattern[PATH_MAX + 64];
    glob_t found = {0};
    snprintf(pattern, sizeof pattern, "%s/*/%s{,.gz}", folder, name);
    if (glob(pattern, GLOB_BRACE, NULL, &found) == GLOB_NOSPACE)
        return error_set(error, EXIT_ENVIRONMENT, "out of memory: the files of %s", folder);
    for (size_t k = 0; k < found.gl_pathc; k++)
        words_add(paths, "%s", found.gl_pathv[k]);
    globfree(&found);
    return true;
}

static bool is_same_folder(const char *a, const char *b)
{
    struct stat of_a, of_b;
    return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev &&
           of_a.st_ino == of_b.st_ino;
}

bool recorded_files(const char *name, struct words *paths, struct error *error)
{
    char installed[PATH_MAX];
    struct error absent;
    return add_from("results", name, paths, error) &&
           (!data_path("results", installed, &absent) || is_same_folder("results", installed) ||
            add_from(installed, name, paths, error));
}

bool records_at_hand(struct records *records, struct words *paths, struct error *error)
{
    if (!recorded_files("*.json", paths, error))
        return false;
    for (int k = 0; k < paths->count; k++)
        if (!records_load(
                records, &(struct record_files){.path = &paths->word[k], .count = 1, .quiet = true},
                error) &&
            error->code == EXIT_ENVIRONMENT)
            return false;
    return true;
}
