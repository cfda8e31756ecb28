#include "harness/config/config_claims.h"

#include "harness/catalog/model.h"
#include "harness/config/config_keys.h"
#include "harness/config/names.h"
#include "harness/json/json_get.h"

#include <stdio.h>
#include <string.h>

static bool has_required(const struct config_layer *layer, const cJSON *claim, struct error *error)
{
    for (const struct member *key = config_claim_keys; key->path != NULL; key++) {
        if (!key->required || json_get(claim, key->path) != NULL)
            continue;
        char expected[64];
        snprintf(expected, sizeof expected, "a claim with \"%s\"", key->path);
        return config_unexpected(layer, claim, expected, NULL, error);
    }
    if ((json_get(claim, "ratio") != NULL) == (json_get(claim, "value") != NULL))
        return config_unexpected(layer, claim, "a claim with \"ratio\" or \"value\"", NULL, error);
    if (json_get(claim, "number") == NULL &&
        (json_get(claim, "value") != NULL || json_get(claim, "per") != NULL))
        return config_unexpected(layer, claim,
                                 "a claim with \"number\", because \"value\" and \"per\" need it",
                                 NULL, error);
    if (json_get(claim, "against") != NULL &&
        (json_get(claim, "ratio") == NULL || json_get(claim, "across") != NULL))
        return config_unexpected(
            layer, claim,
            "a claim with \"ratio\" and without \"across\", because it has \"against\"", NULL,
            error);
    if (cJSON_IsTrue(json_get(claim, "deviation")) &&
        (json_get(claim, "ratio") == NULL || json_get(claim, "across") != NULL))
        return config_unexpected(
            layer, claim,
            "a claim with \"ratio\" and without \"across\", because it has \"deviation\"", NULL,
            error);
    return json_get(claim, "above") != NULL || json_get(claim, "below") != NULL ||
           config_unexpected(layer, claim, "a claim with \"above\", \"below\" or both", NULL,
                             error);
}

static bool is_one(const struct config_layer *layer, const cJSON *object, struct error *error)
{
    const cJSON *value = NULL;
    cJSON_ArrayForEach (value, object) {
        if (cJSON_IsArray(value))
            return config_unexpected(layer, value, "one value", NULL, error);
    }
    return true;
}

/*
 * Checks parameters, which may belong to any model. Each is a value or, except in a side of a
 * claim, a list of values.
 */
static bool check_parameters(const struct config_layer *layer, const cJSON *object,
                             struct error *error)
{
    const char *names[MEMBER_NAMES];
    const struct parameter *parameters[MEMBER_NAMES];
    int count = 0;
    for (const struct model *const *model = models(); *model != NULL; model++) {
        for (int k = 0; k < (*model)->parameter_count && count < MEMBER_NAMES - 1; k++) {
            parameters[count] = &(*model)->parameters[k];
            names[count] = parameters[count]->name;
            count++;
        }
    }
    names[count] = NULL;
    if (!cJSON_IsObject(object))
        return config_unexpected(layer, object, "an object {…}", NULL, error);
    if (!config_check_keys(layer, object, names, error))
        return false;
    for (const cJSON *item = object->child; item != NULL; item = item->next) {
        /*
         * several models may have a parameter of this name, and one must accept the value; if none
         * does, the error is the first model's
         */
        const cJSON *value = cJSON_IsArray(item) ? item->child : item;
        for (; value != NULL; value = cJSON_IsArray(item) ? value->next : NULL) {
            struct error others;
            bool good = false, refused = false;
            for (int k = 0; k < count && !good; k++) {
                if (strcmp(names[k], item->string) != 0)
                    continue;
                good =
                    config_check_parameter(layer, value, parameters[k], refused ? &others : error);
                refused = true;
            }
            if (!good)
                return false;
        }
    }
    return true;
}

static bool is_strategy(const char *key)
{
    const struct member *known = config_side_keys;
    while (known->path != NULL && strcmp(known->path, key) != 0)
        known++;
    return known->path == NULL && strcmp(key, "parameters") != 0;
}

const cJSON *config_side_strategy(const cJSON *side)
{
    const cJSON *found = NULL;
    const cJSON *member = NULL;
    cJSON_ArrayForEach (member, side) {
        if (!is_strategy(member->string))
            continue;
        if (found != NULL)
            return NULL;
        found = member;
    }
    return found;
}

