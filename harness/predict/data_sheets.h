/* Estimates the ceilings of GPUs that were not measured from their data sheets. */
#pragma once

#include "harness/backend/ceilings.h"

#include <stdbool.h>

/** Properties of a GPU, from its data sheet and NVIDIA's architecture papers. */
struct data_sheet {
    const char *name;
    int cores;               /* multiprocessors */
    double mhz;              /* boost clock */
    int lanes, lanes_double; /* lanes of a multiprocessor in single and double precision; each does
                              * a multiply-add per cycle */
    double l1_kib;           /* size of L1 and shared memory of a multiprocessor, KiB */
    double l2_mib;
    double dram;         /* rate of the memory, byte/s */
    bool vector_atomics; /* true if one atomic add can add four floats */
};

/**
 * Returns the data sheets; the last one has no name. They include an H100 and an H200, although
 * their ceilings were measured.
 */
const struct data_sheet *data_sheets(void);

/**
 * Estimates the ceilings that predictions need, from the rates measured on an H100 and an H200.
 * Rates are scaled by multiprocessors and clock; memory rates by the data sheet's rate.
 */
void data_sheet_ceilings(const struct data_sheet *sheet, struct ceilings *ceilings);
