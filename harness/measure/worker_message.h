/*
 * Messages between a process and those that measure cases for it: JSON objects, a line each
 * (base/process/channel.h). The process that spreads cases sends
 *
 *   {"config": 0, "path": "r.json", "resume": false, "device": 1, "processes": 2, "cases": HASH}
 *                                        once, what a worker is to do
 *   {"run": [4, 5]}                      measure these cases, of one group
 *   {"again": 4}                         time only the forces of this case, once more
 *
 * or once {"config": 0, "device": 1, "replica_of": ID, "replica": 3, "threads": 1}
 * or {"config": 0, "path": FILE, "instructions_of": ID} (spread_worker.h),
 *
 * and a worker answers
 *
 *   {"case": 4, "item": {…}, "devices": […]}        one is measured, and is so in the results
 *   {"again": 4, "item": {…}, "devices": […]}
 *   {"done": {…}, "devices": […], "overhead": {…}}  all of them are; the sums of struct run_summary
 *   {"instructions": 123456}
 *   {"error": "…", "code": 3}            it cannot go on
 */
#pragma once

#include "harness/base/hash.h"
#include "harness/base/process/channel.h"
#include "harness/measure/run.h"

#include <cjson/cJSON.h>

/** Sends a message, which it frees. False if the channel is closed. */
bool message_send(const struct channel *channel, cJSON *message);

/** Sends a number with its name. EXIT_ENVIRONMENT if the process that waits for it has ended. */
bool message_send_number(const struct channel *channel, const char *what, double number,
                         struct error *error);

/**
 * Returns the next message that has arrived, which the caller frees; NULL if there is none, with
 * `broken` if the text is no message.
 */
cJSON *message_next(struct channel *channel, bool *broken);

/**
 * Waits for the next message; NULL if the other process sends nothing more, or this one has to end.
 * The caller frees it.
 */
cJSON *message_await(struct channel *channel, const volatile sig_atomic_t *interrupted);

/** Returns those sums of a summary that the records of cases do not determine, and its reason. */
cJSON *message_sums(const struct run_summary *summary);

/** Adds such sums to a summary. */
void message_add_sums(const cJSON *object, struct run_summary *summary);

/** Adds the times of another process's phases. */
void message_add_overhead(const cJSON *object, struct overhead *sum);

/** Returns a fingerprint of the cases of a run and of how they are measured. */
void message_fingerprint(const struct cases *cases, const struct results *results,
                         char text[HASH_TEXT]);
