/*
 * Counts the instructions that this thread executes in user mode between two calls. The count does
 * not depend on other processes, so programs can be compared even if times are too noisy.
 *
 * The processor counts (perf_event_open) if the kernel permits it. If not, as in most virtual
 * machines, callgrind counts, and this process has to run under it. Callgrind does not support
 * AVX-512.
 */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>

/** Whether the processor's counter may be read. */
bool instructions_of_processor(void);

/** A running counter. */
struct instructions {
    int processor;    /* descriptor of the processor's counter; -1: callgrind counts */
    const char *file; /* --callgrind-out-file of this process; "" or NULL: none */
};

/** Starts counting. EXIT_ENVIRONMENT if neither the processor nor callgrind can count. */
bool instructions_start(struct instructions *counter, const char *file, struct error *error);

/**
 * Stops counting. Callgrind's `count` is exact; the processor's may be off by a few instructions
 * that were interrupted. EXIT_ENVIRONMENT if the count cannot be read.
 */
bool instructions_stop(struct instructions *counter, double *count, struct error *error);
