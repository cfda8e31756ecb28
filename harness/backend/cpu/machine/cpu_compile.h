/*
 * Compiles C sources into a shared object at run time, for one case. Objects are cached on disk by
 * a hash of their input.
 */
#pragma once

#include "harness/backend/backend.h"
#include "harness/backend/cpu/machine/cpu_compiler.h"
#include "harness/base/error.h"
#include "harness/base/words.h"
#include "harness/catalog/embedded.h"

#include <stdbool.h>
#include <stddef.h>

/** Input for compiling a shared object. */
struct cpu_unit {
    const char *name;        /* name in messages: "vertex lj single" */
    const char *path;        /* path of the source, in the set of sources */
    struct hash source_hash; /* hash of all sources of the unit */
    const struct cpu_compiler *compiler;
    struct words flags; /* flags of the compiler */
};

/** Result of compiling a unit. */
struct cpu_object {
    void *bytes; /* NULL: failed, `error` has the reason */
    size_t size;
    bool cached;    /* true if the object was in the cache on disk */
    char *messages; /* warnings of the compiler; NULL: none */
    struct error error;
};

/** Returns the name of a unit in the cache: a hash of its sources, flags and compiler. */
struct hash cpu_unit_hash(const struct cpu_unit *unit);

/**
 * Takes the objects of units from the cache. Compiles the missing ones, `jobs` at a time, and adds
 * them to the cache. `again` ignores the cache. A unit without an object has an error: EXIT_USAGE
 * with the compiler's first lines if it does not compile, EXIT_ENVIRONMENT if there is no compiler
 * or the call was interrupted. `watch` may be NULL.
 */
void cpu_compile(const struct source_set *sources, const struct cpu_unit *units,
                 struct cpu_object *objects, int count, int jobs, bool again,
                 const struct compile_watch *watch);

void cpu_object_free(struct cpu_object *object);
