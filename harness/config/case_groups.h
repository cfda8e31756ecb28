/* The groups of a config, cases that are sampled in turns (case_same_group), and the time of each,
 * as far as the config determines it: units of work for several machines and devices. */
#pragma once

#include "harness/base/hash.h"
#include "harness/config/cases.h"

struct case_group {
    int64_t first, count; /* cases */
    double seconds; /* seconds of the cases that are not passed over; nominal: only ratios count */
    struct hash system; /* hash of the names of its model and particles */
    const char *id;     /* id of the first case */
};

/** Cuts the cases into groups, in their order; `groups` has room for cases->count. Returns how many
 * there are. Names are those of the cases, which have to outlive them. */
int64_t case_groups(const struct cases *cases, struct case_group *groups);

/** Sorts groups: longest first, and equal times in an order that only depends on content. */
void case_groups_sort(struct case_group *groups, int64_t count);

/** The least and the most seconds. */
struct case_span {
    double least, most;
};

/** Estimates the time to sample a case; 0 if there are no kernels for it. */
struct case_span case_span(const struct case_spec *spec);
