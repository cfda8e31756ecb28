/*
 * A hydrated bilayer of POPC lipids of Martini 2 (models/martini.h), normal to z, with 32 lipids
 * and 576 waters per tile. Larger bilayers are copies of the tile
 * (harness/input/builders/membrane.h). The area per lipid and the density come from this program's
 * dynamics at 310 K and 1 bar.
 *
 * A tile runs dynamics with a heat bath. Steps are short until nothing overlaps; then the tile runs
 * for 20 ps with steps of 20 fs. The energy settles in that time; the membrane's slow modes take
 * longer.
 *
 * The result has the same bytes for every number of threads. It also has the same bytes on all
 * machines if log, sin and cos of their C libraries give the same bits. At the end all numbers are
 * rounded to single precision.
 *
 * S. J. Marrink et al., J. Phys. Chem. B 111, 7812 (2007) for the levels of interaction and the
 * forms; T. A. Wassenaar et al., J. Chem. Theory Comput. 11, 2144 (2015) for the lipid.
 */
#define REAL double
#include "harness/input/builders/membrane.h"
#include "harness/input/builders/stretch.h"
#include "models/forms/kinds.h"
#include "models/martini.h"

#include <stdio.h>
#include <string.h>

enum { BEADS = 12, ANGLES = 8, FORM_BOND = OWN_FORMS + FORM_BOND_HARMONIC };

/** The types of beads: choline, phosphate, glycerol, saturated and unsaturated tails, water. */
enum { Q0, QA, NA, C1, C3, P4, TYPES };

/** The rows of coefficients. */
enum { BOND, SHORT_BOND, STRAIGHT, GLYCEROL, UNSATURATED, ROWS };

static const int32_t charge = CHARGES_PER_E;
static const double skin = 0.3; /* nm */

static const struct membrane_patch patch = {4, 32, 576, 960, 7, 3.175};

/** The beads of a lipid, from its head to the ends of its tails; lengths in nm. */
static const struct lipid_bead lipid[BEADS] = {
    {Q0, charge, 0, BOND, 0, 2.35, false}, {QA, -charge, 0, BOND, 0, 1.95, false},
    {NA, 0, 1, BOND, -0.2, 1.65, false},   {NA, 0, 2, SHORT_BOND, 0.2, 1.65, false},
    {C1, 0, 2, BOND, -0.2, 1.3, false},    {C3, 0, 4, BOND, -0.2, 0.95, false},
    {C1, 0, 5, BOND, -0.2, 0.6, false},    {C1, 0, 6, BOND, -0.2, 0.25, false},
    {C1, 0, 3, BOND, 0.2, 1.3, false},     {C1, 0, 8, BOND, 0.2, 0.95, false},
    {C1, 0, 9, BOND, 0.2, 0.6, false},     {C1, 0, 10, BOND, 0.2, 0.25, false},
};

#define ANGLE(row, i, j, k)                                                                        \
    {                                                                                              \
        OWN_FORMS + FORM_ANGLE_COSINE_SQUARED, row,                                                \
        {                                                                                          \
            i, j, k, -1                                                                            \
        }                                                                                          \
    }

static const struct bonded angles[ANGLES] = {
    ANGLE(GLYCEROL, 1, 2, 3),    ANGLE(STRAIGHT, 1, 2, 4),   ANGLE(STRAIGHT, 2, 4, 5),
    ANGLE(UNSATURATED, 4, 5, 6), ANGLE(STRAIGHT, 5, 6, 7),   ANGLE(STRAIGHT, 3, 8, 9),
    ANGLE(STRAIGHT, 8, 9, 10),   ANGLE(STRAIGHT, 9, 10, 11),
};

/** Epsilon of two types in kJ/mol; sigma is 0.47 nm, but 0.62 nm between C1 and charged beads. */
static const double depths[TYPES][TYPES] = {
    [Q0] = {3.5, 4.5, 4.0, 2.0, 2.3, 5.6}, [QA] = {4.5, 5.0, 4.0, 2.0, 2.3, 5.6},
    [NA] = {4.0, 4.0, 4.0, 2.7, 2.7, 4.0}, [C1] = {2.0, 2.0, 2.7, 3.5, 3.5, 2.0},
    [C3] = {2.3, 2.3, 2.7, 3.5, 3.5, 2.7}, [P4] = {5.6, 5.6, 4.0, 2.0, 2.7, 5.0},
};

