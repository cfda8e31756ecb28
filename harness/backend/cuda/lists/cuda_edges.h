/*
 * State of an edge list on a GPU. Structures with more data begin with it, and call its functions.
 */
#pragma once

#include "harness/backend/cuda/driver/cuda_memory.h"

struct cuda_edges {
    struct cuda_buffer edge;
    struct cuda_buffer row_size, edge_start; /* n + 1 in 64 bits: edges by first particle */
};
