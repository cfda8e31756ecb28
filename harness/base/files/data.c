#include "harness/base/files/data.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static bool join(const char *folder, const char *below, const char *name, char path[PATH_MAX])
{
    int length = snprintf(path, PATH_MAX, "%s%s/%s", folder, below, name);
    return length > 0 && length < PATH_MAX && access(path, R_OK) == 0;
}

bool data_path(const char *name, char path[PATH_MAX], struct error *error)
{
    const char *chosen = getenv("PAIRLANES_DATA");
    if (chosen != NULL)
        return join(chosen, "", name, path) ||
               error_set(error, EXIT_ENVIRONMENT, "there is no %s in PAIRLANES_DATA=%s", name,
                         chosen);

    char binary[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", binary, sizeof binary - 1);
    binary[length > 0 ? length : 0] = '\0';
    const char *folder = dirname(binary);
    return join(folder, "/../share/pairlanes", name, path) || join(folder, "/..", name, path) ||
           error_set(error, EXIT_ENVIRONMENT,
                     "%s is neither in %s/../share/pairlanes nor in %s/..; set PAIRLANES_DATA to "
                     "the folder that has it",
                     name, folder, folder);
}
