/* What was measured, in the unit that a paper prints. */
#ifndef PAIRLANES_PAPER_MEANS_H
#define PAIRLANES_PAPER_MEANS_H

#include "harness/paper/catalog.h"
#include "harness/report/verdicts/claims.h"

#include <stddef.h>

/**
 * Writes the means behind the point that decides a claim in the unit of the paper's numbers, first
 * that of the first side: "28.93 °C", "-33.42 and -33.41 kJ/mol". "" if the claim is of something
 * else, the paper has other units, or the model's energies are not in kcal/mol.
 */
void means_text(const struct paper *paper, const struct claim *claim, char *text, size_t size);

#endif
