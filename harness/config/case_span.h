/* Time to sample a case, as far as its config determines it. */
#pragma once

#include "harness/config/cases.h"

/** The least and the most seconds. */
struct case_span {
    double least, most;
};

/** Estimates the time to sample a case; 0 if there are no kernels for it. */
struct case_span case_span(const struct case_spec *spec);
