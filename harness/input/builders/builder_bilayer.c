/*
 * A hydrated bilayer of DOPC lipids in water (models/brahms.h), across z: 32 lipids and 1,058
 * waters to a tile, 72.3 A^2 to a lipid, the composition of 128 DOPC and 4,232 waters. Temperatures
 * are in kcal/mol (303.15 K are 0.60243), densities in beads per A^3.
 *
 * A tile starts from lipids that stand upright on a lattice, their tails folded, under layers of
 * water, and runs dynamics with a heat bath: with short steps until nothing overlaps, then for 22
 * ps with steps of 20 fs while the tails melt, most of it with a shorter cut-off, which is faster.
 * The energy settles in that time; the membrane's slow modes take longer. All this is in ELBA
 * water. Where the model's parameter "water" names another one, that takes its place then, and the
 * run goes on for 6 ps with steps of 3 fs, for SSD water has small moments of inertia.
 *
 * Larger bilayers are copies of the tile next to each other in x and y. n that is no multiple of a
 * tile's is made up by leaving out some of the waters, evenly, but no more than one of twenty. The
 * smallest bilayers, 836 to 865 beads, are one tile of 18 lipids and up to 595 waters.
 *
 * The same bytes for every number of threads, and wherever the C library's log, sin and cos give
 * the same bits. At the end all numbers are rounded to single precision.
 */
#define REAL double
#include "harness/input/builders/builder.h"
#include "harness/input/builders/stretch.h"
#include "harness/input/builders/tiles.h"
#include "harness/particles/system_spec.h"
#include "harness/physics/shared/rotation.h"
#include "models/brahms.h"

#include <inttypes.h>
#include <string.h>

enum {
    BEADS = 15,  /* beads of a lipid */
    TERMS = 30,  /* bonded terms of a lipid */
    LAYERS = 8,  /* layers of water at the start */
    SPARED = 20, /* 1 in SPARED waters may be left out */
};

/** A piece of bilayer: `across` lipids along an edge in both leaflets. */
struct patch {
    int along, lipids, waters, beads;
    int layer;   /* waters along an edge of a layer of the start */
    double edge; /* along x and y, A */
};

/*
 * the smaller patch is never copied: it has the fewest beads whose box has room for a cut-off of 12
 * A
 */
static const struct patch small_patch = {3, 18, 595, 865, 9, 25.515};
static const struct patch usual_patch = {4, 32, 1058, 1538, 12, 34.02};

static const char *const goes_by[] = {"water", NULL};

static const double skin = 1.5; /* A */

/** The beads of a lipid, from its head to the ends of its tails. */
static const struct {
    int type;
    int previous;      /* the bead that it is bonded to, itself for the first */
    double across, up; /* start of the lipid, A */
} lipid[BEADS] = {
    {BRAHMS_CHOLINE, 0, 0, 17.5},    {BRAHMS_PHOSPHATE, 0, 0, 15.5}, {BRAHMS_GLYCEROL, 1, 0, 13.5},
    {BRAHMS_ESTER, 2, -2.125, 11.5}, {BRAHMS_TAIL, 3, -2.125, 9.5},  {BRAHMS_TAIL, 4, -2.125, 7.5},
    {BRAHMS_TAIL, 5, -2.125, 5.5},   {BRAHMS_TAIL, 6, -2.125, 3.5},  {BRAHMS_TAIL, 7, -2.125, 1.5},
    {BRAHMS_ESTER, 2, 2.125, 11.5},  {BRAHMS_TAIL, 9, 2.125, 9.5},   {BRAHMS_TAIL, 10, 2.125, 7.5},
    {BRAHMS_TAIL, 11, 2.125, 5.5},   {BRAHMS_TAIL, 12, 2.125, 3.5},  {BRAHMS_TAIL, 13, 2.125, 1.5},
};

static const double surface = 21; /* height above which there is water at the start, A */

