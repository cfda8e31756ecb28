/*
 * Chains of polyethylene (models/polyethylene.h) in a box of given edges, or in a cube. The default
 * is 10.547 beads per nm^3, as in the largest system of Xu et al., at 2.4943 kJ/mol, 300 K. A chain
 * has the requested length. Without one it has 300 beads if n is a multiple of 300, otherwise the
 * smallest divisor of n from 30 to 59. The beads of a chain are numbered from end to end; the
 * chains are in random order. Bonded terms are sorted by form.
 *
 * The chains of a tile grow bead by bead, with bonds and angles at rest. Dihedrals are drawn from
 * the Boltzmann distribution of their energy plus the energy of their end pair. If a bead has no
 * space, some of the last beads are removed. Dynamics with a heat bath follows. The first steps are
 * short, and most steps have a shorter cut-off, because it is faster. After 3.3 ps bonds, angles
 * and dihedrals have their energies (tests/test_polyethylene.c). The density is a third of a
 * melt's: such chains contract over nanoseconds, longer than this run.
 *
 * Systems of 13 long chains or more are copies of a tile of 4 to 12 chains, or of as many beads in
 * short chains. A chain with more beads than such a tile is a tile by itself. The numbers of copies
 * along the axes leave out the fewest surplus chains: at most 1.5 % in the systems I to VII. A
 * chain that crosses a face of its tile continues in the next copy, so a tile may be narrower than
 * a coil.
 *
 * The result has the same bytes for every number of threads. It also has the same bytes on all
 * machines if log, exp, sin and cos of their C libraries give the same bits. At the end all numbers
 * are rounded to single precision.
 */
#define REAL double
#include "harness/base/memory.h"
#include "harness/base/random.h"
#include "harness/input/builders/builder.h"
#include "harness/input/builders/stretch.h"
#include "harness/input/builders/tiles.h"
#include "models/forms/kinds.h"
#include "models/vector.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONG = 300, /* beads of a chain */
    SHORT = 30, /* lengths of a short chain: minimum and maximum */
    SHORT_MOST = 59,
    TILE = 1200, /* beads of the copied box: minimum and maximum */
    TILE_MOST = 3600,
    LEAST = 150,  /* smallest number of beads for which the box has space for a cut-off of 1 nm and
                   * the skin of the list */
    BACK = 40,    /* largest number of beads that are removed at a time */
    TRIALS = 10,  /* number of places to try for a bead before other beads are removed */
    TRIES = 1000, /* number of beads to try for each bead of a tile */
    STREAM_ORDER = 1,
    STREAM_GROWTH = 2,
};

/** The types of the model. */
enum { CH2, CH3 };

/** The rows of coefficients. */
enum { BOND, ANGLE, DIHEDRAL, ROWS };

static const char *const goes_by[] = {"ends", NULL};

static const double bond_stiffness = 146440, bond_length = 0.153; /* nm */
static const double angle_stiffness = 209.2, angle_rest = 109.471 * (3.14159265358979323846 / 180);
static const double dihedral_stiffness = 4.184, dihedral_folds = 3; /* kJ/mol */
static const double closest = 0.32;                                 /* nm */
static const double skin = 0.2;                                     /* nm */
static const double edge_least = 2.4; /* shortest edge of box and tile, nm: twice the sum of a
                                       * cut-off of 1 nm and the skin */

/** Returns the number of beads per chain; 0 if n beads cannot be divided into chains. */
static int length_of(const struct system_spec *spec)
{
    if (spec->chain > 0)
        return spec->n % spec->chain == 0 ? spec->chain : 0;
    if (spec->n % LONG == 0)
        return LONG;
    for (int length = SHORT; length <= SHORT_MOST; length++)
        if (spec->n % length == 0)
            return length;
    return 0;
}

/* ---- A system of chains ---- */

static void name_types(int length, struct system *system)
{
    for (int64_t i = 0; i < system->n; i++) {
        const int64_t k = i % length;
        system->type[i] = k == 0 || k == length - 1 ? CH3 : CH2;
    }
}

/**
 * Adds a term for each group of `members` successive beads from `first` to `last`; returns the
 * place after the last term.
 */
