/* Settings of a case among which a search finds the fastest. */
#pragma once

#include "harness/config/cases.h"
#include "harness/search/space.h"

#include <stdbool.h>

/** Setting of an axis of candidates. */
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
    int tuning; /* number of the tuning value, for CANDIDATE_TUNING */
    double value[SPACE_VALUES];
};

/** Space of the settings of a case, and the meaning of its indices. */
struct candidates {
    const struct case_spec *base;
    struct space space; /* space, which starts at the case's setting */
    struct candidate_axis axis[SPACE_AXES];
};

/**
 * Finds the settings of a case that have an effect on its backend: its tuning values, each up to
 * four times doubled and halved, and, if `lists`, the order of the particles, how lists are built,
 * and the skin. The case has to outlive them.
 */
void candidates_of(const struct case_spec *base, bool lists, struct candidates *candidates);

/** Returns the case at a point; its paths are the base's. */
struct case_spec candidates_spec(const struct candidates *candidates, const struct point *point);
