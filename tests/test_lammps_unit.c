/*
 * Compares the terms of the lipid model with forces that LAMMPS records in its unit tests. The
 * systems of these tests have 29 atoms, each with charge and dipole, in a box of 15 Angstrom. The
 * box is smaller than twice the cut-off, so that pairs interact in several images. Parameters of
 * the atoms replace the constants of the model. Beads of the model have either charge or dipole;
 * therefore a pair of atoms is evaluated as four pairs of beads.
 */
#define REAL double
#include "tests/support.h"

#include "harness/physics/shared/rotation.h"
#include "models/brahms.h"

#include <math.h>
#include <string.h>

enum { ATOMS = 29, TYPES = 5, BONDS = 24, ANGLES = 30, SOLUTE = 17 };

static const double coulomb = 332.06371; /* kcal A / (mol e^2) */

/** The molecules of LAMMPS's file data.dipole; atoms, types and members are numbered from 0. */
struct molecules {
    double box[3], at[ATOMS][3], charge[ATOMS], dipole[ATOMS], orientation[ATOMS][4];
    double mass[ATOMS], inertia[ATOMS], velocity[ATOMS][3];
    int type[ATOMS], bond[BONDS][3], angle[ANGLES][4]; /* each is a type, then its members */
    int bonds_between[ATOMS][ATOMS]; /* number of bonds between two atoms, up to 3; 0: more, or
                                      * not connected */
};

/** Computes an orientation with its z axis along a vector of length 1. */
static void point(const double along[3], double orientation[4])
{
    int least = 0;
    for (int d = 1; d < 3; d++)
        least = fabs(along[d]) < fabs(along[least]) ? d : least;
    double across[3] = {0}, norm = 0;
    across[least] = 1;
    for (int d = 0; d < 3; d++)
        across[d] -= along[least] * along[d];
    for (int d = 0; d < 3; d++)
        norm += across[d] * across[d];
    for (int d = 0; d < 3; d++)
        across[d] /= sqrt(norm);
    rotation_from_axes(across, along, orientation);
}

static void set_atom(struct molecules *m, int i, const double *value)
{
    const double pi = acos(-1), *mu = value + 8;
    double along[3], diameter = value[6];
    m->type[i] = (int)value[0] - 1;
    memcpy(m->at[i], value + 1, sizeof m->at[i]);
    m->charge[i] = value[5];
    m->mass[i] = value[7] * pi / 6 * pow(diameter, 3);
    m->inertia[i] = m->mass[i] * diameter * diameter / 10;
    m->dipole[i] = sqrt(mu[0] * mu[0] + mu[1] * mu[1] + mu[2] * mu[2]);
    for (int d = 0; d < 3; d++)
        along[d] = mu[d] / m->dipole[i];
    point(along, m->orientation[i]);
}

/** Copies a type and members, which files number from 1. */
static void set_members(const double *value, int count, int *to)
{
    for (int k = 0; k < count; k++)
        to[k] = (int)value[k] - 1;
}

/** Counts the bonds between atoms: one is 1-2, two are 1-3, three are 1-4. */
static void walk(struct molecules *m)
{
    for (int k = 0; k < BONDS; k++)
        m->bonds_between[m->bond[k][1]][m->bond[k][2]] =
            m->bonds_between[m->bond[k][2]][m->bond[k][1]] = 1;
    for (int step = 2; step <= 3; step++)
        for (int i = 0; i < ATOMS; i++)
            for (int j = 0; j < ATOMS; j++)
                for (int k = 0; k < BONDS; k++)
                    for (int end = 1; end <= 2; end++)
                        if (i != m->bond[k][3 - end] &&
                            m->bonds_between[i][m->bond[k][3 - end]] == 0 &&
                            m->bonds_between[i][m->bond[k][end]] == step - 1)
                            m->bonds_between[i][m->bond[k][3 - end]] = step;
}

static struct molecules molecules(void)
{
    struct molecules m = {0};
    char path[PATH_LENGTH], line[1024], section[16] = "";
    int axis = 0;
    refdata("lammps_unit/data.dipole", path);
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    while (fgets(line, sizeof line, stream) != NULL) {
        double value[14];
        int number, count = 0, used;
        const char *cursor = line;
        while (count < 14 && sscanf(cursor, "%lf%n", &value[count], &used) == 1) {
            cursor += used;
            count++;
        }
        number = count > 0 ? (int)value[0] - 1 : 0;
        if (count == 0)
            sscanf(line, "%15s", section);
        else if (section[0] == 'L' && count == 2 && strstr(line, "lo") != NULL)
            m.box[axis++] = value[1] - value[0];
        else if (strcmp(section, "Atoms") == 0)
            set_atom(&m, number, value + 1);
        else if (strcmp(section, "Velocities") == 0)
            memcpy(m.velocity[number], value + 1, sizeof m.velocity[number]);
        else if (strcmp(section, "Bonds") == 0)
            set_members(value + 1, 3, m.bond[number]);
        else if (strcmp(section, "Angles") == 0)
            set_members(value + 1, 4, m.angle[number]);
    }
    fclose(stream);
    assert_int_equal(axis, 3);
    walk(&m);
    return m;
}

