/*
 * The groups of a config: cases that are sampled in turns (case_same_group). Each has a time
 * estimated from the config. Groups are distributed over machines and devices.
 */
#pragma once

#include "harness/base/hash.h"
#include "harness/config/cases.h"

struct case_group {
    int64_t first, count; /* first case and number of cases */
    double seconds;       /* estimated seconds of the cases that are not skipped; only their
                           * ratios matter */
    struct hash system;   /* hash of the part of the id for model and particles */
    const char *id;       /* id of the first case */
};

/**
 * Divides the cases into groups, in their order; `groups` has cases->count elements. Returns the
 * number of groups. The ids belong to the cases, which must outlive the groups.
 */
int64_t case_groups(const struct cases *cases, struct case_group *groups);

/** Sorts groups by time, the longest first. The order of equal times depends only on content. */
void case_groups_sort(struct case_group *groups, int64_t count);

/** Smallest and largest number of seconds. */
struct case_span {
    double least, most;
};

/** Estimates the time to sample a case; 0 if it has no kernels. */
struct case_span case_span(const struct case_spec *spec);
