/* Members of JSON objects, if they exist. */
#pragma once

#include <cjson/cJSON.h>
#include <math.h>

/** Returns a member of an object; NULL if it has none of that name, or is no object. */
static inline cJSON *json_get(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

/** Returns the text of a member; "" if there is none. */
static inline const char *json_text(const cJSON *object, const char *key)
{
    const char *text = cJSON_GetStringValue(json_get(object, key));
    return text != NULL ? text : "";
}

/** Returns the number of a member; NAN if there is none. */
static inline double json_value(const cJSON *object, const char *key)
{
    const cJSON *item = json_get(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}
