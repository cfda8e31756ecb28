/* The table of `pairlanes verify`. The cases of a strategy, model, precision and backend share a
 * row. */
#pragma once

#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/results/results.h"

#include <stdbool.h>
#include <stdio.h>

/** Prints the worst errors of each row, and below the table the reasons of the rows that did not
 * pass, each once: that of the first such case of a row.
 * EXIT_ENVIRONMENT if memory runs out. */
bool verify_table_print(const struct cases *cases, const struct results *results, FILE *stream,
                        struct error *error);
