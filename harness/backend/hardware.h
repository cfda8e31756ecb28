/* Hardware counters of a case: a part of a step under the device's profiler, separate from all
 * timing. */
#pragma once

#include "harness/backend/backend.h"
#include "harness/base/error.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

enum { HARDWARE_METRICS = 64, HARDWARE_NAME = 128 };

/** One metric: the profiler's name, and the name for readers. */
struct hardware_metric {
    char name[HARDWARE_NAME];  /* name in CUPTI: "dram__bytes.sum" */
    char field[HARDWARE_NAME]; /* name in results: "dram_bytes" */
};

struct hardware_metrics {
    int count;
    struct hardware_metric metric[HARDWARE_METRICS];
};

/** Default metrics. */
extern const struct hardware_metrics hardware_metrics_default;

/**
 * Whether a text has the form of CUPTI's names, "unit__quantity.rollup…", with a rollup of CUPTI.
 */
bool hardware_metric_named(const char *text);

/** The metrics of a checked config: a name, a list of names, or an object of them by field; NULL
 * gives the default ones. */
void hardware_metrics_read(const cJSON *item, struct hardware_metrics *metrics);

/** Whether both have the same metrics under the same fields in the same order. */
bool hardware_metrics_same(const struct hardware_metrics *a, const struct hardware_metrics *b);

struct hardware {
    bool asked;   /* false: not counted, and the other members are empty */
    bool counted; /* otherwise `reason` */
    int passes;   /* number of runs of the call that counting all metrics takes */
    const struct hardware_metrics *metrics;
    double values[HARDWARE_METRICS]; /* values, in the order of the metrics */
    struct error reason;
};

/**
 * Counts a part of a prepared case's step, as backend->count_hardware. If the device cannot count,
 * or the user may not, the case goes on with that as the `reason`. `metrics` must outlive
 * `hardware`.
 */
void hardware_count(const struct backend *backend, struct prepared *prepared, struct moving *moving,
                    enum motion_part part, const struct hardware_metrics *metrics,
                    struct hardware *hardware);
