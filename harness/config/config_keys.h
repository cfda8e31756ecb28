/*
 * The keys of a config, their possible values and their defaults. These tables are used to check a
 * config, to complete it, and to describe it (scripts/reference). A new key only needs a new row.
 */
#pragma once

#include "harness/json/member.h"

/**
 * Tables of keys, in this order: keys of the top level only; keys of a sweep or of the top level;
 * keys of the objects "system", "sampling", "counters" and "dynamics"; keys of a claim, of its
 * sides, and of its "where". Models define the keys of "parameters", and strategies the keys of
 * "tuning".
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

/** Returns the default of a key with numbers as values. */
double config_default(const struct member *keys, const char *path);
