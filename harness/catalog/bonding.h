/* Ways to evaluate bonded terms: which threads evaluate them, and in which kernel. */
#pragma once

#include "harness/catalog/strategy.h"

#include <stdbool.h>

enum bonding {
    BONDING_GATHER,  /* a thread per particle in a separate kernel. There are no atomics, but each
                      * term is evaluated once for each of its members */
    BONDING_SCATTER, /* a thread per term in a separate kernel: each term is evaluated once, and
                      * added to its members by atomics */
    BONDING_GROUP,   /* a block (on a CPU a thread) per group of particles that bonds connect, in a
                      * separate kernel. There are no atomics. A term is evaluated once for each
                      * group that contains one of its members */
    BONDING_FUSED,   /* the strategy's kernel, in the thread of each particle */
    BONDING_COUNT
};

/** Return the name of a value, and find a value by its name. */
const char *bonding_name(enum bonding bonding);
bool bonding_find(const char *name, enum bonding *bonding);

/**
 * Returns the kernel that evaluates bonded terms; NULL if they have no separate kernel. The kernel
 * has a name, steps and tuning like a strategy, but is not in the table of strategies. On a GPU one
 * of its steps is launched: "start" before a strategy that adds to forces, "add" after any other
 * strategy and for BONDING_SCATTER. The forces need not be cleared, because "start" stores them.
 */
const struct strategy *bonding_kernel(enum bonding bonding);

/** Whether `strategy` describes a kernel that evaluates bonded terms. */
bool bonding_is_kernel(const struct strategy *strategy);

/** Whether a strategy supports this way of evaluating bonded terms; EXIT_ENVIRONMENT if not. */
bool strategy_bonds(const struct strategy *strategy, enum bonding bonding, struct error *error);