/** Reads numbers that follow a key of a record, on the same line or starting at the next line. */
static void recorded(const char *file, const char *key, int count, double *value)
{
    char path[PATH_LENGTH], name[80], line[256];
    snprintf(name, sizeof name, "lammps_unit/%s.yaml", file);
    refdata(name, path);
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    size_t length = strlen(key);
    while (fgets(line, sizeof line, stream) != NULL)
        if (strncmp(line, key, length) == 0 && line[length] == ':')
            break;
    if (count == 1) {
        value[0] = strtod(line + length + 1, NULL);
    } else {
        for (int k = 0; k < count; k++)
            assert_int_equal(fscanf(stream, "%lf", &value[k]), 1);
    }
    fclose(stream);
}

/** Checks three numbers for each atom against a record with lines "id x y z". */
static void assert_vectors(const char *file, const char *key, double found[ATOMS][3],
                           double tolerance)
{
    double value[ATOMS][4], largest = 0;
    recorded(file, key, 4 * ATOMS, &value[0][0]);
    for (int i = 0; i < ATOMS; i++)
        for (int d = 0; d < 3; d++)
            largest = fmax(largest, fabs(value[i][1 + d]));
    assert_true(largest > 0);
    for (int i = 0; i < ATOMS; i++)
        for (int d = 0; d < 3; d++)
            assert_near(found[i][d], value[i][1 + d], tolerance * largest);
}

/** Forces and energies, summed over all pairs of atoms. */
struct sums {
    double force[ATOMS][3], torque[ATOMS][3], lj, coulomb, stress[6];
};

/** Lennard-Jones and electrostatics of pairs, with the cut-off and shift of the constants. */
struct interaction {
    const double (*table)[2]; /* eps and sigma of each pair of types; NULL: no Lennard-Jones */
    struct brahms_constants constants;
};

