/* Parameters, types and terms of models/allatom.h, and its constants: for the harness alone. */
#ifndef PAIRLANES_MODELS_ALLATOM_DESCRIPTION_H
#define PAIRLANES_MODELS_ALLATOM_DESCRIPTION_H

#include "models/allatom/tables.h"
#include "models/description.h"
#include "models/own_types.h"

enum {
    ALLATOM_CUTOFF,
    ALLATOM_SWITCH,
    ALLATOM_ELECTROSTATICS,
    ALLATOM_ALPHA,
    ALLATOM_DIELECTRIC,
    ALLATOM_VDW14,
    ALLATOM_COULOMB14,
    ALLATOM_FORCE
};

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
    [ALLATOM_VDW14] = {.name = "vdw14",
                       .unit = "",
                       .summary = "what vdw of atoms three bonds apart is multiplied by",
                       .initial = 1,
                       .minimum = 0,
                       .maximum = 10},
    [ALLATOM_COULOMB14] = {.name = "coulomb14",
                           .unit = "",
                           .summary = "what coulomb of atoms three bonds apart is multiplied by",
                           .initial = 1,
                           .minimum = 0,
                           .maximum = 10},
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

/* eps and R of CHARMM22, and those of atoms three bonds apart; without any, they are the same. */
static const struct {
    double depth, radius, depth14, radius14;
} allatom_charmm[] = {
    [ALLATOM_C] = {.depth = 0.11, .radius = 2.0},
    [ALLATOM_CT3] = {0.08, 2.06, 0.01, 1.9},
    [ALLATOM_O] = {0.12, 1.7, 0.12, 1.4},
    [ALLATOM_HB] = {.depth = 0.022, .radius = 1.32},
    [ALLATOM_NH1] = {0.20, 1.85, 0.20, 1.55},
    [ALLATOM_CT1] = {0.02, 2.275, 0.01, 1.9},
    [ALLATOM_CT2] = {0.055, 2.175, 0.01, 1.9},
    [ALLATOM_CA] = {.depth = 0.07, .radius = 1.9924},
    [ALLATOM_OH1] = {.depth = 0.1521, .radius = 1.77},
    [ALLATOM_H] = {.depth = 0.046, .radius = 0.2245},
    [ALLATOM_HP] = {.depth = 0.03, .radius = 1.3582},
    [ALLATOM_S] = {.depth = 0.45, .radius = 2.0},
};

static double allatom_range(const double *p)
{
    return p[ALLATOM_CUTOFF];
}

static struct allatom_type allatom_type_of(double sigma, double depth)
{
    const struct allatom_type type = {.half_sigma = sigma / 2, .root_depth = sqrt(4 * depth)};
    return type;
}

static bool allatom_derive(const double *p, double *constants, struct error *error)
{
    const double sigma_of_radius = pow(2, 5 / 6.0);
    const double spce_sigma = 3.16555789, spce_depth = 0.155394268;
    const double tip3p_sigma = 3.15057, tip3p_depth = 0.1521;
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
        .charge_unit = sqrt(332.06371) / CHARGES_PER_E,
        .way = p[ALLATOM_FORCE] == 0 ? p[ALLATOM_ELECTROSTATICS]
                                     : ALLATOM_LINEAR + p[ALLATOM_FORCE] - 1,
        .ewald = p[ALLATOM_ELECTROSTATICS] == 0,
        .alpha = p[ALLATOM_ALPHA],
        .alpha2 = p[ALLATOM_ALPHA] * p[ALLATOM_ALPHA],
        .alpha3 = p[ALLATOM_ALPHA] * p[ALLATOM_ALPHA] * p[ALLATOM_ALPHA],
        .slope = 2 * p[ALLATOM_ALPHA] / sqrt(acos(-1)),
        .field = field / (cutoff * cutoff * cutoff),
        .shift = (1 + field) / cutoff,
        .vdw14 = p[ALLATOM_VDW14],
        .coulomb14 = p[ALLATOM_COULOMB14],
    };
    c->type[ALLATOM_OW] = c->fourth[ALLATOM_OW] = allatom_type_of(spce_sigma, spce_depth);
    c->type[ALLATOM_HW] = c->fourth[ALLATOM_HW] = allatom_type_of(0, 0);
    c->type[ALLATOM_OT] = c->fourth[ALLATOM_OT] = allatom_type_of(tip3p_sigma, tip3p_depth);
    for (int t = ALLATOM_C; t < ALLATOM_OT; t++) {
        double radius = allatom_charmm[t].radius, depth = allatom_charmm[t].depth;
        bool own = allatom_charmm[t].depth14 > 0;
        c->type[t] = allatom_type_of(sigma_of_radius * radius, depth);
        c->fourth[t] = own ? allatom_type_of(sigma_of_radius * allatom_charmm[t].radius14,
                                             allatom_charmm[t].depth14)
                           : c->type[t];
    }
    return true;
}

