/* Tells in words what binds a case, and what a slower one loses by. */
#ifndef PAIRLANES_REASONS_H
#define PAIRLANES_REASONS_H

#include "harness/results/record.h"

#include <stddef.h>

/**
 * Writes what a case loses by against a faster one of the same question: threads, pairs, atomics,
 * lanes, memory, latency, lists; of whole steps, where both were timed, also which part of them it
 * is; of lists built in different ways, which part of building. At most two causes, the heavier one
 * first; "" where nothing that was counted tells why.
 */
void reason_of(const struct record *slower, const struct record *faster, char *text, size_t size);

/**
 * Writes what binds a case, in two numbers: "57 % of gather_l1, 94 % of lanes active". A CPU has no
 * lanes to tell of; "" where neither is known.
 */
void binding_of(const struct record *record, char *text, size_t size);

#endif
