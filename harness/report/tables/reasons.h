/* Describes in words what limits a case, and why it is slower than another. */
#pragma once

#include "harness/results/record.h"

#include <stddef.h>

/**
 * Writes why a case is slower than another in its ranking: threads, pairs, atomics, lanes, memory,
 * latency or lists. If steps of both were timed, the text includes the slower part of the step. If
 * lists are built in different ways, it includes the slower part of building. Writes at most two
 * causes, the larger one first; "" if no count explains the difference.
 */
void reason_of(const struct record *slower, const struct record *faster, char *text, size_t size);

/**
 * Writes two numbers that show what limits a case, "57 % of gather_l1, 94 % of lanes active". For a
 * CPU writes only the first. "" if neither is known.
 */
void binding_of(const struct record *record, char *text, size_t size);
