/* Processes of this program that each have one system, and answer the one that has started them
 * with a number at a time. */
#pragma once

#include "harness/base/process/worker.h"

#include <signal.h>

/** The processes. */
struct crew {
    const volatile sig_atomic_t *interrupted; /* signal that ends it */
    double patience; /* seconds that they have to answer: one may wait forever for a driver */
    int count;
    struct worker worker[WORKERS];
    double answer[WORKERS]; /* last number of each */
    bool broken;            /* a process has ended or hangs */
};

/** Waits until every process has sent a number of that name. EXIT_ENVIRONMENT if one has ended, or
 * does not answer; the error of the first that sends one. */
bool crew_hear(struct crew *crew, const char *what, struct error *error);

/** Ends all processes. How the last has ended is in `text`. */
void crew_end(struct crew *crew, char *text, size_t size);
