/*
 * Liquid water of models/brahms.h in a cubic box. The parameter "water" selects ELBA or a version
 * of SSD. The default is 0.0334 molecules per A^3 at 0.59616 kcal/mol, 300 K.
 *
 * The molecules start on a simple cubic lattice, turned at random, and run dynamics with a heat
 * bath. Steps are short until the molecules have turned. Then the lattice melts for 20 ps (ELBA) or
 * 13 ps (SSD, whose moments of inertia need steps of 3 fs), mostly with a shorter cut-off, because
 * it is faster. The energies then equal the results of LAMMPS and OpenMD (tests/test_water.c).
 *
 * Systems of 8 times TILE molecules or more are copies of such a box, which has TILE or more
 * (harness/input/builders/tiles.h). Surplus molecules are left out and leave holes.
 *
 * The result has the same bytes for every number of threads. It also has the same bytes on all
 * machines if log, sin and cos of their C libraries give the same bits. At the end all numbers are
 * rounded to single precision.
 */
#include "harness/input/builders/builder.h"
#include "harness/input/builders/stretch.h"
#include "harness/input/builders/tiles.h"
#include "harness/particles/system_spec.h"

#include <inttypes.h>

enum {
    TILE = 256,
    LEAST = 100, /* smallest number of molecules for which the box has space for the smallest
                  * cut-off, 5 A, and the skin of the list */
    STREAM_ORDER = 1
};

static const char *const goes_by[] = {"water", NULL};

static const double skin = 1.5; /* A */

static bool check(const struct system_spec *spec, struct error *error)
{
    return spec->n >= LEAST ||
           error_set(error, EXIT_USAGE, "n: expected %d molecules of water or more, found %" PRId64,
                     LEAST, spec->n);
}

/** Gives every particle the type of water among the model's beads. */
static bool name_types(struct system *system, struct error *error)
{
    int type;
    if (!model_find_type(NULL, "water", &type, error) || !system_add(system, SYSTEM_TYPE, error))
        return false;
    for (int64_t i = 0; i < system->n; i++)
        system->type[i] = type;
    return true;
}

static bool melt(const struct system_spec *spec, struct system *box, struct error *error)
{
    static const struct stretch elba[] = {
        {6, 2, 200, 1, 0.1}, {6, 10, 1800, 10, 0.1}, {12, 10, 200, 10, 0.1}};
    static const struct stretch ssd[] = {
        {6, 1, 300, 1, 0.1}, {6, 3, 4000, 10, 0.05}, {12, 3, 500, 10, 0.05}};
    const struct model *model = model_find("brahms");
    double parameters[MODEL_PARAMETERS];
    builder_parameters(spec, goes_by, model, parameters);
    bool dipoles = parameters[model_parameter(model, "water")] == 0;
    const struct stretched of = {model, parameters, skin, spec->temperature, spec->seed};
    return name_types(box, error) && stretches_run(&of, dipoles ? elba : ssd, 3, box, error);
}

static bool build(const struct system_spec *spec, struct system *system, struct error *error)
{
    return tiles_build(spec, tiles_along_least(spec->n, TILE), STREAM_ORDER, melt, system, error) &&
           name_types(system, error);
}

const struct builder builder_water = {
    .name = "water",
    .summary = "liquid water in a cubic box",
    .parameters = goes_by,
    .density = 0.0334,
    .temperature = 0.59616,
    .densities = {0.025, 0.04, "0.025 to 0.04 molecules per A^3 for water"},
    .temperatures = {0.5, 0.75, "0.5 to 0.75 kcal/mol (252 to 377 K) for water"},
    .check = check,
    .build = build,
};
