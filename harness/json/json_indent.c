#include "harness/json/json_indent.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 100, STEP = 2 };

static bool print(FILE *stream, const cJSON *item, int depth, size_t before);

/* The entries of an object or list, a line each. */
static bool print_entries(FILE *stream, const cJSON *parent, int depth)
{
    bool object = cJSON_IsObject(parent), good = true;
    fputs(object ? "{\n" : "[\n", stream);
    for (const cJSON *item = parent->child; item != NULL && good; item = item->next) {
        size_t name = object ? strlen(item->string) + 4 : 0;
        fprintf(stream, "%*s", STEP * (depth + 1), "");
        if (object)
            fprintf(stream, "\"%s\": ", item->string);
        good = print(stream, item, depth + 1, name);
        fputs(item->next != NULL ? ",\n" : "\n", stream);
    }
    fprintf(stream, "%*s%c", STEP * depth, "", object ? '}' : ']');
    return good;
}

/* Prints an item after `column` characters of its line. */
static bool print(FILE *stream, const cJSON *item, int depth, size_t before)
{
    char *text = cJSON_PrintUnformatted(item);
    if (text == NULL)
        return false;
    bool good = true;
    bool scalar = !cJSON_IsObject(item) && !cJSON_IsArray(item);
    size_t line = (size_t)(STEP * depth) + before + strlen(text);
    if (scalar || item->child == NULL || (cJSON_IsArray(item) && line < WIDTH))
        fputs(text, stream);
    else
        good = print_entries(stream, item, depth);
    cJSON_free(text);
    return good;
}

bool json_indent_print(FILE *stream, cJSON *document, struct error *error)
{
    bool good = document != NULL && print(stream, document, 0, 0);
    cJSON_Delete(document);
    fputc('\n', stream);
    return good || error_set(error, EXIT_ENVIRONMENT, "out of memory: a document as JSON");
}
