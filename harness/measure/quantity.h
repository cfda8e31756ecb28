/*
 * The quantities that are timed for a case: a table with a row for each quantity, in the order of
 * timing.
 */
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
    QUANTITY_BIN,      /* filling cells, the first part of building */
    QUANTITY_BONDED,   /* bonded terms, if they have a separate kernel */
    QUANTITY_ENERGIES, /* force calls with energies and virial */
    QUANTITY_COLD,     /* force calls that begin with cold caches */
    QUANTITY_STEP,     /* a whole step of dynamics */
    QUANTITY_FORCE,    /* force call; timed last, and then the case is recorded */
    QUANTITIES
};

struct quantity_info {
    const char *message; /* progress message, which precedes the id of the case */
    enum phase phase;

    /** Whether the quantity is timed for a prepared case. */
    bool (*asked)(const struct case_state *state, const struct backend *backend);

    /**
     * Return the time of `calls` calls back to back, or of a single call, in ns. `time_one` is used
     * if `time` is NULL.
     */
    bool (*time)(const struct opened *opened, struct case_state *state, int64_t calls,
                 double *nanoseconds, struct error *error);
    bool (*time_one)(const struct opened *opened, struct case_state *state, double *nanoseconds,
                     struct error *error);

    bool shared; /* true if timed once for all cases that read the same neighbor structure */
    bool moves;  /* true if cases are timed one after another, each on a separate workload */
    bool brief;  /* true if timed without a warm-up, because the verification has just warmed up the
                  * device */
    bool warm;   /* value of `warm` in struct sampler */
    bool single; /* value of `single` in struct sampler */
};

/** Returns the row of a quantity in the table. */
const struct quantity_info *quantity_info(enum quantity quantity);

/** Runs `calls` calls of a quantity, and returns their time in ns. Fails like the backend. */
bool quantity_time(enum quantity quantity, const struct opened *opened, struct case_state *state,
                   int64_t calls, double *nanoseconds, struct error *error);

/**
 * Returns why the requested steps of a prepared case are not timed; NULL: they are timed, or not
 * requested.
 */
const char *quantity_step_reason(const struct case_state *state, const struct backend *backend);
