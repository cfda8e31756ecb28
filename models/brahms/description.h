/* The description of models/brahms.h, only for the harness. */
#ifndef PAIRLANES_MODELS_BRAHMS_DESCRIPTION_H
#define PAIRLANES_MODELS_BRAHMS_DESCRIPTION_H

#include "models/description.h"

enum { BRAHMS_WATER_MODEL, BRAHMS_CUTOFF, BRAHMS_TAIL_MODEL, BRAHMS_BUILD };

static const char *const brahms_waters[] = {"elba", "ssd", "ssd1", "ssd_e", NULL};

static const char *const brahms_builds[] = {"complete", "water_only", NULL};

static const char *const brahms_tails[] = {"point", "gay_berne", NULL};

static const struct parameter brahms_parameters[] = {
    [BRAHMS_WATER_MODEL] = {.name = "water",
                            .unit = "",
                            .summary = "the model of water",
                            .initial = 0,
                            .minimum = 0,
                            .maximum = 3,
                            .choices = brahms_waters},
    [BRAHMS_CUTOFF] = {.name = "cutoff",
                       .unit = "A",
                       .summary = "cut-off radius",
                       .initial = 12,
                       .minimum = 5,
                       .maximum = 100},
    [BRAHMS_TAIL_MODEL] = {.name = "tail",
                           .unit = "",
                           .summary = "tail beads: points alone, or Gay-Berne ellipsoids too",
                           .initial = 0,
                           .minimum = 0,
                           .maximum = 1,
                           .choices = brahms_tails},
    [BRAHMS_BUILD] = {.name = "build",
                      .unit = "",
                      .summary = "kernels for all types, or for water alone",
                      .initial = 0,
                      .minimum = 0,
                      .maximum = 1,
                      .choices = brahms_builds},
};

/* eps in kcal/mol and sigma in Angstrom of each pair of types without a Gay-Berne bead. The
 * table is a triangle: each row begins with a pair of two beads of the same type. */
static const struct {
    double eps, sigma;
} brahms_lj[BRAHMS_GAY_BERNE * (BRAHMS_GAY_BERNE + 1) / 2] = {
    {.550, 3.050},  {.725, 4.225},  {.943, 4.125},  {.651, 3.825},  {.710, 3.825},
    {.554, 3.775},  {.609, 3.775}, /* water */
    {1.434, 5.400}, {1.434, 5.300}, {1.171, 5.000}, {1.171, 5.000}, {1.095, 4.950},
    {1.095, 4.950},                                                                 /* choline */
    {1.434, 5.200}, {1.171, 4.900}, {1.171, 4.900}, {1.095, 4.850}, {1.424, 4.850}, /* phosphate */
    {.956, 4.600},  {.956, 4.600},  {.894, 4.550},  {.984, 4.550},                  /* glycerol */
    {.956, 4.600},  {.894, 4.550},  {1.163, 4.550},                                 /* ester */
    {.837, 4.500},  {.837, 4.500},                                                  /* tail */
    {.837, 4.500},                                                                  /* amine */
};

static const struct {
    int first, second;
    double length;
} brahms_bonds[] = {
    {BRAHMS_CHOLINE, BRAHMS_PHOSPHATE, 4.770},   {BRAHMS_AMINE, BRAHMS_PHOSPHATE, 4.365},
    {BRAHMS_PHOSPHATE, BRAHMS_GLYCEROL, 4.410},  {BRAHMS_GLYCEROL, BRAHMS_ESTER, 4.140},
    {BRAHMS_ESTER, BRAHMS_TAIL, 4.095},          {BRAHMS_TAIL, BRAHMS_TAIL, 4.050},
    {BRAHMS_ESTER, BRAHMS_GAY_BERNE, 6.120},     {BRAHMS_TAIL, BRAHMS_GAY_BERNE, 6.075},
    {BRAHMS_GAY_BERNE, BRAHMS_GAY_BERNE, 8.100},
};

/* The SSD waters, in the order of brahms_waters without elba. Dipoles in Debye. */
static const struct {
    double dipole, sigma, eps, strength, near, near_end, far, far_end;
} brahms_ssd[] = {
    {.dipole = 2.35,
     .sigma = 3.051,
     .eps = .152,
     .strength = 3.7284,
     .near = 2.75,
     .near_end = 3.35,
     .far = 2.75,
     .far_end = 4.00},
    {.dipole = 2.35,
     .sigma = 3.016,
     .eps = .152,
     .strength = 3.6613,
     .near = 2.75,
     .near_end = 3.35,
     .far = 2.75,
     .far_end = 4.00},
    {.dipole = 2.42,
     .sigma = 3.035,
     .eps = .152,
     .strength = 3.90,
     .near = 2.40,
     .near_end = 3.80,
     .far = 2.75,
     .far_end = 3.35},
};

