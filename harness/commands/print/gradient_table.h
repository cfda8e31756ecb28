/* Table of `pairlanes verify`: consistency of the models' energies and forces. */
#pragma once

#include "harness/base/error.h"
#include "harness/config/cases.h"

#include <stdbool.h>
#include <stdio.h>

/**
 * Checks the pair function of each model of the cases, once for each set of parameters
 * (harness/physics/gradient.h). Prints a row for each, and below the table the faults. `failed`:
 * number of models with a fault. Errors are those of gradient_check.
 */
bool gradient_table_print(const struct cases *cases, FILE *stream, int *failed,
                          struct error *error);
