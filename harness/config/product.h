/* A product of lists. Each list has a current value; the last list changes fastest. */
#pragma once

#include "harness/json/member.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

enum { AXES = 40, AXIS_NAME = 64 };

/**
 * Lists and their current values. The lists must outlive the product. Zeroed: no lists, one
 * combination.
 */
struct product {
    int count;
    char key[AXES][AXIS_NAME];
    const cJSON *values[AXES];
    const cJSON *current[AXES];
};

/** Adds an axis with the values of a list; does nothing if `values` is NULL. */
void product_add(struct product *product, const char *key, const cJSON *values);

/**
 * Adds the axes of a table that have values in the object, with `prefix` before their names. Leaves
 * out the axis of models, because other axes depend on the model.
 */
void product_add_axes(struct product *product, const struct member *keys, const char *prefix,
                      const cJSON *object);

/** Returns the number of combinations. */
double product_size(const struct product *product);

/** Moves to the next combination. After the last, returns false and moves to the first. */
bool product_next(struct product *product);

/** Returns the current value of an axis; NULL if there is no such axis. */
const cJSON *product_get(const struct product *product, const char *key);

/**
 * Return the current value of an axis as a number or a text. The number is 0 or NAN, and the text
 * "", if there is no such axis.
 */
double product_number(const struct product *product, const char *key);
double product_number_or_nan(const struct product *product, const char *key);
const char *product_text(const struct product *product, const char *key);
