#include "harness/config_claims.h"

#include <stdio.h>

static const cJSON *get(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static bool has_required(const struct config_layer *layer, const cJSON *claim, struct error *error)
{
    static const char *const required[] = {"text", "source", "ratio"};
    for (size_t k = 0; k < sizeof required / sizeof *required; k++) {
        if (get(claim, required[k]) != NULL)
            continue;
        char expected[64];
        snprintf(expected, sizeof expected, "a claim with \"%s\"", required[k]);
        return config_unexpected(layer, claim, expected, NULL, error);
    }
    return get(claim, "above") != NULL || get(claim, "below") != NULL ||
           config_unexpected(layer, claim, "a claim with \"above\", \"below\" or both", NULL,
                             error);
}

/* A strategy's name, or its name with tuning values. */
static bool check_side(const struct config_layer *layer, const cJSON *side, struct error *error)
{
    const char *names[CONFIG_NAMES];
    config_strategy_names(names);
    if (!cJSON_IsObject(side))
        return config_check_name(layer, side, names, error);
    if (cJSON_GetArraySize(side) != 1)
        return config_unexpected(layer, side, "one strategy with its tuning", NULL, error);
    if (!config_check_tuning(layer, side, error))
        return false;
    const cJSON *value = NULL;
    cJSON_ArrayForEach (value, side->child) {
        if (cJSON_IsArray(value))
            return config_unexpected(layer, value, "one value", NULL, error);
    }
    return true;
}

static bool check_ratio(const struct config_layer *layer, const cJSON *ratio, struct error *error)
{
    if (!cJSON_IsArray(ratio) || cJSON_GetArraySize(ratio) != 2)
        return config_unexpected(layer, ratio, "two strategies", NULL, error);
    if (cJSON_Compare(cJSON_GetArrayItem(ratio, 0), cJSON_GetArrayItem(ratio, 1), true))
        return config_unexpected(layer, ratio, "two strategies that differ", NULL, error);
    return check_side(layer, cJSON_GetArrayItem(ratio, 0), error) &&
           check_side(layer, cJSON_GetArrayItem(ratio, 1), error);
}

static bool check_claim(const struct config_layer *layer, const cJSON *claim, struct error *error)
{
    const char *names[CONFIG_NAMES];
    int count = config_add_keys(config_claim_fields, names, 0);
    names[count++] = "ratio";
    names[count] = NULL;
    if (!cJSON_IsObject(claim))
        return config_unexpected(layer, claim, "an object {…}", NULL, error);
    if (!config_check_keys(layer, claim, names, error) || !has_required(layer, claim, error) ||
        !config_check_values(layer, claim, config_claim_fields, error) ||
        !check_ratio(layer, get(claim, "ratio"), error))
        return false;
    const cJSON *where = get(claim, "where");
    if (where == NULL)
        return true;
    config_add_keys(config_where_fields, names, 0);
    return config_check_keys(layer, where, names, error) &&
           config_check_values(layer, where, config_where_fields, error);
}

bool config_check_claims(const struct config_layer *layer, const cJSON *claims, struct error *error)
{
    const cJSON *claim = NULL;
    cJSON_ArrayForEach (claim, claims) {
        if (!check_claim(layer, claim, error))
            return false;
    }
    return true;
}

/* A copy of `object` with the table's defaults and with the lists of its axes. */
static cJSON *resolved(const cJSON *object, const struct config_field *fields)
{
    cJSON *target = cJSON_CreateObject();
    for (const struct config_field *field = fields; field->key != NULL; field++) {
        const cJSON *item = get(object, field->key);
        if (item != NULL)
            cJSON_AddItemToObject(target, field->key, config_canonical(item, field->axis));
        else if (field->initial != NULL)
            cJSON_AddItemToObject(target, field->key, cJSON_Parse(field->initial));
    }
    return target;
}

cJSON *config_resolve_claims(const cJSON *claims)
{
    cJSON *list = cJSON_CreateArray();
    const cJSON *claim = NULL;
    cJSON_ArrayForEach (claim, claims) {
        cJSON *copy = resolved(claim, config_claim_fields);
        cJSON_AddItemToObject(copy, "ratio", cJSON_Duplicate(get(claim, "ratio"), true));
        cJSON_ReplaceItemInObjectCaseSensitive(copy, "where",
                                               resolved(get(claim, "where"), config_where_fields));
        cJSON_AddItemToArray(list, copy);
    }
    return list;
}
