/*
 * Hardware counters of a case: a part of a step is run under the device's profiler, separately from
 * all timing.
 */
#pragma once

#include "harness/backend/backend.h"
#include "harness/base/error.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

enum { HARDWARE_METRICS = 64, HARDWARE_NAME = 128 };

/** A metric: its name in the profiler, and its name in results. */
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
 * Whether a text has the form of a CUPTI metric, "unit__quantity.rollup…", with one of CUPTI's
 * rollups.
 */
bool hardware_metric_named(const char *text);

/**
 * Reads the metrics of a checked config: one metric, a list, or an object of metrics by field. NULL
 * gives the default metrics.
 */
void hardware_metrics_read(const cJSON *item, struct hardware_metrics *metrics);

/** Whether both have the same metrics under the same fields, in the same order. */
bool hardware_metrics_same(const struct hardware_metrics *a, const struct hardware_metrics *b);

struct hardware {
    bool asked;   /* true if requested; false: the other members are empty */
    bool counted; /* true if counting succeeded; false: see `reason` */
    int passes;   /* number of times that the work was run to count all metrics */
    const struct hardware_metrics *metrics;
    double values[HARDWARE_METRICS]; /* values, in the order of the metrics */
    struct error reason;
};

/**
 * Reads hardware counters over a part of a prepared case's step, by backend->count_hardware. If
 * that is impossible or not permitted, `hardware` receives the reason, and the case continues.
 * `metrics` must outlive `hardware`.
 */
void hardware_count(const struct backend *backend, struct prepared *prepared, struct moving *moving,
                    enum motion_part part, const struct hardware_metrics *metrics,
                    struct hardware *hardware);
