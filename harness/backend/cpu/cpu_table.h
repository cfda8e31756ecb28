/*
 * Interpolation tables that CPU kernels read. A kernel has one table address per process. Systems
 * that move at the same time, each in a thread, belong to one case. The systems share the table
 * until the last system ends.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"

/**
 * Returns the table of a model for these constants and this precision: an existing one, or a new
 * one. Several threads may call it at the same time. Returns NULL with EXIT_ENVIRONMENT if memory
 * runs out.
 */
const void *cpu_table_hold(const struct model *model, const double *constants,
                           enum precision precision, struct error *error);

/** Releases a table, and frees it after its last user. NULL is allowed. */
void cpu_table_release(const void *table);

/**
 * Sets the table address at `place`, where a kernel reads it. An equal address is not written
 * again, because another thread may be running the kernel. NULL: the kernel has no table.
 */
static inline void cpu_table_use(const void **place, const void *table)
{
    if (place != NULL && *place != table)
        *place = table;
}