static struct bonded *add_terms(enum form form, int row, int members, int64_t first, int64_t last,
                                struct bonded *term)
{
    for (int64_t i = first; i + members - 1 <= last; i++, term++) {
        *term = (struct bonded){.form = OWN_FORMS + (int)form, .row = row};
        for (int m = 0; m < BONDED_MEMBERS; m++)
            term->member[m] = m < members ? (int32_t)(i + m) : -1;
    }
    return term;
}

/** Returns the number of beads at each end of a chain that are not in the middle of a dihedral. */
static int ends_left_out(const struct system_spec *spec)
{
    const struct model *model = model_find("polyethylene");
    double parameters[MODEL_PARAMETERS];
    builder_parameters(spec, goes_by, model, parameters);
    return parameters[model_parameter(model, "ends")] == 0 ? 0 : 1;
}

static bool bond(int length, int left_out, struct system *system, struct error *error)
{
    const int64_t chains = system->n / length, last = length - 1;
    const int turns = length - 3 - 2 * left_out;
    const int64_t terms = (length - 1) + (length - 2) + (turns > 0 ? turns : 0);
    if (!system_add_list(system, SYSTEM_BONDED, chains * terms, error))
        return false;
    struct bonded *term = system->bonded;
    for (int64_t i = 0; i < system->n; i += length)
        term = add_terms(FORM_BOND_HARMONIC, BOND, 2, i, i + last, term);
    for (int64_t i = 0; i < system->n; i += length)
        term = add_terms(FORM_ANGLE_HARMONIC, ANGLE, 3, i, i + last, term);
    for (int64_t i = 0; i < system->n; i += length)
        term =
            add_terms(FORM_DIHEDRAL_PERIODIC, DIHEDRAL, 4, i + left_out, i + last - left_out, term);
    return true;
}

/** Excludes the beads one and two bonds apart. */
static bool exclude(int length, struct system *system, struct error *error)
{
    const int64_t chains = system->n / length;
    int64_t count = 0;
    if (!system_add_list(system, SYSTEM_EXCLUSIONS, chains * (2 * length - 3), error))
        return false;
    for (int64_t i = 0; i < system->n; i++)
        for (int64_t apart = 1; apart <= 2 && i % length + apart < length; apart++) {
            system->exclusion[count][0] = (int32_t)i;
            system->exclusion[count++][1] = (int32_t)(i + apart);
        }
    return true;
}

/** Makes a system of chains without positions. */
static bool add_chains(int length, int left_out, struct system *system, struct error *error)
{
    if (!system_add(system, SYSTEM_TYPE, error) || !bond(length, left_out, system, error) ||
        !exclude(length, system, error))
        return false;
    name_types(length, system);
    return true;
}

static struct force_field *field(void)
{
    static const struct bonded_row rows[ROWS] = {
        [BOND] = {{bond_stiffness, bond_length}},
        [ANGLE] = {{angle_stiffness, angle_rest}},
        [DIHEDRAL] = {{dihedral_stiffness, dihedral_folds, 1, 0}},
    };
    struct force_field *field = force_field_create(0, ROWS);
    memcpy(field->row, rows, sizeof rows);
    field->forms =
        1U << FORM_BOND_HARMONIC | 1U << FORM_ANGLE_HARMONIC | 1U << FORM_DIHEDRAL_PERIODIC;
    return field;
}

/* ---- Growing chains ---- */

struct growth {
    struct system *tile;
    int length;
    double temperature;
    double (*at)[3]; /* beads of the current chain, not wrapped; two extra beads before the first
                      * give it a direction */
    int along[3];    /* cells */
    int32_t *cell;   /* last bead in each cell; -1: none */
    int32_t *before; /* previous bead in the cell of each bead */
    struct random random;
};

static int cell_along(const struct growth *growth, int axis, double coordinate)
{
    const int cell = (int)(coordinate / growth->tile->box[axis] * growth->along[axis]);
    return cell < growth->along[axis] ? cell : growth->along[axis] - 1;
}

static int32_t *cell_of(const struct growth *growth, const double r[3])
{
    const int *along = growth->along;
    const int64_t x = cell_along(growth, 0, r[0]), y = cell_along(growth, 1, r[1]);
    return growth->cell + (x * along[1] + y) * along[2] + cell_along(growth, 2, r[2]);
}

/**
 * Whether a bead of the cell is too close to r. The current chain's beads, which start at `own`, do
 * not count.
 */
