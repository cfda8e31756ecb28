/* The edge list, for the CPU. */
#ifndef PAIRLANES_STRATEGIES_CPU_EDGES_H
#define PAIRLANES_STRATEGIES_CPU_EDGES_H

#include "strategies/cpu_arguments.h"

/**
 * Edges in a chunk, which one thread evaluates. Sums over edges with the same first particle end
 * with the chunk.
 */
enum { EDGE_CHUNK = 4096 };

/** Edge list: edge k is the pair of particles first[k] and second[k]; sorted by first. */
struct cpu_edges {
    int64_t edges;
    const int32_t *first, *second;
    const uint8_t *interaction; /* kind of interaction of each edge; NULL: not stored */
};

static inline const struct cpu_edges *edges_of(const struct cpu_arguments *a)
{
    return (const struct cpu_edges *)a->neighbors;
}

#endif
