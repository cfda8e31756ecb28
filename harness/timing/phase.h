/*
 * Phases of a case: the time of each kind of phase, and NVTX ranges of the domain "pairlanes", so
 * that Nsight Systems shows the sweep and Nsight Compute can select ranges to profile
 * (--nvtx-include). Without a listening tool a range costs two readings of the clock.
 */
#pragma once

enum phase {
    PHASE_NONE, /* time of no other phase; has no range */
    PHASE_DEVICE,
    PHASE_SYSTEM,
    PHASE_REFERENCE,
    PHASE_LOAD,
    PHASE_PREPARE,
    PHASE_COMPILE,
    PHASE_VERIFY,
    PHASE_LANES,
    PHASE_ENERGY,
    PHASE_COUNTERS,
    PHASE_BUILD,
    PHASE_BONDED,
    PHASE_COLD,
    PHASE_ENERGIES,
    PHASE_STEP,
    PHASE_FORCE,
    PHASE_DYNAMICS,
    PHASE_COUNT
};

/**
 * Begins a range "phase id" within those that are open, at most eight. Only one thread may call it.
 */
void phase_begin(enum phase phase, const char *id);

/** Ends the innermost range. */
void phase_end(void);

/** Resets the times. */
void phase_reset(void);

/** Returns the seconds since phase_reset in which ranges of this phase were the innermost ones. */
double phase_seconds(enum phase phase);