static bool is_near(const struct growth *growth, int32_t in_cell, int64_t own, const double r[3])
{
    const struct system *tile = growth->tile;
    for (int32_t j = in_cell; j >= 0; j = growth->before[j]) {
        const double x = system_nearest(tile->x[j] - r[0], tile->box[0]);
        const double y = system_nearest(tile->y[j] - r[1], tile->box[1]);
        const double z = system_nearest(tile->z[j] - r[2], tile->box[2]);
        if (j < own && x * x + y * y + z * z < closest * closest)
            return true;
    }
    return false;
}

/** Whether there is space for bead i at r; the three previous beads in its chain do not count. */
static bool has_room(const struct growth *growth, int64_t i, const double r[3])
{
    const int64_t bead = i % growth->length, own = i - (bead < 3 ? bead : 3);
    const double *box = growth->tile->box;
    for (int k = 0; k < 27; k++) {
        const int step[3] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
        double near[3];
        for (int d = 0; d < 3; d++)
            near[d] = system_wrap(r[d] + step[d] * box[d] / growth->along[d], box[d]);
        if (is_near(growth, *cell_of(growth, near), own, r))
            return false;
    }
    return true;
}

static void put(struct growth *growth, int64_t i, const double r[3])
{
    int32_t *cell = cell_of(growth, r);
    growth->tile->x[i] = r[0];
    growth->tile->y[i] = r[1];
    growth->tile->z[i] = r[2];
    growth->before[i] = *cell;
    *cell = (int32_t)i;
}

/** Removes the last bead, i. */
static void take_back(struct growth *growth, int64_t i)
{
    const double r[3] = {growth->tile->x[i], growth->tile->y[i], growth->tile->z[i]};
    *cell_of(growth, r) = growth->before[i];
}

/** Returns the energy of a dihedral plus its end pair, for beads with CH2's epsilon and sigma. */
static double energy_of_turn(const double *ch2, double cosine)
{
    const double along = bond_length * (1 - 2 * cos(angle_rest));
    const double across = bond_length * sin(angle_rest);
    const double r2 = along * along + 2 * across * across * (1 - cosine);
    const double s6 = pow(ch2[1] * ch2[1] / r2, 3);
    return dihedral_stiffness * (1 + cosine * (4 * cosine * cosine - dihedral_folds)) +
           4 * ch2[0] * s6 * (s6 - 1);
}

/** Draws the angle of a dihedral at the temperature; trans has the lowest energy. */
static double draw_turn(struct growth *growth)
{
    const double *ch2 = model_find("polyethylene")->types[CH2].coefficients;
    const double least = energy_of_turn(ch2, -1);
    for (;;) {
        const double phi = 2 * acos(-1) * random_uniform(&growth->random);
        const double rise = energy_of_turn(ch2, cos(phi)) - least;
        if (random_uniform(&growth->random) < exp(-rise / growth->temperature))
            return phi;
    }
}

/** Computes the position of a bead from the three previous beads and the dihedral of all four. */
static void place_next(const double before[3][3], double phi, double to[3])
{
    struct vector a = vector(before[1][0] - before[0][0], before[1][1] - before[0][1],
                             before[1][2] - before[0][2]);
    struct vector u = vector(before[2][0] - before[1][0], before[2][1] - before[1][1],
                             before[2][2] - before[1][2]);
    u = times(1 / sqrt(dot(u, u)), u);
    struct vector normal = cross(a, u);
    normal = times(1 / sqrt(dot(normal, normal)), normal);
    struct vector side = cross(normal, u);
    struct vector step =
        plus(times(-cos(angle_rest), u),
             times(sin(angle_rest), plus(times(cos(phi), side), times(sin(phi), normal))));
    to[0] = before[2][0] + bond_length * step.x;
    to[1] = before[2][1] + bond_length * step.y;
    to[2] = before[2][2] + bond_length * step.z;
}

/** Proposes the place of a chain's first bead: random, with a random direction. */
static void propose_first(struct growth *growth)
{
    for (int d = 0; d < 3; d++) {
        growth->at[2][d] = growth->tile->box[d] * random_uniform(&growth->random);
        for (int k = 0; k < 2; k++)
            growth->at[k][d] = growth->at[2][d] + random_normal(&growth->random);
    }
}

