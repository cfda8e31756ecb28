/* Hardware counters of a case: one force call under the device's profiler, apart from all timing.
 */
#ifndef PAIRLANES_HARDWARE_H
#define PAIRLANES_HARDWARE_H

#include "harness/backend.h"
#include "harness/error.h"

#include <stdbool.h>

/** One metric: the profiler's name, and what a reader calls it. */
struct hardware_metric {
    const char *name;  /* of CUPTI: "dram__bytes.sum" */
    const char *field; /* in results: "dram_bytes" */
    const char *summary;
};

enum { HARDWARE_METRICS = 19 };

/** The metrics that are counted, ended by one without a name. */
const struct hardware_metric *hardware_metrics(void);

struct hardware {
    bool asked;                      /* false: not counted, and the rest is empty */
    bool counted;                    /* else `reason` */
    int passes;                      /* runs of the call that the metrics took */
    double values[HARDWARE_METRICS]; /* in the order of hardware_metrics() */
    struct error reason;
};

/**
 * Counts a prepared case. What a device cannot count, or this user may not, is no error of the
 * case: it is the `reason`.
 */
void hardware_count(const struct backend *backend, struct prepared *prepared,
                    struct hardware *hardware);

#endif
