#include "harness/json/json_print.h"

#include "harness/base/escape.h"
#include "harness/base/memory.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/*
 * Returns a printed text with its special characters escaped (escape_json), and frees the given
 * one.
 */
static char *escape(char *printed)
{
    char *text = printed != NULL ? cJSON_malloc(escape_json(NULL, printed) + 1) : NULL;
    if (text == NULL)
        memory_end("a JSON text");
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

static void put(FILE *stream, const cJSON *item, const char *before)
{
    char *text = json_print_line(item);
    fprintf(stream, "%s%s", before, text);
    cJSON_free(text);
}

static void put_lines(FILE *stream, const char *const *line)
{
    fputs("[", stream);
    for (const char *before = "\n"; *line != NULL; line++, before = ",\n")
        fprintf(stream, "%s%s", before, *line);
    fputs("\n]", stream);
}

static void put_entries(FILE *stream, const cJSON *list)
{
    fputs("[", stream);
    for (const cJSON *item = list->child; item != NULL; item = item->next)
        put(stream, item, item == list->child ? "\n" : ",\n");
    fputs("\n]", stream);
}

static void put_value(FILE *stream, const cJSON *item, const struct json_list *list)
{
    const bool entries = cJSON_IsArray(item) && cJSON_IsObject(item->child);
    if (list != NULL && strcmp(item->string, list->name) == 0 && list->line[0] != NULL)
        put_lines(stream, list->line);
    else if (entries)
        put_entries(stream, item);
    else
        put(stream, item, "");
}

static void put_members(FILE *stream, const cJSON *object, const struct json_list *list)
{
    fputs("{", stream);
    for (const cJSON *item = object->child; item != NULL; item = item->next) {
        cJSON *name = cJSON_CreateStringReference(item->string);
        put(stream, name, item == object->child ? "\n" : ",\n");
        fputs(":", stream);
        put_value(stream, item, list);
        cJSON_Delete(name);
    }
    fputs("\n}", stream);
}

char *json_lines(const cJSON *document, const struct json_list *list)
{
    char *printed = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&printed, &size);
    if (stream == NULL)
        memory_end("a JSON text");
    if (cJSON_IsObject(document))
        put_members(stream, document, list);
    else
        put(stream, document, "");
    if (ferror(stream) || fclose(stream) != 0 || printed == NULL) /* fclose() allocates again to fit
                                                                   * the text, and may fail */
        memory_end("a JSON text");
    return printed;
}
