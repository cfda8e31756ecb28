/*
 * Martini: beads of lipids, cholesterol, water and ions. They interact by Lennard-Jones with
 * coefficients for each pair of types, and as charges in a reaction field, both for r < r_c. With r
 * = r_q - r_p and charges Q:
 *
 *   lj        4 eps [(sigma/r)^12 - (sigma/r)^6] - [the same at r_c]
 *   coulomb   C / e_r Q_p Q_q (1/r + k r^2 - c)
 *   excluded  C / e_r Q_p Q_q (k r^2 - c)           for excluded pairs
 *   self      -1/2 C / e_r c Q^2                    for each particle; causes no force
 *
 * C = 138.935458 kJ/mol nm/e^2, e_r the dielectric constant, e_f the constant beyond r_c:
 *
 *   k = (e_f - e_r) / [(2 e_f + e_r) r_c^3],  c = 3 e_f / [(2 e_f + e_r) r_c];
 *   k = 1 / (2 r_c^3),  c = 3 / (2 r_c)       where e_f is infinite.
 *
 * The force on q of lj and coulomb, with s = (sigma/r)^6, is
 *
 *   {24 eps (2 s^2 - s) / r^2 + C / e_r Q_p Q_q (1/r^3 - 2 k)} r.
 *
 * At r_c the force of lj jumps to 0; the force of coulomb is continuous if e_f is infinite. Bonds,
 * G96 angles and dihedrals are forms of models/forms/. Pairs one bond apart are excluded.
 *
 * parameter   unit  meaning
 * cutoff      nm    r_c
 * dielectric  -     e_r
 * field       -     e_f; 0: infinite
 * shift       -     potential: lj is 0 at r_c, as above; none: without its second part
 *
 * There is no mixing rule: a file or a builder defines the coefficients of each pair of types. The
 * types here are for a box of water: eps 5 and sigma 0.47 for equal beads, 5.6 and 0.57 for W with
 * the antifreeze WF.
 *
 * Units: nm, kJ/mol, amu, e, and so ps.
 *
 * S. J. Marrink et al., J. Phys. Chem. B 111, 7812 (2007); D. H. de Jong et al., Comput. Phys.
 * Commun. 199, 1 (2016) for shift and field; I. G. Tironi et al., J. Chem. Phys. 102, 5451 (1995)
 * for the field; X. Zhang et al., J. Chem. Phys. 153, 045103 (2020) for runs on GPUs.
 */
#ifndef PAIRLANES_MODELS_MARTINI_H
#define PAIRLANES_MODELS_MARTINI_H

#define MODEL_ROW
#define MODEL_CHARGES coulomb
#define MODEL_BONDED  2

#include "models/forms/excluded.h"
#include "models/model.h"

struct martini_constants {
    real cutoff2;   /* r_c^2 */
    real per_shift; /* r_c^-6; 0: lj is not shifted */
    real coulomb;   /* C / e_r in units of charges, 10^-5 e */
    real field;     /* k */
    real offset;    /* c */
};

/** Coefficients of a pair of types. */
struct martini_row {
    MODEL_ALIGNED(2 * sizeof(real))
    real repulsion;  /* 48 eps sigma^12 */
    real attraction; /* 24 eps sigma^6 */
};

/** Bonded forms that only this model has. */
enum { MARTINI_EXCLUDED /* correction of an excluded pair of charges */, MARTINI_OWN_FORMS };

enum { MARTINI_TERM_LJ, MARTINI_TERM_COULOMB, MARTINI_TERM_EXCLUDED, MARTINI_TERM_SELF };

/** Returns six times the unshifted Lennard-Jones energy, with per_r6 = r^-6. */
MODEL_FUNCTION real martini_lj(const struct martini_row *row, real per_r6)
{
    return ((real)0.5 * row->repulsion * per_r6 - row->attraction) * per_r6;
}

MODEL_FUNCTION bool martini_pair(const struct martini_constants *c, const struct martini_row *row,
                                 real charges, real dx, real dy, real dz, struct pair_force *f)
{
    real r2 = multiply_add(dz, dz, multiply_add(dy, dy, dx * dx));
    bool inside = r2 < c->cutoff2;
    real per_r = reciprocal_sqrt(r2), per_r2 = per_r * per_r, per_r6 = per_r2 * per_r2 * per_r2;
    real lj = (row->repulsion * per_r6 - row->attraction) * per_r6;
    real over_r = multiply_add(multiply_add(charges, per_r, lj), per_r2, -2 * c->field * charges);
    over_r = inside ? over_r : 0;
    f->x = over_r * dx;
    f->y = over_r * dy;
    f->z = over_r * dz;
    f->energy = 0;
    ADD_ENERGY(f, MARTINI_TERM_LJ,
               inside ? (martini_lj(row, per_r6) - martini_lj(row, c->per_shift)) / 6 : 0);
    ADD_ENERGY(f, MARTINI_TERM_COULOMB, inside ? charges * (per_r + c->field * r2 - c->offset) : 0);
    return inside;
}

