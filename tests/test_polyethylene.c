/* Tests built chains of polyethylene: terms, distances, temperature and forces. */
#define REAL double
#include "harness/particles/kept_terms.h"
#include "harness/physics/dynamics.h"
#include "models/forms/kinds.h"
#include "models/vector.h"
#include "tests/support.h"

#include <omp.h>
#include <string.h>

enum { LONG = 300, SHORT = 30 };
enum { LJ, BOND, ANGLE, DIHEDRAL, TERMS };

static const double temperature = 2.4943;

static struct set_model polyethylene(void)
{
    return model_with("polyethylene", NULL, NULL);
}

/** Returns built chains with coefficient rows for pairs. */
static struct system chains_of(const struct system_spec *spec)
{
    const struct set_model model = polyethylene();
    struct system system = created(spec);
    struct error error;
    assert_good(system_set_rows(&system, model.model, model.constants, &error));
    return system;
}

static struct system chains(int64_t n)
{
    const struct system_spec spec = spec_of("chains", n);
    return chains_of(&spec);
}

/** Returns the number of terms of a form in a system. */
static int64_t count_terms(const struct system *system, enum form form)
{
    int64_t count = 0;
    for (int64_t t = 0; t < system->bonded_count; t++)
        count += system->bonded[t].form == OWN_FORMS + (int)form;
    return count;
}

static void counts_are(const struct system *system, int64_t bonds, int64_t angles,
                       int64_t dihedrals)
{
    assert_int_equal(count_terms(system, FORM_BOND_HARMONIC), bonds);
    assert_int_equal(count_terms(system, FORM_ANGLE_HARMONIC), angles);
    assert_int_equal(count_terms(system, FORM_DIHEDRAL_PERIODIC), dihedrals);
    assert_int_equal(system->exclusion_count, bonds + angles);
}

/*
 * Checks that the members of each term are consecutive beads of one chain. Checks that the term has
 * the rows of the force field.
 */
static void terms_join_beads_of_a_chain(const struct system *system, int length)
{
    for (int64_t t = 0; t < system->bonded_count; t++) {
        const struct bonded *term = &system->bonded[t];
        assert_true(term->row >= 0 && term->row < system->field->rows);
        for (int m = 1; m < BONDED_MEMBERS && term->member[m] >= 0; m++) {
            assert_int_equal(term->member[m], term->member[0] + m);
            assert_int_equal(term->member[m] / length, term->member[0] / length);
        }
    }
    for (int64_t i = 0; i < system->n; i++)
        assert_int_equal(system->type[i], i % length == 0 || i % length == length - 1 ? 1 : 0);
}

/* 1536 is a size that all models support. */
TEST(short_chains_divide_the_beads)
{
    struct system system = chains(1536);
    counts_are(&system, 48 * 31L, 48 * 30L, 48 * 29L);
    terms_join_beads_of_a_chain(&system, 32);
    system_free(&system);
}

TEST(dihedrals_of_the_ends_are_a_parameter)
{
    struct system_spec spec = spec_of("chains", 150);
    struct system whole = chains(150);
    counts_are(&whole, 5 * 29, 5 * 28, 5 * 27);
    terms_join_beads_of_a_chain(&whole, SHORT);
    spec.parameter[0] = 1;
    spec.parameter_count = 1;
    struct system omitted = chains_of(&spec);
    counts_are(&omitted, 5 * 29, 5 * 28, 5 * 25);
    for (int64_t t = 0; t < omitted.bonded_count; t++)
        for (int m = 0; m < BONDED_MEMBERS && omitted.bonded[t].member[3] >= 0; m++)
            assert_int_equal(omitted.type[omitted.bonded[t].member[m]], 0);
    system_free(&whole);
    system_free(&omitted);
}

/** Returns the smallest distance of beads that interact as a pair. */
static double least_distance(const struct system *system, int length)
{
    double least2 = INFINITY;
    for (int64_t i = 0; i < system->n; i++) {
        const int64_t end = i - i % length + length;
        for (int64_t j = i + 3 < end ? i + 3 : end; j < system->n; j++) {
            const double x = nearest_image(system->x[j] - system->x[i], system->box[0]);
            const double y = nearest_image(system->y[j] - system->y[i], system->box[1]);
            const double z = nearest_image(system->z[j] - system->z[i], system->box[2]);
            least2 = fmin(least2, x * x + y * y + z * z);
        }
    }
    return sqrt(least2);
}

