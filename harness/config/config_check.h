/* Checks the values of a config. Error messages contain the place and the most similar name. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/config/config_keys.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

/** A source of values for a config. */
struct config_layer {
    const char *name; /* name of the file, followed by a colon if it is not JSON; NULL for --set */
    const char *text; /* text that `root` was parsed from; NULL: it was not parsed */
    const cJSON *root;
    const cJSON *object; /* values, a part of `root`; NULL: none */
};

/**
 * Fills in `error` (EXIT_USAGE) with the place of the item, followed by `what`. If `at_key`, the
 * place is the item's key. Returns false.
 */
bool config_refuse(const struct config_layer *layer, const cJSON *item, bool at_key,
                   struct error *error, const char *what);

/**
 * Fills in `error` with the place, what was expected, what was found and the most similar name (may
 * be NULL). Returns false.
 */
bool config_unexpected(const struct config_layer *layer, const cJSON *item, const char *expected,
                       const char *nearest, struct error *error);

/**
 * Rejects keys that are not in `names`. Also rejects repeated keys, because one of the values would
 * be lost.
 */
bool config_check_keys(const struct config_layer *layer, const cJSON *object,
                       const char *const *names, struct error *error);

/** Checks the values of the keys of `object` that are in the table. */
bool config_check_values(const struct config_layer *layer, const cJSON *object,
                         const struct member *keys, struct error *error);

/** Checks the values of an object; rejects keys that are not in the table. */
bool config_check_object(const struct config_layer *layer, const cJSON *object,
                         const struct member *keys, struct error *error);

/**
 * Checks everything in the object of a layer except "parameters". Their model becomes known only
 * after the layers are resolved. `extra` lists further allowed keys, and ends with NULL.
 */
bool config_check_sweep(const struct config_layer *layer, const char *const *extra,
                        struct error *error);

/** Rejects a value that is not in `names`, a list that ends with NULL. */
bool config_check_name(const struct config_layer *layer, const cJSON *item,
                       const char *const *names, struct error *error);

/** Checks an object of tuning values by strategy and name. */
bool config_check_tuning(const struct config_layer *layer, const cJSON *tuning,
                         struct error *error);

/** Checks the tuning values of one strategy. The object's key is the name of the strategy. */
bool config_check_strategy_tuning(const struct config_layer *layer, const cJSON *item,
                                  struct error *error);

/** Checks a value for a parameter of a model. */
bool config_check_parameter(const struct config_layer *layer, const cJSON *item,
                            const struct parameter *parameter, struct error *error);

/** Copies a value. The copy of an axis' value is always a list. */
cJSON *config_canonical(const cJSON *item, bool axis);

/**
 * Appends the keys of a table to `names`, which already has `count` names. Returns the new number.
 */
int config_add_keys(const struct member *keys, const char *names[MEMBER_NAMES], int count);
