#define REAL double
#include "harness/input/formats/lammps_beads.h"

#include "harness/base/printable.h"
#include "harness/input/formats/writer.h"
#include "harness/particles/topology.h"
#include "models/vector.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define ANY (-1.0)

static const double light = 60; /* amu; beads of type 2 with a mass below this are amine (43),
                                 * others choline (91) */

enum { WATER, CHOLINE, PHOSPHATE, GLYCEROL, ESTER, TAIL, AMINE, GAY_BERNE, BEADS };

/**
 * Bead types of a model by name, with their charge (e) and dipole length (e A) in files. ANY: any
 * length, because only the direction is used.
 */
static const struct bead {
    const char *name;
    double charge, dipole;
} beads[BEADS] = {
    [WATER] = {"water", 0, 0.54132},      [CHOLINE] = {"choline", 0.7, 0},
    [PHOSPHATE] = {"phosphate", -0.7, 0}, [GLYCEROL] = {"glycerol", 0, 0.33312},
    [ESTER] = {"ester", 0, 0.41640},      [TAIL] = {"tail", 0, 0},
    [AMINE] = {"amine", 0.7, 0},          [GAY_BERNE] = {"gay_berne", 0, ANY},
};

/** Types of beads that each type of bond joins. */
static const int bonds[][2] = {
    {CHOLINE, PHOSPHATE}, {PHOSPHATE, GLYCEROL}, {GLYCEROL, ESTER},
    {ESTER, TAIL},        {TAIL, TAIL},          {AMINE, PHOSPHATE},
    {ESTER, GAY_BERNE},   {TAIL, GAY_BERNE},     {GAY_BERNE, GAY_BERNE},
};

enum { CHOLINE_BOND = 0, AMINE_BOND = 5, BOND_TYPES = sizeof bonds / sizeof *bonds };

/** Forms of a bead model: first bonds, then the types of angles. */
enum { BOND, DIPOLE = 5, BEAD_FORMS, ANGLE_TYPES = BEAD_FORMS - 1 };

/** Computes the rotation that turns the z axis into the direction of a unit vector. */
static void turn_to(double x, double y, double z, double orientation[4])
{
    double across2 = x * x + y * y, norm = sqrt((1 + z) * (1 + z) + across2);
    orientation[0] = norm > 0 ? (1 + z) / norm : 0;
    orientation[1] = norm > 0 ? -y / norm : 1;
    orientation[2] = norm > 0 ? x / norm : 0;
    orientation[3] = 0;
}

/** Returns the length of a dipole. */
static double length_of(const double dipole[3])
{
    return sqrt(dipole[0] * dipole[0] + dipole[1] * dipole[1] + dipole[2] * dipole[2]);
}

/** Computes the orientation of a bead from its dipole. */
static void turn_to_dipole(const struct bead *bead, const double dipole[3], double orientation[4])
{
    const double length = length_of(dipole);
    if (bead->dipole != 0)
        turn_to(dipole[0] / length, dipole[1] / length, dipole[2] / length, orientation);
    else
        turn_to(0, 0, 1, orientation);
}

bool lammps_beads_are_of(const struct model *model)
{
    bool are = model == NULL || (model->type_count == BEADS && model->own_forms == BEAD_FORMS &&
                                 model->own_bonds == 1U << BOND);
    for (int k = 0; k < BEADS && model != NULL && are; k++)
        are = strcmp(model->types[k].name, beads[k].name) == 0;
    return are;
}

