/*
 * Reads a GROMACS file of run parameters, lines "key = value", and stores the keys that set
 * energies and motion. Keys are compared without hyphens, underscores and case. Keys that change
 * neither energies nor motion (output, lists, minimization) are ignored. Keys that GROMACS does not
 * have are noted as unused. A known key is refused by name if its value has no equivalent here.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/input/formats/gromacs_lines.h"

enum { GROMACS_VALUE = 512 };

enum gromacs_coulomb { GROMACS_CUTOFF, GROMACS_FIELD, GROMACS_PME };

/** Run parameters, initially GROMACS' defaults. */
struct gromacs_mdp {
    enum gromacs_coulomb coulomb;
    bool shifts_coulomb, shifts_lj; /* true with the modifier potential-shift */
    double coulomb_reach, lj_reach; /* cut-offs of Coulomb and Lennard-Jones interactions, nm */
    double epsilon_r, epsilon_rf;   /* dielectric constants; epsilon_rf 0: infinite */
    double ewald_rtol;              /* erfc(alpha r) at the cut-off r, with Ewald's alpha */
    double step;                    /* time step, ps */
    bool langevin;                  /* true with the integrator sd */
    char thermostat[GROMACS_VALUE]; /* tcoupl, in lower case */
    char barostat[GROMACS_VALUE];   /* pcoupl */
    char directions[GROMACS_VALUE]; /* pcoupltype, isotropic or another choice */
    double pressure_steps;          /* steps between couplings; below 0: GROMACS' default */
    double pressure_time, pressure, compressibility; /* ps, bar, 1/bar; NAN: not given, or not equal
                                                      * in all directions */
    double temperature, relaxation; /* K and ps, of the first group; NAN: not given */
    char define[GROMACS_VALUE];     /* macros to define, "-DNAME -DOTHER=1" */
    char include[GROMACS_VALUE];    /* folders of included files, "-I../toppar" */
    char unused[GROMACS_VALUE];     /* keys and values of the file that have no equivalent here and
                                     * change no force */
};

/** Sets all run parameters to GROMACS' defaults. */
void gromacs_mdp_defaults(struct gromacs_mdp *mdp);

/**
 * Reads a file; its values replace the defaults. EXIT_USAGE with file and line if a value is wrong
 * or has no equivalent here.
 */
bool gromacs_mdp_read(const char *path, struct gromacs_mdp *mdp, struct error *error);

/** Gives the reader of topologies the macros and include folders of the run parameters. */
void gromacs_mdp_prepare(const struct gromacs_mdp *mdp, struct gromacs_lines *lines);