/** A lipid's angles and dipole angles, by its beads; its bonds are those to the previous beads. */
static const struct bonded angles[] = {
    {BRAHMS_ANGLE_115, 0, {0, 1, 2, -1}},    {BRAHMS_ANGLE_90, 0, {1, 2, 3, -1}},
    {BRAHMS_ANGLE_90, 0, {1, 2, 9, -1}},     {BRAHMS_ANGLE_180, 0, {2, 3, 4, -1}},
    {BRAHMS_ANGLE_180, 0, {3, 4, 5, -1}},    {BRAHMS_ANGLE_120, 0, {4, 5, 6, -1}},
    {BRAHMS_ANGLE_180, 0, {5, 6, 7, -1}},    {BRAHMS_ANGLE_180, 0, {6, 7, 8, -1}},
    {BRAHMS_ANGLE_180, 0, {2, 9, 10, -1}},   {BRAHMS_ANGLE_180, 0, {9, 10, 11, -1}},
    {BRAHMS_ANGLE_120, 0, {10, 11, 12, -1}}, {BRAHMS_ANGLE_180, 0, {11, 12, 13, -1}},
    {BRAHMS_ANGLE_180, 0, {12, 13, 14, -1}}, {BRAHMS_DIPOLE, 0, {2, 1, -1, -1}},
    {BRAHMS_DIPOLE, 0, {3, 4, -1, -1}},      {BRAHMS_DIPOLE, 0, {9, 10, -1, -1}},
};

_Static_assert(TERMS == BEADS - 1 + sizeof angles / sizeof *angles, "bonds and angles");

/** Adds the bonded terms of a lipid whose first bead is `first`, from `term` on. */
static void bond(int32_t first, struct bonded *term)
{
    for (int32_t k = 1; k < BEADS; k++)
        *term++ = (struct bonded){BRAHMS_BOND, 0, {first + lipid[k].previous, first + k, -1, -1}};
    for (size_t k = 0; k < sizeof angles / sizeof *angles; k++) {
        *term = angles[k];
        for (int m = 0; m < BONDED_MEMBERS; m++)
            if (term->member[m] >= 0)
                term->member[m] += first;
        term++;
    }
}

static void place_lipid(const struct patch *patch, int number, struct system *tile)
{
    double spacing = tile->box[0] / patch->along, middle = tile->box[2] / 2;
    bool upper = number < patch->lipids / 2;
    /* each leaflet is placed at the gaps of the other */
    double x = (number % patch->along + 0.5) * spacing;
    double y = (number / patch->along % patch->along + (upper ? 0.25 : 0.75)) * spacing;
    for (int k = 0; k < BEADS; k++) {
        int i = number * BEADS + k;
        bool down = lipid[k].type == BRAHMS_ESTER ? upper : !upper; /* direction of the dipole */
        tile->type[i] = lipid[k].type;
        tile->x[i] = x + lipid[k].across;
        tile->y[i] = y;
        tile->z[i] = middle + (upper ? lipid[k].up : -lipid[k].up);
        memcpy(tile->orientation + 4 * (int64_t)i,
               down ? (const double[4]){0, 1, 0, 0} : (const double[4]){1, 0, 0, 0},
               4 * sizeof(double));
    }
}

static void place_water(const struct patch *patch, int number, uint64_t seed, struct system *tile)
{
    int64_t i = patch->lipids * BEADS + number;
    int layer = patch->layer, site = number * (layer * layer * LAYERS) / patch->waters;
    double spacing = tile->box[0] / layer, depth = tile->box[2] - 2 * surface;
    tile->type[i] = BRAHMS_WATER;
    tile->x[i] = (site % layer + 0.5) * spacing;
    tile->y[i] = (site / layer % layer + 0.5) * spacing;
    tile->z[i] = system_wrap(
        tile->box[2] / 2 + surface + (site / layer / layer + 0.5) * depth / LAYERS, tile->box[2]);
    rotation_random(philox_draw(~seed, 0, (uint32_t)number, 0), tile->orientation + 4 * i);
}

