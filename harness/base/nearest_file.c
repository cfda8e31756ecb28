#include "harness/base/nearest_file.h"

#include "harness/base/suggest.h"
#include "harness/base/words.h"

#include <dirent.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

bool nearest_file(const char *path, char nearest[PATH_MAX])
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    int before = (int)(name - path);
    char folder[PATH_MAX];
    int length = snprintf(folder, sizeof folder, "%.*s.", before, path);
    DIR *open = length < PATH_MAX ? opendir(folder) : NULL;
    if (open == NULL)
        return false;
    struct words names = {0};
    for (const struct dirent *entry = readdir(open); entry != NULL; entry = readdir(open))
        if (entry->d_name[0] != '.')
            words_add(&names, "%s", entry->d_name);
    closedir(open);
    const char *found = names.count > 0 ? suggest(name, (const char *const *)names.word) : NULL;
    bool fits =
        found != NULL && snprintf(nearest, PATH_MAX, "%.*s%s", before, path, found) < PATH_MAX;
    words_free(&names);
    return fits;
}