/** Tries places for bead i. Returns whether one has enough space. */
static bool try_bead(struct growth *growth, int64_t i)
{
    const int64_t bead = i % growth->length;
    double *at = growth->at[bead + 2];
    for (int k = 0; k < TRIALS; k++) {
        double r[3];
        if (bead == 0)
            propose_first(growth);
        else
            place_next((const double(*)[3])growth->at + bead - 1, draw_turn(growth), at);
        for (int d = 0; d < 3; d++)
            r[d] = system_wrap(at[d], growth->tile->box[d]);
        if (!has_room(growth, i, r))
            continue;
        put(growth, i, r);
        return true;
    }
    return false;
}

/** Grows all chains of the tile. */
static bool grow_chains(struct growth *growth, double density, struct error *error)
{
    int64_t tries = TRIES * growth->tile->n;
    for (int64_t i = 0; i < growth->tile->n;) {
        if (tries-- == 0)
            return error_set(
                error, EXIT_USAGE,
                "density: there is no room for chains at %g beads per nm^3 with this seed",
                density);
        if (try_bead(growth, i)) {
            i++;
            continue;
        }
        const int64_t bead = i % growth->length;
        int64_t back = 1 + random_below(&growth->random, BACK);
        for (back = back < bead ? back : bead; back > 0; back--)
            take_back(growth, --i);
    }
    return true;
}

static bool grow(const struct system_spec *spec, int length, struct system *tile,
                 struct error *error)
{
    struct growth growth = {.tile = tile,
                            .length = length,
                            .temperature = spec->temperature,
                            .random = random_start(spec->seed, STREAM_GROWTH)};
    int64_t cells = 1;
    for (int d = 0; d < 3; d++) {
        growth.along[d] = (int)(tile->box[d] / closest);
        cells *= growth.along[d];
    }
    growth.at = memory_allocate(length + 2, sizeof *growth.at, "a chain", error);
    growth.cell = memory_allocate(cells, sizeof *growth.cell, "cells", error);
    growth.before = memory_allocate(tile->n, sizeof *growth.before, "cells", error);
    bool good = growth.at != NULL && growth.cell != NULL && growth.before != NULL;
    for (int64_t k = 0; good && k < cells; k++)
        growth.cell[k] = -1;
    good = good && grow_chains(&growth, spec->density, error);
    free(growth.at);
    free(growth.cell);
    free(growth.before);
    return good;
}

/* ---- Making and copying a tile ---- */

static bool relax(const struct system_spec *spec, struct system *tile, struct error *error)
{
    static const struct stretch stretches[] = {
        {0.6, 0.5, 200, 1, 0.2}, {0.6, 2, 1500, 10, 0.1}, {1, 1, 200, 10, 0.1}};
    enum { COUNT = sizeof stretches / sizeof *stretches };
    double parameters[MODEL_PARAMETERS];
    const struct stretched of = {model_find("polyethylene"), parameters, skin, spec->temperature,
                                 spec->seed};
    builder_parameters(spec, goes_by, of.model, parameters);
    return stretches_run(&of, stretches, COUNT, tile, error);
}

/** Plan of a system that consists of a tile's copies. */
struct plan {
    int along[3];
    int64_t copies, chains; /* chains per tile */
};

/** Returns the ratio of the longest edge of a tile to its shortest. */
static double stretch_of(const double box[3], int x, int y, int z)
{
    const double a = box[0] / x, b = box[1] / y, c = box[2] / z;
    return fmax(a, fmax(b, c)) / fmin(a, fmin(b, c));
}

/**
 * Chooses the numbers of copies with the fewest surplus chains. The longest edge of a tile is at
 * most twice the shortest.
 */
static struct plan plan_of(const double box[3], int64_t chains, int length)
{
    const int64_t least = TILE / length > 1 ? TILE / length : 1;
    const int64_t most = TILE_MOST / length > 1 ? TILE_MOST / length : 1;
    const int end[3] = {(int)(box[0] / edge_least), (int)(box[1] / edge_least),
                        (int)(box[2] / edge_least)};
    struct plan best = {{1, 1, 1}, 1, chains};
    int64_t surplus = chains <= most ? 0 : INT64_MAX;
    for (int x = 1; surplus > 0 && x <= end[0]; x++)
        for (int y = 1; y <= end[1]; y++)
            for (int z = 1; z <= end[2]; z++) {
                const int64_t copies = (int64_t)x * y * z, each = (chains + copies - 1) / copies;
                if (each < least || each > most || copies * each - chains >= surplus ||
                    stretch_of(box, x, y, z) > 2)
                    continue;
                surplus = copies * each - chains;
                best = (struct plan){{x, y, z}, copies, each};
            }
    return best;
}

