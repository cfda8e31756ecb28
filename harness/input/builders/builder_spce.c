/*
 * Liquid SPC/E water (models/allatom.h) in a cubic box: the default is 0.1 atoms per A^3 at 0.59616
 * kcal/mol, 300 K. N is a multiple of 3; the atoms of a molecule are consecutive, in the order O,
 * H, H.
 *
 * The molecules of a box start on a simple cubic lattice, turned at random, and move as rigid
 * bodies by Metropolis Monte Carlo. Charges interact in a reaction field, only between molecules
 * with near oxygens. Sweeps of long and short steps alternate until the lattice has melted and the
 * energy is constant (tests/test_allatom.c). The molecules are rigid, with bonds and angle at rest;
 * they bend only in later dynamics.
 *
 * Systems of 8 times TILE molecules or more are copies of such a box, which has TILE or more
 * (harness/input/builders/tiles.h). Surplus molecules are left out whole and leave holes.
 *
 * The result has the same bytes for every number of threads. It also has the same bytes on all
 * machines if the functions of their C libraries give the same bits. At the end all numbers are
 * rounded to single precision.
 */
#define REAL double
#include "harness/base/memory.h"
#include "harness/base/random.h"
#include "harness/input/builders/builder.h"
#include "harness/input/builders/spce.h"
#include "harness/input/builders/tiles.h"
#include "harness/particles/system_spec.h"
#include "harness/physics/shared/rotation.h"
#include "models/allatom.h"

#include <math.h>
#include <stdlib.h>

enum {
    TILE = 512,
    LEAST = 64,
    SWEEPS = 1000,
    STREAM_ORDER = 1,
    STREAM_MOVES = 2,
};

/* XORed into the seed, so that the first orientations differ from other random numbers */
static const uint64_t turn_key = 0x53504345;

/*
 * longest displacement along an axis in A, and half of the longest rotation about it in radians.
 * Element 0 is for long steps, element 1 for short ones
 */
static const double stride[2] = {0.4, 0.12};

static const double near = 6; /* A, largest distance between oxygens of molecules that interact */

/** Sites of a molecule, relative to its oxygen. */
struct molecule {
    double site[SPCE_ATOMS][3];
};

struct liquid {
    int64_t count;
    double edge, temperature;
    double constants[MODEL_CONSTANTS];
    struct allatom_row row;                 /* coefficients of two oxygens */
    double charges[SPCE_ATOMS][SPCE_ATOMS]; /* products of two charges times Coulomb's constant */
    struct molecule *molecule;
    double *oxygen[3]; /* coordinates of each oxygen: separate arrays, because the moves mostly read
                          oxygens */
    double *distance2; /* squared distances of a molecule's oxygen from all others */
};

/**
 * Computes the energy of two molecules; r2 is the squared distance of their oxygens. Hydrogens have
 * only charges.
 */
static double energy_between(const struct liquid *liquid, const struct molecule *p,
                             const struct molecule *q, double r2)
{
    const struct allatom_constants *c = (const struct allatom_constants *)liquid->constants;
    double image[3];
    for (int d = 0; d < 3; d++) {
        double apart = q->site[0][d] - p->site[0][d];
        image[d] = system_nearest(apart, liquid->edge) - apart;
    }
    double energy = allatom_vdw(c, &liquid->row, r2, 1 / r2).energy;
    for (int i = 0; i < SPCE_ATOMS; i++) {
        for (int j = 0; j < SPCE_ATOMS; j++) {
            const double x = q->site[j][0] - p->site[i][0] + image[0];
            const double y = q->site[j][1] - p->site[i][1] + image[1];
            const double z = q->site[j][2] - p->site[i][2] + image[2];
            const struct allatom_distance d = allatom_distance_of(c, x * x + y * y + z * z);
            energy += allatom_coulomb(c, liquid->charges[i][j], &d).energy;
        }
    }
    return energy;
}

/** Returns the difference of two coordinates, to the nearest image. */
static inline double apart(double a, double b, double edge)
{
    const double straight = fabs(a - b), around = edge - straight;
    return straight < around ? straight : around;
}

