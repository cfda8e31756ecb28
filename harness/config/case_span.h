/* How long sampling a case takes, as far as its config tells. */
#ifndef PAIRLANES_CASE_SPAN_H
#define PAIRLANES_CASE_SPAN_H

#include "harness/config/cases.h"

/** The least and the most seconds. */
struct case_span {
    double least, most;
};

/** Foresees what sampling a case takes; 0 if there are no kernels for it. */
struct case_span case_span(const struct case_spec *spec);

#endif
