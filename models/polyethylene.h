/*
 * United-atom polyethylene: beads CH2 and, at the ends of a chain, CH3. With r the distance of two
 * beads, b the length of a bond, theta an angle, and phi a dihedral that is 180 degrees in trans:
 *
 *   lj        4 eps [(sigma/r)^12 - (sigma/r)^6] for r < r_c, else 0
 *             eps = (eps_p eps_q)^1/2, sigma = (sigma_p sigma_q)^1/2
 *   bond      K (b - b0)^2
 *   angle     K (theta - theta0)^2
 *   dihedral  K [1 + cos(3 phi)]
 *
 * The force of lj on q, with r = r_q - r_p and s = (sigma/r)^6, is [24 eps (2 s^2 - s) / r^2] r.
 * The bonded terms are forms of models/forms/. Pairs one or two bonds apart are excluded; pairs
 * three bonds apart interact in full.
 *
 * type  mass    sigma     eps        term      K                       b0, theta0
 *       amu     nm        kJ/mol     bond      146440 kJ/mol/nm^2      0.153 nm
 * CH2   14.027  0.362391  0.830106   angle     209.2 kJ/mol/rad^2      109.471 degrees
 * CH3   15.035  0.369937  1.046000   dihedral  4.184 kJ/mol
 *
 * parameter  unit  meaning
 * cutoff     nm    r_c; not in the paper: 1 nm gives the 45 neighbors of its largest system
 * ends       -     whether dihedrals with a CH3 have an energy. The paper has coefficients only for
 * CH2, the force field has the same for both
 *
 * Units: nm, kJ/mol, amu, and so ps.
 *
 * J. Xu, Y. Ren, W. Ge, X. Yu, X. Yang, J. Li, Mol. Simul. 36, 1131 (2010), table I; S. L. Mayo,
 * B. D. Olafson, W. A. Goddard III, J. Phys. Chem. 94, 8897 (1990): sigma = R_0 / 2^(1/6).
 */
#ifndef PAIRLANES_MODELS_POLYETHYLENE_H
#define PAIRLANES_MODELS_POLYETHYLENE_H

#define MODEL_ROW

#include "models/model.h"

struct polyethylene_constants {
    real cutoff2; /* r_c^2 */
};

/** Coefficients of a pair of types. */
struct polyethylene_row {
    MODEL_ALIGNED(2 * sizeof(real))
    real repulsion;  /* 48 eps sigma^12 */
    real attraction; /* 24 eps sigma^6 */
};

MODEL_FUNCTION bool polyethylene_pair(const struct polyethylene_constants *c,
                                      const struct polyethylene_row *row, real charges, real dx,
                                      real dy, real dz, struct pair_force *f)
{
    (void)charges;
    real r2 = multiply_add(dz, dz, multiply_add(dy, dy, dx * dx));
    bool inside = r2 < c->cutoff2;
    real per_r2 = 1 / r2, per_r6 = per_r2 * per_r2 * per_r2;
    real repulsion = row->repulsion * per_r6, attraction = row->attraction;
    real over_r = inside ? (repulsion - attraction) * per_r6 * per_r2 : 0;
    f->x = over_r * dx;
    f->y = over_r * dy;
    f->z = over_r * dz;
    f->energy = 0;
    ADD_ENERGY(f, 0, inside ? ((real)0.5 * repulsion - attraction) * per_r6 / 6 : 0);
    return inside;
}

#ifdef MODEL_DESCRIBE

#include "models/description.h"

enum { POLYETHYLENE_CUTOFF, POLYETHYLENE_ENDS };

enum { POLYETHYLENE_CH2, POLYETHYLENE_CH3 };

static const char *const polyethylene_ends[] = {"include", "omit", NULL};

static const struct parameter polyethylene_parameters[] = {
    [POLYETHYLENE_CUTOFF] = {.name = "cutoff",
                             .unit = "nm",
                             .summary = "cut-off radius",
                             .initial = 1,
                             .minimum = 0.4,
                             .maximum = 100},
    [POLYETHYLENE_ENDS] = {.name = "ends",
                           .unit = "",
                           .summary = "dihedrals with the last bead of a chain",
                           .initial = 0,
                           .minimum = 0,
                           .maximum = 1,
                           .choices = polyethylene_ends},
};

static const char *const polyethylene_coefficients[] = {"epsilon", "sigma", NULL};

static const struct particle_type polyethylene_types[] = {
    [POLYETHYLENE_CH2] = {.name = "CH2", .mass = 14.027, .coefficients = {0.830106, 0.362391}},
    [POLYETHYLENE_CH3] = {.name = "CH3", .mass = 15.035, .coefficients = {1.046000, 0.369937}},
    {0},
};

static double polyethylene_range(const double *p)
{
    return p[POLYETHYLENE_CUTOFF];
}

static bool polyethylene_derive(const double *p, double *constants, struct error *error)
{
    (void)error;
    constants[0] = p[POLYETHYLENE_CUTOFF] * p[POLYETHYLENE_CUTOFF];
    return true;
}

static void polyethylene_mix(const double *p, const double *q, double *pair)
{
    for (int k = 0; k < 2; k++)
        pair[k] = sqrt(p[k] * q[k]);
}

static void polyethylene_fill_row(const double *constants, const double *pair, double *row)
{
    const double sigma6 = pow(pair[1], 6);
    struct polyethylene_row *of = (struct polyethylene_row *)row;
    (void)constants;
    of->attraction = 24 * pair[0] * sigma6;
    of->repulsion = 2 * of->attraction * sigma6;
}

static const char *const polyethylene_terms[] = {"lj", NULL};

static const struct model polyethylene_model = {
    .name = "polyethylene",
    .summary = "chains of united atoms: Lennard-Jones, bonds, angles and dihedrals",
    .citation = "Xu et al., Mol. Simul. 36, 1131 (2010)",
    .builders = {"chains"},
    .time = {.unit = "fs", .own = 1000, .step = 1, .span = "ns", .spans = 1e6},
    .parameters = polyethylene_parameters,
    .parameter_count = sizeof polyethylene_parameters / sizeof *polyethylene_parameters,
    .types = polyethylene_types,
    .units = UNITS_NANO,
    .terms = polyethylene_terms,
    .evaluated = {.flops = 20, .special = 1},
    .energy = {.flops = 5},
    .forms = 1U << FORM_BOND_HARMONIC | 1U << FORM_ANGLE_HARMONIC | 1U << FORM_DIHEDRAL_PERIODIC,
    .coefficients = polyethylene_coefficients,
    .excluded_bonds = 2,
    .pressure_unit = "bar",
    .pressure_units = 16.6053906717,
    .mix = polyethylene_mix,
    .row = polyethylene_fill_row,
    .derive = polyethylene_derive,
    .range = polyethylene_range,
};

#endif
#endif