static double energy_of(const struct liquid *liquid, int64_t m, const struct molecule *moved)
{
    const double *at = moved->site[0], edge = liquid->edge;
    double energy = 0;
#pragma omp simd
    for (int64_t k = 0; k < liquid->count; k++) {
        const double x = apart(liquid->oxygen[0][k], at[0], edge);
        const double y = apart(liquid->oxygen[1][k], at[1], edge);
        const double z = apart(liquid->oxygen[2][k], at[2], edge);
        liquid->distance2[k] = x * x + y * y + z * z;
    }
    for (int64_t k = 0; k < liquid->count; k++)
        if (liquid->distance2[k] < near * near && k != m)
            energy += energy_between(liquid, moved, &liquid->molecule[k], liquid->distance2[k]);
    return energy;
}

/** Sets the sites of a molecule with its oxygen at `at`, turned by q. */
static void put(const double at[3], const double q[4], const struct molecule *from,
                struct molecule *to)
{
    const double back[4] = {q[0], -q[1], -q[2], -q[3]};
    for (int i = 0; i < SPCE_ATOMS; i++) {
        double arm[3], turned[3];
        for (int d = 0; d < 3; d++)
            arm[d] = from->site[i][d] - from->site[0][d];
        rotation_to_body(back, arm, turned);
        for (int d = 0; d < 3; d++)
            to->site[i][d] = at[d] + turned[d];
    }
}

static void set_molecule(struct liquid *liquid, int64_t m, const struct molecule *to)
{
    liquid->molecule[m] = *to;
    for (int d = 0; d < 3; d++)
        liquid->oxygen[d][m] = to->site[0][d];
}

/** Draws a random number, uniform between -1 and 1. */
static double either_way(struct random *random)
{
    return 2 * random_uniform(random) - 1;
}

/** Moves and turns a molecule, or rejects the move, by Metropolis' criterion. */
static void try_move(struct liquid *liquid, int64_t m, double longest, struct random *random)
{
    const struct molecule *own = &liquid->molecule[m];
    struct molecule moved;
    double at[3], turn[4] = {1};
    for (int d = 0; d < 3; d++) {
        at[d] = system_wrap(own->site[0][d] + longest * either_way(random), liquid->edge);
        turn[d + 1] = longest * either_way(random); /* tangent of half the angle */
    }
    rotation_normalize(turn);
    put(at, turn, own, &moved);
    double rise = energy_of(liquid, m, &moved) - energy_of(liquid, m, own);
    double chance = random_uniform(random);
    if (isfinite(rise) && chance < exp(-rise / liquid->temperature))
        set_molecule(liquid, m, &moved);
}

/**
 * Places the molecules on a lattice, turned at random. Empty sites are spread evenly, because a
 * bubble of neighboring ones would not close within this number of moves.
 */
static void place(struct liquid *liquid, uint64_t seed)
{
    static const double half = 1.9106119321581925 / 2; /* half of the angle H-O-H, radians */
    const struct molecule shape = {{{0}, {sin(half), 0, cos(half)}, {-sin(half), 0, cos(half)}}};
    int64_t along = 1;
    while (along * along * along < liquid->count)
        along++;
    const double spacing = liquid->edge / (double)along;
    for (int64_t m = 0; m < liquid->count; m++) {
        const int64_t site = m * (along * along * along) / liquid->count;
        const double at[3] = {(double)(site % along) * spacing,
                              (double)(site / along % along) * spacing,
                              (double)(site / along / along) * spacing};
        struct molecule turned;
        double q[4];
        rotation_random(philox_draw(seed ^ turn_key, 0, (uint32_t)m, 0), q);
        put(at, q, &shape, &turned);
        set_molecule(liquid, m, &turned);
    }
}

