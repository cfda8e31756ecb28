/* The wall time of a run by use: measurements, their preparation, and the harness itself. */
#pragma once

#include "harness/json/member.h"

#include <stdio.h>

enum overhead_part {
    OVERHEAD_SAMPLING,     /* timing of force calls, list building and steps, and their warm-up */
    OVERHEAD_COUNTING,     /* counting of lanes, energy and hardware events */
    OVERHEAD_VERIFICATION, /* verification against the reference */
    OVERHEAD_LISTS,        /* building lists, once for each case before its verification */
    OVERHEAD_SYSTEMS,      /* building or reading systems, and loading them onto the device */
    OVERHEAD_COMPILATION,  /* compilation of kernels that were not cached */
    OVERHEAD_DEVICES,      /* opening devices */
    OVERHEAD_HARNESS,      /* the rest */
    OVERHEAD_PARTS
};

struct overhead {
    double seconds; /* total seconds */
    double share[OVERHEAD_PARTS];
    bool known; /* true if there are shares */
};

/** Returns the times of the phases since phase_reset. */
struct overhead overhead_take(void);

/** Its members in results. */
extern const struct member overhead_members[];

/** Prints one line: parts of at least a thousandth, and the harness. */
void overhead_print(const struct overhead *overhead, FILE *stream);
