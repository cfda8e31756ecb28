#include "harness/base/text_file.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool text_open(const char *path, struct text_file *file, struct error *error)
{
    *file = (struct text_file){.path = path, .stream = fopen(path, "r")};
    struct stat status;
    int reason = errno;
    if (file->stream != NULL && fstat(fileno(file->stream), &status) == 0 &&
        S_ISDIR(status.st_mode)) {
        text_close(file);
        reason = EISDIR;
    }
    errno = reason;
    return file->stream != NULL || error_unreadable(error, path);
}

void text_close(struct text_file *file)
{
    if (file->stream != NULL)
        fclose(file->stream);
    free(file->line);
    file->stream = NULL;
    file->line = NULL;
}

static bool read_line(struct text_file *file)
{
    ssize_t length = getline(&file->line, &file->room, file->stream);
    if (length < 0)
        return false;
    file->number++;
    while (length > 0 && (file->line[length - 1] == '\n' || file->line[length - 1] == '\r'))
        file->line[--length] = '\0';
    return true;
}

bool text_next(struct text_file *file, const char *expected, struct error *error)
{
    if (read_line(file))
        return true;
    if (!feof(file->stream))
        return error_unreadable(error, file->path);
    return error_set(error, EXIT_USAGE, "%s:%" PRId64 ": the file ends here; expected %s",
                     file->path, file->number + 1, expected);
}

bool text_ended(struct text_file *file)
{
    while (read_line(file))
        if (!text_is_blank(file->line))
            return false;
    return true;
}

bool text_error(const struct text_file *file, struct error *error, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return error_set(error, EXIT_USAGE, "%s:%" PRId64 ": %s", file->path, file->number, text);
}

static bool ends_word(const char *end)
{
    return *end == '\0' || isspace((unsigned char)*end);
}

bool text_integer(const char **cursor, int64_t *value)
{
    char *end = NULL;
    errno = 0;
    *value = strtoll(*cursor, &end, 10);
    if (end == *cursor || errno != 0 || !ends_word(end))
        return false;
    *cursor = end;
    return true;
}

bool text_real(const char **cursor, double *value)
{
    char *end = NULL;
    *value = strtod(*cursor, &end);
    if (end == *cursor || !ends_word(end))
        return false;
    *cursor = end;
    return true;
}

bool text_skip_word(const char **cursor)
{
    *cursor += strspn(*cursor, " \t");
    size_t length = strcspn(*cursor, " \t");
    *cursor += length;
    return length > 0;
}

bool text_is_blank(const char *cursor)
{
    return cursor[strspn(cursor, " \t\r\n\v\f")] == '\0';
}