/** Fills f, the force and energy of an excluded pair; the caller zeroes f. */
MODEL_FUNCTION void martini_bonded(const struct martini_constants *c, int form, real charges,
                                   const struct vector *r, struct bonded_force *f)
{
    struct form_force excluded;
    (void)form;
    if (!(dot(r[0], r[0]) < c->cutoff2))
        return;
    excluded_field(charges, c->field, c->offset, r[0], &excluded);
    f->force[0] = excluded.force[0];
    f->force[1] = excluded.force[1];
    ADD_ENERGY(f, MARTINI_TERM_EXCLUDED, excluded.energy);
}

#ifdef MODEL_DESCRIBE

#include "models/description.h"

enum { MARTINI_CUTOFF, MARTINI_DIELECTRIC, MARTINI_FIELD, MARTINI_SHIFT };

enum { MARTINI_SHIFT_POTENTIAL, MARTINI_SHIFT_NONE };

static const char *const martini_shifts[] = {"potential", "none", NULL};

static const struct parameter martini_parameters[] = {
    [MARTINI_CUTOFF] = {.name = "cutoff",
                        .unit = "nm",
                        .summary = "cut-off radius of both interactions",
                        .initial = 1.1,
                        .minimum = 0.4,
                        .maximum = 100},
    [MARTINI_DIELECTRIC] = {.name = "dielectric",
                            .unit = "",
                            .summary = "dielectric constant within the cut-off",
                            .initial = 15,
                            .minimum = 0.01,
                            .maximum = 1e6},
    [MARTINI_FIELD] = {.name = "field",
                       .unit = "",
                       .summary = "dielectric constant beyond the cut-off; 0: it is infinite",
                       .initial = 0,
                       .minimum = 0,
                       .maximum = 1e6},
    [MARTINI_SHIFT] = {.name = "shift",
                       .unit = "",
                       .summary = "what makes lj vanish at the cut-off",
                       .initial = 0,
                       .minimum = 0,
                       .maximum = 1,
                       .choices = martini_shifts},
};

static const char *const martini_coefficients[] = {"epsilon", "sigma", NULL};

static const struct particle_type martini_types[] = {
    {.name = "W", .mass = 72}, {.name = "WF", .mass = 72}, {0}};

static const double martini_pairs[][MODEL_COEFFICIENTS] = {
    {5, 0.47}, {5.6, 0.57}, {5.6, 0.57}, {5, 0.47}};

static double martini_range(const double *p)
{
    return p[MARTINI_CUTOFF];
}

static bool martini_derive(const double *p, double *constants, struct error *error)
{
    const double coulomb = 138.935458, cutoff = p[MARTINI_CUTOFF], cutoff2 = cutoff * cutoff;
    const double inner = p[MARTINI_DIELECTRIC], outer = p[MARTINI_FIELD];
    const bool infinite = outer == 0;
    (void)error;
    *(struct martini_constants *)constants = (struct martini_constants){
        .cutoff2 = cutoff2,
        .per_shift =
            p[MARTINI_SHIFT] == MARTINI_SHIFT_POTENTIAL ? 1 / (cutoff2 * cutoff2 * cutoff2) : 0,
        .coulomb = coulomb / inner / CHARGES_PER_E / CHARGES_PER_E,
        .field = (infinite ? 0.5 : (outer - inner) / (2 * outer + inner)) / (cutoff2 * cutoff),
        .offset = (infinite ? 1.5 : 3 * outer / (2 * outer + inner)) / cutoff,
    };
    return true;
}

static void martini_fill_row(const double *constants, const double *pair, double *row)
{
    const double sigma6 = pow(pair[1], 6);
    struct martini_row *of = (struct martini_row *)row;
    (void)constants;
    of->attraction = 24 * pair[0] * sigma6;
    of->repulsion = 2 * of->attraction * sigma6;
}

static double martini_self(const double *constants, double charge)
{
    const struct martini_constants *c = (const struct martini_constants *)constants;
    return -0.5 * c->coulomb * c->offset * charge * charge;
}

static const char *const martini_terms[] = {
    [MARTINI_TERM_LJ] = "lj",
    [MARTINI_TERM_COULOMB] = "coulomb",
    [MARTINI_TERM_EXCLUDED] = "excluded",
    [MARTINI_TERM_SELF] = "self",
    NULL,
};

static const struct model martini_model = {
    .name = "martini",
    .summary = "beads of lipids and water: shifted Lennard-Jones by pairs of types, reaction field",
    .citation = "Marrink et al., J. Phys. Chem. B 111, 7812 (2007)",
    .builders = {"antifreeze"},
    .own_forms = MARTINI_OWN_FORMS,
    .excluded_bonds = 1,
    .time = {.unit = "fs", .own = 1000, .step = 20, .span = "ns", .spans = 1e6},
    .parameters = martini_parameters,
    .parameter_count = sizeof martini_parameters / sizeof *martini_parameters,
    .types = martini_types,
    .units = UNITS_NANO,
    .terms = martini_terms,
    .coefficients = martini_coefficients,
    .evaluated = {.flops = 26, .special = 1},
    .energy = {.flops = 14},
    .pressure_unit = "bar",
    .pressure_units = 16.6053906717,
    .pairs = martini_pairs,
    .row = martini_fill_row,
    .self = martini_self,
    .self_term = MARTINI_TERM_SELF,
    .derive = martini_derive,
    .range = martini_range,
};

#endif
#endif
