/* Builders make initial configurations from a seed: the same bytes on every machine. */
#ifndef PAIRLANES_BUILDER_H
#define PAIRLANES_BUILDER_H

#include "harness/error.h"
#include "harness/system.h"

struct builder {
    const char *name;
    const char *summary;
    /**
     * Fills an allocated system (n is set) with box and positions for a checked spec. Box and
     * positions are representable in single precision and wrapped.
     */
    bool (*build)(const struct system_spec *spec, struct system *system, struct error *error);
};

/** The builders in their order, ended by one without a name. */
const struct builder *builders(void);

/** Finds a builder by name; NULL if there is none. */
const struct builder *builder_find(const char *name);

/** The names of all builders, NULL after the last. */
const char *const *builder_names(void);

#endif
