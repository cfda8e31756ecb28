/* Descriptions of models and strategies outside the tree: compiled at run time, cached, opened. */
#pragma once

#include "harness/base/error.h"

/** Unit that is compiled from the registered sources. */
struct unit {
    const char *name;     /* name in messages: "model soft" */
    const char *path;     /* path of the source: "harness/catalog/model_unit.c" */
    const char *strategy; /* strategy of the unit; NULL: none */
    const char *model;    /* model of the unit; NULL: none */
    const char *defines;  /* options of the compiler */
    const char *symbol;   /* symbol that it exports */
};

/**
 * Compiles a unit with the machine's C compiler, or takes it from the cache, and finds its symbol,
 * which stays until the process ends. Warnings of the compiler go to the standard error stream.
 * NULL and EXIT_USAGE with the compiler's first lines if the unit does not compile,
 * EXIT_ENVIRONMENT with the reason if it cannot be compiled here.
 */
const void *unit_open(const struct unit *unit, struct error *error);
