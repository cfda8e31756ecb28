#include "harness/config/product.h"

#include "harness/json/json_get.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void product_add(struct product *product, const char *key, const cJSON *values)
{
    if (values == NULL || product->count == AXES)
        return;
    snprintf(product->key[product->count], AXIS_NAME, "%s", key);
    product->values[product->count] = values;
    product->current[product->count] = values->child;
    product->count++;
}

void product_add_axes(struct product *product, const struct member *keys, const char *prefix,
                      const cJSON *object)
{
    char name[AXIS_NAME];
    for (; keys->path != NULL; keys++) {
        snprintf(name, sizeof name, "%s%s", prefix, keys->path);
        if (keys->axis && strcmp(name, "model") != 0)
            product_add(product, name, json_get(object, keys->path));
    }
}

double product_size(const struct product *product)
{
    double size = 1;
    for (int k = 0; k < product->count; k++)
        size *= cJSON_GetArraySize(product->values[k]);
    return size;
}

bool product_next(struct product *product)
{
    for (int k = product->count - 1; k >= 0; k--) {
        product->current[k] = product->current[k]->next;
        if (product->current[k] != NULL)
            return true;
        product->current[k] = product->values[k]->child;
    }
    return false;
}

const cJSON *product_get(const struct product *product, const char *key)
{
    for (int k = 0; k < product->count; k++)
        if (strcmp(product->key[k], key) == 0)
            return product->current[k];
    return NULL;
}

double product_number(const struct product *product, const char *key)
{
    const cJSON *item = product_get(product, key);
    return item != NULL ? item->valuedouble : 0;
}

double product_number_or_nan(const struct product *product, const char *key)
{
    return product_get(product, key) != NULL ? product_number(product, key) : NAN;
}

const char *product_text(const struct product *product, const char *key)
{
    const cJSON *item = product_get(product, key);
    return cJSON_IsString(item) ? item->valuestring : "";
}
