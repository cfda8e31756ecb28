/*
 * The same kernel as in `tile`, but with patches as wide as the cut-off. The inner loop over
 * hundreds of partners is then long enough for vectors.
 *
 * J. C. Phillips, Case Study: Molecular Dynamics, course S05, SC07 (2007), "NAMD Design".
 */
#include "strategies/particle.h"

#pragma push_macro("CPU_KERNEL")
#undef CPU_KERNEL
#define CPU_KERNEL(strategy_name, function)
#include "strategies/tile/tile.c"
#pragma pop_macro("CPU_KERNEL")

CPU_KERNEL(patch, tile)
