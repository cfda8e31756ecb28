/*
 * Phases of a case. Sums the time of each kind of phase. Marks phases as NVTX ranges in the domain
 * "pairlanes". Nsight Systems shows them, and Nsight Compute can select ranges to profile
 * (--nvtx-include). If no tool is attached, a range costs two readings of the clock.
 */
#pragma once

enum phase {
    PHASE_NONE, /* time outside all other phases; there is no NVTX range for it */
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
 * Begins a range "phase id" within the open ranges. At most eight may be open. Only one thread may
 * call this function.
 */
void phase_begin(enum phase phase, const char *id);

/** Ends the innermost open range. */
void phase_end(void);

/** Sets the times of all phases to zero. */
void phase_reset(void);

/**
 * Returns the seconds since phase_reset during which a range of this phase was the innermost one.
 */
double phase_seconds(enum phase phase);
