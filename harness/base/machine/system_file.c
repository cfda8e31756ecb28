#include "harness/base/machine/system_file.h"

#include "harness/base/memory.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>

FILE *system_file_open(const char *path)
{
    FILE *stream = fopen(path, "r");
    if (stream == NULL && errno == ENOMEM)
        memory_end(path);
    return stream;
}

bool system_file_line(const char *root, char *text, size_t size, const char *format, ...)
{
    char path[PATH_MAX];
    va_list arguments;
    int length = snprintf(path, sizeof path, "%s/", root);
    va_start(arguments, format);
    vsnprintf(path + length, sizeof path - (size_t)length, format, arguments);
    va_end(arguments);
    FILE *stream = system_file_open(path);
    bool read = stream != NULL && fgets(text, (int)size, stream) != NULL;
    if (stream != NULL)
        fclose(stream);
    return read;
}
