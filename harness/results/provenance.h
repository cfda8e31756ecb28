/* Records where, when and with what a result was made. */
#pragma once

#include "harness/backend/backend.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

/**
 * Makes an object with version, commit, compiler, flags, host, operating system, CPU (with sockets
 * and caches) and date. Devices are added later.
 */
cJSON *provenance_new(void);

/** Returns the description of a device of a run for the provenance; the caller deletes it. */
cJSON *provenance_device(const char *backend, const struct device_info *info);

/** Adds the description of a device, unless the provenance already has it. Takes ownership. */
void provenance_add_device(cJSON *provenance, cJSON *device);

/**
 * Returns the reason why a run here cannot continue results with the provenance `old`; NULL if it
 * can. With `any_host` the machine may differ.
 */
const char *provenance_conflict(const cJSON *old, const cJSON *here, bool any_host);

/**
 * Whether two provenances have the same processors, memory and operating system. Members that files
 * of older versions lack are not compared.
 */
bool provenance_same_machine(const cJSON *old, const cJSON *here);

/** Writes the current time in UTC: "2026-11-21T10:08:29Z". */
void provenance_date(char *text, size_t size);

/** Replaces characters that file names should not have by '-'. */
void provenance_file_name(char *name);
