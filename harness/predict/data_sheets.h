/* Ceilings of GPUs without measurements, from their data sheets. */
#pragma once

#include "harness/backend/ceilings.h"

#include <stdbool.h>

/** Properties of a GPU from data sheets and architecture papers. */
struct data_sheet {
    const char *name;
    int cores;               /* multiprocessors */
    double mhz;              /* boost clock */
    int lanes, lanes_double; /* lanes of a multiprocessor; each makes a multiply-add per cycle */
    double l1_kib;           /* L1 and shared memory of a multiprocessor */
    double l2_mib;
    double dram;         /* byte/s */
    bool vector_atomics; /* true if four floats are added at once */
};

/**
 * Returns the data sheets, ended by one without a name. An H100 and an H200, which were measured,
 * are among them.
 */
const struct data_sheet *data_sheets(void);

/**
 * Estimates the ceilings that predictions need: the measured rates of an H100 and an H200, per
 * multiprocessor and cycle, and for memory relative to the data sheet.
 */
void data_sheet_ceilings(const struct data_sheet *sheet, struct ceilings *ceilings);
