/*
 * A builder makes an initial configuration from a seed, with the same bytes on every machine. Each
 * builder is a file builder_<name>.c.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"
#include "harness/particles/system_spec.h"

/** A range of values that a builder accepts; expected NULL: any value. */
struct builder_range {
    double least, most;
    const char *expected; /* "6 to 9 beads of water per nm^3" */
};

struct builder {
    const char *name;
    const char *summary;
    const char *model;             /* further model that the builder supports, or NULL */
    const char *const *parameters; /* model parameters that the system depends on, at most
                                    * SPEC_PARAMETERS, then NULL; NULL: none */
    double bonded;                 /* largest number of terms per particle */
    double excluded;               /* largest number of excluded pairs per particle */
    bool alike;  /* true if system_create, not the builder, assigns the types, by their shares */
    bool shaped; /* true if the builder uses box edges and chain length of the spec */
    double density, temperature; /* defaults for configs and command lines without values */
    struct builder_range densities, temperatures;
    /**
     * Refuses a spec for reasons other than its ranges. n and the parameters are positive.
     * EXIT_USAGE with what was expected; for a number of particles also with the nearest valid
     * ones. NULL: no further checks.
     */
    bool (*check)(const struct system_spec *spec, struct error *error);
    /** Fills in the edges of the box of a checked spec; NULL: the box is a cube (tiles_box). */
    void (*box)(const struct system_spec *spec, struct system *system);
    /**
     * Fills an allocated system (n is set) for a checked spec: box, positions, and the orientations
     * that its model needs. Positions are wrapped. All numbers are representable in single
     * precision.
     */
    bool (*build)(const struct system_spec *spec, struct system *system, struct error *error);
    /**
     * Returns one row of coefficients per bonded term that it builds. NULL instead of a function:
     * all terms have the model's own forms.
     */
    struct force_field *(*field)(void);
    /**
     * Restrains particles of a built system to places with a stiffness, energy per squared length.
     * EXIT_ENVIRONMENT if memory runs out. NULL: the builder has no restraints.
     */
    bool (*restrain)(double stiffness, struct system *system, struct error *error);
};

/**
 * Fills `values` with the parameters of a model. Parameters in `names` have the spec's values, all
 * others their initial values.
 */
void builder_parameters(const struct system_spec *spec, const char *const *names,
                        const struct model *model, double values[MODEL_PARAMETERS]);

/** Refuses a spec that the builder cannot make: EXIT_USAGE with what was expected. */
bool builder_can_make(const struct builder *builder, const struct system_spec *spec,
                      struct error *error);

/**
 * Refuses a number of particles that is below `least` or not a multiple of `size`, the particles of
 * a molecule. EXIT_USAGE with the nearest valid numbers; `what` names the particles, " atoms of
 * water".
 */
bool builder_check_molecules(const struct system_spec *spec, int size, int least, const char *what,
                             struct error *error);
