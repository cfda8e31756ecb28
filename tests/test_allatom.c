/*
 * Tests atoms of water and proteins: forces as gradients, boxes of water, and invalid input.
 * Compares energies with NIST, LAMMPS and an independent evaluation.
 */
#define REAL double
#include "harness/input/builders/spce.h"
#include "harness/particles/exclusions.h"
#include "harness/particles/file_parameters.h"
#include "models/allatom.h"
#include "tests/ethane.h"
#include "tests/gradients.h"

#include <string.h>

static const double boltzmann = 1.380649e-23 * 6.02214076e23 / 4184; /* kcal/mol/K */

/** Returns allatom with a cut-off and the beginning of the switch, in A. */
static struct set_model allatom(double cutoff, double from, bool ewald, double alpha)
{
    struct set_model set = {.model = model_find("allatom"), .range = cutoff};
    double parameters[MODEL_PARAMETERS];
    struct error error;
    model_defaults(set.model, parameters);
    parameters[model_parameter(set.model, "cutoff")] = cutoff;
    parameters[model_parameter(set.model, "switch")] = from;
    parameters[model_parameter(set.model, "electrostatics")] = !ewald;
    parameters[model_parameter(set.model, "alpha")] = alpha;
    assert_true(set.model->derive(parameters, set.constants, &error));
    return set;
}

/** Returns an atom of a type, with a charge in e. */
static struct particle atom(int type, double charge)
{
    return (struct particle){.type = type, .charge = (int)lround(charge * CHARGES_PER_E)};
}

/** Returns a particle of a random type with a charge of up to 1 e. */
static struct particle any_atom(struct random *random)
{
    const int type = (int)(ALLATOM_TYPES * random_uniform(random));
    return atom(type, 2 * random_uniform(random) - 1);
}

TEST(pairs_have_gradients_for_forces)
{
    struct random random = random_start(11, 0);
    for (int ewald = 0; ewald < 2; ewald++) {
        const struct set_model model = allatom(12, 10, ewald, 0.26);
        for (int trial = 0; trial < 400; trial++) {
            const struct particle p = any_atom(&random), q = any_atom(&random);
            double r[3];
            /* every other trial is within the switch */
            const double from = trial % 2 ? 10 : 2.5, to = trial % 2 ? 11.99 : 10;
            random_vector(from + (to - from) * random_uniform(&random), &random, r);
            check_pair(&model, &p, &q, r, 1e-5, 1e-7);
        }
    }
}

TEST(excluded_pairs_have_gradients_for_forces)
{
    struct random random = random_start(12, 0);
    for (int ewald = 0; ewald < 2; ewald++) {
        const struct set_model model = allatom(9, 8, ewald, 0.3);
        for (int trial = 0; trial < 20; trial++) {
            struct particle particle[MODEL_MEMBERS] = {any_atom(&random), any_atom(&random)};
            double at[MODEL_MEMBERS][3] = {{0}};
            random_vector(2 + random_uniform(&random), &random, at[1]);
            check_bonded(&model, ALLATOM_EXCLUDED, 2, particle, at, 1e-5, 1e-7);
        }
    }
}

/* Checks the interaction of charges to the rounding of double precision. */
TEST(charges_interact_by_erfc)
{
    const double alpha = 0.26;
    const struct set_model model = allatom(12, 12, true, alpha);
    const struct particle p = atom(ALLATOM_HW, 1), q = atom(ALLATOM_HW, -1);
    for (int k = 2; k < 48; k++) {
        const double r = k / 4.0, along[3] = {r, 0, 0};
        const long double expected = -332.06371L * erfcl((long double)(alpha * r)) / r;
        struct pair_result result;
        assert_true(model.model->pair(model.constants, NULL, &p, &q, along, &result));
        assert_near(result.terms[ALLATOM_TERM_COULOMB] / (double)expected, 1, 1e-14);
        assert_near(result.terms[ALLATOM_TERM_VDW], 0, 0);
    }
}

