/*
 * Resources of GPU kernels, by kernel and architecture, and
 * the machine code of cases: the file that `pairlanes compile --out` writes, and `pairlanes plot`
 * draws.
 */
#pragma once

#include "harness/backend/backend.h"
#include "harness/base/error.h"
#include "harness/config/cases.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

enum { KERNELS_SCHEMA = 1 };

/** A kernel on an architecture; the fields are as of harness/json/member.h. */
struct kernel_row {
    double architecture;                     /* 90 is sm_90 */
    const char *source, *strategy, *model;   /* source, strategy and model; both "" for kernels
                                              * of lists */
    const char *precision, *tuning, *kernel; /* tuning for people: "lanes 8" */
    double registers, threads;               /* registers of a thread, and threads of a block */
    double shared_bytes, stack_bytes, spilled_bytes;
    double blocks, occupancy; /* blocks of a multiprocessor, and occupancy; NAN: unknown */
    const char *bounded; /* "true": blocks also take shared memory that depends on the particles, so
                            that these are upper bounds */
    const char *code_hash; /* hash of the machine code; "": unknown */
    double instructions;   /* instructions of the machine code; NAN: unknown */
    const cJSON *loops;    /* objects of harness/backend/cuda/driver/cuda_instructions.h; or NULL */
};

/** Returns a document without kernels, with its provenance. The caller deletes it. */
cJSON *kernels_new(void);

/** Appends a kernel to a document. */
void kernels_add(cJSON *document, const struct kernel_row *row);

/** Appends the machine code of a case for an architecture (0: the CPU's of the case) to a document.
 */
void kernels_add_case(cJSON *document, const struct case_spec *spec, int architecture,
                      const struct kernel_code *code);

/** Reads a kernel of a checked document; its texts point into the document. */
void kernels_read(const cJSON *item, struct kernel_row *row);

/** Returns the kernels of a document; NULL if it has none. */
const cJSON *kernels_of(const cJSON *document);

/** Returns the cases of a checked document as results whose only number is that of the instructions
 * in loops. The device is the architecture. The caller deletes them. */
cJSON *kernels_results(const cJSON *document);

/** Refuses a document of another schema, or with a wrong member. EXIT_USAGE with `path`. */
bool kernels_check(const cJSON *document, const char *path, struct error *error);
