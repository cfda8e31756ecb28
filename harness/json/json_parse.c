#include "harness/json/json_parse.h"

#include "harness/base/memory.h"
#include "harness/json/json_locate.h"
#include "harness/json/json_syntax.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/*
 * Most keys that are compared pair by pair; more are sorted, because hostile files may have
 * millions.
 */
enum { FEW = 32 };

static int compare_keys(const void *left, const void *right)
{
    return strcmp((*(const cJSON *const *)left)->string, (*(const cJSON *const *)right)->string);
}

/* Returns a member whose key occurs earlier in the object; NULL if there is none. */
static const cJSON *twice_of_few(const cJSON *object)
{
    for (const cJSON *item = object->child; item != NULL; item = item->next)
        for (const cJSON *other = object->child; other != item; other = other->next)
            if (strcmp(item->string, other->string) == 0)
                return item;
    return NULL;
}

/* Room for keys; the program ends without memory. */
static const cJSON **allocate_keys(int count)
{
    struct error error;
    const cJSON **keys = memory_allocate(count, sizeof *keys, "the keys of an object", &error);
    if (keys == NULL)
        memory_end("the keys of an object");
    return keys;
}

static const cJSON *twice_of_many(const cJSON *object, int count)
{
    const cJSON *twice = NULL, *item = NULL;
    const cJSON **sorted = allocate_keys(count);
    int kept = 0;
    cJSON_ArrayForEach (item, object) {
        sorted[kept++] = item;
    }
    qsort(sorted, (size_t)count, sizeof *sorted, compare_keys);
    for (int k = 1; k < count && twice == NULL; k++)
        if (compare_keys(&sorted[k - 1], &sorted[k]) == 0)
            twice = sorted[k];
    free(sorted);
    return twice;
}

/* Returns the first member in reading order whose key occurs twice; NULL: none. */
static const cJSON *find_twice(const cJSON *item)
{
    const cJSON *twice = NULL;
    const int count = cJSON_IsObject(item) ? cJSON_GetArraySize(item) : 0;
    if (count > 1)
        twice = count <= FEW ? twice_of_few(item) : twice_of_many(item, count);
    for (const cJSON *child = item->child; child != NULL && twice == NULL; child = child->next)
        twice = find_twice(child);
    return twice;
}

static bool refuse_twice(const char *text, const cJSON *root, const cJSON *item, const char *name,
                         int first, struct error *error)
{
    struct json_place place;
    json_locate(text, root, item, &place);
    return error_set(error, EXIT_USAGE, "%s:%d:%d: %s: the same key a second time", name,
                     first + place.key_line - 1, place.key_column, place.path);
}

/*
 * Whether the values of a text, whose number its commas and brackets bound, are not too many for
 * memory.
 */
static bool check_values(const char *text, const char *name, struct error *error)
{
    int64_t values = 1;
    for (const char *at = text; (at = strpbrk(at, ",[{")) != NULL; at++)
        values++;
    return values <= JSON_VALUES ||
           error_set(error, EXIT_USAGE, "%s: expected at most %d values, found about %" PRId64,
                     name, JSON_VALUES, values);
}

cJSON *json_parse(const char *text, const char *name, int first, struct error *error)
{
    if (!check_values(text, name, error) || !json_syntax_check(text, name, first, error))
        return NULL;
    cJSON *root = cJSON_Parse(text);
    if (root == NULL) {
        error_set(error, EXIT_ENVIRONMENT, "out of memory: %s", name);
        return NULL;
    }
    const cJSON *twice = find_twice(root);
    if (twice == NULL)
        return root;
    refuse_twice(text, root, twice, name, first, error);
    cJSON_Delete(root);
    return NULL;
}
