#include "harness/json/json_print.h"

#include "harness/base/escape.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text made harmless; it is freed. */
static char *escape(char *printed)
{
    char *text = printed != NULL ? cJSON_malloc(escape_json(NULL, printed) + 1) : NULL;
    if (text != NULL)
        escape_json(text, printed);
    cJSON_free(printed);
    return text;
}

char *json_print(const cJSON *document)
{
    return escape(cJSON_Print(document));
}

char *json_print_line(const cJSON *item)
{
    return escape(cJSON_PrintUnformatted(item));
}

static bool put(FILE *stream, const cJSON *item, const char *before)
{
    char *text = json_print_line(item);
    bool good = text != NULL && fputs(before, stream) >= 0 && fputs(text, stream) >= 0;
    cJSON_free(text);
    return good;
}

static bool put_lines(FILE *stream, const char *const *line)
{
    bool good = fputs("[", stream) >= 0;
    for (const char *before = "\n"; *line != NULL && good; line++, before = ",\n")
        good = fputs(before, stream) >= 0 && fputs(*line, stream) >= 0;
    return good && fputs("\n]", stream) >= 0;
}

static bool put_entries(FILE *stream, const cJSON *list)
{
    bool good = fputs("[", stream) >= 0;
    for (const cJSON *item = list->child; item != NULL && good; item = item->next)
        good = put(stream, item, item == list->child ? "\n" : ",\n");
    return good && fputs("\n]", stream) >= 0;
}

static bool put_value(FILE *stream, const cJSON *item, const struct json_list *list)
{
    bool entries = cJSON_IsArray(item) && cJSON_IsObject(item->child);
    if (entries && list != NULL && strcmp(item->string, list->name) == 0)
        return put_lines(stream, list->line);
    return entries ? put_entries(stream, item) : put(stream, item, "");
}

static bool put_members(FILE *stream, const cJSON *object, const struct json_list *list)
{
    bool good = fputs("{", stream) >= 0;
    for (const cJSON *item = object->child; item != NULL && good; item = item->next) {
        cJSON *name = cJSON_CreateStringReference(item->string);
        good = name != NULL && put(stream, name, item == object->child ? "\n" : ",\n") &&
               fputs(":", stream) >= 0 && put_value(stream, item, list);
        cJSON_Delete(name);
    }
    return good && fputs("\n}", stream) >= 0;
}

char *json_lines(const cJSON *document, const struct json_list *list)
{
    char *printed = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&printed, &size);
    if (stream == NULL)
        return NULL;
    bool good =
        cJSON_IsObject(document) ? put_members(stream, document, list) : put(stream, document, "");
    good = fclose(stream) == 0 && good;
    if (good)
        return printed;
    free(printed);
    return NULL;
}
