/*
 * State of an edge list on a GPU. Structures that extend it have it as their first member, and call
 * its functions.
 */
#pragma once

#include "harness/backend/cuda/driver/cuda_memory.h"

struct cuda_edges {
    struct cuda_buffer edge;
    struct cuda_buffer row_size, edge_start; /* n + 1 numbers of 64 bits each: number of edges with
                                              * a first particle, and start of these edges */
};