/* The switch is 1 at its beginning and 0 at the cut-off; its slope is 0 at both distances. */
TEST(the_switch_is_smooth)
{
    const struct set_model switched = allatom(12, 10, true, 0.26),
                           cut = allatom(12, 12, true, 0.26);
    const struct particle p = atom(ALLATOM_OW, 0);
    const double begin[3] = {10.0000001, 0, 0}, end[3] = {11.9999999, 0, 0};
    struct pair_result found, expected;
    switched.model->pair(switched.constants, NULL, &p, &p, begin, &found);
    cut.model->pair(cut.constants, NULL, &p, &p, begin, &expected);
    assert_near(found.force[0] / expected.force[0], 1, 1e-6);
    assert_near(found.terms[ALLATOM_TERM_VDW] / expected.terms[ALLATOM_TERM_VDW], 1, 1e-12);
    switched.model->pair(switched.constants, NULL, &p, &p, end, &found);
    cut.model->pair(cut.constants, NULL, &p, &p, end, &expected);
    assert_near(found.force[0] / expected.force[0], 0, 1e-6);
    assert_near(found.terms[ALLATOM_TERM_VDW] / expected.terms[ALLATOM_TERM_VDW], 0, 1e-12);
}

/** Returns the system in a file of reference data. */
static struct system from_refdata(const char *name)
{
    char path[PATH_LENGTH];
    refdata(name, path);
    return created(&(struct system_spec){.file = path});
}

/*
 * Compares with NIST's reference calculations for SPC/E water, to all published digits: cut-off 10
 * A, alpha 5.6 / L, energies in K.
 */
TEST(water_has_the_energies_of_nist)
{
    static const struct {
        const char *file;
        double vdw, real, intra;
    } known[] = {
        {"spce_nist/spce_sample_config_periodic1.txt", 9.95387e4, -5.58889e5, 2.80999e6},
        {"spce_nist/spce_sample_config_periodic2.txt", 1.93712e5, -1.19295e6, 5.61998e6},
        {"spce_nist/spce_sample_config_periodic3.txt", 3.54344e5, -1.96297e6, 8.42998e6},
        {"spce_nist/spce_sample_config_periodic4.txt", 4.48593e5, -3.57226e6, 1.41483e7},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        struct system system = from_refdata(known[k].file);
        const struct set_model model = allatom(10, 10, true, 5.6 / system.box[0]);
        struct reference found = evaluated(reference_by_pairs, &system, &model);
        const double expected[] = {known[k].vdw, known[k].real, known[k].intra};
        for (int t = ALLATOM_TERM_VDW; t <= ALLATOM_TERM_EXCLUDED; t++) {
            const double digit = pow(10, floor(log10(fabs(expected[t]))) - 5);
            assert_near(found.terms[t] / boltzmann, expected[t], digit);
        }
        assert_near(found.terms[model.model->form_term[TERM_BOND]], 0, 1e-9);
        assert_near(found.terms[model.model->form_term[TERM_ANGLE]], 0, 1e-9);
        assert_near(system_net_charge(&system), 0, 0);
        reference_free(&found);
        system_free(&system);
    }
}

/*
 * LAMMPS prints a Coulomb energy of 692.8945 with lj/charmm/coul/long 8 10, by an interpolated
 * erfc. The value here is from an independent evaluation with the exact erfc.
 */
TEST(a_peptide_has_the_energies_of_lammps)
{
    struct system system = from_refdata("allatom_lammps/data.peptide");
    const struct set_model model = allatom(10, 8, true, 0.268725);
    struct reference found = evaluated(reference_by_cells, &system, &model);
    const int *term = model.model->form_term;
    assert_near(found.terms[ALLATOM_TERM_VDW] + found.terms[term[TERM_VDW_14]], 692.8945, 5e-5);
    assert_near(found.terms[ALLATOM_TERM_COULOMB] + found.terms[ALLATOM_TERM_EXCLUDED] +
                    found.terms[term[TERM_COULOMB_14]],
                26772.3301, 1e-4);
    assert_near(found.terms[term[TERM_BOND]], 16.5572, 5e-5);
    assert_near(found.terms[term[TERM_ANGLE]], 36.3726, 6e-5); /* water's part of these energies is
                                                                * about 1e-5 */
    assert_near(found.terms[term[TERM_DIHEDRAL]], 15.5190, 5e-5);
    assert_near(found.terms[term[TERM_IMPROPER]], 1.9426, 5e-5);
    assert_near(system_net_charge(&system), 0, 1e-12);
    reference_free(&found);
    system_free(&system);
}

enum { FOURMOL = 29, FOURMOL_BONDS = 24 };