static void add_pair(const struct molecules *m, struct interaction *pair, int i, int j,
                     const double r[3], double factor, struct sums *sums)
{
    static const int component[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    const struct model *model = model_find("brahms");
    struct brahms_constants *c = &pair->constants;
    struct particle p = {0}, q = {0};
    memcpy(p.orientation, m->orientation[i], sizeof p.orientation);
    memcpy(q.orientation, m->orientation[j], sizeof q.orientation);
    for (int carried = 0; carried < 4; carried++) {
        bool p_dipole = (carried & 1) != 0, q_dipole = (carried & 2) != 0;
        struct pair_result result;
        double moment[3];
        p.type = p_dipole ? BRAHMS_GLYCEROL : BRAHMS_CHOLINE; /* a bead with a dipole or with a
                                                               * charge */
        q.type = q_dipole ? BRAHMS_ESTER : BRAHMS_PHOSPHATE;
        struct brahms_table *own = &c->table[(int)p.type * BRAHMS_TYPES + (int)q.type];
        *own =
            (struct brahms_table){.electric = coulomb * (p_dipole ? m->dipole[i] : m->charge[i]) *
                                              (q_dipole ? m->dipole[j] : m->charge[j])};
        if (carried == 0 && pair->table != NULL) {
            const double *lj = pair->table[m->type[i] * TYPES + m->type[j]];
            double c6 = pow(lj[1] * lj[1] * c->per_cutoff2, 3);
            own->depth = 24 * lj[0];
            own->sigma2 = lj[1] * lj[1];
            own->shift = own->depth * c6 * (2 * c6 - 1) * c->per_cutoff2;
        }
        assert_true(model->pair((const double *)c, NULL, &p, &q, r, &result));
        for (int d = 0; d < 3; d++) {
            int e = (d + 1) % 3, f = (d + 2) % 3;
            moment[d] = r[e] * result.force[f] - r[f] * result.force[e];
            sums->force[i][d] -= factor * result.force[d];
            sums->force[j][d] += factor * result.force[d];
            sums->torque[i][d] += factor * result.torque[d];
            sums->torque[j][d] -= factor * (result.torque[d] + moment[d]);
        }
        for (int k = 0; k < 6; k++)
            sums->stress[k] += factor * r[component[k][0]] * result.force[component[k][1]];
        sums->lj += factor * result.terms[BRAHMS_TERM_LJ];
        sums->coulomb += factor * result.terms[BRAHMS_TERM_COULOMB];
    }
}

/**
 * Returns the sums over all pairs within 8 A, in all images. The interaction with the nearest image
 * is scaled if bonds connect the atoms.
 */
static struct sums all_pairs(const struct molecules *m, struct interaction *pair)
{
    static const double factor[] = {1, 0.10, 0.25, 0.50};
    struct sums sums = {0};
    for (int i = 0; i < ATOMS; i++) {
        for (int j = i + 1; j < ATOMS; j++) {
            for (int image = 0; image < 27; image++) {
                const int shift[] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
                double r[3], r2 = 0;
                bool nearest = true;
                for (int d = 0; d < 3; d++) {
                    double apart = m->at[j][d] - m->at[i][d];
                    r[d] = apart - m->box[d] * round(apart / m->box[d]) + shift[d] * m->box[d];
                    r2 += r[d] * r[d];
                    nearest = nearest && shift[d] == 0;
                }
                if (r2 < 8.0 * 8.0)
                    add_pair(m, pair, i, j, r, nearest ? factor[m->bonds_between[i][j]] : 1, &sums);
            }
        }
    }
    return sums;
}

/** Checks all data that LAMMPS records for a pair style, with the cut-off of the constants. */
static void check_pairs(const char *file, struct brahms_constants constants)
{
    static const double own[TYPES][2] = {
        {0.02, 2.5}, {0.005, 1.0}, {0.02, 3.2}, {0.015, 3.1}, {0.015, 3.1}};
    const struct molecules m = molecules();
    double table[TYPES * TYPES][2], value[6];
    struct interaction pair = {(const double(*)[2])table, constants};
    for (int i = 0; i < TYPES; i++) {
        for (int j = 0; j < TYPES; j++) {
            bool given = (i == 1 && j == 3) || (i == 3 && j == 1); /* all other pairs are mixed */
            table[i * TYPES + j][0] = given ? 0.005 : sqrt(own[i][0] * own[j][0]);
            table[i * TYPES + j][1] = given ? 0.5 : (own[i][1] + own[j][1]) / 2;
        }
    }
    struct sums sums = all_pairs(&m, &pair);
    assert_vectors(file, "init_forces", sums.force, 1e-14);
    recorded(file, "init_vdwl", 1, value);
    assert_near(sums.lj, value[0], 1e-11);
    recorded(file, "init_coul", 1, value);
    assert_near(sums.coulomb, value[0], 1e-11);
    recorded(file, "init_stress", 6, value);
    for (int k = 0; k < 6; k++)
        assert_near(sums.stress[k], value[k], 1e-10);
}

TEST(shifted_pairs_are_those_of_lammps)
{
    check_pairs("mol-pair-lj_sf_dipole_sf",
                (struct brahms_constants){.per_cutoff2 = 1 / 64.0, .per_cutoff = 1 / 8.0});
}

/*
 * Compares unshifted interactions, which are the limit of the model's shifted ones for a large
 * cut-off.
 */
TEST(pairs_without_shift_are_those_of_lammps)
{
    check_pairs("mol-pair-lj_cut_dipole_cut", (struct brahms_constants){.per_cutoff = 0});
}

/*
 * LAMMPS records the result of eight steps of 0.25 fs, with unshifted interactions (infinite
 * cut-off). In them 17 atoms moved and rotated. This test is about torques and rotations. It
 * therefore takes the atoms' paths from the record: cubics through the recorded positions with the
 * recorded velocities.
 */
TEST(dipoles_turn_as_in_lammps)
{
    static const char file[] = "fix-timestep-nve_sphere_dipole";
    enum { STEPS = 8 };
    const double dt = 0.25, whole = STEPS * dt;
    const double acceleration = 4.184e-4; /* A/fs^2 of a kcal/mol/A on an amu */
    const struct molecules start = molecules();
    struct molecules m = start;
    struct interaction pair = {.table = NULL};
    double position[ATOMS][4], velocity[ATOMS][4], torque[ATOMS][4], spin[SOLUTE][3] = {{0}};
    double unturned = 0;
    recorded(file, "run_pos", 4 * ATOMS, &position[0][0]);
    recorded(file, "run_vel", 4 * ATOMS, &velocity[0][0]);
    recorded(file, "run_torque", 4 * ATOMS, &torque[0][0]);
    struct sums sums = all_pairs(&m, &pair);
    for (int step = 1; step <= STEPS; step++) {
        double t = step / (double)STEPS, t2 = t * t, t3 = t2 * t;
        for (int i = 0; i < SOLUTE; i++) {
            const double inertia[3] = {m.inertia[i], m.inertia[i], m.inertia[i]};
            double kick[3];
            rotation_to_body(m.orientation[i], sums.torque[i], kick);
            for (int d = 0; d < 3; d++) {
                spin[i][d] += kick[d] * acceleration * dt / (step == 1 ? 2 : 1);
                m.at[i][d] = (2 * t3 - 3 * t2 + 1) * start.at[i][d] +
                             (t3 - 2 * t2 + t) * whole * start.velocity[i][d] +
                             (3 * t2 - 2 * t3) * position[i][1 + d] +
                             (t3 - t2) * whole * velocity[i][1 + d];
            }
            rotation_free(m.orientation[i], spin[i], inertia, dt);
        }
        sums = all_pairs(&m, &pair);
    }
    assert_vectors(file, "run_torque", sums.torque, 1e-7);
    memcpy(m.orientation, start.orientation, sizeof m.orientation);
    sums = all_pairs(&m, &pair);
    for (int i = 0; i < SOLUTE; i++)
        for (int d = 0; d < 3; d++)
            unturned = fmax(unturned, fabs(sums.torque[i][d] - torque[i][1 + d]));
    assert_true(unturned > 0.1);
}

/** Returns the vector from one atom to the nearest image of another. */
static struct vector between(const struct molecules *m, int from, int to)
{
    double r[3];
    for (int d = 0; d < 3; d++) {
        double apart = m->at[to][d] - m->at[from][d];
        r[d] = apart - m->box[d] * round(apart / m->box[d]);
    }
    return vector(r[0], r[1], r[2]);
}

/** Adds the forces of a bonded term, with another stiffness than the model's. */
static void add_term(const struct bonded_force *f, const int *member, int members, double scale,
                     double force[ATOMS][3], double *energy)
{
    for (int k = 0; k < members; k++) {
        force[member[k]][0] += scale * f->force[k].x;
        force[member[k]][1] += scale * f->force[k].y;
        force[member[k]][2] += scale * f->force[k].z;
    }
    *energy += scale * f->energy;
}

TEST(bonds_are_those_of_lammps)
{
    static const double stiffness[] = {250, 300, 350, 650, 450};
    static const double length[] = {1.5, 1.1, 1.3, 1.2, 1.0};
    const struct molecules m = molecules();
    double force[ATOMS][3] = {{0}}, energy = 0, expected;
    for (int k = 0; k < BONDS; k++) {
        const int type = m.bond[k][0], *member = &m.bond[k][1];
        struct brahms_constants c = {
            .bond = {[BRAHMS_TAIL * BRAHMS_TYPES + BRAHMS_TAIL] = length[type]}};
        struct brahms_body body[3] = {{.type = BRAHMS_TAIL}, {.type = BRAHMS_TAIL}};
        struct vector r[2] = {between(&m, member[0], member[1])};
        struct bonded_force f = {.selected = ~0U}; /* all terms */
        brahms_bonded(&c, BRAHMS_BOND, body, r, &f);
        add_term(&f, member, 2, stiffness[type] / 1.506, force, &energy);
    }
    assert_vectors("bond-harmonic", "init_forces", force, 1e-13);
    recorded("bond-harmonic", "init_energy", 1, &expected);
    assert_near(energy, expected, 1e-12 * expected);
}

static const double angle_stiffness[] = {75, 45, 50, 100};
static const double angle_at_rest[] = {110.1, 111, 120, 108.5};

TEST(angles_are_those_of_lammps)
{
    const struct molecules m = molecules();
    double force[ATOMS][3] = {{0}}, energy = 0, expected;
    for (int k = 0; k < ANGLES; k++) {
        const int type = m.angle[k][0], *member = &m.angle[k][1];
        struct bonded_force f = {.selected = ~0U}; /* all terms */
        brahms_angle(between(&m, member[1], member[0]), between(&m, member[1], member[2]),
                     cos(angle_at_rest[type] * acos(-1) / 180), &f);
        add_term(&f, member, 3, angle_stiffness[type] / 3.585, force, &energy);
    }
    assert_vectors("angle-cosine_squared", "init_forces", force, 1e-13);
    recorded("angle-cosine_squared", "init_energy", 1, &expected);
    assert_near(energy, expected, 1e-12 * expected);
}

TEST(dipole_angles_are_those_of_lammps)
{
    const struct molecules m = molecules();
    double force[ATOMS][3] = {{0}}, energy = 0, expected;
    for (int k = 0; k < ANGLES; k++) {
        const int type = m.angle[k][0], *member = &m.angle[k][1];
        const double *o = m.orientation[member[0]];
        struct axes axes = axes_of((struct quaternion){o[0], o[1], o[2], o[3]});
        struct bonded_force f = {.selected = ~0U}; /* all terms */
        brahms_dipole_angle(axes.a3, between(&m, member[0], member[1]),
                            cos(angle_at_rest[type] * acos(-1) / 180), &f);
        add_term(&f, member, 2, angle_stiffness[type] / 1.195, force, &energy);
    }
    assert_vectors("angle-dipole", "init_forces", force, 1e-13);
    recorded("angle-dipole", "init_energy", 1, &expected);
    assert_near(energy, expected, 1e-12 * expected);
}

TESTS_MAIN(NULL, NULL)
