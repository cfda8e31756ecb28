/* What a paper prints in the place that a claim names. */
#ifndef PAIRLANES_PAPER_PRINTED_H
#define PAIRLANES_PAPER_PRINTED_H

#include "harness/paper/catalog.h"
#include "harness/report/claims.h"

/**
 * The device that the paper has a claim's published number of; "" if it has none, or does not tell.
 * The number stands there as the claim has it, in per cent, as what is added to one or left of it,
 * or upside down.
 */
const char *printed_device(const struct paper *paper, const struct claim *claim);

#endif
