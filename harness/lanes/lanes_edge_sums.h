/*
 * Replays the second kernel of `edge_gather`, in which the lanes of a particle sum the forces of
 * its edges.
 */
#pragma once

#include "harness/lanes/lanes.h"

/**
 * Counts the requests that L1 and L2 serve while the forces of edges are summed. `rows` must be a
 * half list with known partners.
 */
bool lanes_of_edge_sums(const struct pair_rows *rows, int lanes_per_particle, int block,
                        struct lane_counts *lanes, struct error *error);
