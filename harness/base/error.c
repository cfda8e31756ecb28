#include "harness/base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(struct error *error, enum exit_code code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    error->code = code;
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

bool error_unreadable(struct error *error, const char *path)
{
    enum exit_code code = errno == ENOMEM ? EXIT_ENVIRONMENT : EXIT_USAGE;
    return error_set(error, code, "%s: cannot be read: %s", path, strerror(errno));
}

bool error_prefix(struct error *error, const char *prefix)
{
    size_t head = strlen(prefix);
    if (head + 2 >= sizeof error->text)
        return false;
    memmove(error->text + head + 2, error->text, sizeof error->text - head - 2);
    error->text[sizeof error->text - 1] = '\0';
    memcpy(error->text, prefix, head);
    memcpy(error->text + head, ": ", 2);
    return false;
}
