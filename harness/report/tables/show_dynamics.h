/* Prints the tables of cases with moved particles. */
#pragma once

#include "harness/base/table.h"
#include "harness/results/record.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/**
 * Prints a row for each case with "dynamics": the time of a step, and statistics of the energies.
 * Then prints how the fluctuation of the total energy grows with the time step. Then prints why
 * some cases did not finish.
 */
bool show_dynamics(FILE *stream, const struct record *const *list, int64_t count,
                   struct table_style *style, struct error *error);
