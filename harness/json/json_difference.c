#include "harness/json/json_difference.h"

#include "harness/base/text.h"

#include <stdio.h>
#include <string.h>

static void write_value(const cJSON *item, char text[JSON_DIFFERENCE_VALUE])
{
    char *printed = item != NULL ? cJSON_PrintUnformatted(item) : NULL;
    snprintf(text, JSON_DIFFERENCE_VALUE, "%s", printed != NULL ? printed : "none");
    cJSON_free(printed);
}

static bool found(const cJSON *left, const cJSON *right, struct json_difference *difference)
{
    write_value(left, difference->left);
    write_value(right, difference->right);
    return true;
}

static bool differ(const cJSON *left, const cJSON *right, struct json_difference *difference);

/*
 * Compares two values at a key or an index, which is appended to the path. If they are equal, the
 * path is restored.
 */
static bool differ_below(const char *key, int index, const cJSON *left, const cJSON *right,
                         struct json_difference *difference)
{
    size_t length = strlen(difference->path);
    if (key != NULL)
        text_append(difference->path, sizeof difference->path, ".", "%s", key);
    else
        text_append(difference->path, sizeof difference->path, "", "[%d]", index);
    if (differ(left, right, difference))
        return true;
    difference->path[length] = '\0';
    return false;
}

static bool differ_objects(const cJSON *left, const cJSON *right,
                           struct json_difference *difference)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach (item, left) {
        const cJSON *other = cJSON_GetObjectItemCaseSensitive(right, item->string);
        if (differ_below(item->string, 0, item, other, difference))
            return true;
    }
    cJSON_ArrayForEach (item, right) {
        if (cJSON_GetObjectItemCaseSensitive(left, item->string) == NULL)
            return differ_below(item->string, 0, NULL, item, difference);
    }
    return false;
}

static bool differ_arrays(const cJSON *left, const cJSON *right, struct json_difference *difference)
{
    const cJSON *a = left->child, *b = right->child;
    for (int index = 0; a != NULL || b != NULL; index++) {
        if (differ_below(NULL, index, a, b, difference))
            return true;
        a = a != NULL ? a->next : NULL;
        b = b != NULL ? b->next : NULL;
    }
    return false;
}

static bool differ(const cJSON *left, const cJSON *right, struct json_difference *difference)
{
    if (cJSON_IsObject(left) && cJSON_IsObject(right))
        return differ_objects(left, right, difference);
    if (cJSON_IsArray(left) && cJSON_IsArray(right))
        return differ_arrays(left, right, difference);
    return !cJSON_Compare(left, right, true) && found(left, right, difference);
}

bool json_differ(const cJSON *left, const cJSON *right, struct json_difference *difference)
{
    difference->path[0] = '\0';
    return differ(left, right, difference);
}
