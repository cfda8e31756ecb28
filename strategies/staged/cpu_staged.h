/* Data of CPU kernels of `staged`. */
#ifndef PAIRLANES_STRATEGIES_STAGED_CPU_STAGED_H
#define PAIRLANES_STRATEGIES_STAGED_CPU_STAGED_H

#include <stdint.h>

/** Largest number of partners of a block: their positions are on a thread's stack. */
enum { STAGED_MOST = 1 << 14 };

/**
 * Blocks of `particles` consecutive particles. Block b has a table of partners,
 * table[table_start[b]] …; its last element is the dummy particle n. Entries of rows are indices
 * into the table of the block. Particle i has count[i] entries, starting at entry[start[i]]. They
 * are padded with the index of the dummy up to start[i + 1], a multiple of LIST_PADDING.
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
     * three per block, along x, y, z. Shifting coordinates at or above the cut down by one box
     * length puts block and partners in the same periodic image. Below 0: no cut exists; each pair
     * computes its nearest image
     */
    const double *cut;
};

#endif