static const char *brahms_needs(const double *constants, int type)
{
    const struct brahms_constants *c = (const struct brahms_constants *)constants;
    if (type != BRAHMS_WATER && c->water_only != 0)
        return "build=complete";
    return type == BRAHMS_GAY_BERNE && c->ellipsoids == 0 ? "tail=gay_berne" : NULL;
}

static double brahms_range(const double *p)
{
    return p[BRAHMS_CUTOFF];
}

/*
 * Sets the coefficients of a pair of types. `moment` of a type is its charge, or its dipole if it
 * has no charge, times sqrt(C).
 */
static void brahms_set_pair(struct brahms_constants *c, int i, int j, double eps, double sigma,
                            const double moment[BRAHMS_TYPES])
{
    double c6 = pow(sigma * sigma * c->per_cutoff2, 3);
    struct brahms_table table = {.depth = 24 * eps,
                                 .sigma2 = sigma * sigma,
                                 .shift = 24 * eps * c6 * (2 * c6 - 1) * c->per_cutoff2,
                                 .electric = moment[i] * moment[j]};
    c->table[i * BRAHMS_TYPES + j] = c->table[j * BRAHMS_TYPES + i] = table;
}

/**
 * Computes the interactions of Gay-Berne beads with every type from the interactions of tail beads.
 */
static void brahms_set_ellipsoids(struct brahms_constants *c)
{
    const double breadth = 4.5, length = 8.55, wells = 2;
    const double difference = (length * length - breadth * breadth) / 4;
    c->chi_prime = (sqrt(wells) - 1) / (sqrt(wells) + 1);
    for (int k = 0; k < BRAHMS_TYPES; k++) {
        int types = BRAHMS_TAIL * BRAHMS_TYPES + (k == BRAHMS_GAY_BERNE ? BRAHMS_TAIL : k);
        double sigma = sqrt(c->table[types].sigma2), end = c->table[types].depth / 6;
        double chi = difference / (sigma * sigma / 2 + difference);
        c->contact[k] = sigma;
        c->chi[k] = chi;
        /* makes e1 e2^2 equal to 1 for two ellipsoids end to end */
        c->well_depth[k] = k == BRAHMS_GAY_BERNE ? end * wells * sqrt(1 - chi * chi)
                                                 : end / pow(1 - c->chi_prime, 2);
    }
    c->ellipsoids = 1;
}

static bool brahms_derive(const double *p, double *constants, struct error *error)
{
    static const double moments[BRAHMS_TYPES] = {
        [BRAHMS_WATER] = 0.54132,    [BRAHMS_CHOLINE] = 0.7,   [BRAHMS_PHOSPHATE] = -0.7,
        [BRAHMS_GLYCEROL] = 0.33312, [BRAHMS_ESTER] = 0.41640, [BRAHMS_AMINE] = 0.7};
    const double root = sqrt(332.06371), debye = 1 / 4.8032;
    struct brahms_constants *c = (struct brahms_constants *)constants;
    int water = (int)p[BRAHMS_WATER_MODEL];
    double moment[BRAHMS_TYPES];
    (void)error;
    *c = (struct brahms_constants){
        .per_cutoff2 = 1 / (p[BRAHMS_CUTOFF] * p[BRAHMS_CUTOFF]),
        .per_cutoff = 1 / p[BRAHMS_CUTOFF],
        .water_only = p[BRAHMS_BUILD],
    };
    for (int i = 0; i < BRAHMS_TYPES; i++)
        moment[i] = root * moments[i];
    if (water != 0)
        moment[BRAHMS_WATER] = root * debye * brahms_ssd[water - 1].dipole;
    for (int i = 0, row = 0; i < BRAHMS_GAY_BERNE; row += BRAHMS_GAY_BERNE - i, i++)
        for (int j = i; j < BRAHMS_GAY_BERNE; j++)
            brahms_set_pair(c, i, j, brahms_lj[row + j - i].eps, brahms_lj[row + j - i].sigma,
                            moment);
    for (size_t k = 0; k < sizeof brahms_bonds / sizeof *brahms_bonds; k++) {
        int i = brahms_bonds[k].first, j = brahms_bonds[k].second;
        c->bond[i * BRAHMS_TYPES + j] = c->bond[j * BRAHMS_TYPES + i] = brahms_bonds[k].length;
    }
    if (p[BRAHMS_TAIL_MODEL] != 0)
        brahms_set_ellipsoids(c);
    if (water == 0)
        return true;
    const double far_end = brahms_ssd[water - 1].far_end, near_end = brahms_ssd[water - 1].near_end;
    c->sticky = 1;
    c->strength = brahms_ssd[water - 1].strength / 2;
    c->w0 = .07715;
    c->near = brahms_ssd[water - 1].near;
    c->near_end = near_end;
    c->far = brahms_ssd[water - 1].far;
    c->far_end = far_end;
    c->sticky_range2 = far_end > near_end ? far_end * far_end : near_end * near_end;
    brahms_set_pair(c, BRAHMS_WATER, BRAHMS_WATER, brahms_ssd[water - 1].eps,
                    brahms_ssd[water - 1].sigma, moment);
    return true;
}

