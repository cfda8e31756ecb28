#include "harness/json/json_file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *read_file(const char *path, struct error *error)
{
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        error_unreadable(error, path);
        return NULL;
    }
    char *text = NULL;
    size_t size = 0;
    ssize_t length = getdelim(&text, &size, '\0', stream);
    if (length < 0) {
        if (feof(stream))
            error_set(error, EXIT_USAGE, "%s: the file is empty", path);
        else
            error_unreadable(error, path);
    }
    fclose(stream);
    if (length < 0) {
        free(text);
        return NULL;
    }
    return text;
}

/* The number of the line of `text` that holds the byte `at`. */
static int line_of(const char *text, const char *at)
{
    int line = 1;
    for (; text < at; text++)
        line += *text == '\n';
    return line;
}

cJSON *json_file_read(const char *path, struct error *error)
{
    char *text = read_file(path, error);
    if (text == NULL)
        return NULL;
    const char *end = NULL;
    cJSON *document = cJSON_ParseWithOpts(text, &end, true);
    if (document == NULL)
        error_set(error, EXIT_USAGE, "%s:%d: this is not JSON", path, line_of(text, end));
    free(text);
    return document;
}

cJSON *json_file_read_lines(const char *path, struct error *error)
{
    char *text = read_file(path, error);
    if (text == NULL)
        return NULL;
    cJSON *array = cJSON_CreateArray();
    int number = 1;
    char *rest = text;
    for (char *line; (line = strsep(&rest, "\n")) != NULL; number++) {
        if (line[strspn(line, " \t\r")] == '\0')
            continue;
        cJSON *document = cJSON_ParseWithOpts(line, NULL, true);
        if (!cJSON_IsObject(document)) {
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

/* Makes the folders above `path`. */
static bool make_folders(const char *path, struct error *error)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0777) != 0 && errno != EEXIST)
            return error_set(error, EXIT_ENVIRONMENT, "%s: cannot be made: %s", folder,
                             strerror(errno));
        *slash = '/';
    }
    return true;
}

static bool write_file(const char *path, const char *content)
{
    FILE *stream = fopen(path, "wb");
    if (stream == NULL)
        return false;
    bool good = fputs(content, stream) >= 0 && fputc('\n', stream) != EOF && fflush(stream) == 0 &&
                fsync(fileno(stream)) == 0;
    return fclose(stream) == 0 && good;
}

bool json_file_write(const char *path, const cJSON *document, struct error *error)
{
    if (!make_folders(path, error))
        return false;
    char *temporary = NULL;
    char *content = cJSON_Print(document);
    if (content == NULL || asprintf(&temporary, "%s.tmp", path) < 0) {
        cJSON_free(content);
        return error_set(error, EXIT_ENVIRONMENT, "%s: out of memory", path);
    }
    bool good = write_file(temporary, content) && rename(temporary, path) == 0;
    if (!good) {
        error_set(error, EXIT_ENVIRONMENT, "%s: cannot be written: %s", path, strerror(errno));
        unlink(temporary);
    }
    free(temporary);
    cJSON_free(content);
    return good;
}

bool json_file_print(FILE *stream, cJSON *document, struct error *error)
{
    char *text = cJSON_Print(document);
    cJSON_Delete(document);
    if (text == NULL)
        return error_set(error, EXIT_ENVIRONMENT, "out of memory: a report as JSON");
    fprintf(stream, "%s\n", text);
    cJSON_free(text);
    return true;
}

cJSON *json_number(double value)
{
    return isfinite(value) ? cJSON_CreateNumber(value) : cJSON_CreateNull();
}

void json_add_number(cJSON *object, const char *key, double value)
{
    cJSON_AddItemToObject(object, key, json_number(value));
}
