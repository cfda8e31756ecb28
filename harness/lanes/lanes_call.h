/* Kernels of a force call other than the one that evaluates pairs. */
#pragma once

#include "harness/lanes/lanes.h"

/**
 * Counts what L1 and L2 serve when forces are cleared, buffers are combined, and bonded terms are
 * added.
 */
bool lanes_note_call(const struct lanes_input *input, const struct strategy *strategy,
                     const int tuning[STRATEGY_TUNINGS], struct lane_counts *lanes,
                     struct error *error);
