/* The quantities that are timed for a case: a table with a row for each, in the order of timing. */
#pragma once

#include "harness/backend/backend.h"
#include "harness/base/error.h"
#include "harness/devices/devices.h"
#include "harness/timing/phase.h"

#include <stdbool.h>
#include <stdint.h>

struct case_state;

enum quantity {
    QUANTITY_BUILD,    /* build of the neighbor structure */
    QUANTITY_BIN,      /* filling its cells, the first part of that */
    QUANTITY_BONDED,   /* bonded terms, if they are a separate step */
    QUANTITY_ENERGIES, /* force calls with energies and virial */
    QUANTITY_COLD,     /* force calls on cold caches */
    QUANTITY_STEP,     /* a whole step of dynamics */
    QUANTITY_FORCE,    /* force call; comes last, and completes the record of the case */
    QUANTITIES
};

struct quantity_info {
    const char *message; /* progress message, before the case's id */
    enum phase phase;

    /** Whether the quantity is timed for a prepared case. */
    bool (*asked)(const struct case_state *state, const struct backend *backend);

    /**
     * Runs `calls` calls back to back, `time_one` (if `time` is NULL) one call; both give the
     * nanoseconds.
     */
    bool (*time)(const struct opened *opened, struct case_state *state, int64_t calls,
                 double *nanoseconds, struct error *error);
    bool (*time_one)(const struct opened *opened, struct case_state *state, double *nanoseconds,
                     struct error *error);

    bool shared; /* true if timed once for all cases that read the same neighbor structure */
    bool moves;  /* true if timed case by case, each on a separate workload */
    bool brief;  /* true without warm-up by time, because verification has just warmed up the
                  * device */
    bool warm;   /* option of struct sampler */
    bool single; /* option of struct sampler */
};

/** Returns the row of a quantity. */
const struct quantity_info *quantity_info(enum quantity quantity);

/**
 * Runs `calls` calls of a quantity, and gives the time in nanoseconds. Errors are the backend's.
 */
bool quantity_time(enum quantity quantity, const struct opened *opened, struct case_state *state,
                   int64_t calls, double *nanoseconds, struct error *error);

/**
 * Returns the reason why requested steps of a prepared case are not timed; NULL: they are, or are
 * not requested.
 */
const char *quantity_step_reason(const struct case_state *state, const struct backend *backend);
