/* Decides whether a time can be trusted and, if not, gives the remedy. */
#pragma once

#include "harness/results/record.h"

#include <stddef.h>

/** Reasons why a time cannot be trusted, one bit per reason. */
enum trust_fault {
    TRUST_FEW = 1,       /* too few samples for a 95 % interval */
    TRUST_WIDE = 2,      /* the interval is wider than a quarter of the median */
    TRUST_UNSETTLED = 4, /* sampling stopped because times drift, with an interval wider than 5 % of
                          * the median */
    TRUST_THROTTLED = 8, /* the hardware reduced its clock */
    TRUST_BUSY = 16,     /* other programs or a hypervisor took the CPUs that the case needed */
    TRUST_CPUS = 32,     /* the threads have too few CPUs, due to affinity, places or quota */
    TRUST_SLOWED = 64,   /* the median is over twice the shortest call, so most calls were
                          * delayed */
    /* faults of the machine that the samples do not show */
    TRUST_OF_MACHINE = TRUST_THROTTLED | TRUST_BUSY | TRUST_CPUS,
};

/** Returns the faults of a time of a record, such as &record->force; 0: the time can be trusted. */
unsigned trust_faults(const struct record *record, const struct timing *time);

/** Writes the faults in words: "its interval is 120 % wide, after 9 samples". Returns `text`. */
const char *trust_reason(const struct record *record, const struct timing *time, char *text,
                         size_t size);

/** Returns the remedy for the faults of a time, such as "stop other programs and run again". */
const char *trust_remedy(unsigned faults);