static double diameter(int p, int q)
{
    return (p == C1 && q <= QA) || (q == C1 && p <= QA) ? 0.62 : 0.47;
}

static struct force_field *field(void)
{
    static const char *const names[TYPES] = {"Q0", "Qa", "Na", "C1", "C3", "P4"};
    static const struct bonded_row rows[ROWS] = {
        [BOND] = {{625, 0.47}},      [SHORT_BOND] = {{625, 0.37}},   [STRAIGHT] = {{12.5, -1}},
        [GLYCEROL] = {{12.5, -0.5}}, [UNSATURATED] = {{22.5, -0.5}},
    };
    struct force_field *field = force_field_create(TYPES, ROWS);
    force_field_add_pairs(field);
    memcpy(field->row, rows, sizeof rows);
    for (int p = 0; p < TYPES; p++) {
        snprintf(field->type[p].name, sizeof field->type[p].name, "%s", names[p]);
        field->type[p].mass = 72;
        for (int q = 0; q < TYPES; q++)
            field->of_pair[TYPES * p + q] =
                (struct coefficients){true, {depths[p][q], diameter(p, q)}};
    }
    field->forms = 1U << FORM_BOND_HARMONIC | 1U << FORM_ANGLE_COSINE_SQUARED;
    return field;
}

static bool melt(const struct system_spec *spec, struct system *tile, struct error *error)
{
    static const struct stretch stretches[] = {
        {1.1, 2, 300, 1, 0.2}, {1.1, 10, 300, 1, 0.1}, {1.1, 20, 1000, 10, 0.1}};
    enum { COUNT = sizeof stretches / sizeof *stretches };
    const struct stretched of = {model_find("martini"), NULL, skin, spec->temperature, spec->seed};
    return stretches_run(&of, stretches, COUNT, tile, error);
}

static const struct membrane membrane = {
    .lipid = lipid,
    .beads = BEADS,
    .bond = FORM_BOND,
    .others = angles,
    .other_count = ANGLES,
    .excluded_form = MARTINI_EXCLUDED + 1,
    .water = P4,
    .charged = true,
    .layers = 12,
    .surface = 2.6,
    .small = &patch,
    .usual = &patch,
    .field = field,
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

static bool is_restrained(const struct system *system, int64_t i)
{
    return system->type[i] == QA && system->z[i] > system->box[2] / 2;
}

/** Restrains the phosphates of the upper leaflet to their heights, as in Zhang et al. (2020). */
static bool restrain(double stiffness, struct system *system, struct error *error)
{
    int64_t count = 0;
    for (int64_t i = 0; i < system->n; i++)
        count += is_restrained(system, i);
    if (!system_add_list(system, SYSTEM_RESTRAINTS, count, error))
        return false;
    struct restraint *restraint = system->restraint;
    for (int64_t i = 0; i < system->n; i++)
        if (is_restrained(system, i))
            *restraint++ = (struct restraint){.member = (int)i,
                                              .stiffness = {0, 0, stiffness},
                                              .place = {0, 0, system->z[i] / system->box[2]}};
    return true;
}

const struct builder builder_popc = {
    .name = "popc",
    .summary = "a hydrated bilayer of POPC lipids of Martini, across z",
    .model = "martini",
    .bonded = (double)(BEADS - 1 + ANGLES) / BEADS / 2, /* less than half of the beads are lipids */
    .excluded = (double)(BEADS - 1) / BEADS / 2,
    .density = 8.73,
    .temperature = 2.57748,
    .densities = {8, 9.5, "8 to 9.5 beads per nm^3 for a bilayer"},
    .temperatures = {2.3, 3.5, "2.3 to 3.5 kJ/mol (277 to 421 K) for a bilayer"},
    .check = check,
    .box = box,
    .build = build,
    .field = field,
    .restrain = restrain,
};