static const char *const brahms_terms[] = {
    [BRAHMS_TERM_LJ] = "lj",
    [BRAHMS_TERM_COULOMB] = "coulomb",
    [BRAHMS_TERM_STICKY] = "sticky",
    [BRAHMS_TERM_GAY_BERNE] = "gay_berne",
    [BRAHMS_TERM_BOND] = "bond",
    [BRAHMS_TERM_ANGLE] = "angle",
    [BRAHMS_TERM_DIPOLE] = "dipole_angle",
    NULL,
};

static const struct model_branch brahms_branches[] = {
    [BRAHMS_WATERS] = {.name = "water_water"},
    [BRAHMS_STICKY] = {.name = "sticky", .work = {.flops = 104, .special = 2}},
    [BRAHMS_NEAR_FULL] = {.name = "near_full"},
    [BRAHMS_NEAR_SWITCH] = {.name = "near_switch", .work = {.flops = 10}},
    [BRAHMS_FAR_FULL] = {.name = "far_full"},
    [BRAHMS_FAR_SWITCH] = {.name = "far_switch", .work = {.flops = 10}},
    [BRAHMS_ELECTROSTATIC] = {.name = "electrostatic"},
    [BRAHMS_CHARGES] = {.name = "charges", .work = {.flops = 10}},
    [BRAHMS_CHARGE_DIPOLE] = {.name = "charge_dipole", .work = {.flops = 42}},
    [BRAHMS_DIPOLE_CHARGE] = {.name = "dipole_charge", .work = {.flops = 54}},
    [BRAHMS_DIPOLES] = {.name = "dipoles", .work = {.flops = 96}},
    [BRAHMS_ELLIPSOID] = {.name = "gay_berne", .work = {.flops = 191, .special = 8}},
    {0},
};

static const struct particle_type brahms_types[] = {
    [BRAHMS_WATER] = {.name = "water", .mass = 40, .inertia = {100, 100, 100}},
    [BRAHMS_CHOLINE] = {.name = "choline", .mass = 90},
    [BRAHMS_PHOSPHATE] = {.name = "phosphate", .mass = 90},
    [BRAHMS_GLYCEROL] = {.name = "glycerol", .mass = 62, .inertia = {1000, 1000, 1000}},
    [BRAHMS_ESTER] = {.name = "ester", .mass = 62, .inertia = {1000, 1000, 1000}},
    [BRAHMS_TAIL] = {.name = "tail", .mass = 42},
    [BRAHMS_AMINE] = {.name = "amine", .mass = 42},
    [BRAHMS_GAY_BERNE] = {.name = "gay_berne", .mass = 84, .inertia = {392, 392, 0}},
    {0},
};

static void brahms_adjust(const double *constants, struct particle_type *types)
{
    const struct brahms_constants *c = (const struct brahms_constants *)constants;
    if (c->sticky != 0)
        types[BRAHMS_WATER] = (struct particle_type){
            .name = "water", .mass = 18.0153, .inertia = {1.7696, 0.6145, 1.1550}};
}

static const struct model brahms_model = {
    .name = "brahms",
    .summary = "coarse-grained lipids in water: bead types, charges, dipoles, sticky water",
    .citation = "Shkurti et al., J. Comput. Chem. 34, 803 (2013); ELBA; SSD",
    .own_forms = BRAHMS_KINDS,
    .own_bonds = 1U << BRAHMS_BOND,
    .excluded_bonds = 1,
    .builders = {"bilayer", "water"},
    .fixed_tolerance = 1e-2,
    /* `own`: the model's unit of time, (amu A^2 / (kcal/mol))^(1/2), in fs */
    .time = {.unit = "fs", .own = 48.88821, .step = 10, .span = "ns", .spans = 1e6},
    .parameters = brahms_parameters,
    .parameter_count = sizeof brahms_parameters / sizeof *brahms_parameters,
    .types = brahms_types,
    .units = UNITS_REAL,
    .terms = brahms_terms,
    .evaluated = {.flops = 22, .special = 2},
    .branches = brahms_branches,
    .pair_table = true,
    .energy = {.flops = 11},
    .pressure_unit = "atm",
    .pressure_units = 68568.415,
    .derive = brahms_derive,
    .needs = brahms_needs,
    .adjust = brahms_adjust,
    .range = brahms_range,
};

#endif
