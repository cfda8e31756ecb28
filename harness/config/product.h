/* A product of lists. Each list has a current value, and the last list changes fastest. */
#pragma once

#include "harness/json/member.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

enum { AXES = 40, AXIS_NAME = 64 };

/**
 * Lists and their current values, which must outlive the product. Zeroed: no lists, one element.
 */
struct product {
    int count;
    char key[AXES][AXIS_NAME];
    const cJSON *values[AXES];
    const cJSON *current[AXES];
};

/** Adds an axis; none if `values` is NULL. */
void product_add(struct product *product, const char *key, const cJSON *values);

/** Adds those axes of a table for which the object has values, with `prefix` before their names.
 * The model is left out, because other axes depend on it. */
void product_add_axes(struct product *product, const struct member *keys, const char *prefix,
                      const cJSON *object);

/** The number of its elements. */
double product_size(const struct product *product);

/** Moves to the next element. After the last, returns false and is at the first again. */
bool product_next(struct product *product);

/** The current value of an axis; NULL if there is no such axis. */
const cJSON *product_get(const struct product *product, const char *key);

/**
 * Returns the same as a number, 0 or NAN if there is no such axis, or as a text, "" if there is
 * none.
 */
double product_number(const struct product *product, const char *key);
double product_number_or_nan(const struct product *product, const char *key);
const char *product_text(const struct product *product, const char *key);
