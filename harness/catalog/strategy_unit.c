/* Compiled at run time for a strategy outside the tree (-DSTRATEGY_HEADER=...): its row, and the
 * neighbor structure that it brings along (-DNEIGHBORS_SOURCE=...). */
#include "harness/catalog/strategy.h"

#ifdef NEIGHBORS_SOURCE
#include NEIGHBORS_SOURCE
#endif

/** Symbol that the harness looks up in the shared object: the rows, ended by one without a name. */
const struct strategy pairlanes_strategy[] = {
#define STRATEGY(...) {__VA_ARGS__},
#include STRATEGY_HEADER
#undef STRATEGY
    {.name = 0},
};
