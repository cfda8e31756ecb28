/*
 * A crew is several processes of this program, each with one system. They reply to requests of the
 * process that started them, with one number at a time.
 */
#pragma once

#include "harness/base/process/worker.h"

#include <signal.h>

/** The processes of a crew. */
struct crew {
    const volatile sig_atomic_t *interrupted; /* signal that ends all processes */
    double patience; /* seconds in which processes must reply; a driver may block one forever */
    int count;
    struct worker worker[WORKERS];
    double answer[WORKERS]; /* last number from each process */
    bool broken;            /* true if a process has ended or hangs */
};

/**
 * Waits until every process has sent a number with the name `what`. EXIT_ENVIRONMENT if a process
 * has ended or does not reply. Otherwise returns the first error that a process has sent.
 */
bool crew_receive(struct crew *crew, const char *what, struct error *error);

/** Ends all processes. `text` gets a description of the last one's end. */
void crew_end(struct crew *crew, char *text, size_t size);
