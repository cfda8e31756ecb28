/*
 * Explains why a claim's number differs from the paper's, with the numbers of the deciding point.
 */
#pragma once

#include "harness/report/verdicts/claims.h"

#include <stdbool.h>
#include <stddef.h>

/**
 * Writes the "why" of a claim that fails or is exceeded, with numbers of the point that decides it.
 * A placeholder such as {first.list_bytes MB} is replaced by a number of one of the point's cases
 * (first, second or least). It has a path in the results and a unit (%, µs or MB). {A / B} is
 * replaced by a quotient. False if there is no explanation: a number is missing, or a condition in
 * the claim's "when" ("A > B" or "A < B") is not true.
 */
bool explanation_of(const struct claim *claim, char *text, size_t size);
