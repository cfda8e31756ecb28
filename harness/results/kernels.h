/*
 * The file that `pairlanes compile --out` writes and `pairlanes plot` draws: resources of GPU
 * kernels, by kernel and architecture, and the machine code of cases.
 */
#pragma once

#include "harness/backend/backend.h"
#include "harness/base/error.h"
#include "harness/config/cases.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

enum { KERNELS_SCHEMA = 1 };

/** A kernel on an architecture; the types of the fields are defined in harness/json/member.h. */
struct kernel_row {
    double architecture;                     /* compute capability, 90 for sm_90 */
    const char *source, *strategy, *model;   /* source, strategy and model; the last two are "" for
                                              * list kernels */
    const char *precision, *tuning, *kernel; /* precision, tuning values as in "lanes 8", and name
                                              * of the kernel */
    double registers, threads;               /* registers per thread, and threads per block */
    double shared_bytes, stack_bytes, spilled_bytes;
    double blocks, occupancy; /* blocks per multiprocessor, and occupancy; NAN: unknown */
    const char *bounded;      /* "true": upper bounds, because blocks also need shared memory that
                               * depends on the particles */
    const char *code_hash;    /* hash of the machine code; "": unknown */
    double instructions;      /* number of instructions in the machine code; NAN: unknown */
    const cJSON *loops;       /* loops, as in harness/backend/cuda/driver/cuda_instructions.h; NULL:
                               * unknown */
};

/** Returns a document with its provenance and no kernels yet. The caller deletes it. */
cJSON *kernels_new(void);

/** Appends a kernel to a document. */
void kernels_add(cJSON *document, const struct kernel_row *row);

/** Appends the machine code of a case to a document, for an architecture; 0: for the case's CPU. */
void kernels_add_case(cJSON *document, const struct case_spec *spec, int architecture,
                      const struct kernel_code *code);

/** Reads a kernel of a checked document; its texts point into the document. */
void kernels_read(const cJSON *item, struct kernel_row *row);

/** Returns the kernels of a document; NULL if it has none. */
const cJSON *kernels_of(const cJSON *document);

/**
 * Converts the cases of a checked document to results. Their only numbers are instructions in
 * loops. The device of a result is the architecture. The caller deletes them.
 */
cJSON *kernels_results(const cJSON *document);

/** Refuses a document of another schema or with an invalid member: EXIT_USAGE with `path`. */
bool kernels_check(const cJSON *document, const char *path, struct error *error);