bool lammps_bead(const struct text_file *file, const double value[BEAD_NUMBERS], int64_t particle,
                 struct system *system, struct error *error)
{
    const double pi = 3.14159265358979323846;
    int32_t *type = &system->type[particle];
    if (*type >= BEADS)
        return text_error(file, error,
                          "particle %" PRId64 " is of type %d; beads have types 1 to %d",
                          system_id(system, particle), *type + 1, BEADS);
    for (int k = 0; k < BEAD_NUMBERS; k++)
        if (!isfinite(value[k]))
            return text_error(file, error,
                              "expected molecule, charge, dipole, diameter and density of particle "
                              "%" PRId64 ", found \"%.80s\"",
                              system_id(system, particle), file->line);
    const double *dipole = &value[2];
    double diameter = value[5], density = value[6];
    if (*type == CHOLINE && density * pi / 6 * diameter * diameter * diameter < light)
        *type = AMINE;
    const struct bead *bead = &beads[*type];
    if (fabs(value[1] - bead->charge) > 1e-6)
        return text_error(file, error, "particle %" PRId64 " (%s) has charge %g, expected %g",
                          system_id(system, particle), bead->name, value[1], bead->charge);
    const double length = length_of(dipole);
    if (bead->dipole != 0 && length == 0)
        return text_error(file, error, "particle %" PRId64 " (%s) has a dipole of length zero",
                          system_id(system, particle), bead->name);
    if (bead->dipole != ANY && fabs(length - bead->dipole) > 1e-3)
        return text_error(file, error,
                          "particle %" PRId64 " (%s) has a dipole of length %g, expected %g e A",
                          system_id(system, particle), bead->name, length, bead->dipole);
    turn_to_dipole(bead, dipole, &system->orientation[4 * particle]);
    return true;
}

/** Returns the distance of two particles, to the nearest image. */
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

/** Refuses bonded beads if another image might be closer. */
static bool check_reach(const struct text_file *file, const struct system *system,
                        const struct bonded *term, struct error *error)
{
    const double *box = system->box;
    double half = fmin(fmin(box[0], box[1]), box[2]) / 2;
    for (int m = 1; m < BONDED_MEMBERS && term->member[m] >= 0; m++)
        if (separation(system, term->member[m - 1], term->member[m]) > half)
            return text_error(file, error,
                              "the bond of particles %" PRId64 " and %" PRId64
                              " reaches across more than half the box",
                              system_id(system, term->member[m - 1]),
                              system_id(system, term->member[m]));
    return true;
}

bool lammps_bead_bond(const struct text_file *file, const struct system *system, int64_t type,
                      struct bonded *term, struct error *error)
{
    if (type < 1 || type > BOND_TYPES)
        return text_error(file, error, "expected a bond of type 1 to %d, found \"%.80s\"",
                          BOND_TYPES, file->line);
    int first = system->type[term->member[0]], second = system->type[term->member[1]];
    bool amine = first == AMINE || second == AMINE; /* amine may be in the place of choline */
    const int *ends = bonds[type - 1 == CHOLINE_BOND && amine ? AMINE_BOND : type - 1];
    if (!(first == ends[0] && second == ends[1]) && !(first == ends[1] && second == ends[0]))
        return text_error(file, error,
                          "a bond of type %" PRId64 " joins %s and %s, but particle %" PRId64
                          " is %s and particle %" PRId64 " is %s",
                          type, beads[ends[0]].name, beads[ends[1]].name,
                          system_id(system, term->member[0]), beads[first].name,
                          system_id(system, term->member[1]), beads[second].name);
    term->form = BOND;
    return check_reach(file, system, term, error);
}

bool lammps_bead_angle(const struct text_file *file, const struct system *system, int64_t type,
                       struct bonded *term, struct error *error)
{
    if (type < 1 || type > ANGLE_TYPES)
        return text_error(file, error, "expected an angle of type 1 to %d, found \"%.80s\"",
                          ANGLE_TYPES, file->line);
    term->form = (int32_t)type;
    if (term->form == DIPOLE) {
        const struct bead *bead = &beads[system->type[term->member[0]]];
        if (bead->dipole == 0)
            return text_error(file, error,
                              "a dipole angle starts from particle %" PRId64
                              " (%s), which has no dipole",
                              system_id(system, term->member[0]), bead->name);
        term->member[2] = -1;
    }
    return check_reach(file, system, term, error);
}

