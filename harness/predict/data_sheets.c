#include "harness/predict/data_sheets.h"

#include <stdio.h>

/*
 * Numbers in NVIDIA's data sheets and in the white papers on Volta, Ampere, Ada, Hopper and
 * Blackwell.
 */
static const struct data_sheet sheets[] = {
    {"NVIDIA V100", 80, 1530, 64, 32, 128, 6, 900e9, false},
    {"NVIDIA A100", 108, 1410, 64, 32, 192, 40, 2039e9, false},
    {"NVIDIA L40S", 142, 2520, 128, 2, 128, 96, 864e9, false},
    {"NVIDIA GeForce RTX 4090", 128, 2520, 128, 2, 128, 72, 1008e9, false},
    {"NVIDIA GeForce RTX 5090", 170, 2407, 128, 2, 128, 96, 1792e9, true},
    {"NVIDIA B200", 148, 1965, 128, 64, 228, 126, 8000e9, true},
    {"NVIDIA H100 80GB HBM3", 132, 1980, 128, 64, 228, 50, 3350e9, true},
    {"NVIDIA H200", 132, 1980, 128, 64, 228, 60, 4800e9, true},
    {.name = NULL},
};

/*
 * Means of the rates measured on an H100 and an H200. They are per multiprocessor and cycle, or a
 * fraction of the data sheet's rate.
 */
static const struct {
    enum ceiling_kind kind;
    double rate;
} measured[] = {
    {CEILING_ISSUE, 3.87},        {CEILING_GATHER_L1, 2.96},     {CEILING_STREAM_L2, 30.3},
    {CEILING_ATOMIC_FLOAT, 1.97}, {CEILING_ATOMIC_DOUBLE, 0.81}, {CEILING_ATOMIC_FLOAT4, 0.636},
};
static const double measured_fma = 0.967, measured_fma_double = 0.995, measured_dram = 0.928;

const struct data_sheet *data_sheets(void)
{
    return sheets;
}

static void put(struct ceilings *ceilings, enum ceiling_kind kind, double rate)
{
    ceilings->ceiling[kind] =
        (struct ceiling){.best = rate, .median = rate, .worst = rate, .repetitions = 1};
}

void data_sheet_ceilings(const struct data_sheet *sheet, struct ceilings *ceilings)
{
    const double cycles = sheet->cores * sheet->mhz * 1e6;
    *ceilings = (struct ceilings){
        .backend = "cuda",
        .info = {.cores = sheet->cores, .clock_mhz = sheet->mhz},
        .cache_bytes = {(int64_t)(sheet->l1_kib * 1024) * sheet->cores,
                        (int64_t)(sheet->l2_mib * 1024 * 1024)},
        .estimated = true,
    };
    snprintf(ceilings->info.name, sizeof ceilings->info.name, "%s", sheet->name);
    for (size_t k = 0; k < sizeof measured / sizeof *measured; k++)
        if (measured[k].kind != CEILING_ATOMIC_FLOAT4 || sheet->vector_atomics)
            put(ceilings, measured[k].kind, measured[k].rate * cycles);
    put(ceilings, CEILING_FMA_SINGLE, measured_fma * 2 * sheet->lanes * cycles);
    put(ceilings, CEILING_FMA_DOUBLE, measured_fma_double * 2 * sheet->lanes_double * cycles);
    put(ceilings, CEILING_STREAM_DRAM, measured_dram * sheet->dram);
}
