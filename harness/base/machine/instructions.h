/*
 * Instructions that this thread retires in user mode between two calls. They do not depend on other
 * processes, so programs can be compared where times are too noisy.
 *
 * Counted by the processor (perf_event_open) where the kernel permits; otherwise, as in most
 * virtual machines, by callgrind, under which this process then runs. Callgrind does not know
 * AVX-512.
 */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>

/** Whether the processor's counter may be read. */
bool instructions_of_processor(void);

/** A counter at work. */
struct instructions {
    int processor;    /* descriptor of the processor's counter; -1: callgrind's */
    const char *file; /* --callgrind-out-file of this process; "" or NULL: it has none */
};

/** Starts counting. EXIT_ENVIRONMENT if neither the processor nor callgrind counts. */
bool instructions_start(struct instructions *counter, const char *file, struct error *error);

/**
 * Stops counting. The `count` of callgrind is exact, that of the processor up to a few interrupted
 * instructions. EXIT_ENVIRONMENT if the count cannot be read.
 */
bool instructions_stop(struct instructions *counter, double *count, struct error *error);