/** Melts the lattice for a short time, after which the effect of the cut-off has settled. */
static bool melt(const struct system_spec *spec, struct system *tile, struct error *error)
{
    static const struct stretch stretches[] = {
        {8, 2, 100, 1, 0.2}, {8, 5, 200, 1, 0.1}, {8, 20, 1000, 10, 0.1}, {12, 20, 100, 10, 0.1}};
    static const struct stretch others[] = {
        {8, 1, 300, 1, 0.1}, {8, 3, 1800, 10, 0.05}, {12, 3, 100, 10, 0.05}};
    enum { COUNT = sizeof stretches / sizeof *stretches, OTHERS = sizeof others / sizeof *others };
    const struct model *model = model_find("brahms");
    const int water = model_parameter(model, "water");
    double first[MODEL_PARAMETERS], parameters[MODEL_PARAMETERS];
    model_defaults(model, first);
    builder_parameters(spec, goes_by, model, parameters);
    const struct stretched elba = {model, first, skin, spec->temperature, spec->seed};
    const struct stretched other = {model, parameters, skin, spec->temperature, spec->seed + COUNT};
    return stretches_run(&elba, stretches, COUNT, tile, error) &&
           (parameters[water] == first[water] ||
            stretches_run(&other, others, OTHERS, tile, error));
}

static bool build_tile(const struct system_spec *spec, const struct patch *patch,
                       const double box[3], struct system *tile, struct error *error)
{
    if (!system_allocate(patch->beads, tile, error))
        return false;
    memcpy(tile->box, box, sizeof tile->box);
    bool built = system_add_types(tile, error) && system_add_orientations(tile, error) &&
                 system_add_bonded(tile, patch->lipids * TERMS, error);
    for (int k = 0; built && k < patch->lipids; k++) {
        place_lipid(patch, k, tile);
        bond(k * BEADS, tile->bonded + k * TERMS);
    }
    built = built && system_exclude_bonds(tile, BRAHMS_BOND, error);
    for (int k = 0; built && k < patch->waters; k++)
        place_water(patch, k, spec->seed, tile);
    if (built && melt(spec, tile, error))
        return true;
    system_free(tile);
    return false;
}

/** Copies particle k of the tile to place r as particle i. */
static void copy_particle(const struct system *tile, int64_t k, const double r[3],
                          struct system *system, int64_t i)
{
    system->type[i] = tile->type[k];
    system->x[i] = tiles_single(r[0], system->box[0]);
    system->y[i] = tiles_single(r[1], system->box[1]);
    system->z[i] = tiles_single(r[2], system->box[2]);
    for (int d = 0; d < 4; d++)
        system->orientation[4 * i + d] = (float)tile->orientation[4 * k + d];
}

static void shift_of(const struct system *tile, int64_t copy, int along, double shift[3])
{
    shift[0] = (double)(copy % along) * tile->box[0];
    shift[1] = (double)(copy / along) * tile->box[1];
    shift[2] = 0;
}

/** Copies a whole lipid: its beads follow its bonds, not the faces of the tile. */
static void copy_lipid(const struct system *tile, int number, const double shift[3],
                       struct system *system, int64_t first)
{
    const double *const coordinate[3] = {tile->x, tile->y, tile->z};
    double r[BEADS][3];
    for (int k = 0; k < BEADS; k++) {
        for (int d = 0; d < 3; d++) {
            double at = coordinate[d][number * BEADS + k];
            double from = k > 0 ? r[lipid[k].previous][d] : at + shift[d];
            r[k][d] = from + system_nearest(at - coordinate[d][number * BEADS + lipid[k].previous],
                                            tile->box[d]);
        }
        copy_particle(tile, number * BEADS + k, r[k], system, first + k);
    }
}

/** Fills the system with copies of the tile, the lipids first, and waters up to its number. */
static bool copy(const struct patch *patch, const struct system *tile, int64_t copies, int along,
                 struct system *system, struct error *error)
{
    int64_t lipids = copies * patch->lipids, all = copies * patch->waters;
    int64_t waters = system->n - lipids * BEADS;
    if (!system_add_bonded(system, lipids * TERMS, error))
        return false;
    for (int64_t k = 0; k < lipids; k++) {
        double shift[3];
        shift_of(tile, k / patch->lipids, along, shift);
        copy_lipid(tile, (int)(k % patch->lipids), shift, system, k * BEADS);
        bond((int32_t)(k * BEADS), system->bonded + k * TERMS);
    }
    for (int64_t k = 0; k < waters; k++) {
        int64_t taken = k * all / waters, from = patch->lipids * BEADS + taken % patch->waters;
        double r[3];
        shift_of(tile, taken / patch->waters, along, r);
        r[0] += tile->x[from];
        r[1] += tile->y[from];
        r[2] += tile->z[from];
        copy_particle(tile, from, r, system, lipids * BEADS + k);
    }
    return system_exclude_bonds(system, BRAHMS_BOND, error);
}

