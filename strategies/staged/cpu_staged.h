/* Data of CPU kernels of `staged`. */
#ifndef PAIRLANES_STRATEGIES_STAGED_CPU_STAGED_H
#define PAIRLANES_STRATEGIES_STAGED_CPU_STAGED_H

#include <stdint.h>

/** Partners that a block may have: their positions lie on a thread's stack. */
enum { STAGED_MOST = 1 << 14 };

/**
 * Blocks of `particles` particles that follow one another. The table of block b is
 * table[table_start[b]] …, the particle n its last. The entries of particle i, places in the table
 * of its block, are entry[start[i]] …, count[i] of them, padded up to start[i + 1], a multiple of
 * LIST_PADDING, with the place of particle n.
 */
struct cpu_staged {
    int64_t blocks;
    int particles;
    const int64_t *start;
    const int32_t *count;
    const uint16_t *entry;
    const int64_t *table_start;
    const int32_t *table;

    /* three of each block: from where on coordinates along an axis are taken one box lower, so that
       no pair of its particles and their partners needs another image; under 0 where there is no
       such place: pairs take the nearest image */
    const double *cut;
};

#endif
