#include "harness/catalog/neighbor_structure.h"

#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...)                                             \
    const struct neighbor_structure neighbors_##row = {.name = #row, __VA_ARGS__};
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE
