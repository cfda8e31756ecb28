/* Why a claim's number differs from the paper's, said with the numbers of the point that decides.
 */
#pragma once

#include "harness/report/verdicts/claims.h"

#include <stdbool.h>
#include <stddef.h>

/**
 * Writes the claim's "why" for the point that decides it, of a claim that holds no more or is
 * exceeded. In it {first.list_bytes MB} stands for a number of the point's cases: of the first
 * side, the second, or the least, by its path in the results; {A / B} is a quotient, and the unit,
 * %, µs or MB, that of the text. Returns whether there is an explanation: not if a number is
 * missing, or if one of the claim's conditions in "when", "A > B" or "A < B" of such numbers, is
 * not true.
 */
bool explanation_of(const struct claim *claim, char *text, size_t size);
