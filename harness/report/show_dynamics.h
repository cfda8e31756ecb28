/* The tables of cases whose particles moved. */
#ifndef PAIRLANES_SHOW_DYNAMICS_H
#define PAIRLANES_SHOW_DYNAMICS_H

#include "harness/results/record.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/** Prints what a step took and what the energies did, a row for each case that has "dynamics"; how
 * the total energy's fluctuation grows with the time step; and why those did not get to the end
 * that did not. EXIT_ENVIRONMENT for memory. */
bool show_dynamics(FILE *stream, const struct record *const *list, int64_t count,
                   struct error *error);

#endif
