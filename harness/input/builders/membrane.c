#include "harness/input/builders/membrane.h"

#include "harness/input/builders/tiles.h"
#include "harness/physics/shared/rotation.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SPARED = 20 /* 1 in SPARED waters may be left out */ };

static int terms_of(const struct membrane *membrane)
{
    return membrane->beads - 1 + membrane->other_count;
}

/** Adds the bonded terms of a lipid, starting at `term`. `first` is its first bead. */
static void bond(const struct membrane *membrane, int32_t first, struct bonded *term)
{
    const struct lipid_bead *lipid = membrane->lipid;
    for (int32_t k = 1; k < membrane->beads; k++)
        *term++ = (struct bonded){
            membrane->bond, lipid[k].row, {first + lipid[k].previous, first + k, -1, -1}};
    for (int k = 0; k < membrane->other_count; k++) {
        *term = membrane->others[k];
        for (int m = 0; m < BONDED_MEMBERS; m++)
            if (term->member[m] >= 0)
                term->member[m] += first;
        term++;
    }
}

/** Allocates the arrays of a membrane's particles in a system. */
static bool add_arrays(const struct membrane *membrane, struct system *system, struct error *error)
{
    system->excluded_form = membrane->excluded_form;
    return system_add(system, SYSTEM_TYPE, error) &&
           (!membrane->charged || system_add(system, SYSTEM_CHARGE, error)) &&
           (!membrane->oriented || system_add(system, SYSTEM_ORIENTATION, error));
}

static void place_lipid(const struct membrane *membrane, const struct membrane_patch *patch,
                        int number, struct system *tile)
{
    double spacing = tile->box[0] / patch->along, middle = tile->box[2] / 2;
    bool upper = number < patch->lipids / 2;
    /* each leaflet's lipids are placed at gaps of the other leaflet */
    double x = (number % patch->along + 0.5) * spacing;
    double y = (number / patch->along % patch->along + (upper ? 0.25 : 0.75)) * spacing;
    for (int k = 0; k < membrane->beads; k++) {
        const struct lipid_bead *bead = &membrane->lipid[k];
        int i = number * membrane->beads + k;
        tile->type[i] = bead->type;
        tile->x[i] = x + bead->across;
        tile->y[i] = y;
        tile->z[i] = middle + (upper ? bead->up : -bead->up);
        if (membrane->charged)
            tile->charge[i] = bead->charge;
        if (membrane->oriented)
            memcpy(tile->orientation + 4 * (int64_t)i,
                   bead->inverted == upper ? (const double[4]){0, 1, 0, 0}
                                           : (const double[4]){1, 0, 0, 0},
                   4 * sizeof(double));
    }
}

static void place_water(const struct membrane *membrane, const struct membrane_patch *patch,
                        int number, uint64_t seed, struct system *tile)
{
    int64_t i = patch->lipids * membrane->beads + number;
    int layer = patch->layer, layers = membrane->layers;
    int site = number * (layer * layer * layers) / patch->waters;
    double spacing = tile->box[0] / layer, surface = membrane->surface;
    double depth = tile->box[2] - 2 * surface;
    tile->type[i] = membrane->water;
    tile->x[i] = (site % layer + 0.5) * spacing;
    tile->y[i] = (site / layer % layer + 0.5) * spacing;
    tile->z[i] = system_wrap(
        tile->box[2] / 2 + surface + (site / layer / layer + 0.5) * depth / layers, tile->box[2]);
    if (membrane->charged)
        tile->charge[i] = 0;
    if (membrane->oriented)
        rotation_random(philox_draw(~seed, 0, (uint32_t)number, 0), tile->orientation + 4 * i);
}

static bool fill_tile(const struct membrane *membrane, const struct system_spec *spec,
                      const struct membrane_patch *patch, struct system *tile, struct error *error)
{
    const int terms = terms_of(membrane);
    if (membrane->field != NULL)
        tile->field = membrane->field();
    if (!add_arrays(membrane, tile, error) ||
        !system_add_list(tile, SYSTEM_BONDED, (int64_t)patch->lipids * terms, error))
        return false;
    for (int k = 0; k < patch->lipids; k++) {
        place_lipid(membrane, patch, k, tile);
        bond(membrane, k * membrane->beads, tile->bonded + (int64_t)k * terms);
    }
    for (int k = 0; k < patch->waters; k++)
        place_water(membrane, patch, k, spec->seed, tile);
    return system_exclude_bonds(tile, membrane->bond, error) && membrane->melt(spec, tile, error);
}

static bool build_tile(const struct membrane *membrane, const struct system_spec *spec,
                       const struct membrane_patch *patch, const double box[3], struct system *tile,
                       struct error *error)
{
    if (!system_allocate(patch->beads, tile, error))
        return false;
    memcpy(tile->box, box, sizeof tile->box);
    if (fill_tile(membrane, spec, patch, tile, error))
        return true;
    system_free(tile);
    return false;
}

/** Copies particle k of the tile: it becomes particle i, at r. */
static void copy_particle(const struct system *tile, int64_t k, const double r[3],
                          struct system *system, int64_t i)
{
    system->type[i] = tile->type[k];
    system->x[i] = tiles_single(r[0], system->box[0]);
    system->y[i] = tiles_single(r[1], system->box[1]);
    system->z[i] = tiles_single(r[2], system->box[2]);
    if (system->charge != NULL)
        system->charge[i] = tile->charge[k];
    for (int d = 0; d < 4 && system->orientation != NULL; d++)
        system->orientation[4 * i + d] = (float)tile->orientation[4 * k + d];
}

