#include "harness/base/machine/gpus.h"

#include "harness/base/machine/system_file.h"

#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

int gpus_read(const char *root, struct gpu_place places[GPUS_MAX])
{
    char pattern[256], node[16];
    glob_t found;
    int count = 0;
    snprintf(pattern, sizeof pattern, "%s/*:*:*.*", root);
    if (glob(pattern, 0, NULL, &found) != 0)
        return 0;
    for (size_t k = 0; k < found.gl_pathc && count < GPUS_MAX; k++) {
        struct gpu_place *place = &places[count++];
        snprintf(place->pci, sizeof place->pci, "%s", strrchr(found.gl_pathv[k], '/') + 1);
        place->numa_node = -1;
        if (system_file_line(found.gl_pathv[k], node, sizeof node, "numa_node") &&
            isdigit((unsigned char)node[0]))
            place->numa_node = (int)strtol(node, NULL, 10);
        if (!system_file_line(found.gl_pathv[k], place->cpus, sizeof place->cpus, "local_cpulist"))
            place->cpus[0] = '\0';
        place->cpus[strcspn(place->cpus, "\n")] = '\0';
    }
    globfree(&found);
    return count;
}
