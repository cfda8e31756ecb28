/* A product of lists: one current value each, the last axis turning fastest. */
#ifndef PAIRLANES_PRODUCT_H
#define PAIRLANES_PRODUCT_H

#include "harness/json/member.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

enum { AXES = 32, AXIS_NAME = 64 };

/** Zeroed: a product of no lists, which has one element. The lists must outlive it. */
struct product {
    int count;
    char key[AXES][AXIS_NAME];
    const cJSON *values[AXES];
    const cJSON *current[AXES];
};

/** Adds an axis; `values` NULL: none. */
void product_add(struct product *product, const char *key, const cJSON *values);

/** Adds the axes of a table that an object has values of, with `prefix` before their names; the
 * model, which decides on others, is none. */
void product_add_axes(struct product *product, const struct member *keys, const char *prefix,
                      const cJSON *object);

/** Turns to the next element; false after the last, when it is at the first again. */
bool product_next(struct product *product);

/** The current value of an axis; NULL if there is no such axis. */
const cJSON *product_get(const struct product *product, const char *key);

/** The same as a number, 0 or NAN if there is no such axis; as a text, "" if there is none. */
double product_number(const struct product *product, const char *key);
double product_number_or_nan(const struct product *product, const char *key);
const char *product_text(const struct product *product, const char *key);

#endif
