/* Values of a measured case: the tables of results/members/ take their values from here. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/machine/control_group.h"
#include "harness/base/machine/processor_load.h"
#include "harness/catalog/work.h"
#include "harness/json/json_file.h"
#include "harness/measure/case_state.h"
#include "harness/particles/box_edges.h"
#include "harness/particles/copies.h"
#include "harness/results/record.h"
#include "harness/timing/sampling.h"

#include <cjson/cJSON.h>
#include <math.h>

/** Values of a case; case_values_start fills in the mandatory parts. */
struct case_values {
    const struct case_spec *spec;
    const struct device_info *device; /* NULL: no device */
    const struct system *system;      /* system; NULL: it was not needed */
    bool built;                       /* true if the system was built, not read from a file */
    struct copies_text copies;        /* copies of the file's particles; "": one, or built */
    struct type_shares_text shares;   /* shares of types; "": equal, or a file's */
    struct box_edges_text box;        /* edges of the box; "": the builder's, or a file's */
    char date[32];
    const char *status, *reason; /* "ok", "skipped" or "failed", and the reason; NULL: none */

    bool ran; /* true if the case was verified and counted; then the following are valid */
    const struct case_state *found; /* numbers; zeros unless it ran */
    struct work work;
    const struct lane_counts *lanes; /* NULL: not replayed */
    struct timing time[QUANTITIES];  /* times; empty for what was not timed */
    struct processor_load load;      /* load of the machine during the timing; NAN: unknown */
    struct processor_share share;    /* share of the machine that the process may use */
    const char *step_reason; /* reason for which requested steps were not timed; NULL: none */
    struct record_dynamics dynamics; /* motion; empty unless particles were moved */
};

/**
 * Rounds nanoseconds for results to five digits, two more than a median's accuracy, and to a tenth,
 * finer than any clock. The order of times stays.
 */
static inline double recorded(double nanoseconds)
{
    return round(json_digits(nanoseconds, 5) * 10) / 10;
}

/** Starts a case of which only the spec is known. `device` and `system` may be NULL. */
struct case_values case_values_start(const struct case_spec *spec, const struct device_info *device,
                                     const struct system *system);

/**
 * Converts the times of a sampler; `gaps`: "true" or "false", whether they may contain gaps between
 * launches, "" without launches.
 */
void case_values_timing(const struct sampler *sampler, const char *gaps, struct timing *timing);

/**
 * Computes the dynamics members from a trajectory, or the reason why it stopped; leaves them empty
 * if the particles do not move.
 */
void case_values_dynamics(const struct case_spec *spec, const struct trajectory *trajectory,
                          struct record_dynamics *dynamics);

/**
 * Returns the case as JSON for the results, compared with `ceilings` unless that is NULL. Takes
 * over the times and the dynamics.
 */
cJSON *case_values_json(const struct case_values *c, const struct ceilings_set *ceilings);
