/*
 * The model that a GROMACS topology and its run parameters need, and the parameters that they set.
 * It is the first that accepts types of a file, in A and kcal/mol or nm and kJ/mol, with
 *
 *   electrostatics, alpha     coulombtype is PME: the part in real space, without the modifiers
 *                             potential-shift
 *   no charges                no particle has one, and vdw-modifier is none
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
    double temperature, relaxation; /* energy of the model, and ps; NAN: not given */
    const char *barostat;           /* the same for the barostat */
    double pressure_steps;          /* steps between couplings; at most 0: not given */
    double pressure, compressibility, pressure_time; /* the model's units, and ps */
    char uncoupled[160]; /* reason why thermostat and barostat of the run parameters are not
                          * available;
                          * "": they are */
};

/**
 * Chooses the model of a topology with run parameters; without these, `model` is NULL. Errors as
 * those of both files, and EXIT_USAGE where no model has the interactions.
 */
bool gromacs_choose(const struct system_spec *spec, struct gromacs_choice *choice,
                    struct error *error);

/**
 * Finds the factors from GROMACS' units to a model's; EXIT_USAGE naming the models that accept
 * topologies.
 */
bool gromacs_units_of(const struct model *model, struct gromacs_units *units, struct error *error);