static bool melt(const struct system_spec *spec, struct liquid *liquid, struct error *error)
{
    const struct model *model = model_find("allatom");
    double parameters[MODEL_PARAMETERS];
    const double reach = near + 2; /* `near` plus the O-H bonds of both molecules, 1 A each */
    model_defaults(model, parameters);
    parameters[model_parameter(model, "cutoff")] = reach;
    parameters[model_parameter(model, "switch")] = reach;
    parameters[model_parameter(model, "electrostatics")] = 1;
    if (!model->derive(parameters, liquid->constants, error))
        return false;
    struct system one;
    if (!system_allocate(SPCE_ATOMS, &one, error))
        return false;
    bool good = spce_add_molecules(&one, error);
    model->row(liquid->constants, model->types[ALLATOM_OW].coefficients, (double *)&liquid->row);
    for (int i = 0; good && i < SPCE_ATOMS; i++)
        for (int j = 0; j < SPCE_ATOMS; j++)
            liquid->charges[i][j] = ((const struct allatom_constants *)liquid->constants)->coulomb *
                                    ((double)one.charge[i] * one.charge[j]);
    system_free(&one);
    struct random random = random_start(spec->seed, STREAM_MOVES);
    for (int sweep = 0; good && sweep < SWEEPS; sweep++)
        for (int64_t m = 0; m < liquid->count; m++)
            try_move(liquid, m, stride[sweep % 2], &random);
    return good;
}

static void copy(const struct liquid *liquid, const struct tiles *tiles, struct system *system)
{
#pragma omp parallel for schedule(static)
    for (int64_t m = 0; m < system->n / SPCE_ATOMS; m++) {
        double shift[3];
        const struct molecule *from = &liquid->molecule[tiles_particle(tiles, m, shift)];
        for (int k = 0; k < SPCE_ATOMS; k++) {
            const int64_t i = SPCE_ATOMS * m + k;
            system->x[i] = tiles_single(from->site[k][0] + shift[0], system->box[0]);
            system->y[i] = tiles_single(from->site[k][1] + shift[1], system->box[1]);
            system->z[i] = tiles_single(from->site[k][2] + shift[2], system->box[2]);
        }
    }
}

static bool check(const struct system_spec *spec, struct error *error)
{
    return builder_check_molecules(spec, SPCE_ATOMS, SPCE_ATOMS * LEAST, " atoms of water", error);
}

static bool build(const struct system_spec *spec, struct system *system, struct error *error)
{
    struct system_spec whole = *spec; /* spec with molecules as particles, which are copied whole */
    struct tiles tiles;
    whole.n = spec->n / SPCE_ATOMS;
    if (!spce_add_molecules(system, error) ||
        !tiles_plan(&whole, tiles_along_least(whole.n, TILE), tiles_box(spec, system), STREAM_ORDER,
                    &tiles, error))
        return false;
    struct liquid liquid = {
        .count = tiles.particles,
        .edge = tiles.edge,
        .temperature = spec->temperature,
        .molecule = memory_allocate(tiles.particles, sizeof(struct molecule), "molecules", error)};
    double *numbers = memory_allocate(4 * liquid.count, sizeof *numbers, "molecules", error);
    bool built = liquid.molecule != NULL && numbers != NULL;
    if (built) {
        for (int d = 0; d < 3; d++)
            liquid.oxygen[d] = numbers + d * liquid.count;
        liquid.distance2 = numbers + 3 * liquid.count;
        place(&liquid, spec->seed);
        built = melt(spec, &liquid, error);
    }
    if (built)
        copy(&liquid, &tiles, system);
    free(liquid.molecule);
    free(numbers);
    tiles_free(&tiles);
    return built;
}

const struct builder builder_spce = {
    .name = "spce",
    .summary = "liquid SPC/E water in a cubic box, atom by atom",
    .bonded = (double)SPCE_TERMS / SPCE_ATOMS,
    .excluded = (double)SPCE_EXCLUDED / SPCE_ATOMS,
    .density = 0.1,
    .temperature = 0.59616,
    .densities = {0.08, 0.11, "0.08 to 0.11 atoms per A^3 of water"},
    .temperatures = {0.5, 0.75, "0.5 to 0.75 kcal/mol (252 to 377 K) for water"},
    .check = check,
    .build = build,
    .field = spce_field,
};
