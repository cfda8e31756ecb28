/*
 * Replays the second kernel of `edge_gather`, in which the lanes of a particle sum the forces of
 * its edges.
 */
#pragma once

#include "harness/lanes/lanes.h"

/**
 * Counts what L1 and L2 serve for these sums. `rows` must be those of a half list whose partners
 * are known.
 */
bool lanes_of_edge_sums(const struct pair_rows *rows, int lanes_per_particle, int block,
                        struct lane_counts *lanes, struct error *error);