static const double bond_rest = 0.153, angle_rest = 109.471 * 3.14159265358979323846 / 180;

/**
 * Returns the Boltzmann weight of a dihedral phi and the pair of its ends. One of its angles is
 * theta, the other the rest angle.
 */
static double weight_of_turn(double theta, double phi)
{
    const double *ch2 = model_find("polyethylene")->types[0].coefficients;
    const double along = bond_rest * (1 - cos(theta) - cos(angle_rest));
    const double across = bond_rest * sin(theta), other = bond_rest * sin(angle_rest);
    const double r2 =
        along * along + across * across + other * other - 2 * across * other * cos(phi);
    const double s6 = pow(ch2[1] * ch2[1] / r2, 3);
    return exp(-(4.184 * (1 + cos(3 * phi)) + 4 * ch2[0] * s6 * (s6 - 1)) / temperature);
}

/*
 * weight_of_bond returns the Boltzmann weight of a bond length. weight_of_angle returns the weight
 * of an angle, averaged over the dihedrals on both sides. weight_of_dihedral returns the weight of
 * a dihedral from 0 to pi. All other lengths and angles are fixed.
 */

static double weight_of_bond(double b)
{
    return b * b * exp(-146440 * (b - bond_rest) * (b - bond_rest) / temperature);
}

static double weight_of_angle(double theta)
{
    double turns = 0;
    for (int k = 0; k < 90; k++)
        turns += weight_of_turn(theta, acos(-1) * (k + 0.5) / 90);
    return sin(theta) * turns * turns *
           exp(-209.2 * (theta - angle_rest) * (theta - angle_rest) / temperature);
}

static double weight_of_dihedral(double phi)
{
    return weight_of_turn(angle_rest, phi);
}

