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