/** The fewest beads of copies of a patch. */
static int64_t fewest(const struct patch *patch, int64_t copies)
{
    return copies * patch->beads - copies * patch->waters / SPARED;
}

/** Refuses a number that no whole patches have, with the nearest that some have. */
static bool check_number(int64_t n, const struct patch *patch, int64_t copies, struct error *error)
{
    int64_t least = fewest(patch, copies);
    if (n >= least)
        return true;
    bool small = patch == &small_patch;
    int64_t below = copies > 1 ? (copies - 1) * patch->beads : small_patch.beads;
    return error_set(
        error, EXIT_USAGE,
        "n: %" PRId64
        " beads are no whole number of tiles of %d (%d lipids, %d waters), nor one of "
        "%d, of which every %dth water may be left out; the nearest are %" PRId64 " and %" PRId64,
        n, usual_patch.beads, usual_patch.lipids, usual_patch.waters, small_patch.beads, SPARED,
        small ? least : below, small ? small_patch.beads : least);
}

/** Returns the patch and the number of copies for a number of beads. */
static const struct patch *patch_of(int64_t n, int64_t *copies)
{
    const struct patch *patch = n <= small_patch.beads ? &small_patch : &usual_patch;
    *copies = (n + patch->beads - 1) / patch->beads;
    return patch;
}

static bool check(const struct system_spec *spec, struct error *error)
{
    int64_t copies;
    const struct patch *patch = patch_of(spec->n, &copies);
    if (!check_number(spec->n, patch, copies, error))
        return false;
    if (spec->density < 0.0200 || spec->density > 0.0215)
        return error_set(error, EXIT_USAGE,
                         "density: expected 0.02 to 0.0215 beads per A^3 for a bilayer, found %g",
                         spec->density);
    return builder_check_liquid(spec, "a bilayer", error);
}

/** Rounds a length. It is a function that is not inlined, for gcc 12 drops two such roundings when
 * it vectorizes them side by side. */
__attribute__((noinline)) static double to_single(double length)
{
    return (float)length;
}

/** Returns the copies along x; there are at least as many along y. */
static int copies_along(int64_t copies)
{
    int along = 1;
    for (int k = 1; (int64_t)k * k <= copies; k++)
        if (copies % k == 0)
            along = k;
    return along;
}

static void box(const struct system_spec *spec, struct system *system)
{
    int64_t copies;
    const struct patch *patch = patch_of(spec->n, &copies);
    int along = copies_along(copies);
    system->box[0] = to_single(along * patch->edge);
    system->box[1] = to_single((double)(copies / along) * patch->edge);
    system->box[2] = to_single(patch->beads / (spec->density * patch->edge * patch->edge));
}

static bool build(const struct system_spec *spec, struct system *system, struct error *error)
{
    int64_t copies;
    const struct patch *patch = patch_of(spec->n, &copies);
    int along = copies_along(copies);
    if (!system_add_types(system, error) || !system_add_orientations(system, error))
        return false;
    box(spec, system);
    const double tile_box[3] = {system->box[0] / along, system->box[1] / (double)(copies / along),
                                system->box[2]};
    struct system tile;
    if (!build_tile(spec, patch, tile_box, &tile, error))
        return false;
    bool built = copy(patch, &tile, copies, along, system, error);
    system_free(&tile);
    return built;
}

const struct builder builder_bilayer = {
    .name = "bilayer",
    .summary = "a hydrated bilayer of DOPC lipids, across z",
    .parameters = goes_by,
    .bonded = (double)TERMS / BEADS / 3, /* less than a third of the beads are of lipids */
    .excluded = (double)(BEADS - 1) / BEADS / 3,
    .density = 0.02091,
    .temperature = 0.60243,
    .check = check,
    .box = box,
    .build = build,
};
