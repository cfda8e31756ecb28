/* The description of models/oxdna.h, only for the harness. */
#ifndef PAIRLANES_MODELS_OXDNA_DESCRIPTION_H
#define PAIRLANES_MODELS_OXDNA_DESCRIPTION_H

#include "models/description.h"

enum { OXDNA_TEMPERATURE, OXDNA_SEQUENCE };

static const char *const oxdna_sequences[] = {"average", "dependent", NULL};

static const struct parameter oxdna_parameters[] = {
    [OXDNA_TEMPERATURE] = {.name = "temperature",
                           .unit = "3000 K",
                           .summary = "T in the strength of stacking",
                           .initial = 0.1,
                           .minimum = 1e-6,
                           .maximum = 1},
    [OXDNA_SEQUENCE] = {.name = "sequence",
                        .unit = "",
                        .summary = "strengths of stacking and pairing",
                        .initial = 0,
                        .minimum = 0,
                        .maximum = 1,
                        .choices = oxdna_sequences},
};

/** Returns the cut-off: the range of base pairs, the longest of all terms. */
static double oxdna_range(const double *p)
{
    (void)p;
    return 2 * 0.4 + 0.783775;
}

/** Stacking energies E by bases in the direction 3' to 5'. */
static const double oxdna_stacking_by_base[4][4] = {
    /*        A      C      G      T */
    /* A */ {1.709, 1.671, 1.610, 1.553},
    /* C */ {1.654, 1.604, 1.737, 1.610},
    /* G */ {1.590, 1.684, 1.604, 1.671},
    /* T */ {1.634, 1.590, 1.654, 1.709},
};

static bool oxdna_derive(const double *p, double *constants, struct error *error)
{
    (void)error;
    struct oxdna_constants *c = (struct oxdna_constants *)constants;
    bool average = p[OXDNA_SEQUENCE] == 0;
    *c = (struct oxdna_constants){
        .stacking_shift = pow(1 - exp(-6 * (0.9 - 0.4)), 2),
        .pairing_at = average ? 1.077 : 0.893,
        .pairing_cg = average ? 1.077 : 1.243,
        .pairing_shift = pow(1 - exp(-8 * (0.75 - 0.4)), 2),
    };
    for (int q = 0; q < 4; q++)
        for (int s = 0; s < 4; s++)
            c->stacking[q][s] = (average ? 1.64 : oxdna_stacking_by_base[q][s]) *
                                (0.82 + 1.62 * p[OXDNA_TEMPERATURE]);
    return true;
}

static const char *const oxdna_terms[] = {"fene", "bexc", "stck", "nexc",
                                          "hb",   "crst", "cxst", NULL};

/*
 * Operation counts were measured on random pairs. Work that two branches share is a separate
 * branch, so that it counts once.
 */
static const struct model_branch oxdna_branches[] = {
    [OXDNA_BRANCH_NEXC] = {.name = "excluded_volume", .work = {.flops = 25, .special = 2}},
    [OXDNA_BRANCH_ANGLES] = {.name = "angles", .work = {.flops = 36, .special = 2}},
    [OXDNA_BRANCH_BASES] = {.name = "bases", .work = {.flops = 52, .special = 3}},
    [OXDNA_BRANCH_BASE_FORCE] = {.name = "base_force", .work = {.flops = 149, .special = 5}},
    [OXDNA_BRANCH_HB] = {.name = "hydrogen_bond", .work = {.flops = 57, .special = 14}},
    [OXDNA_BRANCH_CRST] = {.name = "cross_stacking", .work = {.flops = 43, .special = 14}},
    [OXDNA_BRANCH_STACKS] = {.name = "stacks", .work = {.flops = 36, .special = 3}},
    [OXDNA_BRANCH_CXST] = {.name = "coaxial_stacking", .work = {.flops = 216, .special = 18}},
    {0},
};

static const struct particle_type oxdna_types[] = {
    {.name = "A", .mass = 1, .inertia = {1, 1, 1}},
    {.name = "C", .mass = 1, .inertia = {1, 1, 1}},
    {.name = "G", .mass = 1, .inertia = {1, 1, 1}},
    {.name = "T", .mass = 1, .inertia = {1, 1, 1}},
    {0},
};

static const struct model oxdna_model = {
    .name = "oxdna",
    .summary = "oxDNA1: coarse-grained DNA, a rigid body per nucleotide",
    .citation = "Ouldridge, Louis, Doye, J. Chem. Phys. 134, 085101 (2011)",
    .own_forms = 1,
    .own_bonds = 1U << 0,
    .excluded_bonds = 1,
    .builders = {"duplexes"},
    .time = {.step = 0.003},
    .parameters = oxdna_parameters,
    .parameter_count = sizeof oxdna_parameters / sizeof *oxdna_parameters,
    .types = oxdna_types,
    .terms = oxdna_terms,
    .evaluated = {.flops = 111},
    .branches = oxdna_branches,
    .energy = {.flops = 4},
    .derive = oxdna_derive,
    .range = oxdna_range,
};

#endif
