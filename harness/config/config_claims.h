/*
 * Checks the claims in a config. Claims are a paper's statements about the cases, for comparison
 * with measurements (claims.h).
 */
#pragma once

#include "harness/base/error.h"
#include "harness/config/config_check.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

/**
 * Checks the value of "claims", a list, or NULL if the config has none. EXIT_USAGE as in config.h.
 */
bool config_check_claims(const struct config_layer *layer, const cJSON *claims,
                         struct error *error);

/**
 * Returns the member of a side that has a strategy's name as its key; NULL if none or several do.
 */
const cJSON *config_side_strategy(const cJSON *side);

/** Copies checked claims. The copy contains all defaults, and all axes in "where" are lists. */
cJSON *config_resolve_claims(const cJSON *claims);