/** Atoms of LAMMPS's unit tests, and the number of bonds between two of them, up to 3; 0: more. */
struct fourmol {
    double box[3], at[FOURMOL][3], charge[FOURMOL];
    int type[FOURMOL], apart[FOURMOL][FOURMOL];
};

static void set_apart(int32_t bond[FOURMOL_BONDS][2], struct fourmol *m)
{
    struct error error;
    for (int reach = 3; reach >= 1; reach--) {
        struct exclusions found;
        assert_true(exclusions_find(FOURMOL, (const int32_t(*)[2])bond, FOURMOL_BONDS, reach,
                                    &found, &error));
        for (int64_t k = 0; k < found.count; k++)
            m->apart[found.pair[k][0]][found.pair[k][1]] = reach;
        exclusions_free(&found);
    }
}

static struct fourmol read_fourmol(void)
{
    struct fourmol m = {0};
    char path[PATH_LENGTH], line[256], section[16] = "";
    int32_t bond[FOURMOL_BONDS][2];
    int axis = 0, bonds = 0;
    refdata("lammps_unit/data.fourmol", path);
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    while (fgets(line, sizeof line, stream) != NULL) {
        int i, type, first, second;
        double low, high, charge, at[3];
        if (strstr(line, "lo ") != NULL && sscanf(line, "%lf %lf", &low, &high) == 2)
            m.box[axis++] = high - low;
        else if (strcmp(section, "Atoms") == 0 &&
                 sscanf(line, "%d %*d %d %lf %lf %lf %lf", &i, &type, &charge, &at[0], &at[1],
                        &at[2]) == 6) {
            m.type[i - 1] = type - 1;
            m.charge[i - 1] = charge;
            memcpy(m.at[i - 1], at, sizeof at);
        } else if (strcmp(section, "Bonds") == 0 &&
                   sscanf(line, "%*d %*d %d %d", &first, &second) == 2) {
            bond[bonds][0] = first - 1;
            bond[bonds++][1] = second - 1;
        } else if (line[0] >= 'A' && line[0] <= 'Z') {
            sscanf(line, "%15s", section);
        }
    }
    fclose(stream);
    assert_true(axis == 3 && bonds == FOURMOL_BONDS);
    set_apart(bond, &m);
    return m;
}

struct fourmol_sums {
    double force[FOURMOL][3], vdw, coulomb;
};

/** Adds the energy and force of a pair, or the correction of an excluded pair. */
static void add_fourmol(const struct fourmol *m, int i, int j, const double r[3], double factor,
                        struct fourmol_sums *sums)
{
    static const double own[5][2] = {
        {0.02, 2.5}, {0.005, 1.0}, {0.02, 3.2}, {0.015, 3.1}, {0.015, 3.1}};
    struct set_model model = allatom(8, 7, true, 0.3);
    const bool given = (m->type[i] == 1 && m->type[j] == 3) || (m->type[i] == 3 && m->type[j] == 1);
    const struct particle pair[MODEL_MEMBERS] = {atom(0, m->charge[i]), atom(1, m->charge[j])};
    struct allatom_row row;
    double coefficients[2][4], mixed[4], step[MODEL_MEMBERS - 1][3] = {{r[0], r[1], r[2]}};
    const int type[2] = {m->type[i], m->type[j]};
    struct pair_result whole;
    struct bonded_result excluded;
    for (int k = 0; k < 2; k++) {
        coefficients[k][0] = coefficients[k][2] = given ? 0.005 : own[type[k]][0];
        coefficients[k][1] = coefficients[k][3] = given ? 0.5 : own[type[k]][1];
    }
    model.model->mix(coefficients[0], coefficients[1], mixed);
    model.model->row(model.constants, mixed, (double *)&row);
    model.model->pair(model.constants, (const double *)&row, &pair[0], &pair[1], r, &whole);
    model.model->bonded(model.constants, ALLATOM_EXCLUDED, pair, step, &excluded);
    for (int d = 0; d < 3; d++) {
        double force = factor * whole.force[d] + (1 - factor) * excluded.force[1][d];
        sums->force[i][d] -= force;
        sums->force[j][d] += force;
    }
    sums->vdw += factor * whole.terms[ALLATOM_TERM_VDW];
    sums->coulomb += factor * whole.terms[ALLATOM_TERM_COULOMB] +
                     (1 - factor) * excluded.terms[ALLATOM_TERM_EXCLUDED];
}

