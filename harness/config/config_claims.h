/* Claims in a config: what a paper says of its cases, to be held against their times (claims.h). */
#ifndef PAIRLANES_CONFIG_CLAIMS_H
#define PAIRLANES_CONFIG_CLAIMS_H

#include "harness/base/error.h"
#include "harness/config/config_check.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

/** Checks the value of "claims", a list; NULL: there is none. EXIT_USAGE as config.h has it. */
bool config_check_claims(const struct config_layer *layer, const cJSON *claims,
                         struct error *error);

/** The strategy's member of a side of a claim that is an object; NULL if it has none, or several.
 */
const cJSON *config_side_strategy(const cJSON *side);

/** A copy of checked claims with every default given and every axis of "where" a list. */
cJSON *config_resolve_claims(const cJSON *claims);

#endif
