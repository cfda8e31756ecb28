#include "harness/error.h"

#include <stdarg.h>
#include <stdio.h>

bool error_set(struct error *error, enum exit_code code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    error->code = code;
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

bool error_prefix(struct error *error, const char *prefix)
{
    char text[sizeof error->text];
    snprintf(text, sizeof text, "%s", error->text);
    int head = snprintf(error->text, sizeof error->text, "%s: ", prefix);
    if (head > 0 && (size_t)head < sizeof error->text)
        snprintf(error->text + head, sizeof error->text - (size_t)head, "%s", text);
    return false;
}