/** Returns the mean energy of a dihedral by its Boltzmann weight. */
static double boltzmann_dihedral(void)
{
    double sum = 0, weights = 0;
    for (int k = 0; k < 3600; k++) {
        const double phi = acos(-1) * k / 3600, weight = weight_of_dihedral(phi);
        sum += weight * 4.184 * (1 + cos(3 * phi));
        weights += weight;
    }
    return sum / weights;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/**
 * Sorts values. Returns the largest difference between their cumulative distribution and the
 * distribution of a weight on an interval.
 */
static double distance_of(double *value, int64_t count, double weight(double), double from,
                          double to)
{
    enum { PARTS = 5000 };
    double whole = 0, below = 0, most = 0;
    int64_t k = 0;
    qsort(value, (size_t)count, sizeof *value, by_value);
    for (int p = 0; p < PARTS; p++)
        whole += weight(from + (to - from) * (p + 0.5) / PARTS);
    for (int p = 0; p < PARTS; p++) {
        below += weight(from + (to - from) * (p + 0.5) / PARTS);
        while (k < count && value[k] < from + (to - from) * (p + 1) / PARTS)
            k++;
        most = fmax(most, fabs(below / whole - (double)k / (double)count));
    }
    assert_int_equal(k, count);
    return most;
}

/** Returns the vector from bead i to the next bead of its chain. */
static struct vector bond_from(const struct system *system, int64_t i)
{
    return vector(nearest_image(system->x[i + 1] - system->x[i], system->box[0]),
                  nearest_image(system->y[i + 1] - system->y[i], system->box[1]),
                  nearest_image(system->z[i + 1] - system->z[i], system->box[2]));
}

static double value_of(const struct system *system, enum form form, int64_t i)
{
    const struct vector a = bond_from(system, i);
    if (form == FORM_BOND_HARMONIC)
        return sqrt(dot(a, a));
    const struct vector b = bond_from(system, i + 1);
    if (form == FORM_ANGLE_HARMONIC)
        return acos(-dot(a, b) / sqrt(dot(a, a) * dot(b, b)));
    const struct vector m = cross(a, b), n = cross(b, bond_from(system, i + 2));
    return acos(dot(m, n) / sqrt(dot(m, m) * dot(n, n)));
}

/** Returns the distance of the terms of a form from their Boltzmann distribution. */
static double distance_of_terms(const struct system *system, enum form form, double weight(double),
                                double from, double to)
{
    double *value = malloc((size_t)system->bonded_count * sizeof *value);
    int64_t count = 0;
    assert_non_null(value);
    for (int64_t t = 0; t < system->bonded_count; t++)
        if (system->bonded[t].form == OWN_FORMS + (int)form)
            value[count++] = value_of(system, form, system->bonded[t].member[0]);
    const double distance = distance_of(value, count, weight, from, to);
    free(value);
    return distance;
}

/*
 * Tests system I of the paper: 64 chains in a box that is not a cube. It consists of copies of 8
 * chains with 2,400 terms of each form. In 95 % of cases, a sample of this size is within 1.36 /
 * 2400^1/2 = 0.028 of the true distribution.
 */
LONG_TEST(chains_of_the_paper_have_the_distributions_of_boltzmann)
{
    struct system_spec spec = spec_of("chains", 19200);
    const double box[3] = {10, 10, 16}, pi = acos(-1);
    memcpy(spec.box, box, sizeof box);
    spec.density = 12;
    struct system system = chains_of(&spec);
    counts_are(&system, 19136, 19072, 19008);
    terms_join_beads_of_a_chain(&system, LONG);
    for (int d = 0; d < 3; d++)
        assert_near(system.box[d], box[d], 0);
    const double bond = distance_of_terms(&system, FORM_BOND_HARMONIC, weight_of_bond, 0.12, 0.19);
    const double angle = distance_of_terms(&system, FORM_ANGLE_HARMONIC, weight_of_angle, 0, pi);
    const double dihedral =
        distance_of_terms(&system, FORM_DIHEDRAL_PERIODIC, weight_of_dihedral, 0, pi);
    print_message("cumulative distributions are off by %.3f (bonds), %.3f (angles), %.3f "
                  "(dihedrals)\n",
                  bond, angle, dihedral);
    assert_near(bond, 0, 0.04);
    assert_near(angle, 0, 0.04);
    assert_near(dihedral, 0, 0.04);
    system_free(&system);
}

/* Checks that bonds and angles have a mean energy of kT / 2 each. */
static void chains_have_the_temperature(struct system *system, int length)
{
    const struct set_model model = polyethylene();
    struct reference found = evaluated(reference_by_cells, system, &model);
    const double chains = (double)(system->n / length);
    const double bond = found.terms[BOND] / chains / (length - 1) / temperature;
    const double angle = found.terms[ANGLE] / chains / (length - 2) / temperature;
    const double dihedral = found.terms[DIHEDRAL] / chains / (length - 3) / temperature;
    print_message(
        "%d beads: a bond has %.3f kT, an angle %.3f, a dihedral %.3f (%.3f), lj per bead "
        "%.3f\n",
        (int)system->n, bond, angle, dihedral, boltzmann_dihedral() / temperature,
        found.terms[LJ] / (double)system->n / temperature);
    assert_near(bond, 0.5, 0.05);
    assert_near(angle, 0.5, 0.05);
    assert_near(dihedral, boltzmann_dihedral() / temperature, 0.06);
    reference_free(&found);
}

/* Tests copies of a small system, without some of the chains; no bond is broken at faces. */
LONG_TEST(copies_are_whole_and_do_not_overlap)
{
    struct system system = chains(19500);
    for (int64_t i = 1; i < system.n; i++) {
        const double length = distance_between(&system, i - 1, i);
        assert_true(i % LONG == 0 || (length > 0.135 && length < 0.171));
    }
    const double least = least_distance(&system, LONG);
    print_message("the least distance is %.4f nm\n", least);
    assert_true(least > 0.25);
    chains_have_the_temperature(&system, LONG);
    system_free(&system);
}

LONG_TEST(small_systems_are_in_equilibrium)
{
    struct system system = chains(2400);
    chains_have_the_temperature(&system, LONG);
    system_free(&system);
}

static double energy_of(struct system *system)
{
    const struct set_model model = polyethylene();
    struct reference found = evaluated(reference_by_pairs, system, &model);
    const double energy = found.energy;
    reference_free(&found);
    return energy;
}

/* Tests beads at both ends of a chain, next to the ends, and in its middle. */
TEST(forces_are_gradients_and_cancel)
{
    static const int64_t beads[] = {0, 1, 2, 3, 15, 27, 28, 29, 30, 77};
    const struct set_model model = polyethylene();
    struct system system = chains(150);
    struct reference found = evaluated(reference_by_pairs, &system, &model);
    const double *force[3] = {found.x, found.y, found.z};
    double *at[3] = {system.x, system.y, system.z}, net[3] = {0}, size2 = 0;
    const double step = 1e-6;
    for (int64_t i = 0; i < system.n; i++)
        for (int d = 0; d < 3; d++) {
            net[d] += force[d][i];
            size2 += force[d][i] * force[d][i] / (double)system.n;
        }
    for (int d = 0; d < 3; d++)
        assert_near(net[d], 0, 1e-11 * sqrt(size2));
    for (size_t k = 0; k < sizeof beads / sizeof *beads; k++)
        for (int d = 0; d < 3; d++) {
            double *x = &at[d][beads[k]];
            const double from = *x;
            *x = system_wrap(from + step, system.box[d]);
            const double above = energy_of(&system);
            *x = system_wrap(from - step, system.box[d]);
            const double below = energy_of(&system);
            *x = from;
            assert_near(force[d][beads[k]], (below - above) / (2 * step), 1e-6 * sqrt(size2));
        }
    reference_free(&found);
    system_free(&system);
}

/*
 * The forces from one kind of term are the difference of two results, with the terms of this kind
 * and without them. Molecules do not cross faces, so that torques about the origin are
 * well-defined.
 */
TEST(each_kind_of_term_has_no_net_force_and_torque)
{
    const struct set_model model = polyethylene();
    struct system_spec spec = spec_of("chains", 150);
    spec.kept = KEPT_NONE;
    struct system none = chains_of(&spec);
    struct reference pairs = evaluated(reference_by_pairs, &none, &model);
    for (int kept = KEPT_BONDS; kept <= KEPT_DIHEDRALS; kept++) {
        spec.kept = kept;
        struct system system = chains_of(&spec);
        struct reference found = evaluated(reference_by_pairs, &system, &model);
        struct vector at = vector(0, 0, 0), net = at, torque = at;
        double size = 0;
        assert_true(found.terms[BOND + kept - KEPT_BONDS] > 0);
        for (int64_t i = 0; i < system.n; i++) {
            const struct vector f =
                vector(found.x[i] - pairs.x[i], found.y[i] - pairs.y[i], found.z[i] - pairs.z[i]);
            at = i % SHORT == 0 ? vector(system.x[i], system.y[i], system.z[i])
                                : plus(at, bond_from(&system, i - 1));
            net = plus(net, f);
            torque = plus(torque, cross(at, f));
            size += sqrt(dot(f, f));
        }
        assert_near(sqrt(dot(net, net)), 0, 1e-12 * size);
        assert_near(sqrt(dot(torque, torque)), 0, 1e-11 * size);
        reference_free(&found);
        system_free(&system);
    }
    reference_free(&pairs);
    system_free(&none);
}

static void same_terms(const struct reference *a, const struct reference *b)
{
    for (int t = 0; t < TERMS; t++) {
        assert_true(isfinite(a->terms[t]) && a->terms[t] != 0);
        assert_near(a->terms[t], b->terms[t], 1e-10 * fabs(a->terms[t]));
    }
    assert_near(a->virial, b->virial, 1e-10 * a->virial_size);
    assert_int_equal(a->pairs_in_cutoff, b->pairs_in_cutoff);
}

TEST(energies_stay_when_all_beads_move)
{
    const struct set_model model = polyethylene();
    struct system system = chains(600);
    struct reference before = evaluated(reference_by_cells, &system, &model);
    struct reference by_pairs = evaluated(reference_by_pairs, &system, &model);
    same_terms(&before, &by_pairs);
    for (int64_t i = 0; i < system.n; i++) {
        system.x[i] += 0.4 * system.box[0];
        system.y[i] += 7.1 * system.box[1];
        system.z[i] -= 0.3 * system.box[2];
    }
    system_wrap_all(&system);
    struct reference after = evaluated(reference_by_cells, &system, &model);
    same_terms(&before, &after);
    reference_free(&before);
    reference_free(&by_pairs);
    reference_free(&after);
    system_free(&system);
}

/** Returns the change of the total energy since the start, in kT per bead. */
static double energy_error(double fs, double time)
{
    const struct set_model model = model_with("polyethylene", "cutoff", "1.2");
    struct system system = chains(600);
    struct dynamics dynamics = {.system = &system,
                                .model = model.model,
                                .constants = model.constants,
                                .range = model.range,
                                .skin = 0.2,
                                .dt = fs / model.model->time.own,
                                .thermostat = {.temperature = temperature, .seed = 5}};
    struct motion_energies energies;
    struct error error;
    double total[2];
    assert_good(dynamics_start(&dynamics, &error));
    for (int k = 0; k < 2; k++) {
        if (k > 0 && !dynamics_run(&dynamics, llround(time / fs), &error))
            fail_msg("%s", error.text);
        dynamics_energies(&dynamics, &energies);
        total[k] = energies.potential + energies.translation;
    }
    dynamics_free(&dynamics);
    system_free(&system);
    return (total[1] - total[0]) / temperature / 600;
}

LONG_TEST(chains_conserve_their_energy)
{
    const double longer = energy_error(1, 200), shorter = energy_error(0.5, 200);
    print_message("the energy is off by %.2e kT per bead, %.2e in steps half as long\n", longer,
                  shorter);
    assert_near(longer, 0, 2e-3);
    assert_near(shorter, 0, 1e-3);
}

TEST(bytes_depend_on_the_seed_alone)
{
    struct system_spec spec = spec_of("chains", 150);
    const int most = omp_get_max_threads();
    const char *cache = getenv("PAIRLANES_CACHE");
    char kept[PATH_LENGTH];
    snprintf(kept, sizeof kept, "%s", cache != NULL ? cache : "");
    setenv("PAIRLANES_CACHE", "/dev/null/none", 1);
    omp_set_num_threads(1);
    struct system one = created(&spec);
    omp_set_num_threads(2);
    struct system two = created(&spec);
    omp_set_num_threads(most);
    spec.seed = 2;
    struct system other = created(&spec);
    if (cache != NULL)
        setenv("PAIRLANES_CACHE", kept, 1);
    else
        unsetenv("PAIRLANES_CACHE");
    assert_string_equal(one.hash, two.hash);
    assert_string_not_equal(other.hash, one.hash);
    system_free(&one);
    system_free(&two);
    system_free(&other);
}

TEST(refuses_systems_without_chains)
{
    struct system_spec spec = spec_of("chains", 1001);
    not_created(&spec, "n: expected a multiple of 30 beads of chains, 150 or more, found 1001; the "
                       "nearest are 990 and 1020");
    spec.n = 90;
    not_created(&spec, "the nearest is 150");
    spec.n = 600;
    spec.density = 40;
    not_created(&spec, "density: expected 5 to 15 beads per nm^3 of polyethylene, found 40");
    spec.density = 10.547;
    spec.temperature = 0.6;
    not_created(&spec, "temperature: expected 2 to 10 kJ/mol");
    spec = spec_of("chains", 600);
    spec.chain = 90;
    not_created(&spec, "n: expected a multiple of 90 beads of chains, 150 or more, found 600; the "
                       "nearest are 540 and 630");
    spec.chain = 100;
    spec.box[0] = spec.box[1] = spec.box[2] = 3.9;
    not_created(&spec, "density: expected none in addition to box");
    spec.box[0] = 2;
    spec.density = 600 / (2 * 3.9 * 3.9);
    not_created(&spec, "box: expected edges of 2.4 nm or more");
    spec = spec_of("fluid", 600);
    spec.chain = 100;
    not_created(&spec, "chain: expected none for builder fluid, which has its own");
}

TESTS_MAIN(NULL, NULL)
