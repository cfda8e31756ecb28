/*
 * The function that rejects parameters in model headers. The table of models includes these
 * headers. The function has a separate file, because in the table's file it would make the
 * dependency circular.
 */
#include "harness/base/error.h"
#include "models/description.h"

#include <stdarg.h>
#include <stdio.h>

bool model_refuse(struct error *error, const char *format, ...)
{
    char text[sizeof error->text];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    return error_set(error, EXIT_USAGE, "%s", text);
}
