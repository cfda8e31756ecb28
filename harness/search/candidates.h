/* Settings of a case; a search finds the fastest among them. */
#pragma once

#include "harness/config/cases.h"
#include "harness/search/space.h"

#include <stdbool.h>

/** Kind of setting that an axis of the search varies. */
enum candidate_kind {
    CANDIDATE_TUNING, /* a tuning value of the strategy */
    CANDIDATE_SORT,
    CANDIDATE_INTERACTIONS,
    CANDIDATE_BINNING,
    CANDIDATE_LISTING,
    CANDIDATE_DISTANCE,
    CANDIDATE_SKIN,
};

struct candidate_axis {
    enum candidate_kind kind;
    int tuning; /* index of the tuning value, for CANDIDATE_TUNING */
    double value[SPACE_VALUES];
};

/** The settings of a case as a space of points, and the meaning of its indices. */
struct candidates {
    const struct case_spec *base;
    struct space space; /* the space; the search starts at the case's setting */
    struct candidate_axis axis[SPACE_AXES];
};

/**
 * Finds the settings of a case that have an effect on its backend: tuning values, each up to four
 * times doubled and halved. If `lists` is set, adds the sort order of particles, the method of
 * building lists, and the skin. The case has to outlive them.
 */
void candidates_of(const struct case_spec *base, bool lists, struct candidates *candidates);

/** Returns the case for a point of the space. Its paths belong to the base case. */
struct case_spec candidates_spec(const struct candidates *candidates, const struct point *point);
