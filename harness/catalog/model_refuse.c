/* What the headers of models call: apart from the table of models, which calls these. */
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
