/* Records where, when and with what a result was made. */
#pragma once

#include "harness/backend/backend.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

/** Makes an object of version, commit, compiler, flags, host, operating system, CPU with its
 * sockets and caches, and date. It has no devices yet. */
cJSON *provenance_new(void);

/** Returns a device of a run in the form of provenance; the caller deletes it. */
cJSON *provenance_device(const char *backend, const struct device_info *info);

/** Adds such a device, which provenance owns from then on, unless it is already there. */
void provenance_add_device(cJSON *provenance, cJSON *device);

/**
 * Returns the reason why results of provenance `old` cannot be continued here, or on any host that
 * is otherwise like this one; NULL if they can.
 */
const char *provenance_conflict(const cJSON *old, const cJSON *here, bool any_host);

/** Whether both have the same processors, memory and operating system; members that older files
 * lack are not compared. */
bool provenance_same_machine(const cJSON *old, const cJSON *here);

/** Writes the current time in UTC: "2026-11-21T10:08:29Z". */
void provenance_date(char *text, size_t size);

/** Replaces characters that do not suit a file name by '-'. */
void provenance_file_name(char *name);
