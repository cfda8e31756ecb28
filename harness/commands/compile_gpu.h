/* The part of `pairlanes compile` for GPUs. It needs NVRTC, but no GPU. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/embedded.h"
#include "harness/config/cases.h"

#include <stdbool.h>

enum { COMPILE_ARCHITECTURES = 16 };

struct compile_gpu_options {
    int architectures; /* 0: that of the GPU here */
    int architecture[COMPILE_ARCHITECTURES];
    bool one_each;   /* compile one case of each strategy, model and precision */
    int jobs;        /* processes that compile; 0 and 1: only this one */
    bool loops;      /* print the instructions of loops, too */
    const char *out; /* path of the table as JSON; NULL: none */
};

/** Whether this build has the backend of GPUs. */
extern const bool compile_gpu_built;

/** Puts the architecture of the first GPU into options that name none. EXIT_ENVIRONMENT if there
 * is no GPU, or no backend for it in this build. */
bool compile_gpu_find(struct compile_gpu_options *options, struct error *error);

/**
 * Compiles the GPU kernels of cases into the cache for the architectures of the options, and prints
 * a row for each. EXIT_VERIFICATION if a source does not compile or a kernel spills more than
 * declared; the standard error stream gets the reason for each such source. EXIT_ENVIRONMENT as
 * above, and if the table cannot be written.
 */
bool compile_gpu(const struct cases *cases, const struct source_set *sources,
                 const struct compile_gpu_options *options, struct error *error);
