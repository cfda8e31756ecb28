/* Words for a claim and the point that decides it, for tables and reports. */
#pragma once

#include "harness/report/verdicts/claims.h"

#include <stddef.h>

enum { CLAIM_TEXT = 1024 /* characters of any of these texts, with the final zero */ };

/**
 * Writes what is bounded, and the bounds: "force of vertex / newton buffers=16 above 0.8 and below
 * 1.25 at the largest n".
 */
void claim_condition(const struct claim *claim, char *text, size_t size);

/** Writes the ratio or number of a point, with its 95 % interval unless it is exact: "0.720 [0.710,
 * 0.730]". */
void claim_decided_by(const struct claim *claim, const struct claim_point *point, char *text,
                      size_t size);

/** Writes the paper's value, "0.69", or range, "20 to 100"; "" if it gives none. */
void claim_printed(const struct claim *claim, char *text, size_t size);

/** Writes where a point is: "lj, N = 4,096, ρ = 0.1 … 0.5, dt = 10, single precision". */
void claim_place(const struct claim_point *point, char *text, size_t size);

/** Writes at how many points a claim holds: "3 of 5 points". */
void claim_tally(const struct claim *claim, char *text, size_t size);