/*
 * Compares with LAMMPS's record of lj/charmm/coul/long 7 8, with gewald 0.3. In it, pairs one, two
 * and three bonds apart are scaled by 0.1, 0.25 and 0.5. The box is so small that pairs interact in
 * several images. LAMMPS's erfc has an error of 1.5e-7; the expected Coulomb energy is from an
 * independent evaluation with the exact erfc.
 */
TEST(pairs_are_those_of_lammps)
{
    static const double factor[] = {1, 0.10, 0.25, 0.50};
    const struct fourmol m = read_fourmol();
    struct fourmol_sums sums = {0};
    char path[PATH_LENGTH], line[256];
    double largest = 0, off = 0;
    int id, checked = 0;
    for (int i = 0; i < FOURMOL; i++) {
        for (int j = i + 1; j < FOURMOL; j++) {
            for (int image = 0; image < 27; image++) {
                const int shift[] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
                double r[3], r2 = 0;
                for (int d = 0; d < 3; d++) {
                    r[d] = nearest_image(m.at[j][d] - m.at[i][d], m.box[d]) + shift[d] * m.box[d];
                    r2 += r[d] * r[d];
                }
                const bool nearest = image == 13;
                if (r2 < 8.0 * 8.0)
                    add_fourmol(&m, i, j, r, nearest ? factor[m.apart[i][j]] : 1, &sums);
            }
        }
    }
    assert_near(sums.vdw, 749.2376682271083, 1e-10);
    assert_near(sums.coulomb, 225.8219207735, 1e-9);
    refdata("lammps_unit/mol-pair-lj_charmm_coul_long.yaml", path);
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    while (fgets(line, sizeof line, stream) != NULL && strncmp(line, "init_forces", 11) != 0)
        continue;
    double force[3];
    while (fgets(line, sizeof line, stream) != NULL &&
           sscanf(line, "%d %lf %lf %lf", &id, &force[0], &force[1], &force[2]) == 4) {
        for (int d = 0; d < 3; d++) {
            largest = fmax(largest, fabs(force[d]));
            off = fmax(off, fabs(force[d] - sums.force[id - 1][d]));
        }
        checked++;
    }
    fclose(stream);
    assert_int_equal(checked, FOURMOL);
    assert_true(off < 1e-7 * largest);
}

/* All pairs within a molecule are excluded: each atom has seven excluded partners. */
TEST(any_number_of_partners_is_excluded)
{
    const struct set_model model = allatom(7, 6, true, 0.3);
    struct system system = ethane();
    struct reference found = evaluated(reference_by_cells, &system, &model);
    double vdw = 0, excluded = 0;
    for (int64_t i = 0; i < system.n; i++) {
        for (int64_t j = i + 1; j < system.n; j++) {
            const struct particle pair[MODEL_MEMBERS] = {reference_particle(&system, i),
                                                         reference_particle(&system, j)};
            double r[MODEL_MEMBERS - 1][3] = {
                {nearest_image(system.x[j] - system.x[i], system.box[0]),
                 nearest_image(system.y[j] - system.y[i], system.box[1]),
                 nearest_image(system.z[j] - system.z[i], system.box[2])}};
            const double distance = distance_between(&system, i, j);
            struct pair_result whole;
            struct bonded_result term;
            if (i / ETHANE_ATOMS == j / ETHANE_ATOMS) {
                model.model->bonded(model.constants, ALLATOM_EXCLUDED, pair, r, &term);
                excluded += term.terms[ALLATOM_TERM_EXCLUDED];
            } else if (distance < model.range) {
                model.model->pair(model.constants, system_row(&system, i, j), &pair[0], &pair[1],
                                  r[0], &whole);
                vdw += whole.terms[ALLATOM_TERM_VDW];
            }
        }
    }
    assert_near(found.terms[ALLATOM_TERM_VDW], vdw, 1e-9 * fabs(vdw) + 1e-9);
    assert_near(found.terms[ALLATOM_TERM_EXCLUDED], excluded, 1e-9 * fabs(excluded));
    const int *term = model.model->form_term;
    assert_true(found.terms[term[TERM_COULOMB_14]] != 0 && found.terms[term[TERM_VDW_14]] != 0);
    reference_free(&found);
    system_free(&system);
}

