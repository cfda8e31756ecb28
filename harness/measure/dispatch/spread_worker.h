/*
 * A worker is a process that another process of this program has started. It measures cases on one
 * of several devices (spread.h), or moves one of several systems (replica_processes.c). It may also
 * count the instructions of a case (measure/instructions.h).
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/process/channel.h"
#include "harness/config/cases.h"
#include "harness/measure/run.h"
#include "harness/results/results.h"

#include <limits.h>
#include <signal.h>

/** Order to a worker at its start. */
struct spread_order {
    int config;          /* index of the config on the command line, from 0 */
    char path[PATH_MAX]; /* path of the results; "": none */
    bool resume;
    int device, processes;    /* index of the device, and number of workers that run at the same
                               * time */
    char cases[HASH_TEXT];    /* message_fingerprint of the cases */
    char replica_of[CASE_ID]; /* id of the case with the system that the worker moves; "": none */
    char instructions_of[CASE_ID]; /* id of a case; the worker counts its instructions, with
                                    * callgrind's file at `path`. "": none */
    int replica, threads;          /* number of that system, from 0, and CPU threads for it */
};

/** Waits for the order of the process that started this one. EXIT_ENVIRONMENT if none arrives. */
bool spread_await_order(struct channel *channel, const volatile sig_atomic_t *interrupted,
                        struct spread_order *order, struct error *error);

/**
 * Measures the requested cases until the other process closes the channel. The results must not
 * have a file yet. After an error, reports it to the other process and returns false. EXIT_USAGE if
 * both processes have different cases.
 */
bool spread_work(struct channel *channel, const struct spread_order *order, struct cases *cases,
                 const struct run_options *options, struct results *results, struct error *error);

/** Sends the other process the reason why the worker cannot continue. */
void spread_give_up(const struct channel *channel, const struct error *error);

/**
 * Moves the system of the order until the other process ends it. First sends {"ready": particles}.
 * Replies to {"move": true} with {"step_ns": time}, and to {"end": true} with {"verified": 1}. The
 * caller sends errors of making and moving the system with spread_give_up.
 */
bool replica_work(struct channel *channel, const struct spread_order *order,
                  const struct case_spec *spec, const struct run_options *options,
                  struct error *error);

/**
 * Counts the instructions of a force call of the case, and sends the number. Fails like the
 * preparation of the case and the counting.
 */
bool instruction_work(struct channel *channel, const struct spread_order *order,
                      const struct case_spec *spec, const struct run_options *options,
                      struct error *error);