/*
 * Checks a side of a claim: a strategy's name, or an object with tuning values, model parameters
 * and other keys.
 */
static bool check_side(const struct config_layer *layer, const cJSON *side, struct error *error)
{
    const char *names[MEMBER_NAMES];
    names_strategy(names);
    if (!cJSON_IsObject(side))
        return config_check_name(layer, side, names, error);
    const cJSON *strategy = config_side_strategy(side);
    const cJSON *parameters = json_get(side, "parameters");
    if (strategy == NULL)
        return config_unexpected(layer, side, "one strategy with its tuning", NULL, error);
    int count = 0;
    while (names[count] != NULL)
        count++;
    names[count++] = "parameters";
    config_add_keys(config_side_keys, names, count);
    return config_check_keys(layer, side, names, error) &&
           config_check_values(layer, side, config_side_keys, error) &&
           config_check_strategy_tuning(layer, strategy, error) && is_one(layer, strategy, error) &&
           (parameters == NULL ||
            (check_parameters(layer, parameters, error) && is_one(layer, parameters, error)));
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

static bool check_where(const struct config_layer *layer, const cJSON *where, struct error *error)
{
    const cJSON *parameters = json_get(where, "parameters");
    return parameters == NULL || check_parameters(layer, parameters, error);
}

static bool check_claim(const struct config_layer *layer, const cJSON *claim, struct error *error)
{
    const char *names[MEMBER_NAMES];
    config_add_keys(config_claim_keys, names, 0);
    if (!cJSON_IsObject(claim))
        return config_unexpected(layer, claim, "an object {…}", NULL, error);
    if (!config_check_keys(layer, claim, names, error) || !has_required(layer, claim, error) ||
        !config_check_values(layer, claim, config_claim_keys, error))
        return false;
    const cJSON *ratio = json_get(claim, "ratio"), *against = json_get(claim, "against");
    const cJSON *others = json_get(against, "ratio");
    return (ratio != NULL ? check_ratio(layer, ratio, error)
                          : check_side(layer, json_get(claim, "value"), error)) &&
           (others == NULL || check_ratio(layer, others, error)) &&
           check_where(layer, json_get(claim, "where"), error) &&
           check_where(layer, json_get(against, "where"), error);
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

/*
 * Copies `object`, adds missing keys with the table's defaults, and turns values of axes into
 * lists.
 */
static cJSON *resolved(const cJSON *object, const struct member *keys)
{
    cJSON *target = cJSON_CreateObject();
    for (; keys->path != NULL; keys++) {
        const cJSON *item = json_get(object, keys->path);
        if (item != NULL)
            cJSON_AddItemToObject(target, keys->path, config_canonical(item, keys->axis));
        else if (keys->initial != NULL)
            cJSON_AddItemToObject(target, keys->path, cJSON_Parse(keys->initial));
    }
    return target;
}

static cJSON *resolved_where(const cJSON *where)
{
    cJSON *target = resolved(where, config_where_keys);
    const cJSON *given = json_get(where, "parameters");
    if (given == NULL)
        return target;
    cJSON *parameters = cJSON_CreateObject();
    for (const cJSON *item = given->child; item != NULL; item = item->next)
        cJSON_AddItemToObject(parameters, item->string, config_canonical(item, true));
    cJSON_ReplaceItemInObjectCaseSensitive(target, "parameters", parameters);
    return target;
}

/* Resolves the "where" that selects the cases of a claim, or of a claim's "against". */
static void resolve_where(cJSON *claim)
{
    cJSON *where = resolved_where(json_get(claim, "where"));
    cJSON_DeleteItemFromObjectCaseSensitive(claim, "where");
    cJSON_AddItemToObject(claim, "where", where);
}

cJSON *config_resolve_claims(const cJSON *claims)
{
    cJSON *list = cJSON_CreateArray();
    const cJSON *claim = NULL;
    cJSON_ArrayForEach (claim, claims) {
        cJSON *copy = resolved(claim, config_claim_keys);
        resolve_where(copy);
        if (json_get(copy, "against") != NULL)
            resolve_where(cJSON_GetObjectItemCaseSensitive(copy, "against"));
        cJSON_AddItemToArray(list, copy);
    }
    return list;
}
