/* Finds builders by name, and completes specs with their defaults. */
#pragma once

#include "harness/input/builders/builder.h"

enum { BUILDERS = 15 };

/** Finds a builder by name: EXIT_USAGE with all names and the nearest if there is none. */
bool builder_find(const char *name, const struct builder **builder, struct error *error);

/** Fills in the names of all builders, then NULL: at most BUILDERS. */
void builder_names(const char *names[BUILDERS + 1]);

/**
 * Fills in the names of a model's builders, then NULL: at most BUILDERS; the model's default
 * builder is first.
 */
void builder_names_of(const struct model *model, const char *names[BUILDERS + 1]);

/** Refuses a builder that does not support a model: EXIT_USAGE with those that do. */
bool builder_check(const char *name, const struct model *model, struct error *error);

/**
 * Completes a spec for a model with parameters: sets the model's first builder if the spec names
 * none, the parameters that the builder depends on, and the values of builder_defaults.
 */
void builder_complete(struct system_spec *spec, const struct model *model,
                      const double *parameters);

/**
 * Sets the density of a spec: that of its box or, if it has none, the default of its builder.
 * Replaces a temperature of NAN by the builder's default. Leaves the spec of an unknown builder
 * unchanged.
 */
void builder_defaults(struct system_spec *spec);
