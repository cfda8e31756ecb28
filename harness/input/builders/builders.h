/* The builders by name, and the defaults with which they complete a spec. */
#pragma once

#include "harness/input/builders/builder.h"

enum { BUILDERS = 15 };

/** Finds a builder by name: EXIT_USAGE with all names and the nearest if there is none. */
bool builder_find(const char *name, const struct builder **builder, struct error *error);

/** The names of all builders, then NULL: at most BUILDERS. */
void builder_names(const char *names[BUILDERS + 1]);

/** The names of the builders of a model, its own first, then NULL: at most BUILDERS. */
void builder_names_of(const struct model *model, const char *names[BUILDERS + 1]);

/** Refuses a builder that does not support a model: EXIT_USAGE with those that do. */
bool builder_check(const char *name, const struct model *model, struct error *error);

/**
 * Completes a spec for a model with parameters: the model's first builder if it has none, the
 * values of the parameters that the builder depends on, and the values of builder_defaults.
 */
void builder_complete(struct system_spec *spec, const struct model *model,
                      const double *parameters);

/**
 * Sets the density of a spec to that of its box, or otherwise to its builder's, and a temperature
 * of NAN to its builder's. Leaves the spec of an unknown builder unchanged.
 */
void builder_defaults(struct system_spec *spec);
