/*
 * Messages between a coordinator and the workers that measure cases for it: JSON objects, one per
 * line (base/process/channel.h). The coordinator sends
 *
 *   {"config": 0, "path": "r.json", "resume": false, "device": 1, "processes": 2, "cases": HASH}
 *                                        once, the task of a worker
 *   {"run": [4, 5]}                      measure these cases, of one group
 *   {"again": 4}                         time only the forces of this case, once more
 *
 * or once {"config": 0, "device": 1, "replica_of": ID, "replica": 3, "threads": 1}
 * or {"config": 0, "path": FILE, "instructions_of": ID} (spread_worker.h),
 *
 * and a worker replies
 *
 *   {"case": 4, "item": {…}, "devices": […]}        a case is measured; its record
 *   {"again": 4, "item": {…}, "devices": […]}
 *   {"done": {…}, "devices": […], "overhead": {…}}  all are measured; sums of struct run_summary
 *   {"instructions": 123456}
 *   {"error": "…", "code": 3}            it cannot continue
 */
#pragma once

#include "harness/base/hash.h"
#include "harness/base/process/channel.h"
#include "harness/measure/run.h"

#include <cjson/cJSON.h>

/** Sends a message, and frees it. False if the channel is closed. */
bool message_send(const struct channel *channel, cJSON *message);

/** Sends a number with its name. EXIT_ENVIRONMENT if the other process has ended. */
bool message_send_number(const struct channel *channel, const char *what, double number,
                         struct error *error);

/**
 * Returns the next message that has arrived; the caller frees it. NULL if there is none. *broken is
 * true if the text is not a message.
 */
cJSON *message_next(struct channel *channel, bool *broken);

/**
 * Waits for the next message, which the caller frees. NULL if the other process has closed the
 * channel, or if this process has to end.
 */
cJSON *message_await(struct channel *channel, const volatile sig_atomic_t *interrupted);

/** Returns a summary's reason and the sums that cases' records do not contain. */
cJSON *message_sums(const struct run_summary *summary);

/** Adds the sums of another process to a summary. */
void message_add_sums(const cJSON *object, struct run_summary *summary);

/** Adds the times of another process's phases to the sums. */
void message_add_overhead(const cJSON *object, struct overhead *sum);

/** Writes a fingerprint of a run's cases and its methods of measurement. */
void message_fingerprint(const struct cases *cases, const struct results *results,
                         char text[HASH_TEXT]);
