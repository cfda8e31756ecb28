/*
 * Control groups (cgroups) that limit this process, in versions 1 and 2 of the kernel's interface.
 */
#pragma once

#include <stdbool.h>

/** Called with the folder of a control group; `unified`: the group is of version 2. */
typedef void control_group_visit(void *context, const char *folder, bool unified);

/**
 * Visits this process's group for a controller ("memory", "cpu") and all groups above. The groups'
 * folders are below `root`, which is "" except in tests. In a container the group's path may be
 * invisible; the top group is then the container's.
 */
void control_groups(const char *root, const char *controller, control_group_visit *visit,
                    void *context);

/**
 * Returns the number in a group's file that follows `key` at the beginning of a line. If `key` is
 * "", returns the file's only number. INFINITY if there is no number, for instance if the file
 * contains "max".
 */
double control_group_number(const char *folder, const char *name, const char *key);

/** CPUs that this process may use. */
struct processor_share {
    int allowed;      /* number of CPUs that threads of the process may run on; 0: unknown */
    double quota;     /* quota of its control groups, as a number of CPUs; INFINITY: no limit */
    double periods;   /* quota periods that have passed; NAN: unknown */
    double throttled; /* quota periods in which the quota was used up */
};

/** Returns the CPUs that this process may use. */
struct processor_share processor_share_now(void);

/** Like processor_share_now, with the control groups below `root`, which is "" except in tests. */
struct processor_share processor_share_below(const char *root);
