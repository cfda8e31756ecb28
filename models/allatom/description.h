/* Parameters, types and terms of models/allatom.h, and its constants, for the harness only. */
#ifndef PAIRLANES_MODELS_ALLATOM_DESCRIPTION_H
#define PAIRLANES_MODELS_ALLATOM_DESCRIPTION_H

#include "models/allatom/tables.h"
#include "models/description.h"

enum {
    ALLATOM_CUTOFF,
    ALLATOM_SWITCH,
    ALLATOM_ELECTROSTATICS,
    ALLATOM_ALPHA,
    ALLATOM_DIELECTRIC,
    ALLATOM_FORCE
};

#define ALLATOM_COULOMB 332.06371 /* C of models/allatom.h */

static const char *const allatom_electrostatics[] = {"ewald", "reaction_field", NULL};
static const char *const allatom_forces[] = {"direct", "table", "cubic", "texture", NULL};

static const struct parameter allatom_parameters[] = {
    [ALLATOM_CUTOFF] = {.name = "cutoff",
                        .unit = "A",
                        .summary = "cut-off radius of both interactions",
                        .initial = 12,
                        .minimum = 1,
                        .maximum = 100},
    [ALLATOM_SWITCH] = {.name = "switch",
                        .unit = "A",
                        .summary = "where the switch of vdw begins, up to the cut-off: then there "
                                   "is none",
                        .initial = 10,
                        .minimum = 0,
                        .maximum = 100},
    [ALLATOM_ELECTROSTATICS] = {.name = "electrostatics",
                                .unit = "",
                                .summary = "how charges interact",
                                .initial = 0,
                                .minimum = 0,
                                .maximum = 1,
                                .choices = allatom_electrostatics},
    [ALLATOM_ALPHA] = {.name = "alpha",
                       .unit = "1/A",
                       .summary = "of ewald: how near the interaction in real space is",
                       .initial = 0.26,
                       .minimum = 0,
                       .maximum = 10},
    [ALLATOM_DIELECTRIC] = {.name = "dielectric",
                            .unit = "",
                            .summary = "of reaction_field: the constant beyond the cut-off; 0: "
                                       "it is infinite",
                            .initial = 0,
                            .minimum = 0,
                            .maximum = 1e6},
    [ALLATOM_FORCE] = {.name = "force",
                       .unit = "",
                       .summary =
                           "of pairs: evaluated directly, by a table of 4,096 entries linear "
                           "in 1/r, by cubics in r^2, or by that table through a GPU's texture "
                           "unit; energies are evaluated directly",
                       .initial = 0,
                       .minimum = 0,
                       .maximum = 3,
                       .choices = allatom_forces},
};

static double allatom_range(const double *p)
{
    return p[ALLATOM_CUTOFF];
}

static bool allatom_derive(const double *p, double *constants, struct error *error)
{
    const double cutoff = p[ALLATOM_CUTOFF], from = p[ALLATOM_SWITCH];
    const double dielectric = p[ALLATOM_DIELECTRIC];
    struct allatom_constants *c = (struct allatom_constants *)constants;
    if (from > cutoff)
        return model_refuse(error, "switch: expected %g A, the cut-off, at most, found %g", cutoff,
                            from);
    double width = cutoff * cutoff - from * from;
    double field = dielectric > 0 ? (dielectric - 1) / (2 * dielectric + 1) : 0.5;
    *c = (struct allatom_constants){
        .cutoff2 = cutoff * cutoff,
        .per_width = width > 0 ? 1 / width : 0,
        .switch_end = width > 0 ? cutoff * cutoff / width : 1,
        .coulomb = ALLATOM_COULOMB / CHARGES_PER_E / CHARGES_PER_E,
        .way = p[ALLATOM_FORCE] == 0 ? p[ALLATOM_ELECTROSTATICS]
                                     : ALLATOM_LINEAR + p[ALLATOM_FORCE] - 1,
        .ewald = p[ALLATOM_ELECTROSTATICS] == 0,
        .alpha = p[ALLATOM_ALPHA],
        .alpha2 = p[ALLATOM_ALPHA] * p[ALLATOM_ALPHA],
        .alpha3 = p[ALLATOM_ALPHA] * p[ALLATOM_ALPHA] * p[ALLATOM_ALPHA],
        .slope = 2 * p[ALLATOM_ALPHA] / sqrt(acos(-1)),
        .field = field / (cutoff * cutoff * cutoff),
        .shift = (1 + field) / cutoff,
    };
    return true;
}

static const char *const allatom_terms[] = {
    [ALLATOM_TERM_VDW] = "vdw",
    [ALLATOM_TERM_COULOMB] = "coulomb",
    [ALLATOM_TERM_EXCLUDED] = "excluded",
    NULL,
};

/*
 * eps and sigma, then eps and sigma for atoms three bonds apart. CHARMM22 lists R; sigma = 2^(5/6)
 * R.
 */