/** Returns the type of a bonded term in LAMMPS files, from 1; 0: none. */
static int type_of(const struct system *system, const struct bonded *term)
{
    const int32_t *member = term->member;
    if (term->form == BOND) {
        for (int k = 0; k < BOND_TYPES; k++) {
            int first = system->type[member[0]], second = system->type[member[1]];
            if ((first == bonds[k][0] && second == bonds[k][1]) ||
                (first == bonds[k][1] && second == bonds[k][0]))
                return k + 1;
        }
        return 0;
    }
    return term->form < BEAD_FORMS ? term->form : 0;
}

static bool check(const struct system *system, struct error *error)
{
    if (system->type == NULL || system->orientation == NULL)
        return error_set(error, EXIT_USAGE,
                         "format lammps_beads is for lipids in water; %s has no %s", system->source,
                         system->type == NULL ? "types" : "orientations");
    for (int64_t i = 0; i < system->n; i++)
        if (system->type[i] < 0 || system->type[i] >= BEADS)
            return error_set(error, EXIT_USAGE,
                             "particle %" PRId64 " is of type %d; beads have types 1 to %d", i + 1,
                             system->type[i] + 1, BEADS);
    for (int64_t t = 0; t < system->bonded_count; t++)
        if (type_of(system, &system->bonded[t]) == 0)
            return error_set(error, EXIT_USAGE,
                             "particles %d and %d have a bond that beads of lipids do not have",
                             system->bonded[t].member[0] + 1, system->bonded[t].member[1] + 1);
    return true;
}

/**
 * Returns the z axis of a particle. It is normalized, because quaternions have the rounding errors
 * of single precision.
 */
static struct vector axis_of(const struct system *system, int64_t i)
{
    const double *o = &system->orientation[4 * i];
    const double norm = o[0] * o[0] + o[1] * o[1] + o[2] * o[2] + o[3] * o[3];
    const struct axes axes = axes_of((struct quaternion){o[0], o[1], o[2], o[3]});
    return (struct vector){axes.a3.x / norm, axes.a3.y / norm, axes.a3.z / norm};
}

/**
 * Computes the dipole of a bead for a file, and the orientation that the reader derives from it.
 */
static void state_dipole(const struct system *system, int64_t i, double dipole[3], double read[4])
{
    const struct bead *bead = &beads[system->type[i]];
    const struct vector axis = axis_of(system, i);
    const double length = bead->dipole == ANY ? 1 : bead->dipole;
    dipole[0] = length * axis.x;
    dipole[1] = length * axis.y;
    dipole[2] = length * axis.z;
    turn_to_dipole(bead, dipole, read);
}

static const char *loss(const struct system *system)
{
    bool same = true;
    for (int64_t i = 0; i < system->n; i++) {
        const double *o = &system->orientation[4 * i];
        double dipole[3], read[4], norm = 0, along = 0;
        state_dipole(system, i, dipole, read);
        for (int k = 0; k < 4; k++) {
            same = same && o[k] == read[k];
            norm += o[k] * o[k];
            along += o[k] * read[k];
        }
        /*
         * 1 - along^2 / norm is a quarter of the squared angle between the orientations, which may
         * be at most 2e-6 rad
         */
        if (norm - along * along > 1e-12 * norm)
            return "format lammps_beads keeps only the directions of dipoles; rotations about "
                   "them, and orientations of beads without dipoles, are lost";
    }
    return same ? NULL
                : "format lammps_beads rounds the last digits of orientations, so that the hash "
                  "changes when the file is read back";
}

