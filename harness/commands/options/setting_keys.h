/* The keys of configs that --set accepts, as paths: "dynamics.dt", "tuning.team.lanes". */
#pragma once

#include "harness/base/words.h"

#include <stdbool.h>
#include <stddef.h>

/** Adds the keys of a sweep, including the tuning values of the strategies. */
void setting_keys(struct words *keys);

/**
 * Adds the keys that a word of `length` letters may mean: their path equals the word or ends with
 * it. `near`: if there are none, adds the key with the most similar path.
 */
void setting_keys_meant(const char *word, size_t length, bool near, struct words *keys);
