/* Access to members of JSON objects that may be missing. */
#pragma once

#include <cjson/cJSON.h>
#include <math.h>

/** Returns the member of an object with a name; NULL if it has none, or is not an object. */
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
