/* Macros in #include directives that stand for a file of the model or the strategy. */
#pragma once

#include <stdbool.h>

struct source_macro {
    const char *name, *format; /* name of the macro, and a format that turns the name of the
                                * model or strategy into a path */
    bool of_model;             /* true: the file is the model's; false: the strategy's */
};

/** Returns the macro at the beginning of a text; NULL if there is none. */
const struct source_macro *source_macro_find(const char *text);
