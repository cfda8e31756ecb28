#include "harness/base/machine/free_memory.h"

#include "harness/base/machine/control_group.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static const double gibibyte = 1073741824.0;

/* Names of the memory files in one version of control groups. */
struct group_files {
    const char *limit, *usage, *reclaimable;
};

/*
 * Returns the memory that a group may still allocate. Cached file pages that are not in use count
 * as free.
 */
static double left_in(const char *folder, const struct group_files *files)
{
    double limit = control_group_number(folder, files->limit, "");
    double usage = control_group_number(folder, files->usage, "");
    double reclaimable = control_group_number(folder, "memory.stat", files->reclaimable);
    if (!isfinite(limit) || !isfinite(usage))
        return INFINITY;
    return fmax(0, limit - usage + (isfinite(reclaimable) ? reclaimable : 0));
}

static void take_least(void *context, const char *folder, bool unified)
{
    static const struct group_files newer = {"memory.max", "memory.current", "inactive_file "};
    static const struct group_files older = {"memory.limit_in_bytes", "memory.usage_in_bytes",
                                             "total_inactive_file "};
    double *least = context;
    *least = fmin(*least, left_in(folder, unified ? &newer : &older));
}

/* Returns the memory that the control groups of this process may still allocate. */
static double left_by_groups(const char *root)
{
    double least = INFINITY;
    control_groups(root, "memory", take_least, &least);
    return least;
}

double free_memory_below(const char *root)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s/proc", root);
    return fmin(1024 * control_group_number(folder, "meminfo", "MemAvailable:"),
                left_by_groups(root));
}

/* Returns the memory that the process's limit of address space still permits. */
static double left_of_address_space(void)
{
    struct rlimit limit;
    double pages = control_group_number("/proc/self", "statm", "");
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || !isfinite(pages))
        return INFINITY;
    return fmax(0, (double)limit.rlim_cur - pages * (double)sysconf(_SC_PAGESIZE));
}

static int sharers = 1; /* number of processes that share the free memory */

void free_memory_share(int processes)
{
    sharers = processes;
}

double free_memory(void)
{
    return fmin(free_memory_below("") / sharers, left_of_address_space());
}

bool free_memory_suffices(const char *what, double needed, double available, struct error *error)
{
    return needed <= available ||
           error_set(error, EXIT_ENVIRONMENT,
                     "the memory of %s is too small: needs %.3g GiB, %.3g GiB free", what,
                     needed / gibibyte, available / gibibyte);
}