/* The molecule is a ring of six atoms with a tail: 0-1-2-3-4-5-0, 0-6. */
TEST(exclusions_are_counted_along_bonds)
{
    static const int32_t bond[][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}, {0, 6}};
    static const int counts[] = {0, 7, 7 + 8, 7 + 8 + 5};
    struct error error;
    for (int reach = 1; reach <= 3; reach++) {
        struct exclusions found;
        assert_true(exclusions_find(7, bond, 7, reach, &found, &error));
        assert_int_equal(found.count, counts[reach]);
        for (int64_t k = 0; k < found.count; k++)
            assert_true(found.pair[k][0] < found.pair[k][1]);
        assert_true(found.pair[0][0] == 0 && found.pair[0][1] == 1);
        exclusions_free(&found);
    }
}

static struct system_spec water(int64_t n)
{
    return spec_of("spce", n);
}

/* SPC/E water in a reaction field has about -46 kJ/mol, or -11 kcal/mol. The few molecules here
 * were moved with a shorter cut-off, and deviate by some per cent. Hydrogen bonds show in the
 * distance and the number of first neighbors. */
TEST(water_is_liquid)
{
    const struct system_spec spec = water(192);
    struct system system = created(&spec);
    const struct set_model model = allatom(6, 6, false, 0);
    struct reference found = evaluated(reference_by_cells, &system, &model);
    const double molecules = (double)system.n / SPCE_ATOMS;
    int near = 0, bonded = 0;
    for (int64_t i = 0; i < system.n; i += SPCE_ATOMS) {
        for (int64_t j = 0; j < system.n; j += SPCE_ATOMS) {
            near += i != j && distance_between(&system, i, j) < 2.3;
            bonded += i != j && distance_between(&system, i, j) < 3.4;
        }
    }
    double energy = (found.terms[ALLATOM_TERM_VDW] + found.terms[ALLATOM_TERM_COULOMB]) / molecules;
    print_message("%.2f kcal/mol, %.2f neighbors\n", energy, bonded / molecules);
    assert_true(energy > -11.8 && energy < -9.8);
    assert_int_equal(near, 0);
    assert_true(bonded / molecules > 3.8 && bonded / molecules < 5.6);
    assert_near(found.terms[model.model->form_term[TERM_BOND]] / molecules, 0, 1e-6);
    assert_near(system_net_charge(&system), 0, 0);
    reference_free(&found);
    system_free(&system);
}

/*
 * A box with fewer molecules than lattice sites has no bubble. Each quarter of the box has a
 * quarter of the molecules, to a tolerance that would reveal a bubble.
 */
LONG_TEST(water_fills_its_box)
{
    enum { PARTS = 4 };
    const struct system_spec spec = water(SPCE_ATOMS * 270);
    struct system system = created(&spec);
    const double *along[3] = {system.x, system.y, system.z};
    for (int d = 0; d < 3; d++) {
        int count[PARTS] = {0};
        for (int64_t i = 0; i < system.n; i += SPCE_ATOMS)
            count[(int)(along[d][i] / system.box[d] * PARTS)]++;
        for (int part = 0; part < PARTS; part++)
            assert_near((double)count[part] * PARTS * SPCE_ATOMS / (double)system.n, 1, 0.25);
    }
    system_free(&system);
}

/* Each molecule in a box of eight copies has a copy half a box length away along each axis. */
LONG_TEST(large_boxes_are_copies_of_a_small_one)
{
    const struct system_spec spec = water(SPCE_ATOMS * 4096);
    struct system system = created(&spec);
    const double half = system.box[0] / 2;
    for (int64_t i = 0; i < system.n; i += 64 * SPCE_ATOMS) {
        int copies = 0;
        for (int64_t j = 0; j < system.n; j += SPCE_ATOMS) {
            const double r[3] = {fabs(system.x[j] - system.x[i]), fabs(system.y[j] - system.y[i]),
                                 fabs(system.z[j] - system.z[i])};
            bool copy = true;
            for (int d = 0; d < 3; d++)
                copy = copy && (r[d] < 1e-4 || fabs(r[d] - half) < 1e-4);
            copies += copy;
        }
        assert_int_equal(copies, 8);
    }
    system_free(&system);
}

