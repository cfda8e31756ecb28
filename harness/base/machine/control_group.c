#include "harness/base/machine/control_group.h"

#include "harness/base/machine/system_file.h"

#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double control_group_number(const char *folder, const char *name, const char *key)
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

static void visit_upwards(const char *mount, char *group, bool unified, control_group_visit *visit,
                          void *context)
{
    char folder[2 * PATH_MAX];
    for (;;) {
        snprintf(folder, sizeof folder, "%s%s", mount, group);
        visit(context, folder, unified);
        char *slash = strrchr(group, '/');
        if (slash == NULL)
            return;
        *slash = '\0';
    }
}

/* Whether a list such as "cpu,cpuacct:" contains the controller. */
static bool has_controller(const char *list, const char *controller)
{
    size_t length = strlen(controller);
    for (const char *name = list; name != NULL; name = strchr(name, ',')) {
        name += *name == ',' || *name == ':';
        if (strncmp(name, controller, length) == 0 && strchr(",:", name[length]) != NULL)
            return true;
    }
    return false;
}

void control_groups(const char *root, const char *controller, control_group_visit *visit,
                    void *context)
{
    char path[PATH_MAX], line[PATH_MAX];
    snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    FILE *file = system_file_open(path);
    if (file == NULL)
        return;
    while (fgets(line, sizeof line, file) != NULL) {
        char *controllers = strchr(line, ':');
        char *group = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
        if (group == NULL)
            continue;
        *group++ = '\0';
        group[strcspn(group, "\n")] = '\0';
        bool unified = strcmp(controllers, ":") == 0;
        if (!unified && !has_controller(controllers, controller))
            continue;
        snprintf(path, sizeof path, "%s/sys/fs/cgroup%s%s", root, unified ? "" : "/",
                 unified ? "" : controller);
        visit_upwards(path, group, unified, visit, context);
    }
    fclose(file);
}

/* Reads the quota and the period of version 2: "200000 100000", or "max 100000" without a limit. */
static double unified_quota(const char *folder)
{
    char path[3 * PATH_MAX];
    double quota = INFINITY, period = 0;
    snprintf(path, sizeof path, "%s/cpu.max", folder);
    FILE *file = system_file_open(path);
    if (file == NULL)
        return INFINITY;
    if (fscanf(file, "%lf %lf", &quota, &period) != 2)
        quota = INFINITY;
    fclose(file);
    return period > 0 ? quota / period : INFINITY;
}

static double older_quota(const char *folder)
{
    double quota = control_group_number(folder, "cpu.cfs_quota_us", "");
    double period = control_group_number(folder, "cpu.cfs_period_us", "");
    return quota > 0 && period > 0 && isfinite(period) ? quota / period : INFINITY;
}

/* Takes over a group's quota and counts if the quota is the smallest so far. */
static void take_group(void *context, const char *folder, bool unified)
{
    struct processor_share *share = context;
    double quota = unified ? unified_quota(folder) : older_quota(folder);
    if (!(quota < share->quota))
        return;
    double periods = control_group_number(folder, "cpu.stat", "nr_periods ");
    double throttled = control_group_number(folder, "cpu.stat", "nr_throttled ");
    bool counted = isfinite(periods) && isfinite(throttled);
    share->quota = quota;
    share->periods = counted ? periods : NAN;
    share->throttled = counted ? throttled : NAN;
}

/*
 * Returns the number of CPUs on which at least one thread may run. A single thread may be bound to
 * a single CPU, by OpenMP.
 */
static int allowed_cpus(void)
{
    cpu_set_t all, own;
    CPU_ZERO(&all);
    DIR *tasks = opendir("/proc/self/task");
    for (const struct dirent *task = NULL; tasks != NULL && (task = readdir(tasks)) != NULL;)
        if (sched_getaffinity(atoi(task->d_name), sizeof own, &own) == 0)
            CPU_OR(&all, &all, &own); /* atoi returns 0 for "." and "..", which means the calling
                                       * thread */
    if (tasks != NULL)
        closedir(tasks);
    else if (sched_getaffinity(0, sizeof own, &own) == 0)
        all = own;
    return CPU_COUNT(&all);
}

struct processor_share processor_share_below(const char *root)
{
    struct processor_share share = {
        .allowed = allowed_cpus(), .quota = INFINITY, .periods = NAN, .throttled = NAN};
    control_groups(root, "cpu", take_group, &share);
    return share;
}

struct processor_share processor_share_now(void)
{
    return processor_share_below("");
}
