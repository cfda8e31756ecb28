/* Values of a measured case: the tables of results/members/ take their values from here. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/machine/processor_load.h"
#include "harness/base/machine/processor_share.h"
#include "harness/catalog/work.h"
#include "harness/json/json_file.h"
#include "harness/measure/measurement.h"
#include "harness/particles/box_edges.h"
#include "harness/particles/copies.h"
#include "harness/results/record.h"
#include "harness/timing/sampling.h"

#include <cjson/cJSON.h>
#include <math.h>

/** A measured case; measured_start fills in the mandatory parts. */
struct measured {
    const struct case_spec *spec;
    const struct device_info *device; /* NULL: no device */
    const struct system *system;      /* NULL: it was not needed */
    bool built;                       /* the system, not read from a file */
    struct copies_text copies;        /* "": one, or built */
    struct type_shares_text shares;   /* "": equal, or a file's */
    struct box_edges_text box;        /* "": the builder's own, or a file's */
    char date[32];
    const char *status, *reason; /* "ok", "skipped", "failed", and why; NULL */

    bool ran; /* true if the case was verified and counted; then the following are valid */
    const struct measurement *found; /* zeros, unless it ran */
    struct work work;
    const struct lane_counts *lanes; /* NULL: not replayed */
    struct timing time[QUANTITIES];  /* times; empty for what was not timed */
    struct processor_load load;      /* load of the machine while it was timed; NAN */
    struct processor_share share;    /* share of the machine that the process may use */
    const char *step_reason; /* reason for which requested steps were not timed; NULL: none */
    struct record_dynamics dynamics; /* empty unless particles were moved */
};

/**
 * Rounds nanoseconds for results to five digits, where a median is known to three, and to a tenth,
 * which is finer than any clock. Order is kept.
 */
static inline double recorded(double nanoseconds)
{
    return round(json_digits(nanoseconds, 5) * 10) / 10;
}

/** Makes a case of which only the spec is known. `device` and `system` may be NULL. */
struct measured measured_start(const struct case_spec *spec, const struct device_info *device,
                               const struct system *system);

/**
 * Converts the times of a sampler; `gaps`: "true" or "false", whether they may contain gaps between
 * launches, "" if that means nothing. EXIT_ENVIRONMENT for memory.
 */
bool measured_timing(const struct sampler *sampler, const char *gaps, struct timing *timing,
                     struct error *error);

/**
 * Computes the dynamics members from a trajectory, or the reason why it stopped; leaves them empty
 * if the particles do not move. EXIT_ENVIRONMENT if memory runs out.
 */
bool measured_dynamics(const struct case_spec *spec, const struct trajectory *trajectory,
                       struct record_dynamics *dynamics, struct error *error);

/**
 * Returns the case as JSON for the results, compared with `ceilings` unless that is NULL. Takes
 * over the times and the dynamics.
 */
cJSON *measured_json(const struct measured *measured, const struct ceilings_set *ceilings);
