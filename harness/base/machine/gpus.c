#include "harness/base/machine/gpus.h"

#include "harness/base/machine/system_file.h"

#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

/* The first line of a file of a GPU, "" if there is none. */
static void read_line(const char *folder, const char *name, char *line, int size)
{
    char path[512];
    line[0] = '\0';
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *stream = system_file_open(path);
    if (stream == NULL)
        return;
    if (fgets(line, size, stream) == NULL)
        line[0] = '\0';
    line[strcspn(line, "\n")] = '\0';
    fclose(stream);
}

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
        read_line(found.gl_pathv[k], "numa_node", node, sizeof node);
        place->numa_node = isdigit((unsigned char)node[0]) ? (int)strtol(node, NULL, 10) : -1;
        read_line(found.gl_pathv[k], "local_cpulist", place->cpus, sizeof place->cpus);
    }
    globfree(&found);
    return count;
}
