/* The second kernel of `edge_gather`: lanes of a particle that sum the forces of its edges. */
#pragma once

#include "harness/lanes/lanes.h"

/**
 * Counts what L1 and L2 serve of the sums; the partners of the rows, of a half list, have to be
 * known.
 */
bool lanes_of_edge_sums(const struct pair_rows *rows, int lanes_per_particle, int block,
                        struct lane_counts *lanes, struct error *error);
