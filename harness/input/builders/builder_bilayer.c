/*
 * A hydrated bilayer of DOPC lipids in water (models/brahms.h), normal to z. A tile has 32 lipids
 * and 1,058 waters, a quarter of the usual 128 DOPC and 4,232 waters, with 72.3 A^2 per lipid.
 * Temperatures are in kcal/mol (303.15 K are 0.60243), densities in beads per A^3.
 *
 * The tails of a tile are folded at the start. It runs dynamics with a heat bath, first with short
 * steps until nothing overlaps. Then the tails melt in 22 ps with steps of 20 fs, mostly with a
 * shorter cut-off, because it is faster. The energy settles in that time; the membrane's slow modes
 * take longer. All this is in ELBA water. If the model's parameter "water" is another water, it
 * then replaces ELBA water. The run continues for 6 ps with steps of 3 fs, because SSD water has
 * small moments of inertia.
 *
 * Larger bilayers are copies of the tile (harness/input/builders/membrane.h). The smallest, 836 to
 * 865 beads, are one tile of 18 lipids and up to 595 waters.
 *
 * The result has the same bytes for every number of threads. It also has the same bytes on all
 * machines if log, sin and cos of their C libraries give the same bits. At the end all numbers are
 * rounded to single precision.
 */
#define REAL double
#include "harness/input/builders/membrane.h"
#include "harness/input/builders/stretch.h"
#include "models/brahms.h"

enum {
    BEADS = 15, /* beads of a lipid */
    TERMS = 30, /* bonded terms of a lipid */
};

/* The smaller patch is never copied. Its box is the smallest with space for a cut-off of 12 A. */
static const struct membrane_patch small_patch = {3, 18, 595, 865, 9, 25.515};
static const struct membrane_patch usual_patch = {4, 32, 1058, 1538, 12, 34.02};

static const char *const goes_by[] = {"water", NULL};

static const double skin = 1.5; /* A */

/** The beads of a lipid, from its head to the ends of its tails; lengths in A. */
static const struct lipid_bead lipid[BEADS] = {
    {BRAHMS_CHOLINE, 0, 0, 0, 0, 17.5, false},  {BRAHMS_PHOSPHATE, 0, 0, 0, 0, 15.5, false},
    {BRAHMS_GLYCEROL, 0, 1, 0, 0, 13.5, false}, {BRAHMS_ESTER, 0, 2, 0, -2.125, 11.5, true},
    {BRAHMS_TAIL, 0, 3, 0, -2.125, 9.5, false}, {BRAHMS_TAIL, 0, 4, 0, -2.125, 7.5, false},
    {BRAHMS_TAIL, 0, 5, 0, -2.125, 5.5, false}, {BRAHMS_TAIL, 0, 6, 0, -2.125, 3.5, false},
    {BRAHMS_TAIL, 0, 7, 0, -2.125, 1.5, false}, {BRAHMS_ESTER, 0, 2, 0, 2.125, 11.5, true},
    {BRAHMS_TAIL, 0, 9, 0, 2.125, 9.5, false},  {BRAHMS_TAIL, 0, 10, 0, 2.125, 7.5, false},
    {BRAHMS_TAIL, 0, 11, 0, 2.125, 5.5, false}, {BRAHMS_TAIL, 0, 12, 0, 2.125, 3.5, false},
    {BRAHMS_TAIL, 0, 13, 0, 2.125, 1.5, false},
};

/**
 * The angles and dipole angles of a lipid; members are numbers of its beads. Bonds are in `lipid`:
 * each connects a bead to a previous one.
 */
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

/** Melts the lattice briefly. Afterwards the length of the cut-off has hardly any effect. */
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

static const struct membrane membrane = {
    .lipid = lipid,
    .beads = BEADS,
    .bond = BRAHMS_BOND,
    .others = angles,
    .other_count = sizeof angles / sizeof *angles,
    .water = BRAHMS_WATER,
    .oriented = true,
    .layers = 8,
    .surface = 21,
    .small = &small_patch,
    .usual = &usual_patch,
    .melt = melt,
};

static bool check(const struct system_spec *spec, struct error *error)
{
    return membrane_check(&membrane, spec, error);
}

static void box(const struct system_spec *spec, struct system *system)
{
    membrane_box(&membrane, spec, system);
}

static bool build(const struct system_spec *spec, struct system *system, struct error *error)
{
    return membrane_build(&membrane, spec, system, error);
}

const struct builder builder_bilayer = {
    .name = "bilayer",
    .summary = "a hydrated bilayer of DOPC lipids, across z",
    .parameters = goes_by,
    .bonded = (double)TERMS / BEADS / 3, /* less than a third of the beads are lipids */
    .excluded = (double)(BEADS - 1) / BEADS / 3,
    .density = 0.02091,
    .temperature = 0.60243,
    .densities = {0.02, 0.0215, "0.02 to 0.0215 beads per A^3 for a bilayer"},
    .temperatures = {0.5, 0.75, "0.5 to 0.75 kcal/mol (252 to 377 K) for a bilayer"},
    .check = check,
    .box = box,
    .build = build,
};
