/*
 * Starts further processes of this program, each connected by a channel. They end when this process
 * ends. This process forwards the signal that ends it (base/interrupt.h). If it is killed, the
 * kernel sends them a signal.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/process/channel.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { WORKERS = 64, WORKER_SOCKET = 3 };

struct worker {
    pid_t id; /* process id; 0: ended, or never started */
    struct channel channel;
    double seen, stopped; /* time of the last worker_wait, and seconds for which the worker was
                           * stopped until then */
};

/** Seconds until a stopped worker (by SIGSTOP or a debugger) is killed like one that hangs. */
enum { WORKER_STOPPED = 30 };

/**
 * Starts this program again with `arguments`, which end with NULL. The CPUs that this process may
 * use are divided into `parts` equal parts. The new process uses part `part`, so that workers do
 * not disturb each other. If there are fewer CPUs than parts, it uses all. It has no standard input
 * and output. EXIT_ENVIRONMENT if it cannot be started.
 */
bool worker_start(struct worker *worker, const char *const *arguments, int part, int parts,
                  struct error *error);

/**
 * Starts this program again on all CPUs, under another program. `command`, which ends with NULL, is
 * that program's path and first arguments; the path and arguments of this program follow.
 */
bool worker_start_under(struct worker *worker, const char *const *command,
                        const char *const *arguments, struct error *error);

/**
 * Waits until a worker has sent a message or has ended, but at most a tenth of a second. Sets
 * `ready` for these workers, and clears it for all others. Kills workers that have been stopped for
 * WORKER_STOPPED seconds.
 */
void worker_wait(struct worker *workers, int count, bool *ready);

/**
 * Closes the channel of a worker, and waits for the worker's end. Kills it if it does not end in
 * `seconds`. Describes its end in `text`: "exit code 3", "signal 9".
 */
void worker_end(struct worker *worker, double seconds, char *text, size_t size);

/** Sends a signal to a worker and its children; does nothing if the worker has ended. */
void worker_signal(const struct worker *worker, int number);

/**
 * Opens the channel from a worker to the process that started it. EXIT_USAGE if this process was
 * not started as a worker.
 */
bool worker_become(struct channel *channel, struct error *error);
