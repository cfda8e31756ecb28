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

/** Finds a builder by name: EXIT_USAGE with all names and the nearest if there is none. */
bool builder_find(const char *name, const struct builder **builder, struct error *error);

#endif
