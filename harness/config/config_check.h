/* Checking the values of a config: what is wrong is told with its place and the nearest name. */
#ifndef PAIRLANES_CONFIG_CHECK_H
#define PAIRLANES_CONFIG_CHECK_H

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/config/config_keys.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

/** One source of values. */
struct config_layer {
    const char *name; /* the file; NULL for --set */
    const char *text; /* what `root` was parsed from; NULL for --set */
    const cJSON *root;
    const cJSON *object; /* the values, in `root`; NULL: none */
};

/** Fills `error` (EXIT_USAGE): where the item (or its key) stands, then `what`; returns false. */
bool config_refuse(const struct config_layer *layer, const cJSON *item, bool at_key,
                   struct error *error, const char *what);

/** The same, saying what was expected, what was found and, unless NULL, the nearest name. */
bool config_unexpected(const struct config_layer *layer, const cJSON *item, const char *expected,
                       const char *nearest, struct error *error);

/** Refuses keys that are not among `names`, and keys that come twice: one value would be lost. */
bool config_check_keys(const struct config_layer *layer, const cJSON *object,
                       const char *const *names, struct error *error);

/** Checks the values of those keys of `object` that are in the table. */
bool config_check_values(const struct config_layer *layer, const cJSON *object,
                         const struct member *keys, struct error *error);

/** Checks an object whose keys are those of the table: that there are no others, and the values. */
bool config_check_object(const struct config_layer *layer, const cJSON *object,
                         const struct member *keys, struct error *error);

/**
 * Checks everything in a layer's object but its "parameters": which model they belong to is known
 * only when the layers are resolved. `extra`: keys to let pass, NULL after the last.
 */
bool config_check_sweep(const struct config_layer *layer, const char *const *extra,
                        struct error *error);

/** Refuses what is not one of `names`, the last of which NULL follows. */
bool config_check_name(const struct config_layer *layer, const cJSON *item,
                       const char *const *names, struct error *error);

/** Checks tuning values by strategy and name. */
bool config_check_tuning(const struct config_layer *layer, const cJSON *tuning,
                         struct error *error);

/** The same of one strategy, whose name the object has as its key. */
bool config_check_strategy_tuning(const struct config_layer *layer, const cJSON *item,
                                  struct error *error);

/** Checks a value of a model's parameter. */
bool config_check_parameter(const struct config_layer *layer, const cJSON *item,
                            const struct parameter *parameter, struct error *error);

/** A copy of a value, that of an axis always as a list. */
cJSON *config_canonical(const cJSON *item, bool axis);

/** Appends the keys of a table to `names`, which holds `count`; returns how many there are then. */
int config_add_keys(const struct member *keys, const char *names[MEMBER_NAMES], int count);

#endif