TEST(water_of_other_sizes_and_states_is_refused)
{
    struct system_spec spec = water(1000);
    not_created(&spec, "n: expected a multiple of 3 atoms of water, 192 or more, found 1000; the "
                       "nearest are 999 and 1002");
    spec = water(189);
    not_created(&spec, "found 189");
    spec = water(300);
    spec.density = 0.2;
    not_created(&spec, "density: expected 0.08 to 0.11 atoms");
    spec = water(300);
    spec.temperature = 1;
    not_created(&spec, "temperature: expected 0.5 to 0.75");
}

/** Writes a data file of two atoms, with these coefficients and lines of atoms. */
static void write_two(const char *path, const char *coefficients, const char *atoms)
{
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    fprintf(stream,
            "LAMMPS\n\n2 atoms\n0 50 xlo xhi\n0 50 ylo yhi\n0 50 zlo zhi\n\n%sAtoms # full\n\n%s",
            coefficients, atoms);
    assert_int_equal(fclose(stream), 0);
}

TEST(bad_atoms_are_named)
{
    static const char sulfur[] = "Pair Coeffs\n\n1 0.45 3.563595\n\n";
    static const struct {
        const char *coefficients, *atoms, *complaint;
    } cases[] = {
        {"", "1 1 1 0.5 1 1 1\n2 1 1 -0.5 5 5 5\n",
         "there are no Pair Coeffs of type 1, epsilon and sigma, by which model allatom "
         "recognizes"},
        {"Pair Coeffs\n\n1 0.45 3.6\n\n", "1 1 1 0.5 1 1 1\n2 1 1 -0.5 5 5 5\n",
         "model allatom has none with eps 0.45 and sigma 3.6"},
        {sulfur, "1 1 1 x 1 1 1\n2 1 1 -0.5 5 5 5\n", "expected a charge of particle 1"},
        {sulfur, "1 1 1 21 1 1 1\n2 1 1 -21 5 5 5\n", "particle 1 up to 20.9715 e, found"},
        {"Dihedral Coeffs # charmm\n\n1 0.2 1 0 0.3\n\n", "1 1 1 1 1 1 1\n2 1 1 -1 5 5 5\n",
         "a weight of 1-4 interactions of 0, 0.5 or 1, found"},
    };
    char path[] = "/tmp/pairlanes-atoms-XXXXXX";
    const struct system_spec spec = {
        .model = model_find("allatom"), .file = path, .format = "lammps"};
    close(mkstemp(path));
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        write_two(path, cases[k].coefficients, cases[k].atoms);
        not_created(&spec, cases[k].complaint);
    }
    /* coefficients of a type of the model, but another mass */
    write_two(path, "Masses\n\n1 197\n\nPair Coeffs\n\n1 0.45 3.563595\n\n",
              "1 1 1 0.5 1 1 1\n2 1 1 -0.5 5 5 5\n");
    struct system heavy = created(&spec);
    assert_int_equal(heavy.field->types, 1);
    assert_near(heavy.field->type[0].mass, 197, 0);
    system_free(&heavy);
    /* charges that do not add up to zero are reported */
    write_two(path, sulfur, "1 1 1 0.5 1 1 1\n2 1 1 -0.25 5 5 5\n");
    struct system system = created(&spec);
    double parameters[MODEL_PARAMETERS];
    char reported[512];
    model_defaults(model_find("allatom"), parameters);
    assert_true(file_parameters_differ(&system, model_find("allatom"), parameters, reported,
                                       sizeof reported));
    assert_non_null(strstr(reported, ": the charges add up to 0.25000 e"));
    struct error error;
    const struct set_model other = model_with("lj", NULL, NULL);
    free(system.type);
    system.type = NULL;
    assert_false(system_check_model(&system, other.model, other.constants, &error));
    assert_non_null(strstr(error.text, "has charges, which model lj does not know"));
    assert_false(system_check_model(&system, model_find("allatom"), parameters, &error));
    assert_non_null(strstr(error.text, "model allatom needs the types of particles"));
    system_free(&system);
    remove(path);
}

TEST(a_switch_beyond_the_cutoff_is_refused)
{
    const struct model *model = model_find("allatom");
    double parameters[MODEL_PARAMETERS], constants[MODEL_CONSTANTS];
    struct error error;
    model_defaults(model, parameters);
    assert_true(model_set(model, "switch", "13", parameters, &error));
    assert_false(model->derive(parameters, constants, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "switch: expected 12 A, the cut-off, at most, found 13"));
}

TESTS_MAIN(NULL, NULL)
