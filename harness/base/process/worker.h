/*
 * Further processes of this program, each connected to it by a channel. They end with it: it passes
 * on the signal that ends it (base/interrupt.h), and if it is killed, the kernel sends them a
 * signal.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/process/channel.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { WORKERS = 64, WORKER_SOCKET = 3 };

struct worker {
    pid_t id; /* 0: ended, or never started */
    struct channel channel;
    double seen, stopped; /* time of the last wait, and seconds since then that the worker was
                           * stopped */
};

/** Seconds that a worker may be stopped, by SIGSTOP or a debugger; then it is killed, as if it
 * hung. */
enum { WORKER_STOPPED = 30 };

/**
 * Starts this program again with these arguments, NULL after the last, on part `part` of `parts`
 * equal parts of the CPUs that this process may run on, so that workers do not disturb each other;
 * on all if there are fewer CPUs than parts. It has no standard input and output. EXIT_ENVIRONMENT
 * if it cannot be started.
 */
bool worker_start(struct worker *worker, const char *const *arguments, int part, int parts,
                  struct error *error);

/**
 * Starts this program likewise, on all CPUs, under another program: `command`, NULL after the last
 * word, is completed by this program's path and arguments. Its first word is a path.
 */
bool worker_start_under(struct worker *worker, const char *const *command,
                        const char *const *arguments, struct error *error);

/**
 * Waits, a tenth of a second at most, until a worker has sent a message or has ended. Sets `ready`
 * for each; all are false if none has. Kills workers that have been stopped for WORKER_STOPPED
 * seconds.
 */
void worker_wait(struct worker *workers, int count, bool *ready);

/** Waits for the end of a worker that has closed its channel, or kills it if it does not end in
 * `seconds`; closes the channel. Its end is described in `text`: "exit code 3", "signal 9". */
void worker_end(struct worker *worker, double seconds, char *text, size_t size);

/** Sends a signal to a worker, and to its children; to none if it has ended. */
void worker_signal(const struct worker *worker, int number);

/** Opens the channel of a worker, which ends when the process that started it does. EXIT_USAGE if
 * this process was not started as a worker. */
bool worker_become(struct channel *channel, struct error *error);
