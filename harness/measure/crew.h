/*
 * Processes of this program that each have one system, and that answer the process that started
 * them with one number at a time.
 */
#pragma once

#include "harness/base/process/worker.h"

#include <signal.h>

/** The processes. */
struct crew {
    const volatile sig_atomic_t *interrupted; /* signal that ends the processes */
    double patience; /* seconds within which they have to answer: a driver may block one forever */
    int count;
    struct worker worker[WORKERS];
    double answer[WORKERS]; /* last number of each process */
    bool broken;            /* true if a process has ended or hangs */
};

/**
 * Waits until every process has sent a number with that name. EXIT_ENVIRONMENT if one has ended, or
 * does not answer; otherwise the error of the first that sends one.
 */
bool crew_receive(struct crew *crew, const char *what, struct error *error);

/** Ends all processes. `text` describes how the last one ended. */
void crew_end(struct crew *crew, char *text, size_t size);
