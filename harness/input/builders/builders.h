/* Finds builders by name, and completes specs with their defaults. */
#pragma once

#include "harness/input/builders/builder.h"

enum { BUILDERS = 15 };

/**
 * Finds a builder by name. EXIT_USAGE if there is none; the message lists all names and the
 * nearest.
 */
bool builder_find(const char *name, const struct builder **builder, struct error *error);

/** Fills in the names of all builders, at most BUILDERS, then NULL. */
void builder_names(const char *names[BUILDERS + 1]);

/** Fills in the names of a model's builders, at most BUILDERS, then NULL. The default is first. */
void builder_names_of(const struct model *model, const char *names[BUILDERS + 1]);

/**
 * Refuses a builder that does not support a model. EXIT_USAGE; the message lists the model's
 * builders.
 */
bool builder_check(const char *name, const struct model *model, struct error *error);

/**
 * Completes a spec for a model with parameters. If the spec has no builder, sets the model's first
 * one. Sets the parameters that the builder depends on, and the values of builder_defaults.
 */
void builder_complete(struct system_spec *spec, const struct model *model,
                      const double *parameters);

/**
 * Sets the density of a spec from its box. If it has no box, uses the builder's default density.
 * Replaces a temperature of NAN by the builder's default. Leaves the spec of an unknown builder
 * unchanged.
 */
void builder_defaults(struct system_spec *spec);
