/*
 * Describes a user's strategy to the harness. Compiled at run time (-DSTRATEGY_HEADER=...) with its
 * row and, if it has one, its neighbor structure (-DNEIGHBORS_SOURCE=...).
 */
#include "harness/catalog/strategy.h"

#ifdef NEIGHBORS_SOURCE
#include NEIGHBORS_SOURCE
#endif

/**
 * Symbol that the harness looks up in the shared object: the strategies, ended by an element
 * without a name.
 */
const struct strategy pairlanes_strategy[] = {
#define STRATEGY(...) {__VA_ARGS__},
#include STRATEGY_HEADER
#undef STRATEGY
    {.name = 0},
};