#define ALLATOM_SIGMA(radius)       (1.7817974362806785 * (radius))
#define ALLATOM_TYPE(depth, radius) ALLATOM_TYPE_14(depth, radius, depth, radius)
#define ALLATOM_TYPE_14(depth, radius, d, r)                                                       \
    {                                                                                              \
        depth, ALLATOM_SIGMA(radius), d, ALLATOM_SIGMA(r)                                          \
    }

static const struct particle_type allatom_types[] = {
    [ALLATOM_OW] = {"OW", 15.9994, {0}, {0.155394268, 3.16555789, 0.155394268, 3.16555789}},
    [ALLATOM_HW] = {"HW", 1.008, {0}, {0}},
    [ALLATOM_C] = {"C", 12.011, {0}, ALLATOM_TYPE(0.11, 2.0)},
    [ALLATOM_CT3] = {"CT3", 12.011, {0}, ALLATOM_TYPE_14(0.08, 2.06, 0.01, 1.9)},
    [ALLATOM_O] = {"O", 15.999, {0}, ALLATOM_TYPE_14(0.12, 1.7, 0.12, 1.4)},
    [ALLATOM_HB] = {"HB", 1.008, {0}, ALLATOM_TYPE(0.022, 1.32)},
    [ALLATOM_NH1] = {"NH1", 14.007, {0}, ALLATOM_TYPE_14(0.20, 1.85, 0.20, 1.55)},
    [ALLATOM_CT1] = {"CT1", 12.011, {0}, ALLATOM_TYPE_14(0.02, 2.275, 0.01, 1.9)},
    [ALLATOM_CT2] = {"CT2", 12.011, {0}, ALLATOM_TYPE_14(0.055, 2.175, 0.01, 1.9)},
    [ALLATOM_CA] = {"CA", 12.011, {0}, ALLATOM_TYPE(0.07, 1.9924)},
    [ALLATOM_OH1] = {"OH1", 15.999, {0}, ALLATOM_TYPE(0.1521, 1.77)},
    [ALLATOM_H] = {"H", 1.008, {0}, ALLATOM_TYPE(0.046, 0.2245)},
    [ALLATOM_HP] = {"HP", 1.008, {0}, ALLATOM_TYPE(0.03, 1.3582)},
    [ALLATOM_S] = {"S", 32.066, {0}, ALLATOM_TYPE(0.45, 2.0)},
    [ALLATOM_OT] = {"OT", 15.999, {0}, {0.1521, 3.15057, 0.1521, 3.15057}},
    {0},
};

static const char *const allatom_coefficients[] = {"epsilon", "sigma", "epsilon14", "sigma14",
                                                   NULL};

static void allatom_mix(const double *p, const double *q, double *pair)
{
    for (int k = 0; k < 4; k += 2) {
        pair[k] = sqrt(p[k] * q[k]);
        pair[k + 1] = (p[k + 1] + q[k + 1]) / 2;
    }
}

static void allatom_fill_row(const double *constants, const double *pair, double *row)
{
    const double sigma2 = pair[1] * pair[1], sigma6 = sigma2 * sigma2 * sigma2;
    struct allatom_row *of = (struct allatom_row *)row;
    (void)constants;
    of->attraction = 24 * pair[0] * sigma6;
    of->repulsion = 2 * of->attraction * sigma6;
}

static void allatom_fill_row14(const double *pair, double charges, double weight, double *row)
{
    const double sigma2 = pair[3] * pair[3], sigma6 = sigma2 * sigma2 * sigma2;
    row[1] = weight * 24 * pair[2] * sigma6;
    row[0] = 2 * row[1] * sigma6;
    row[2] = weight * ALLATOM_COULOMB * charges;
}

static const struct model allatom_model = {
    .name = "allatom",
    .summary = "atoms of water and proteins: switched Lennard-Jones, Ewald or reaction field",
    .citation = "Stone et al., J. Comput. Chem. 28, 2618 (2007); CHARMM22; SPC/E",
    .own_forms = ALLATOM_OWN_FORMS,
    .excluded_bonds = 3,
    .builders = {"spce"},
    /* `own`: the model's unit of time, (amu A^2 / (kcal/mol))^(1/2), in fs */
    .time = {.unit = "fs", .own = 48.88821, .step = 0.5, .span = "ns", .spans = 1e6},
    .parameters = allatom_parameters,
    .parameter_count = sizeof allatom_parameters / sizeof *allatom_parameters,
    .types = allatom_types,
    .coefficients = allatom_coefficients,
    .mix = allatom_mix,
    .forms = 1U << FORM_BOND_HARMONIC | 1U << FORM_ANGLE_HARMONIC,
    .bare = true,
    .table_size = allatom_table_size,
    .table_fill = allatom_table_fill,
    .table_error = allatom_table_error,
    .table_texture = allatom_table_texture,
    .row = allatom_fill_row,
    .row14 = allatom_fill_row14,
    .units = UNITS_REAL,
    .terms = allatom_terms,
    .evaluated = {.flops = 57, .special = 4},
    .energy = {.flops = 5},
    .pressure_unit = "atm",
    .pressure_units = 68568.415,
    .derive = allatom_derive,
    .range = allatom_range,
};

#endif
