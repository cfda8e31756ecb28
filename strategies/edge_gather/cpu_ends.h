/* The edge list, with the edges of each particle, for the CPU. */
#ifndef PAIRLANES_STRATEGIES_EDGE_GATHER_CPU_ENDS_H
#define PAIRLANES_STRATEGIES_EDGE_GATHER_CPU_ENDS_H

#include "strategies/cpu_edges.h"

/**
 * Edge list with the edges of each particle. Particle i is the first particle of edges
 * first_start[i] … first_start[i + 1] - 1. It is the second particle of the edges second[k], k from
 * second_start[i] to second_start[i + 1] - 1. The struct begins with the members of cpu_edges, so
 * that edges_of can read it.
 */
struct cpu_ends {
    struct cpu_edges edges;
    const int64_t *first_start, *second_start;
    const uint32_t *second; /* numbers of edges, sorted by second particle */
};

#endif
