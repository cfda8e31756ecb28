/*
 * Chooses the model for a GROMACS topology and its run parameters, and sets its parameters. Takes
 * the first model that accepts types from a file, has units of A and kcal/mol or nm and kJ/mol, and
 * has the parameters on the left if the condition on the right is true:
 *
 *   electrostatics, alpha     coulombtype is PME: the part in real space, without the modifiers
 *                             potential-shift
 *   no charges                no particle has a charge, and vdw-modifier is none
 *   dielectric, field, shift  all others: coulombtype cut-off or reaction-field
 */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/input/formats/gromacs_styles.h"
#include "harness/particles/system_spec.h"

enum { GROMACS_SETTINGS = 4 };

/** A model and its parameters, from the file of run parameters. */
struct gromacs_choice {
    const char *model;
    struct gromacs_units units; /* units of the model */
    struct {
        const char *key;
        char value[32];
    } setting[GROMACS_SETTINGS];
    int settings;
    double step;                    /* ps */
    const char *thermostat;         /* name in a config; NULL: none, or one that is not supported */
    double temperature, relaxation; /* model's unit of energy, and ps; NAN: not given */
    const char *barostat;           /* name in a config; NULL: none, or one that is not supported */
    double pressure_steps;          /* steps between couplings; not given if at most 0 */
    double pressure, compressibility, pressure_time; /* units of the model; ps for the time */
    char uncoupled[160]; /* reason why thermostat and barostat are not available; "": they are */
};

/**
 * Chooses the model for a topology with run parameters. `model` is NULL if there are no run
 * parameters. Fails like the readers of both files; EXIT_USAGE if no model has their interactions.
 */
bool gromacs_choose(const struct system_spec *spec, struct gromacs_choice *choice,
                    struct error *error);

/**
 * Finds the factors from GROMACS' units to a model's units. EXIT_USAGE if the model does not accept
 * topologies; the message lists the models that do.
 */
bool gromacs_units_of(const struct model *model, struct gromacs_units *units, struct error *error);
