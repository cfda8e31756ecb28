/* A case and what was found out about it, as an entry of "cases" in the results. */
#ifndef PAIRLANES_CASE_JSON_H
#define PAIRLANES_CASE_JSON_H

#include "harness/backend/backend.h"
#include "harness/backend/hardware.h"
#include "harness/base/error.h"
#include "harness/catalog/work.h"
#include "harness/config/cases.h"
#include "harness/measure/counts.h"
#include "harness/measure/energy.h"
#include "harness/measure/lanes.h"
#include "harness/measure/verify.h"
#include "harness/particles/system.h"
#include "harness/timing/sampling.h"

#include <cjson/cJSON.h>

/**
 * The identity of a case, with null for all that is not known yet. `device` and `system` may be
 * NULL: then device, threads and input_hash (and, of a file, n and density) are null.
 */
cJSON *case_json_new(const struct case_spec *spec, const struct device_info *device,
                     const struct system *system);

/** Its hashes: of the kernel and model sources, and of all that decides what it measures. */
void case_json_hashes(cJSON *item, const char *source_hash, const char *identity);

/** Sets "status" ("ok", "skipped", "failed") and "reason" (NULL: null). */
void case_json_status(cJSON *item, const char *status, const char *reason);

/** Sets "verify". What is infinite or not a number becomes null, as JSON has neither. */
void case_json_verify(cJSON *item, const struct verification *verification,
                      const struct model *model);

/** Sets "counts", "list_bytes" and "memory_bytes". */
void case_json_counts(cJSON *item, const struct counts *counts, const struct model *model,
                      const struct structure_sizes *sizes);

/** Adds flops, special functions and bytes to "counts". */
void case_json_work(cJSON *item, const struct work *work);

/** Sets "energy", if it was asked for: joules, or the reason why there are none. */
void case_json_energy(cJSON *item, const struct energy *energy, const struct counts *counts);

/** Sets "lanes". */
void case_json_lanes(cJSON *item, const struct lanes *lanes, const struct model *model);

/**
 * Sets "hardware" and "hardware_parts", if they were asked for: the counters of forces, of a list
 * and of a step's integration, or the reason why there are none.
 */
void case_json_hardware(cJSON *item, const struct hardware *force, const struct hardware *list,
                        const struct hardware *integration);

/** Sets `key` ("force", "force_cold", "bonded", "build", "step") to the statistics and samples;
 * EXIT_ENVIRONMENT for memory. */
bool case_json_timing(cJSON *item, const char *key, const struct sampler *sampler,
                      struct error *error);

/** Sets "step_parts" to the nanoseconds of each part per step. */
void case_json_step_parts(cJSON *item, const struct motion_progress *progress);

/** Adds the parts of filling cells, in nanoseconds of a call; nothing where they are all 0. */
void case_json_bin_parts(cJSON *item, const double part[BINNING_PARTS]);

/** Adds to "force" and "force_cold" whether gaps between launches may be in their times. */
void case_json_gaps(cJSON *item, bool gaps);

#endif
