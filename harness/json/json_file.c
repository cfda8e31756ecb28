#include "harness/json/json_file.h"
#include "harness/json/json_parse.h"
#include "harness/json/json_print.h"

#include "harness/base/files/gzip.h"
#include "harness/base/files/output.h"
#include "harness/base/files/text_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int json_file_is_named(const struct dirent *entry)
{
    return gzip_has_suffix(entry->d_name, ".json");
}

/*
 * Parses the text of a file. If the path is a link to a file in another folder, messages do not
 * quote the text.
 */
static cJSON *parse(const char *text, const char *path, int line, struct error *error)
{
    cJSON *document = json_parse(text, path, line, error);
    char *quoted = document == NULL ? strstr(error->text, ", found ") : NULL;
    if (quoted != NULL && text_is_elsewhere(path))
        *quoted = '\0';
    return document;
}

cJSON *json_file_read(const char *path, struct error *error)
{
    return json_file_read_most(path, JSON_BYTES, error);
}

cJSON *json_file_read_most(const char *path, int64_t most, struct error *error)
{
    char *text = text_content_most(path, most, error);
    if (text == NULL)
        return NULL;
    cJSON *document = parse(text, path, 1, error);
    free(text);
    return document;
}

cJSON *json_file_read_lines(const char *path, struct error *error)
{
    char *text = text_content_most(path, JSON_BYTES, error);
    if (text == NULL)
        return NULL;
    cJSON *array = cJSON_CreateArray();
    int number = 1;
    char *rest = text;
    for (char *line; (line = strsep(&rest, "\n")) != NULL; number++) {
        if (line[strspn(line, " \t\r")] == '\0')
            continue;
        cJSON *document = parse(line, path, number, error);
        if (!cJSON_IsObject(document)) {
            if (document != NULL)
                error_set(error, EXIT_USAGE, "%s:%d: this is not a JSON object", path, number);
            cJSON_Delete(document);
            cJSON_Delete(array);
            array = NULL;
            break;
        }
        cJSON_AddItemToArray(array, document);
    }
    free(text);
    return array;
}

bool json_file_write(const char *path, const cJSON *document, struct error *error)
{
    return json_file_write_list(path, document, NULL, error);
}

bool json_file_write_list(const char *path, const cJSON *document, const struct json_list *list,
                          struct error *error)
{
    struct output output;
    if (!output_folders(path, error))
        return false;
    char *content = json_lines(document, list);
    bool good = output_begin(&output, path, error);
    if (good) {
        fprintf(output.stream, "%s\n", content);
        good = output_end(&output, true, error);
    }
    free(content);
    return good;
}

void json_file_print(FILE *stream, cJSON *document)
{
    char *text = json_print(document);
    cJSON_Delete(document);
    fprintf(stream, "%s\n", text);
    cJSON_free(text);
}

cJSON *json_number(double value)
{
    return isfinite(value) ? cJSON_CreateNumber(value) : cJSON_CreateNull();
}

double json_digits(double value, int digits)
{
    char text[64];
    if (!isfinite(value))
        return value;
    snprintf(text, sizeof text, "%.*e", digits - 1, value);
    return strtod(text, NULL);
}

void json_add_number(cJSON *object, const char *key, double value)
{
    cJSON_AddItemToObject(object, key, json_number(value));
}
