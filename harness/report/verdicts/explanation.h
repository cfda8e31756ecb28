/*
 * Explains why a claim's number differs from the paper's, with the numbers of the deciding point.
 */
#pragma once

#include "harness/report/verdicts/claims.h"

#include <stdbool.h>
#include <stddef.h>

/**
 * Writes the "why" of a claim that holds no more or is exceeded, with the numbers of the point
 * that decides it. The placeholder {first.list_bytes MB} stands for a number of the point's cases
 * (first, second or least side) by its path in the results, in the given unit, %, µs or MB; {A / B}
 * is a quotient. Returns false, without an explanation, if a number is missing, or if one of the
 * claim's conditions in "when", "A > B" or "A < B" of such numbers, is not true.
 */
bool explanation_of(const struct claim *claim, char *text, size_t size);
