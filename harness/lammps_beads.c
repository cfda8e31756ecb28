#define REAL double
#include "harness/lammps_beads.h"

#include "models/brahms.h"

#include <inttypes.h>
#include <math.h>

enum { COLUMNS = 12, IMAGE_FLAGS = 3 };

static const double light = 60; /* amu, between amine's 43 and choline's 91 */

/** What a file must say of a bead. */
static const struct bead {
    const char *name;
    double charge;
    bool dipole;
} beads[BRAHMS_TYPES] = {
    [BRAHMS_WATER] = {"water", 0, true},
    [BRAHMS_CHOLINE] = {"choline", 0.7, false},
    [BRAHMS_PHOSPHATE] = {"phosphate", -0.7, false},
    [BRAHMS_GLYCEROL] = {"glycerol", 0, true},
    [BRAHMS_ESTER] = {"ester", 0, true},
    [BRAHMS_TAIL] = {"tail", 0, false},
    [BRAHMS_AMINE] = {"amine", 0.7, false},
};

/** The beads that a type of bond joins. */
static const int bonds[][2] = {
    {BRAHMS_CHOLINE, BRAHMS_PHOSPHATE}, {BRAHMS_PHOSPHATE, BRAHMS_GLYCEROL},
    {BRAHMS_GLYCEROL, BRAHMS_ESTER},    {BRAHMS_ESTER, BRAHMS_TAIL},
    {BRAHMS_TAIL, BRAHMS_TAIL},         {BRAHMS_AMINE, BRAHMS_PHOSPHATE},
};

static const int angles[] = {BRAHMS_ANGLE_115, BRAHMS_ANGLE_90, BRAHMS_ANGLE_180, BRAHMS_ANGLE_120,
                             BRAHMS_DIPOLE};

enum { BOND_TYPES = sizeof bonds / sizeof *bonds, ANGLE_TYPES = sizeof angles / sizeof *angles };

bool lammps_is_bead(const char *line)
{
    int words = 0;
    while (text_skip_word(&line))
        words++;
    return words == COLUMNS || words == COLUMNS + IMAGE_FLAGS;
}

/** The turn that brings the z axis to the direction of a vector of length 1. */
static void turn_to(double x, double y, double z, double orientation[4])
{
    double across2 = x * x + y * y, norm = sqrt((1 + z) * (1 + z) + across2);
    orientation[0] = norm > 0 ? (1 + z) / norm : 0;
    orientation[1] = norm > 0 ? -y / norm : 1;
    orientation[2] = norm > 0 ? x / norm : 0;
    orientation[3] = 0;
}

bool lammps_bead(const struct text_file *file, const char *cursor, int64_t particle,
                 struct system *system, struct error *error)
{
    const double pi = 3.14159265358979323846;
    double value[7]; /* molecule, charge, dipole, diameter, density */
    int32_t *type = &system->type[particle];
    if (*type >= BRAHMS_TYPES)
        return text_error(file, error,
                          "particle %" PRId64 " is of type %d; beads have types 1 to %d",
                          particle + 1, *type + 1, BRAHMS_TYPES);
    for (int k = 0; k < 7; k++)
        if (!text_real(&cursor, &value[k]) || !isfinite(value[k]))
            return text_error(file, error,
                              "expected molecule, charge, dipole, diameter and density of particle "
                              "%" PRId64 ", found \"%.80s\"",
                              particle + 1, file->line);
    const double *dipole = &value[2];
    double diameter = value[5], density = value[6];
    if (*type == BRAHMS_CHOLINE && density * pi / 6 * diameter * diameter * diameter < light)
        *type = BRAHMS_AMINE;
    const struct bead *bead = &beads[*type];
    if (fabs(value[1] - bead->charge) > 1e-6)
        return text_error(file, error, "particle %" PRId64 " (%s) has charge %g, expected %g",
                          particle + 1, bead->name, value[1], bead->charge);
    double length = sqrt(dipole[0] * dipole[0] + dipole[1] * dipole[1] + dipole[2] * dipole[2]);
    if (bead->dipole && length == 0)
        return text_error(file, error, "particle %" PRId64 " (%s) has a dipole of length zero",
                          particle + 1, bead->name);
    double *orientation = &system->orientation[4 * particle];
    if (bead->dipole)
        turn_to(dipole[0] / length, dipole[1] / length, dipole[2] / length, orientation);
    else
        turn_to(0, 0, 1, orientation);
    return true;
}

/** The distance between two particles along the nearest image. */
static double separation(const struct system *s, int32_t i, int32_t j)
{
    const double r[3] = {s->x[j] - s->x[i], s->y[j] - s->y[i], s->z[j] - s->z[i]};
    double sum = 0;
    for (int d = 0; d < 3; d++) {
        double nearest = r[d] - s->box[d] * round(r[d] / s->box[d]);
        sum += nearest * nearest;
    }
    return sqrt(sum);
}

/** Refuses neighbors so far apart that another image of them might be meant. */
static bool check_reach(const struct text_file *file, const struct system *system,
                        const struct bonded *term, struct error *error)
{
    const double *box = system->box;
    double half = fmin(fmin(box[0], box[1]), box[2]) / 2;
    for (int m = 1; m < BONDED_MEMBERS && term->member[m] >= 0; m++)
        if (separation(system, term->member[m - 1], term->member[m]) > half)
            return text_error(file, error,
                              "the bond of particles %d and %d reaches across more than half the "
                              "box",
                              term->member[m - 1] + 1, term->member[m] + 1);
    return true;
}

bool lammps_bead_bond(const struct text_file *file, const struct system *system, int64_t type,
                      struct bonded *term, struct error *error)
{
    if (type < 1 || type > BOND_TYPES)
        return text_error(file, error, "expected a bond of type 1 to %d, found \"%.80s\"",
                          BOND_TYPES, file->line);
    int first = system->type[term->member[0]], second = system->type[term->member[1]];
    bool amine = first == BRAHMS_AMINE || second == BRAHMS_AMINE; /* in the place of choline */
    const int *ends = bonds[type == 1 && amine ? BOND_TYPES - 1 : type - 1];
    if (!(first == ends[0] && second == ends[1]) && !(first == ends[1] && second == ends[0]))
        return text_error(file, error,
                          "a bond of type %" PRId64
                          " joins %s and %s, but particle %d is %s and particle %d is %s",
                          type, beads[ends[0]].name, beads[ends[1]].name, term->member[0] + 1,
                          beads[first].name, term->member[1] + 1, beads[second].name);
    term->kind = BRAHMS_BOND;
    return check_reach(file, system, term, error);
}

bool lammps_bead_angle(const struct text_file *file, const struct system *system, int64_t type,
                       struct bonded *term, struct error *error)
{
    if (type < 1 || type > ANGLE_TYPES)
        return text_error(file, error, "expected an angle of type 1 to %d, found \"%.80s\"",
                          ANGLE_TYPES, file->line);
    term->kind = angles[type - 1];
    if (term->kind == BRAHMS_DIPOLE) {
        const struct bead *bead = &beads[system->type[term->member[0]]];
        if (!bead->dipole)
            return text_error(file, error,
                              "a dipole angle starts from particle %d (%s), which has no dipole",
                              term->member[0] + 1, bead->name);
        term->member[2] = -1;
    }
    return check_reach(file, system, term, error);
}
