/*
 * The keys of a config, their possible values and their defaults. These tables check a config,
 * complete it, and describe it (scripts/reference). A new key needs only a new row.
 */
#pragma once

#include "harness/json/member.h"

/**
 * The tables hold, in this order, the keys of the top level alone, of a sweep or the top level, of
 * their "system", "sampling", "counters" and "dynamics", of a claim, of a claim's sides, and of its
 * "where". The models and the strategies define the keys of "parameters" and "tuning" themselves.
 */
extern const struct member config_document_keys[];
extern const struct member config_sweep_keys[];
extern const struct member config_system_keys[];
extern const struct member config_sampling_keys[];
extern const struct member config_counters_keys[];
extern const struct member config_dynamics_keys[];
extern const struct member config_claim_keys[];
extern const struct member config_side_keys[];
extern const struct member config_where_keys[];

/** Returns the default of a key with numbers. */
double config_default(const struct member *keys, const char *path);
