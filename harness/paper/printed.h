/* What a paper prints, entry by entry, and which of it is held against what is measured. */
#ifndef PAIRLANES_PAPER_PRINTED_H
#define PAIRLANES_PAPER_PRINTED_H

#include "harness/paper/catalog.h"
#include "harness/report/verdicts/claims.h"

#include <stdbool.h>
#include <stddef.h>

/** Writes how the paper prints the number of a claim, and of which device: "almost 40 %, K20"; the
 * device alone if the claim has the number as it stands there. */
void printed_text(const struct paper *paper, const struct claim *claim, char *text, size_t size);

/** The device of the first number that a claim names; "" if it names none, or the paper does not
 * tell. */
const char *printed_device(const struct paper *paper, const struct claim *claim);

/** Whether the paper prints one of the numbers that a claim names in that unit. */
bool printed_has_unit(const struct paper *paper, const struct claim *claim, const char *unit);

/** Writes a number with how the paper says it and its unit: "almost 40 %", "1 to 3 GB/s". */
void printed_number(const cJSON *number, char *text, size_t size);

/** Whether one of the claims names the number of a paper. */
bool printed_is_claimed(const struct paper *paper, const cJSON *number,
                        const struct claims *claims);

#endif
