/* Data of CPU kernels of `staged`. */
#ifndef PAIRLANES_STRATEGIES_STAGED_CPU_STAGED_H
#define PAIRLANES_STRATEGIES_STAGED_CPU_STAGED_H

#include <stdint.h>

/** Most partners of a block: their positions are on a thread's stack. */
enum { STAGED_MOST = 1 << 14 };

/**
 * Blocks of `particles` consecutive particles. The table of block b is table[table_start[b]] …, the
 * particle n its last. The entries of particle i, places in the table of its block, are
 * entry[start[i]] …, count[i] of them, padded up to start[i + 1], a multiple of LIST_PADDING, with
 * the place of particle n.
 */
struct cpu_staged {
    int64_t blocks;
    int particles;
    const int64_t *start;
    const int32_t *count;
    const uint16_t *entry;
    const int64_t *table_start;
    const int32_t *table;

    /*
     * three of each block: coordinates along an axis from here on are shifted down by one box, so
     * that no pair of its particles and their partners needs another image; below 0: there is no
     * such place, and pairs take the nearest image
     */
    const double *cut;
};

#endif