static void shift_of(const struct system *tile, int64_t copy, int along, double shift[3])
{
    shift[0] = (double)(copy % along) * tile->box[0];
    shift[1] = (double)(copy / along) * tile->box[1];
    shift[2] = 0;
}

/**
 * Copies a whole lipid. Each bead is placed by its bond to a previous bead. Thus the lipid crosses
 * the faces of the tile unbroken.
 */
static void copy_lipid(const struct membrane *membrane, const struct system *tile, int number,
                       const double shift[3], struct system *system, int64_t first)
{
    const double *const coordinate[3] = {tile->x, tile->y, tile->z};
    const int own = number * membrane->beads;
    double r[MEMBRANE_BEADS][3];
    for (int k = 0; k < membrane->beads; k++) {
        const int previous = membrane->lipid[k].previous;
        for (int d = 0; d < 3; d++) {
            double at = coordinate[d][own + k];
            double from = k > 0 ? r[previous][d] : at + shift[d];
            r[k][d] = from + system_nearest(at - coordinate[d][own + previous], tile->box[d]);
        }
        copy_particle(tile, own + k, r[k], system, first + k);
    }
}

/**
 * Fills the system with copies of the tile. Lipids come first, then waters up to the number of
 * particles.
 */
static bool copy(const struct membrane *membrane, const struct membrane_patch *patch,
                 const struct system *tile, int64_t copies, int along, struct system *system,
                 struct error *error)
{
    const int beads = membrane->beads, terms = terms_of(membrane);
    int64_t lipids = copies * patch->lipids, all = copies * patch->waters;
    int64_t waters = system->n - lipids * beads;
    if (!system_add_list(system, SYSTEM_BONDED, lipids * terms, error))
        return false;
    for (int64_t k = 0; k < lipids; k++) {
        double shift[3];
        shift_of(tile, k / patch->lipids, along, shift);
        copy_lipid(membrane, tile, (int)(k % patch->lipids), shift, system, k * beads);
        bond(membrane, (int32_t)(k * beads), system->bonded + k * terms);
    }
    for (int64_t k = 0; k < waters; k++) {
        int64_t taken = k * all / waters, from = patch->lipids * beads + taken % patch->waters;
        double r[3];
        shift_of(tile, taken / patch->waters, along, r);
        r[0] += tile->x[from];
        r[1] += tile->y[from];
        r[2] += tile->z[from];
        copy_particle(tile, from, r, system, lipids * beads + k);
    }
    return system_exclude_bonds(system, membrane->bond, error);
}

/**
 * Returns the smallest number of beads in copies of a patch: as many waters as possible are left
 * out.
 */
static int64_t fewest(const struct membrane_patch *patch, int64_t copies)
{
    return copies * patch->beads - copies * patch->waters / SPARED;
}

/** Returns the patch and the number of copies for a number of beads. */
static const struct membrane_patch *patch_of(const struct membrane *membrane, int64_t n,
                                             int64_t *copies)
{
    const struct membrane_patch *patch =
        n <= membrane->small->beads ? membrane->small : membrane->usual;
    *copies = (n + patch->beads - 1) / patch->beads;
    return patch;
}

bool membrane_check(const struct membrane *membrane, const struct system_spec *spec,
                    struct error *error)
{
    const struct membrane_patch *usual = membrane->usual, *small = membrane->small;
    const int64_t n = spec->n;
    int64_t copies;
    const struct membrane_patch *patch = patch_of(membrane, n, &copies);
    int64_t least = fewest(patch, copies), below = small->beads;
    if (n >= least)
        return true;
    if (n <= small->beads)
        below = least;
    else if (copies > 1)
        below = (copies - 1) * patch->beads;
    char other[40] = "";
    if (small != usual)
        snprintf(other, sizeof other, ", nor one of %d", small->beads);
    return error_set(error, EXIT_USAGE,
                     "n: %" PRId64
                     " beads are no whole number of tiles of %d (%d lipids, %d waters)%s, of which "
                     "every %dth water may be left out; the nearest are %" PRId64 " and %" PRId64,
                     n, usual->beads, usual->lipids, usual->waters, other, SPARED, below,
                     n <= small->beads ? small->beads : least);
}

/**
 * Rounds a length. Must not be inlined, because gcc 12 drops two such roundings when it vectorizes
 * them together.
 */
__attribute__((noinline)) static double to_single(double length)
{
    return (float)length;
}

/** Returns the number of copies along x; along y there are at least as many. */
static int copies_along(int64_t copies)
{
    int along = 1;
    for (int k = 1; (int64_t)k * k <= copies; k++)
        if (copies % k == 0)
            along = k;
    return along;
}

void membrane_box(const struct membrane *membrane, const struct system_spec *spec,
                  struct system *system)
{
    int64_t copies;
    const struct membrane_patch *patch = patch_of(membrane, spec->n, &copies);
    int along = copies_along(copies);
    system->box[0] = to_single(along * patch->edge);
    system->box[1] = to_single((double)(copies / along) * patch->edge);
    system->box[2] = to_single(patch->beads / (spec->density * patch->edge * patch->edge));
}

bool membrane_build(const struct membrane *membrane, const struct system_spec *spec,
                    struct system *system, struct error *error)
{
    int64_t copies;
    const struct membrane_patch *patch = patch_of(membrane, spec->n, &copies);
    int along = copies_along(copies);
    if (!add_arrays(membrane, system, error))
        return false;
    membrane_box(membrane, spec, system);
    const double box[3] = {system->box[0] / along, system->box[1] / (double)(copies / along),
                           system->box[2]};
    struct system tile;
    if (!build_tile(membrane, spec, patch, box, &tile, error))
        return false;
    bool built = copy(membrane, patch, &tile, copies, along, system, error);
    system_free(&tile);
    return built;
}
