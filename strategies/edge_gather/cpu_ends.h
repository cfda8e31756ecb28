/* Edges, and the edges of each particle, for the CPU. */
#ifndef PAIRLANES_STRATEGIES_EDGE_GATHER_CPU_ENDS_H
#define PAIRLANES_STRATEGIES_EDGE_GATHER_CPU_ENDS_H

#include "strategies/cpu_edges.h"

/**
 * Edges: particle i is the first of edges first_start[i] … first_start[i + 1] - 1, and the second
 * of edges second[k], k from second_start[i] to second_start[i + 1] - 1. It begins like cpu_edges,
 * so that edges_of can read it.
 */
struct cpu_ends {
    struct cpu_edges edges;
    const int64_t *first_start, *second_start;
    const uint32_t *second; /* numbers of edges */
};

#endif
