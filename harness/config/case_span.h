/* Time to sample a case, as far as its config shows it. */
#ifndef PAIRLANES_CASE_SPAN_H
#define PAIRLANES_CASE_SPAN_H

#include "harness/config/cases.h"

/** The least and the most seconds. */
struct case_span {
    double least, most;
};

/** Estimates the time to sample a case; 0 if there are no kernels for it. */
struct case_span case_span(const struct case_spec *spec);

#endif
