/* Division of the wall time of a run into measurements, preparation, and the harness itself. */
#pragma once

#include "harness/json/member.h"

#include <stdio.h>

enum overhead_part {
    OVERHEAD_SAMPLING,     /* timed force calls, list builds and steps, and their warm-up */
    OVERHEAD_COUNTING,     /* counting of lanes, energy and hardware events */
    OVERHEAD_VERIFICATION, /* comparison with the reference */
    OVERHEAD_LISTS,        /* the first list of each case, built before its verification */
    OVERHEAD_SYSTEMS,      /* building or reading systems, and loading them onto the device */
    OVERHEAD_COMPILATION,  /* compiling kernels that were not in the cache */
    OVERHEAD_DEVICES,      /* opening devices */
    OVERHEAD_HARNESS,      /* all other time */
    OVERHEAD_PARTS
};

struct overhead {
    double seconds; /* seconds of the whole run */
    double share[OVERHEAD_PARTS];
    bool known; /* true if the shares are known */
};

/** Returns the times of the phases since phase_reset. */
struct overhead overhead_take(void);

/** Members of the overhead in results. */
extern const struct member overhead_members[];

/**
 * Prints a line with the parts that take at least a thousandth of the time, and with the harness.
 */
void overhead_print(const struct overhead *overhead, FILE *stream);
