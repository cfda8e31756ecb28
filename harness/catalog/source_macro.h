/* Macros of includes that stand for a file of the model or the strategy. */
#pragma once

#include <stdbool.h>

struct source_macro {
    const char *name, *format; /* the format turns a model's or a strategy's name into a path */
    bool of_model;             /* false: of a strategy */
};

/** Returns the macro at the beginning of a text; NULL: there is none. */
const struct source_macro *source_macro_find(const char *text);
