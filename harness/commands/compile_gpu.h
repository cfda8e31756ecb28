/* `pairlanes compile` for GPU kernels. It needs NVRTC, but no GPU. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/embedded.h"
#include "harness/config/cases.h"

#include <stdbool.h>

enum { COMPILE_ARCHITECTURES = 16 };

struct compile_gpu_options {
    int architectures; /* number of architectures; 0: this machine's GPU determines the only one */
    int architecture[COMPILE_ARCHITECTURES];
    bool one_each;   /* true: one case for each strategy, model and precision */
    int jobs;        /* processes that compile; 0 and 1: only this process */
    bool loops;      /* true: also print the instructions of loops */
    const char *out; /* path of the table as JSON; NULL: none */
};

/** Whether this build has the CUDA backend. */
extern const bool compile_gpu_built;

/**
 * Sets the architecture of the first GPU if the options name none. EXIT_ENVIRONMENT if there is no
 * GPU, or if this build has no CUDA backend.
 */
bool compile_gpu_find(struct compile_gpu_options *options, struct error *error);

/**
 * Compiles the GPU kernels of cases into the cache for all requested architectures, and prints a
 * row for each. EXIT_VERIFICATION if a source does not compile, or if a kernel spills more bytes
 * than declared. The reasons go to the standard error. EXIT_ENVIRONMENT like compile_gpu_find, or
 * if the table cannot be written.
 */
bool compile_gpu(const struct cases *cases, const struct source_set *sources,
                 const struct compile_gpu_options *options, struct error *error);
