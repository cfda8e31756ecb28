/* Decides whether a time can be trusted, and gives the remedy if not. */
#pragma once

#include "harness/results/record.h"

#include <stddef.h>

/** Reasons why a time cannot be trusted, as bits. */
enum trust_fault {
    TRUST_FEW = 1,       /* too few samples for an interval of 95 % */
    TRUST_WIDE = 2,      /* the interval is wider than a quarter of the median */
    TRUST_UNSETTLED = 4, /* sampling stalled because times drift, with an interval wider than 5 %
                          * of the median */
    TRUST_THROTTLED = 8, /* the hardware held its clock back */
    TRUST_BUSY = 16,     /* other programs or a hypervisor took the CPUs that the case needed */
    TRUST_CPUS = 32,     /* its threads have too few CPUs, by affinity, places or quota */
    TRUST_SLOWED = 64,   /* the median is over twice the shortest call: most calls were delayed */
    /* faults that samples do not show */
    TRUST_OF_MACHINE = TRUST_THROTTLED | TRUST_BUSY | TRUST_CPUS,
};

/** Returns the faults of one of a record's times, such as &record->force; 0: it can be trusted. */
unsigned trust_faults(const struct record *record, const struct timing *time);

/** Writes the faults in words: "its interval is 120 % wide, after 9 samples". Returns `text`. */
const char *trust_reason(const struct record *record, const struct timing *time, char *text,
                         size_t size);

/** Returns the remedy for the faults of a time, such as "stop other programs and run again". */
const char *trust_remedy(unsigned faults);
