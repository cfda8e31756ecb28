#include "harness/paper/recorded.h"

#include "harness/json/json_file.h"
#include "harness/json/json_get.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *paper_length_ending(enum paper_length length)
{
    static const char *const endings[] = {
        [PAPER_USUAL] = "", [PAPER_FULL] = "-full", [PAPER_QUICK] = "-quick", [PAPER_LENGTHS] = ""};
    return endings[length];
}

static bool add_file(struct recorded *recorded, const char *folder, const char *path,
                     struct error *error)
{
    cJSON *document = json_file_read(path, error);
    const char *config = json_text(json_get(document, "config"), "name");
    if (config[0] != '\0' && cJSON_IsArray(json_get(document, "cases"))) {
        words_add(&recorded->path, "%s", path);
        words_add(&recorded->config, "%s", config);
        words_add(&recorded->folder, "%s", folder);
    }
    bool good = document != NULL;
    cJSON_Delete(document);
    return good;
}

static bool add_folder(struct recorded *recorded, const char *folder, struct error *error)
{
    struct dirent **entry = NULL;
    char path[2 * PATH_MAX];
    bool good = true;
    int entries = scandir(folder, &entry, json_file_is_named, alphasort);
    if (entries < 0)
        return error_set(error, EXIT_USAGE, "%s: no folder of results: %s", folder,
                         strerror(errno));
    size_t length = strlen(folder);
    const char *slash = length > 0 && folder[length - 1] == '/' ? "" : "/";
    for (int k = 0; k < entries; k++) {
        snprintf(path, sizeof path, "%s%s%s", folder, slash, entry[k]->d_name);
        good = good && add_file(recorded, folder, path, error);
        free(entry[k]);
    }
    free(entry);
    return good;
}

static int is_seen(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool add_machines(struct recorded *recorded, const char *folder, struct error *error)
{
    struct dirent **entry = NULL;
    char path[2 * PATH_MAX];
    bool good = true;
    int entries = scandir(folder, &entry, is_seen, alphasort);
    for (int k = 0; k < entries; k++) {
        snprintf(path, sizeof path, "%s/%s", folder, entry[k]->d_name);
        good = good && (!is_folder(path) || add_folder(recorded, path, error));
        free(entry[k]);
    }
    free(entry);
    return good;
}

bool recorded_add(struct recorded *recorded, const char *folder, struct error *error)
{
    int before = recorded->path.count;
    return add_folder(recorded, folder, error) &&
           (recorded->path.count > before || add_machines(recorded, folder, error));
}

static bool is_of(const struct recorded *recorded, int file, const char *config,
                  enum paper_length length)
{
    const char *name = recorded->config.word[file];
    size_t stem = strlen(config);
    return strncmp(name, config, stem) == 0 &&
           strcmp(name + stem, paper_length_ending(length)) == 0;
}

/*
 * Returns the longest length for which the folder of a file has results of the config;
 * PAPER_LENGTHS: the folder has none.
 */
static enum paper_length wanted(const struct recorded *recorded, int file, const char *config)
{
    static const enum paper_length order[] = {PAPER_FULL, PAPER_USUAL, PAPER_QUICK};
    for (int rank = 0; rank < PAPER_LENGTHS; rank++)
        for (int k = 0; k < recorded->path.count; k++)
            if (strcmp(recorded->folder.word[k], recorded->folder.word[file]) == 0 &&
                is_of(recorded, k, config, order[rank]))
                return order[rank];
    return PAPER_LENGTHS;
}

enum paper_length recorded_of(const struct recorded *recorded, const char *config,
                              enum paper_length only, struct words *paths)
{
    static const int rank[] = {
        [PAPER_QUICK] = 0, [PAPER_USUAL] = 1, [PAPER_FULL] = 2, [PAPER_LENGTHS] = 3};
    enum paper_length shortest = PAPER_LENGTHS;
    for (int k = 0; k < recorded->path.count; k++) {
        enum paper_length length = only != PAPER_LENGTHS ? only : wanted(recorded, k, config);
        if (length == PAPER_LENGTHS || !is_of(recorded, k, config, length))
            continue;
        words_add(paths, "%s", recorded->path.word[k]);
        if (rank[length] < rank[shortest])
            shortest = length;
    }
    return shortest;
}

void recorded_free(struct recorded *recorded)
{
    words_free(&recorded->path);
    words_free(&recorded->config);
    words_free(&recorded->folder);
}
