/* The keys of a config, what each may be, and the defaults: tables that check a config, complete
 * it, and describe it (config_schema.h). Whoever adds a key adds a row, and nothing else. */
#ifndef PAIRLANES_CONFIG_KEYS_H
#define PAIRLANES_CONFIG_KEYS_H

#include "harness/json/member.h"

/** Keys of the top level alone; of a sweep or the top level; of "system", "sampling", "counters"
 * and "dynamics" in it; of a claim; of a claim's sides; of its "where". Those of "parameters" and
 * "tuning" are the models' and the strategies' own. */
extern const struct member config_document_keys[];
extern const struct member config_sweep_keys[];
extern const struct member config_system_keys[];
extern const struct member config_sampling_keys[];
extern const struct member config_counters_keys[];
extern const struct member config_dynamics_keys[];
extern const struct member config_claim_keys[];
extern const struct member config_side_keys[];
extern const struct member config_where_keys[];

/** The default of a key that holds numbers. */
double config_default(const struct member *keys, const char *path);

#endif
