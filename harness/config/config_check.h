/* Checks the values of a config. Errors contain the place and the nearest known name. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/config/config_keys.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

/** One source of values. */
struct config_layer {
    const char *name; /* the file's name, with a colon if it is no JSON; NULL for --set */
    const char *text; /* text that `root` was parsed from; NULL: it was not parsed */
    const cJSON *root;
    const cJSON *object; /* values, in `root`; NULL: none */
};

/** Fills `error` (EXIT_USAGE) with the place of the item (or its key), then `what`. Returns
 * false. */
bool config_refuse(const struct config_layer *layer, const cJSON *item, bool at_key,
                   struct error *error, const char *what);

/** Does the same and says what was expected, what was found and, unless NULL, the nearest name. */
bool config_unexpected(const struct config_layer *layer, const cJSON *item, const char *expected,
                       const char *nearest, struct error *error);

/** Refuses keys that are not among `names`, and keys that occur twice, because one value would
 * be lost. */
bool config_check_keys(const struct config_layer *layer, const cJSON *object,
                       const char *const *names, struct error *error);

/** Checks the values of those keys of `object` that the table has. */
bool config_check_values(const struct config_layer *layer, const cJSON *object,
                         const struct member *keys, struct error *error);

/** Checks that an object has no other keys than those of the table, and checks their values. */
bool config_check_object(const struct config_layer *layer, const cJSON *object,
                         const struct member *keys, struct error *error);

/**
 * Checks everything in a layer's object but its "parameters", because their model is known only
 * when the layers are resolved. `extra` lists further keys that are allowed, with NULL after the
 * last.
 */
bool config_check_sweep(const struct config_layer *layer, const char *const *extra,
                        struct error *error);

/** Refuses a value that is not one of `names`, a list that ends with NULL. */
bool config_check_name(const struct config_layer *layer, const cJSON *item,
                       const char *const *names, struct error *error);

/** Checks tuning values, by strategy and name. */
bool config_check_tuning(const struct config_layer *layer, const cJSON *tuning,
                         struct error *error);

/** Checks the tuning values of one strategy, whose name is the object's key. */
bool config_check_strategy_tuning(const struct config_layer *layer, const cJSON *item,
                                  struct error *error);

/** Checks a value of a model's parameter. */
bool config_check_parameter(const struct config_layer *layer, const cJSON *item,
                            const struct parameter *parameter, struct error *error);

/** Copies a value. The copy of an axis is always a list. */
cJSON *config_canonical(const cJSON *item, bool axis);

/** Appends the keys of a table to `names`, which holds `count`. Returns their number afterwards. */
int config_add_keys(const struct member *keys, const char *names[MEMBER_NAMES], int count);
