/*
 * The function by which headers of models reject parameters. It has a separate file, because the
 * table of models includes these headers, and a function in the table's file would make the
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
