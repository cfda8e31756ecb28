/*
 * The function by which headers of models reject parameters. It is in a separate file because the
 * table of models depends on these headers: in the file of the table it would make them depend on
 * the table.
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
