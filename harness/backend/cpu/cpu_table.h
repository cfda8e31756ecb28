/*
 * Tables that CPU kernels look up. A kernel has one table address in the process. Systems that move
 * at the same time, each in a thread, belong to one case and share its table until the last of them
 * ends.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"

/**
 * Returns the table of a model with these constants in a precision: a shared one, or a new one. May
 * be called by several threads at a time. NULL, EXIT_ENVIRONMENT without memory.
 */
const void *cpu_table_hold(const struct model *model, const double *constants,
                           enum precision precision, struct error *error);

/** Releases a table, and frees it after its last user; NULL is allowed. */
void cpu_table_release(const void *table);

/** Sets the table of a kernel at that place. An equal address is not written again, because another
 * thread may be running the kernel. NULL: the kernel has no table. */
static inline void cpu_table_use(const void **place, const void *table)
{
    if (place != NULL && *place != table)
        *place = table;
}
