/* Builders make initial configurations from a seed: the same bytes on every machine. */
#ifndef PAIRLANES_BUILDER_H
#define PAIRLANES_BUILDER_H

#include "harness/error.h"
#include "harness/system.h"

struct builder {
    const char *name;
    const char *summary;
    double density, temperature; /* where neither config nor command line gives them */
    /**
     * Fills an allocated system (n is set) with box and positions for a checked spec, and with the
     * bodies that its model needs. All are representable in single precision, positions wrapped.
     */
    bool (*build)(const struct system_spec *spec, struct system *system, struct error *error);
};

/** Finds a builder by name: EXIT_USAGE with all names and the nearest if there is none. */
bool builder_find(const char *name, const struct builder **builder, struct error *error);

/** Gives a spec its builder's density and temperature where it has NAN; an unknown builder's
 * spec stays as it is. */
void builder_defaults(struct system_spec *spec);

#endif
