/* The control groups that limit this process, of both versions of the kernel's interface. */
#pragma once

#include <stdbool.h>

/** A function that is called with the folder of a group; `unified`: of version 2. */
typedef void control_group_visit(void *context, const char *folder, bool unified);

/**
 * Visits the groups of this process for a controller ("memory", "cpu"), and those around them,
 * below `root`, which is "" except in tests. In a container the path of the group may be invisible;
 * the top group is then the container's.
 */
void control_groups(const char *root, const char *controller, control_group_visit *visit,
                    void *context);

/**
 * Returns the number after a key at the beginning of a line of a file or, with key "", the number
 * in the file; INFINITY if there is none, as where a group says "max".
 */
double control_group_number(const char *folder, const char *name, const char *key);

/** CPUs that this process may use. */
struct processor_share {
    int allowed;      /* CPUs that threads of the process may run on; 0: not known */
    double quota;     /* quota of its control groups, in CPUs; INFINITY: no limit */
    double periods;   /* periods of the quota so far; NAN: not counted */
    double throttled; /* periods in which the quota was used up */
};

/** Returns the share of this process. */
struct processor_share processor_share_now(void);

/** Returns the same for the control groups below `root`, which is "" except in tests. */
struct processor_share processor_share_below(const char *root);
