/*
 * Values of a measured case. The tables of results/members/ compute a record's members from them.
 */
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

/** Values of a case; case_values_start sets the mandatory ones. */
struct case_values {
    const struct case_spec *spec;
    const struct device_info *device; /* device of the case; NULL: none */
    const struct system *system;      /* system; NULL: it was not needed */
    bool built;                       /* true if the system was built, not read from a file */
    struct copies_text copies;        /* copies of the file's particles; "": one, or the system was
                                       * built */
    struct type_shares_text shares;   /* shares of types; "": equal, or the types come from a
                                       * file */
    struct box_edges_text box;        /* edges of the box; "": the builder's, or a file's */
    char date[32];
    const char *status, *reason; /* "ok", "skipped" or "failed"; and the reason if the case was
                                  * skipped or has failed. NULL: no reason */

    bool ran; /* true if the case was verified and counted; then the following values are valid */
    const struct case_state *found; /* results of the case; zeros if it did not run */
    struct work work;
    const struct lane_counts *lanes; /* lane counts; NULL: not replayed */
    struct timing time[QUANTITIES];  /* times; empty for quantities that were not timed */
    struct processor_load load;      /* load of the machine while the case was timed; NAN:
                                      * unknown */
    struct processor_share share;    /* share of the machine that the process may use */
    const char *step_reason; /* reason why requested steps were not timed; NULL: they were timed,
                              * or not requested */
    struct record_dynamics dynamics; /* data on the motion; empty if particles did not move */
};

/**
 * Rounds nanoseconds for results to five digits and to 0.1 ns. Five digits are two more than the
 * accuracy of a median; 0.1 ns is finer than any clock. Rounding keeps the order of times.
 */
static inline double recorded(double nanoseconds)
{
    return round(json_digits(nanoseconds, 5) * 10) / 10;
}

/** Starts the values of a case from its spec alone. `device` and `system` may be NULL. */
struct case_values case_values_start(const struct case_spec *spec, const struct device_info *device,
                                     const struct system *system);

/**
 * Converts the times of a sampler. `gaps` is "true" if the times may contain gaps between launches,
 * "false" if not, and "" if nothing is launched.
 */
void case_values_timing(const struct sampler *sampler, const char *gaps, struct timing *timing);

/**
 * Sets values->dynamics from a trajectory, or the reason why it stopped. Leaves it empty if the
 * particles do not move.
 */
void case_values_dynamics(const struct case_spec *spec, const struct trajectory *trajectory,
                          struct record_dynamics *dynamics);

/**
 * Returns the case as JSON for the results, compared with `ceilings` unless that is NULL. Takes
 * ownership of lists in the times and the dynamics.
 */
cJSON *case_values_json(const struct case_values *c, const struct ceilings_set *ceilings);
