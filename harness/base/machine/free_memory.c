#include "harness/base/machine/free_memory.h"

#include "harness/base/machine/system_file.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const double gibibyte = 1073741824.0;

/* The number behind a key at the beginning of a line, or, with key "", of the file; INFINITY if it
   has none, as where a control group says "max". */
static double number_in(const char *folder, const char *name, const char *key)
{
    char path[3 * PATH_MAX], line[256];
    double number = INFINITY;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = system_file_open(path);
    if (file == NULL)
        return INFINITY;
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, key, strlen(key)) != 0)
            continue;
        if (sscanf(line + strlen(key), "%lf", &number) != 1)
            number = INFINITY;
        break;
    }
    fclose(file);
    return number;
}

/* The files in which a version of control groups tells of memory. */
struct group_files {
    const char *limit, *usage, *reclaimable;
};

/* What a group leaves: pages of files that were not used lately are given back on demand. */
static double left_in(const char *folder, const struct group_files *files)
{
    double limit = number_in(folder, files->limit, "");
    double usage = number_in(folder, files->usage, "");
    double reclaimable = number_in(folder, "memory.stat", files->reclaimable);
    if (!isfinite(limit) || !isfinite(usage))
        return INFINITY;
    return fmax(0, limit - usage + (isfinite(reclaimable) ? reclaimable : 0));
}

/* The least that a group and those around it leave. In a container the path of the group may not
   be seen, but the container's own stands at the top. */
static double left_upwards(const char *mount, char *group, const struct group_files *files)
{
    double least = INFINITY;
    char folder[2 * PATH_MAX];
    for (;;) {
        snprintf(folder, sizeof folder, "%s%s", mount, group);
        least = fmin(least, left_in(folder, files));
        char *slash = strrchr(group, '/');
        if (slash == NULL)
            return least;
        *slash = '\0';
    }
}

/* What the control groups of this process leave. */
static double left_by_groups(const char *root)
{
    static const struct group_files unified = {"memory.max", "memory.current", "inactive_file "};
    static const struct group_files memory = {"memory.limit_in_bytes", "memory.usage_in_bytes",
                                              "total_inactive_file "};
    char path[PATH_MAX], line[PATH_MAX];
    double least = INFINITY;
    snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    FILE *file = system_file_open(path);
    if (file == NULL)
        return INFINITY;
    while (fgets(line, sizeof line, file) != NULL) {
        char *controllers = strchr(line, ':');
        char *group = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
        if (group == NULL)
            continue;
        *group++ = '\0';
        group[strcspn(group, "\n")] = '\0';
        bool is_unified = strcmp(controllers, ":") == 0;
        if (!is_unified && strstr(controllers, "memory") == NULL)
            continue;
        snprintf(path, sizeof path, "%s/sys/fs/cgroup%s", root, is_unified ? "" : "/memory");
        least = fmin(least, left_upwards(path, group, is_unified ? &unified : &memory));
    }
    fclose(file);
    return least;
}

double free_memory_below(const char *root)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s/proc", root);
    return fmin(1024 * number_in(folder, "meminfo", "MemAvailable:"), left_by_groups(root));
}

/* What the limit of address space leaves. */
static double left_of_address_space(void)
{
    struct rlimit limit;
    double pages = number_in("/proc/self", "statm", "");
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || !isfinite(pages))
        return INFINITY;
    return fmax(0, (double)limit.rlim_cur - pages * (double)sysconf(_SC_PAGESIZE));
}

static int sharing = 1; /* processes */

void free_memory_share(int processes)
{
    sharing = processes;
}

double free_memory(void)
{
    return fmin(free_memory_below("") / sharing, left_of_address_space());
}

bool free_memory_suffices(const char *what, double needed, double available, struct error *error)
{
    return needed <= available ||
           error_set(error, EXIT_ENVIRONMENT,
                     "the memory of %s is too small: needs %.3g GiB, %.3g GiB free", what,
                     needed / gibibyte, available / gibibyte);
}
