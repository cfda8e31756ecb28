/* Builders make initial configurations from a seed: the same bytes on every machine. */
#ifndef PAIRLANES_BUILDER_H
#define PAIRLANES_BUILDER_H

#include "harness/base/error.h"
#include "harness/input/system_spec.h"
#include "harness/particles/system.h"

enum { BUILDERS = 15 };

struct builder {
    const char *name;
    const char *summary;
    const char *const *parameters; /* of the model, SPEC_PARAMETERS at most, by which the system
                                      goes, then NULL; NULL: none */
    double density, temperature;   /* where neither config nor command line gives them */
    /**
     * Fills an allocated system (n is set) with box and positions for a checked spec, and with the
     * bodies that its model needs. All are representable in single precision, positions wrapped.
     */
    bool (*build)(const struct system_spec *spec, struct system *system, struct error *error);
};

/** Finds a builder by name: EXIT_USAGE with all names and the nearest if there is none. */
bool builder_find(const char *name, const struct builder **builder, struct error *error);

/** The names of all builders, then NULL: at most BUILDERS. */
void builder_names(const char *names[BUILDERS + 1]);

/** Refuses a builder that a model does not have: EXIT_USAGE with those that it has. */
bool builder_check(const char *name, const struct model *model, struct error *error);

/** Completes a spec for a model with parameters: the model's first builder where it has none, the
 * values of the parameters that the builder goes by, and what builder_defaults gives. */
void builder_complete(struct system_spec *spec, const struct model *model,
                      const double *parameters);

/** Fills `values` with a model's parameters: `names`, which the builder goes by, as the spec has
 * them, the others as they are initially. */
void builder_parameters(const struct system_spec *spec, const char *const *names,
                        const struct model *model, double values[MODEL_PARAMETERS]);

/** Gives a spec its builder's density and temperature where it has NAN; an unknown builder's
 * spec stays as it is. */
void builder_defaults(struct system_spec *spec);

#endif
