/*
 * Martini water with antifreeze (models/martini.h) in a cubic box: every tenth bead is WF, at
 * random places. The default is 7.466 beads per nm^3 at 2.57748 kJ/mol, 310 K, as in ddcMD's box of
 * water (Zhang et al. 2020).
 *
 * A box of up to TILE beads starts from a simple cubic lattice and melts in dynamics with a heat
 * bath, at first with short steps. Larger systems are copies of such a box
 * (harness/input/builders/tiles.h).
 *
 * The result has the same bytes for every number of threads. It also has the same bytes on all
 * machines if log, sin and cos of their C libraries give the same bits. At the end all numbers are
 * rounded to single precision.
 */
#include "harness/input/builders/builder.h"
#include "harness/input/builders/stretch.h"
#include "harness/input/builders/tiles.h"

#include <stdlib.h>

enum {
    TILE = 2000,     /* largest number of beads in the copied box */
    LEAST = 200,     /* smallest number of beads for which the box has space for a cut-off of 1.1 nm
                      * and the skin of the list */
    ANTIFREEZE = 10, /* beads per WF bead */
    STREAM_ORDER = 1,
    STREAM_TYPES = 2,
};

/** The types of the model. */
enum { W, WF };

static const double skin = 0.3; /* nm */

/** Places beads on a lattice; every tenth in a random order is antifreeze. */
static bool place(const struct system_spec *spec, struct system *tile, struct error *error)
{
    uint32_t *order = tiles_shuffle((uint32_t)tile->n, spec->seed, STREAM_TYPES, error);
    tiles_lattice(tile);
    for (int64_t i = 0; order != NULL && i < tile->n; i++)
        tile->type[order[i]] = i % ANTIFREEZE == ANTIFREEZE - 1 ? WF : W;
    free(order);
    return order != NULL;
}

static bool melt(const struct system_spec *spec, struct system *tile, struct error *error)
{
    static const struct stretch stretches[] = {{1.1, 5, 200, 1, 0.2}, {1.1, 20, 1500, 10, 0.1}};
    enum { COUNT = sizeof stretches / sizeof *stretches };
    const struct stretched of = {model_find("martini"), NULL, skin, spec->temperature, spec->seed};
    return stretches_run(&of, stretches, COUNT, tile, error);
}

static bool make_tile(const struct system_spec *spec, const struct tiles *tiles,
                      struct system *tile, struct error *error)
{
    if (!system_allocate(tiles->particles, tile, error))
        return false;
    for (int d = 0; d < 3; d++)
        tile->box[d] = tiles->edge;
    if (system_add(tile, SYSTEM_TYPE, error) && place(spec, tile, error) && melt(spec, tile, error))
        return true;
    system_free(tile);
    return false;
}

static bool check(const struct system_spec *spec, struct error *error)
{
    return spec->n >= LEAST ||
           error_set(error, EXIT_USAGE, "n: expected at least %d beads of water, found %lld", LEAST,
                     (long long)spec->n);
}

static bool build(const struct system_spec *spec, struct system *system, struct error *error)
{
    struct tiles tiles;
    struct system tile;
    if (!system_add(system, SYSTEM_TYPE, error) ||
        !tiles_plan(spec, tiles_along_most(spec->n, TILE), tiles_box(spec, system), STREAM_ORDER,
                    &tiles, error))
        return false;
    const bool built = make_tile(spec, &tiles, &tile, error);
    if (built) {
        tiles_copy(&tile, &tiles, system);
        system_free(&tile);
    }
    tiles_free(&tiles);
    return built;
}

const struct builder builder_antifreeze = {
    .name = "antifreeze",
    .summary = "Martini water, every tenth bead an antifreeze, in a cubic box",
    .density = 7.466,
    .temperature = 2.57748,
    .densities = {6, 9, "6 to 9 beads of water per nm^3"},
    .temperatures = {2.3, 3.5, "2.3 to 3.5 kJ/mol (277 to 421 K) for water"},
    .check = check,
    .build = build,
};
