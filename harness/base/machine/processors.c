#include "harness/base/machine/processors.h"

#include "harness/base/machine/system_file.h"

#ifdef __x86_64__
#include <cpuid.h>
#endif
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { INDEXES = 16, SOCKETS = 64, LINE = 1024 };

/* Returns how many numbers a list such as "0-3,8" contains; 0 if it is not such a list. */
static int count_list(const char *list)
{
    int count = 0;
    for (char *end = NULL;; list = end + 1) {
        const long first = strtol(list, &end, 10);
        if (end == list)
            return 0;
        const long last = *end == '-' ? strtol(end + 1, &end, 10) : first;
        if (last < first || last - first > INT_MAX / 2)
            return 0;
        count += (int)(last - first) + 1;
        if (*end != ',')
            return count;
    }
}

/* Counts sockets; offline processors report none. */
static int count_sockets(const char *root)
{
    char list[LINE], text[LINE];
    int socket[SOCKETS], count = 0;
    const int processors =
        system_file_line(root, list, sizeof list, "cpu/possible") ? count_list(list) : 0;
    for (int k = 0; k < processors && count < SOCKETS; k++) {
        if (!system_file_line(root, text, sizeof text, "cpu/cpu%d/topology/physical_package_id", k))
            continue;
        int known = 0;
        socket[count] = (int)strtol(text, NULL, 10);
        while (socket[known] != socket[count])
            known++;
        count += known == count && socket[count] >= 0;
    }
    return count;
}

static bool read_cache(const char *root, int index, struct processors_cache *cache)
{
    static const char cpu[] = "cpu/cpu0/cache";
    char level[LINE], type[LINE], size[LINE], list[LINE];
    if (!system_file_line(root, level, sizeof level, "%s/index%d/level", cpu, index) ||
        !system_file_line(root, type, sizeof type, "%s/index%d/type", cpu, index) ||
        !system_file_line(root, size, sizeof size, "%s/index%d/size", cpu, index) ||
        !system_file_line(root, list, sizeof list, "%s/index%d/shared_cpu_list", cpu, index))
        return false;
    const int sharers = count_list(list);
    *cache = (struct processors_cache){.level = (int)strtol(level, NULL, 10),
                                       .bytes = strtoll(size, NULL, 10) << 10,
                                       .sharers = sharers > 0 ? sharers : 1};
    return cache->level > 0 && cache->bytes > 0 && strncmp(type, "Instruction", 11) != 0;
}

struct processors processors_read(const char *root)
{
    char list[LINE];
    struct processors processors = {.sockets = count_sockets(root)};
    if (system_file_line(root, list, sizeof list, "node/online"))
        processors.memories = count_list(list);
    for (int k = 0; k < INDEXES && processors.caches < PROCESSORS_CACHES; k++)
        processors.caches += read_cache(root, k, &processors.cache[processors.caches]);
    return processors;
}

bool processors_name(const char *path, char *name, size_t size)
{
    static const char key[] = "model name";
    FILE *stream = system_file_open(path);
    char line[LINE];
    bool found = false;
    while (stream != NULL && !found && fgets(line, sizeof line, stream) != NULL) {
        const char *colon = strchr(line, ':');
        found = colon != NULL && strncmp(line, key, sizeof key - 1) == 0;
        if (found) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(name, size, "%s", colon + 1 + strspn(colon + 1, " "));
        }
    }
    if (stream != NULL)
        fclose(stream);
    return found;
}

/* Identification by CPUID: Intel, Software Developer's Manual, vol. 2A, CPUID leaf 1. */
void processors_model(char *text, size_t size)
{
    text[0] = '\0';
#ifdef __x86_64__
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0)
        return;
    unsigned family = eax >> 8 & 0xf;
    unsigned model = eax >> 4 & 0xf;
    if (family == 6 || family == 15)
        model += (eax >> 16 & 0xf) << 4;
    if (family == 15)
        family += eax >> 20 & 0xff;
    snprintf(text, size, "family %u model %u stepping %u", family, model, eax & 0xf);
#else
    (void)size;
#endif
}

const struct processors_cache *processors_last_cache(const struct processors *processors)
{
    const struct processors_cache *last = NULL;
    for (int k = 0; k < processors->caches; k++)
        if (last == NULL || processors->cache[k].level > last->level)
            last = &processors->cache[k];
    return last;
}

const struct processors_cache *processors_cache(const struct processors *processors, int level)
{
    for (int k = 0; k < processors->caches; k++)
        if (processors->cache[k].level == level)
            return &processors->cache[k];
    return NULL;
}
