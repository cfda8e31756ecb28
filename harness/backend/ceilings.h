/* Ceilings of a device: measured peak rates, used as a scale for the rates of cases. */
#pragma once

#include "harness/backend/backend.h"
#include "harness/base/error.h"
#include "harness/base/table.h"

#include <cjson/cJSON.h>
#include <stdint.h>
#include <stdio.h>

enum ceiling_kind {
    CEILING_FMA_SINGLE,
    CEILING_FMA_DOUBLE,
    CEILING_RSQRT_SINGLE,
    CEILING_RSQRT_DOUBLE,
    CEILING_RECIPROCAL_SINGLE,
    CEILING_RECIPROCAL_DOUBLE,
    CEILING_GATHER_L1,
    CEILING_GATHER_L2,
    CEILING_GATHER_L3,
    CEILING_GATHER_DRAM,
    CEILING_GATHER_WIDE,
    CEILING_GATHER_SHARED,
    CEILING_STREAM_L2,
    CEILING_STREAM_L3,
    CEILING_STREAM_DRAM,
    CEILING_ATOMIC_FLOAT,
    CEILING_ATOMIC_FLOAT4,
    CEILING_ATOMIC_DOUBLE,
    CEILING_SCATTER_FLOAT,
    CEILING_SCATTER_FLOAT4,
    CEILING_SCATTER_DOUBLE,
    CEILING_CONFLICT_FLOAT,
    CEILING_CONFLICT_FLOAT4,
    CEILING_CONFLICT_DOUBLE,
    CEILING_SHUFFLE,
    CEILING_ISSUE,
    CEILING_COUNT
};

/**
 * Mean wavefronts of a gather from random addresses by a warp, 16 bytes per lane. Eight lanes at a
 * time access eight groups of banks. The group with the most lanes, 2.6 on average, determines the
 * time.
 */
#define RANDOM_WAVEFRONTS 10.4

enum { CEILINGS_CACHES = 3, CEILINGS_DEVICES = 64, CEILINGS_SCHEMA = 1 };

/** A row of the table of ceilings. */
struct ceiling_info {
    const char *name;    /* name in files: "gather_l1" */
    const char *unit;    /* "flop/s", "byte/s", "1/s" */
    const char *summary; /* "random 16-byte gathers from L1" */
};

/** A rate, per second. The best of the repetitions is the ceiling; the others show the spread. */
struct ceiling {
    double best, median, worst;
    int repetitions;   /* number of repetitions; 0: the device has no unit for this ceiling */
    int64_t set_bytes; /* bytes of the working set; 0: none */
};

/** The ceilings of one device. */
struct ceilings {
    char backend[16];
    struct device_info info;
    int64_t cache_bytes[CEILINGS_CACHES]; /* total L1, L2, L3 of the device; 0: none */
    struct ceiling ceiling[CEILING_COUNT];
    bool estimated; /* true if taken from a data sheet, not measured */
};

/** Ceilings of several devices, as in a file; a CPU has one entry for each number of threads. */
struct ceilings_set {
    struct ceilings device[CEILINGS_DEVICES];
    int count;
};

/** Returns the description of a ceiling; `kind` must be below CEILING_COUNT. */
const struct ceiling_info *ceiling_info(enum ceiling_kind kind);

/**
 * A probe: `run` makes `iterations` iterations of `work` each (in units of the ceiling), and gives
 * their time.
 */
struct ceiling_probe {
    double work;
    int64_t set_bytes;
    bool (*run)(void *context, int64_t iterations, double *nanoseconds, struct error *error);
    void *context;
};

/** Returns the size of a working set: the greatest power of two up to `bytes`, and at least a
 * page. */
int64_t ceilings_power_of_two(int64_t bytes);

/**
 * Runs a probe with more and more iterations, until it is long enough to time. Then repeats it,
 * until the sum of its times suffices or some seconds have passed. EXIT_ENVIRONMENT if the time
 * does not grow with the iterations. Also fails if the probe fails.
 */
bool ceiling_measure(const struct ceiling_probe *probe, struct ceiling *ceiling,
                     struct error *error);

/**
 * Measures `count` probes in turn, so that the repetitions of each are spread over the whole time.
 * A temporary disturbance of the machine then affects only some repetitions.
 */
bool ceilings_in_turns(const struct ceiling_probe *probes, struct ceiling *const *ceilings,
                       int count, struct error *error);

/** Returns a document by results/ceilings.schema.json, with provenance; the caller deletes it. */
cJSON *ceilings_json(const struct ceilings_set *set);

/** Reads a file of ceilings. EXIT_USAGE if the file has other contents; `error` has the reason. */
bool ceilings_read(const char *path, struct ceilings_set *set, struct error *error);

/**
 * Returns the ceilings of the device with this name. Among entries that differ in threads, takes
 * the one with `threads` threads, or with the next larger number. If `threads` is NAN, takes the
 * smallest number. NULL if the set has none.
 */
const struct ceilings *ceilings_find(const struct ceilings_set *set, const char *backend,
                                     const char *device, double threads);

/**
 * Writes a table for each device in units for people, or one table of all devices for programs.
 * EXIT_USAGE if a column is unknown.
 */
bool ceilings_show(FILE *stream, const struct ceilings_set *set, struct table_style *style,
                   struct error *error);

/** Writes a rate for people: "67.3 Tflop/s". Returns `text`. */
const char *ceiling_text(enum ceiling_kind kind, double rate, char *text, size_t size);
