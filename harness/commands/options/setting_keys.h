/* The keys of a config that --set takes, as paths: "dynamics.dt", "tuning.team.lanes". */
#pragma once

#include "harness/base/words.h"

#include <stdbool.h>
#include <stddef.h>

/** Adds the keys of a sweep, and the tuning values of the strategies. */
void setting_keys(struct words *keys);

/**
 * Adds the keys that a word of `length` letters may mean: the key of that path, or those that end
 * with it. `near`: if there is none, adds the key whose path is nearest.
 */
void setting_keys_meant(const char *word, size_t length, bool near, struct words *keys);
