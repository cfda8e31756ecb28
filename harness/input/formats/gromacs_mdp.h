/*
 * Run parameters of GROMACS, a file of lines "key = value": those for energies and motion. Keys are
 * compared without hyphens, underscores and case. Keys that change neither energies nor motion
 * (output, lists, minimization) are ignored; keys that GROMACS does not have are noted as unused. A
 * known key whose value has no equivalent here is refused by name.
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
    double coulomb_reach, lj_reach; /* cut-offs, nm */
    double epsilon_r, epsilon_rf;   /* dielectric constants; epsilon_rf 0: infinite */
    double ewald_rtol;              /* relative strength of Ewald's interaction at the cut-off */
    double step;                    /* time step, ps */
    bool langevin;                  /* true with the integrator sd */
    char thermostat[GROMACS_VALUE]; /* tcoupl, in lower case */
    char barostat[GROMACS_VALUE];   /* pcoupl */
    char directions[GROMACS_VALUE]; /* pcoupltype */
    double pressure_steps;          /* steps between couplings; below 0: GROMACS' own */
    double pressure_time, pressure, compressibility; /* ps, bar, 1/bar; NAN: not given, or not the
                                                        same in all directions */
    double temperature, relaxation; /* values of the first group, K and ps; NAN: not given */
    char define[GROMACS_VALUE];     /* "-DNAME -DOTHER=1" */
    char include[GROMACS_VALUE];    /* "-I../toppar" */
    char unused[GROMACS_VALUE];     /* keys and values of the file without an equivalent here,
                                     * which change no force */
};

/** Fills the defaults. */
void gromacs_mdp_defaults(struct gromacs_mdp *mdp);

/** Reads a file over the defaults; EXIT_USAGE with file and line if a value is wrong, or has no
 * equal here. */
bool gromacs_mdp_read(const char *path, struct gromacs_mdp *mdp, struct error *error);

/** Gives lines the names and folders that the parameters define. */
void gromacs_mdp_prepare(const struct gromacs_mdp *mdp, struct gromacs_lines *lines);