static void write_bead(const struct system *system, int64_t i, const struct particle_type *type,
                       FILE *stream)
{
    const double pi = 3.14159265358979323846;
    const struct bead *bead = &beads[system->type[i]];
    double dipole[3], read[4];
    state_dipole(system, i, dipole, read);
    /* diameter of the sphere with mass m and inertia m d^2 / 10 */
    double diameter = type->inertia[0] > 0 ? sqrt(10 * type->inertia[0] / type->mass) : 5;
    fprintf(stream, "%" PRId64 " %d %.17g %.17g %.17g 0 %g %.17g %.17g %.17g %.17g %.17g\n", i + 1,
            system->type[i] + 1, system->x[i], system->y[i], system->z[i], bead->charge, dipole[0],
            dipole[1], dipole[2], diameter, type->mass / (pi / 6 * diameter * diameter * diameter));
}

/** Returns the number of terms that are bonds; all others are angles. */
static int64_t count_bonds(const struct system *system)
{
    int64_t count = 0;
    for (int64_t t = 0; t < system->bonded_count; t++)
        count += system->bonded[t].form == BOND;
    return count;
}

static void write_bonds(const struct system *system, FILE *stream)
{
    int64_t number = 0;
    fputs("\nBonds\n\n", stream);
    for (int64_t t = 0; t < system->bonded_count; t++) {
        const struct bonded *term = &system->bonded[t];
        if (term->form == BOND)
            fprintf(stream, "%" PRId64 " %d %d %d\n", ++number, type_of(system, term),
                    term->member[1] + 1, term->member[0] + 1); /* the reader expects this order */
    }
}

static void write_angles(const struct system *system, const struct topology *topology, FILE *stream)
{
    int64_t number = 0;
    fputs("\nAngles\n\n", stream);
    for (int64_t t = 0; t < system->bonded_count; t++) {
        const struct bonded *term = &system->bonded[t];
        if (term->form == BOND)
            continue;
        /* LAMMPS requires three different atoms also for a dipole angle, and ignores the last */
        int32_t third = term->member[2] >= 0 ? term->member[2] : term->member[1];
        const int32_t *excluded = topology->excluded, *row = excluded + term->member[0];
        for (int32_t k = row[0]; k < row[1] && third == term->member[1]; k++)
            third = excluded[k];
        fprintf(stream, "%" PRId64 " %d %d %d %d\n", ++number, type_of(system, term),
                term->member[0] + 1, term->member[1] + 1, third + 1);
    }
}

static bool write(const struct system *system, const struct model *model, FILE *stream,
                  struct error *error)
{
    (void)model;
    const struct model *const *of = models();
    int64_t count = count_bonds(system);
    struct topology topology;
    while (!lammps_beads_are_of(*of))
        of++;
    if (!topology_build(system, &topology, error))
        return false;
    printable_line(stream, "LAMMPS data file: %s, hash %s", system->source, system->hash);
    fprintf(stream,
            "\n%" PRId64 " atoms\n%" PRId64 " bonds\n%" PRId64
            " angles\n%d atom types\n%d bond types\n%d angle types\n\n",
            system->n, count, system->bonded_count - count, BEADS, BOND_TYPES, ANGLE_TYPES);
    for (int d = 0; d < 3; d++)
        fprintf(stream, "0 %.17g %clo %chi\n", system->box[d], "xyz"[d], "xyz"[d]);
    fputs("\nAtoms # hybrid\n\n", stream);
    for (int64_t i = 0; i < system->n; i++)
        write_bead(system, i, &(*of)->types[system->type[i]], stream);
    if (count > 0)
        write_bonds(system, stream);
    if (system->bonded_count > count)
        write_angles(system, &topology, stream);
    topology_free(&topology);
    return true;
}

const struct writer writer_lammps_beads = {
    .name = "lammps_beads",
    .summary = "LAMMPS data file of lipids in water, atom_style hybrid angle dipole sphere",
    .parts = WRITES_TYPES | WRITES_ORIENTATIONS | WRITES_BONDED | WRITES_EXCLUSIONS,
    .check = check,
    .loss = loss,
    .write = write,
};
