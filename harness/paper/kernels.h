/* Whether results are of the kernels that this program has. */
#ifndef PAIRLANES_PAPER_KERNELS_H
#define PAIRLANES_PAPER_KERNELS_H

#include "harness/base/error.h"
#include "harness/results/record.h"

#include <stdbool.h>
#include <stdint.h>

/** Counts the cases with data whose kernels are not those of this program (results/current.h);
 * cases that do not record their sources are not counted. Errors are those of source_load. */
bool kernels_older(const struct records *records, int64_t *older, struct error *error);

#endif
