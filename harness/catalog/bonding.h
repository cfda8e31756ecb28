/* Ways to evaluate bonded terms: by which threads, in which kernel. */
#pragma once

#include "harness/catalog/strategy.h"

#include <stdbool.h>

enum bonding {
    BONDING_GATHER,  /* a thread per particle, in a separate kernel: no atomics, and a term is
                        evaluated by each of its members */
    BONDING_SCATTER, /* a thread per term, in a separate kernel: a term is evaluated once, and added
                        atomically to all of its members */
    BONDING_GROUP,   /* a block (on a CPU a thread) per group of particles along the bonds, in a
                        separate kernel: no atomics, and a term is evaluated once in each group that
                        has a member of it */
    BONDING_FUSED,   /* the thread of a particle, in the strategy's kernel */
    BONDING_COUNT
};

/** Returns the name of a value, and finds a value by name. */
const char *bonding_name(enum bonding bonding);
bool bonding_find(const char *name, enum bonding *bonding);

/**
 * Returns the kernel of the bonded terms; NULL if they have no separate one. It has a name, steps
 * and tuning like a strategy, but is in no table. On a GPU one of its steps is launched: "start"
 * before a strategy that adds to cleared forces, "add" after any other one and for scattered terms.
 * "start" stores the forces, so that they need no clearing.
 */
const struct strategy *bonding_kernel(enum bonding bonding);

/** Whether a strategy is the kernel of bonded terms. */
bool bonding_is_kernel(const struct strategy *strategy);

/** Whether kernels of a strategy can evaluate bonded terms in this way; EXIT_ENVIRONMENT if not. */
bool strategy_bonds(const struct strategy *strategy, enum bonding bonding, struct error *error);