static const char *const allatom_terms[] = {
    [ALLATOM_TERM_VDW] = "vdw",
    [ALLATOM_TERM_COULOMB] = "coulomb",
    [ALLATOM_TERM_EXCLUDED] = "excluded",
    [ALLATOM_TERM_VDW14] = "vdw14",
    [ALLATOM_TERM_COULOMB14] = "coulomb14",
    [ALLATOM_TERM_BOND] = "bond",
    [ALLATOM_TERM_ANGLE] = "angle",
    NULL,
};

static const struct particle_type allatom_types[] = {
    [ALLATOM_OW] = {.name = "OW", .mass = 15.9994},
    [ALLATOM_HW] = {.name = "HW", .mass = 1.008},
    [ALLATOM_C] = {.name = "C", .mass = 12.011},
    [ALLATOM_CT3] = {.name = "CT3", .mass = 12.011},
    [ALLATOM_O] = {.name = "O", .mass = 15.999},
    [ALLATOM_HB] = {.name = "HB", .mass = 1.008},
    [ALLATOM_NH1] = {.name = "NH1", .mass = 14.007},
    [ALLATOM_CT1] = {.name = "CT1", .mass = 12.011},
    [ALLATOM_CT2] = {.name = "CT2", .mass = 12.011},
    [ALLATOM_CA] = {.name = "CA", .mass = 12.011},
    [ALLATOM_OH1] = {.name = "OH1", .mass = 15.999},
    [ALLATOM_H] = {.name = "H", .mass = 1.008},
    [ALLATOM_HP] = {.name = "HP", .mass = 1.008},
    [ALLATOM_S] = {.name = "S", .mass = 32.066},
    [ALLATOM_OT] = {.name = "OT", .mass = 15.999},
    {0},
};

static void allatom_put_own(const struct own_types *own, struct allatom_constants *c)
{
    c->own_types = own->count;
    for (int t = 0; t < own->count; t++) {
        const struct own_type *type = &own->of[t];
        c->own[t].usual = allatom_type_of(type->sigma, type->depth);
        c->own[t].fourth = allatom_type_of(type->sigma14, type->depth14);
        c->own_mass[t] = type->mass;
    }
}

static void allatom_adjust(const double *constants, struct particle_type *types)
{
    const struct allatom_constants *c = (const struct allatom_constants *)constants;
    for (int t = 0; t < (int)c->own_types; t++)
        types[t] = (struct particle_type){.name = "of its own", .mass = c->own_mass[t]};
}

static const struct model allatom_model = {
    .name = "allatom",
    .summary = "atoms of water and proteins: switched Lennard-Jones, Ewald or reaction field",
    .citation = "Stone et al., J. Comput. Chem. 28, 2618 (2007); CHARMM22; SPC/E",
    .own_forms = ALLATOM_KINDS,
    .own_bonds = 1U << ALLATOM_WATER_BOND,
    .excluded_bonds = 3,
    .charged = true,
    .builders = {"spce"},
    /* the own unit is (amu A^2 / (kcal/mol))^(1/2) */
    .time = {.unit = "fs", .own = 48.88821, .step = 0.5, .span = "ns", .spans = 1e6},
    .parameters = allatom_parameters,
    .parameter_count = sizeof allatom_parameters / sizeof *allatom_parameters,
    .types = allatom_types,
    .terms = allatom_terms,
    .evaluated = {.flops = 57, .special = 4},
    .energy = {.flops = 5},
    .pressure_unit = "atm",
    .pressure_units = 68568.415,
    .derive = allatom_derive,
    .adjust = allatom_adjust,
    .range = allatom_range,
};

#endif