static bool make_tile(const struct system_spec *spec, const struct plan *plan,
                      const struct system *system, struct system *tile, struct error *error)
{
    const int length = length_of(spec);
    if (!system_allocate(plan->chains * length, tile, error))
        return false;
    for (int d = 0; d < 3; d++)
        tile->box[d] = system->box[d] / plan->along[d];
    tile->field = field();
    if (add_chains(length, ends_left_out(spec), tile, error) && grow(spec, length, tile, error) &&
        relax(spec, tile, error))
        return true;
    system_free(tile);
    return false;
}

/**
 * Copies a whole chain. Each bead is placed by its bond to the previous bead. Thus the chain
 * crosses the faces of the tile unbroken.
 */
static void copy_chain(const struct system *tile, int64_t from, int length, const double shift[3],
                       struct system *system, int64_t to)
{
    const double *const source[3] = {tile->x, tile->y, tile->z};
    double *const target[3] = {system->x, system->y, system->z};
    for (int d = 0; d < 3; d++) {
        double at = source[d][from] + shift[d];
        for (int k = 0; k < length; k++) {
            if (k > 0)
                at += system_nearest(source[d][from + k] - source[d][from + k - 1], tile->box[d]);
            target[d][to + k] = tiles_single(at, system->box[d]);
        }
    }
}

/** Fills the system with chains from all copies, in the given order. */
static void copy(const struct plan *plan, const struct system *tile, const uint32_t *order,
                 int length, struct system *system)
{
#pragma omp parallel for schedule(static)
    for (int64_t m = 0; m < system->n / length; m++) {
        const int64_t number = order[m] / plan->chains, chain = order[m] % plan->chains;
        const int *along = plan->along;
        const double shift[3] = {(double)(number % along[0]) * tile->box[0],
                                 (double)(number / along[0] % along[1]) * tile->box[1],
                                 (double)(number / along[0] / along[1]) * tile->box[2]};
        copy_chain(tile, chain * length, length, shift, system, m * length);
    }
}

static bool check(const struct system_spec *spec, struct error *error)
{
    const int unit = spec->chain > 0 ? spec->chain : SHORT;
    if ((length_of(spec) == 0 || spec->n < LEAST) &&
        !builder_check_molecules(spec, unit, LEAST, " beads of chains", error))
        return false;
    for (int d = 0; d < 3 && spec->box[0] > 0; d++)
        if (spec->box[d] < edge_least)
            return error_set(error, EXIT_USAGE,
                             "box: expected edges of %g nm or more, twice a cut-off of 1 nm with "
                             "its skin, found %g",
                             edge_least, spec->box[d]);
    return true;
}

static bool build(const struct system_spec *spec, struct system *system, struct error *error)
{
    const int length = length_of(spec);
    struct system tile;
    assert(length > 0);
    tiles_box(spec, system);
    const struct plan plan = plan_of(system->box, spec->n / length, length);
    if (!add_chains(length, ends_left_out(spec), system, error))
        return false;
    uint32_t *order =
        tiles_shuffle((uint32_t)(plan.copies * plan.chains), spec->seed, STREAM_ORDER, error);
    bool built = order != NULL && make_tile(spec, &plan, system, &tile, error);
    if (built) {
        copy(&plan, &tile, order, length, system);
        system_free(&tile);
    }
    free(order);
    return built;
}

const struct builder builder_chains = {
    .name = "chains",
    .summary = "chains of polyethylene, 300 beads each where n is a multiple",
    .shaped = true,
    .parameters = goes_by,
    .bonded = 3,
    .excluded = 2,
    .density = 10.547,
    .temperature = 2.4943,
    .densities = {5, 15, "5 to 15 beads per nm^3 of polyethylene"},
    .temperatures = {2, 10, "2 to 10 kJ/mol (241 to 1203 K) for polyethylene"},
    .check = check,
    .build = build,
    .field = field,
};
