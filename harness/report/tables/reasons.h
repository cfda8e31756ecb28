/* Describes in words what limits a case, and why a slower one is slower. */
#pragma once

#include "harness/results/record.h"

#include <stddef.h>

/**
 * Writes why a case is slower than another one of the same ranking: threads, pairs, atomics, lanes,
 * memory, latency, lists; for whole steps, if both were timed, also the part of them; for lists
 * built in different ways, the part of building. Writes at most two causes, the larger one first;
 * "" if no count explains it.
 */
void reason_of(const struct record *slower, const struct record *faster, char *text, size_t size);

/**
 * Writes what limits a case, in two numbers: "57 % of gather_l1, 94 % of lanes active". A CPU has
 * no lanes; "" if neither is known.
 */
void binding_of(const struct record *record, char *text, size_t size);
