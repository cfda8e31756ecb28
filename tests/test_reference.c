/*
 * Compares the reference forces and the Lennard-Jones model with published and independent numbers.
 */
#include "tests/support.h"

#include "harness/base/random.h"
#include "harness/particles/system_spec.h"

#include <math.h>
#include <omp.h>
#include <string.h>

static void assert_relative(double found, double expected, double relative)
{
    if (!(fabs(found - expected) <= relative * fabs(expected)))
        fail_msg("found %.17g, expected %.17g (relative %g)", found, expected, relative);
}

TEST(nist_energies_and_virials)
{
    /*
     * energy U and virial W: five digits are published, the other digits are from an independent
     * program
     */
    static const struct {
        int configuration;
        const char *cutoff, *shift;
        double published_energy, published_virial, energy, virial;
    } rows[] = {
        {1, "3", "none", -4.3515e3, -5.6867e2, -4351.540195, -568.665465},
        {1, "4", "none", -4.4675e3, -1.2639e3, -4467.495725, -1263.883372},
        {1, "3", "force", -3.8709e3, 3.1754e2, -3870.924886, 317.538346},
        {2, "3", "none", -6.9000e2, -5.6846e2, -690.004045, -568.457341},
        {2, "4", "none", -7.0460e2, -6.5599e2, -704.603320, -655.987561},
        {2, "3", "force", -6.2012e2, -4.4533e2, -620.119861, -445.331050},
        {4, "3", "none", -1.6790e1, -4.6249e1, -16.790321, -46.249197},
        {4, "4", "none", -1.7060e1, -4.7869e1, -17.060453, -47.868828},
        {4, "3", "force", -1.5001e1, -4.3096e1, -15.001402, -43.096006},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char name[64], path[PATH_LENGTH], printed[32], published[32];
        snprintf(name, sizeof name, "lj_nist/lj_sample_config_periodic%d.txt",
                 rows[k].configuration);
        refdata(name, path);
        struct system system = created(&(struct system_spec){.file = path});
        struct set_model model = lj(rows[k].cutoff, rows[k].shift);
        struct reference found = evaluated(reference_by_cells, &system, &model);

        snprintf(printed, sizeof printed, "%.4e", found.energy);
        snprintf(published, sizeof published, "%.4e", rows[k].published_energy);
        assert_string_equal(printed, published);
        snprintf(printed, sizeof printed, "%.4e", found.virial);
        snprintf(published, sizeof published, "%.4e", rows[k].published_virial);
        assert_string_equal(printed, published);
        assert_true(fabs(found.energy - rows[k].energy) < 6e-7);
        assert_true(fabs(found.virial - rows[k].virial) < 6e-7);
        reference_free(&found);
        system_free(&system);
    }
}

/**
 * Reads the positions of an oxDNA configuration: three header lines, then lines that begin with a
 * position.
 */
static struct system read_oxdna(const char *path, int64_t n, double box)
{
    struct system system;
    struct error error;
    char line[1024];
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    assert_true(system_allocate(n, &system, &error));
    for (int k = 0; k < 3; k++) {
        system.box[k] = box;
        assert_non_null(fgets(line, sizeof line, stream));
    }
    for (int64_t i = 0; i < n; i++) {
        assert_non_null(fgets(line, sizeof line, stream));
        char *cursor = line;
        system.x[i] = system_wrap(strtod(cursor, &cursor), box);
        system.y[i] = system_wrap(strtod(cursor, &cursor), box);
        system.z[i] = system_wrap(strtod(cursor, &cursor), box);
    }
    fclose(stream);
    return system;
}

TEST(oxdna_energy)
{
    char path[PATH_LENGTH];
    refdata("lj_oxdna/init_conf.dat", path);
    struct system system = read_oxdna(path, 1000, 14);
    struct set_model model = lj("2.5", "energy");
    struct reference found = evaluated(reference_by_cells, &system, &model);
    assert_relative(found.energy / 1000, -2.11433025210781, 1e-13);
    reference_free(&found);
    system_free(&system);
}

/** Returns a face-centred cubic lattice of 4 c^3 particles. */
static struct system lattice(int c, double density)
{
    static const double basis[4][3] = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
    struct system system;
    struct error error;
    double edge = cbrt(4 / density);
    assert_true(system_allocate(4 * c * c * c, &system, &error));
    for (int d = 0; d < 3; d++)
        system.box[d] = c * edge;
    for (int i = 0; i < system.n; i++) {
        const int cell[3] = {i / 4 % c, i / 4 / c % c, i / 4 / c / c};
        system.x[i] = edge * (cell[0] + basis[i % 4][0]);
        system.y[i] = edge * (cell[1] + basis[i % 4][1]);
        system.z[i] = edge * (cell[2] + basis[i % 4][2]);
    }
    return system;
}

TEST(lammps_melt_lattice)
{
    struct system system = lattice(20, 0.8442);
    static const struct {
        const char *shift;
        double energy;
    } rows[] = {{"none", -6.773368053252955}, {"energy", -6.332811992580956}};
    for (int k = 0; k < 2; k++) {
        struct set_model model = lj("2.5", rows[k].shift);
        struct reference found = evaluated(reference_by_cells, &system, &model);
        assert_relative(found.energy / 32000, rows[k].energy, 1e-12);
        assert_int_equal(found.pairs_in_cutoff, 32000 * 54 / 2);
        /* the published pressure includes the kinetic part at temperature 1.44 */
        double volume = system.box[0] * system.box[1] * system.box[2];
        double kinetic = 31999 * 1.44 / volume;
        assert_true(fabs(kinetic + found.virial / (3 * volume) + 5.0197073) < 1e-6);
        reference_free(&found);
    }
    system_free(&system);
}

/** Returns the energy of particle i after it has moved along axis d by a step. */
static double moved_energy(struct system *system, const struct set_model *model, int64_t i, int d,
                           double by)
{
    double *coordinate = d == 0 ? system->x : d == 1 ? system->y : system->z;
    double before = coordinate[i];
    coordinate[i] = system_wrap(before + by, system->box[d]);
    struct reference moved = evaluated(reference_by_cells, system, model);
    double energy = moved.energy;
    coordinate[i] = before;
    reference_free(&moved);
    return energy;
}

/** Returns true if the step of particle i may move a particle across the cut-off. */
static bool near_cutoff(const struct system *system, const struct set_model *model, int64_t i,
                        double step)
{
    for (int64_t j = 0; j < system->n; j++) {
        double x = nearest_image(system->x[j] - system->x[i], system->box[0]);
        double y = nearest_image(system->y[j] - system->y[i], system->box[1]);
        double z = nearest_image(system->z[j] - system->z[i], system->box[2]);
        if (fabs(sqrt(x * x + y * y + z * z) - model->range) < 2 * step)
            return true;
    }
    return false;
}

TEST(forces_are_the_negative_gradient)
{
    const double step = 1e-4;
    struct system system = fluid(150, 0.5, 1.8, 3);
    static const char *const shifts[] = {"none", "energy", "force"};
    for (int s = 0; s < 3; s++) {
        struct set_model model = lj("2.5", shifts[s]);
        struct reference found = evaluated(reference_by_cells, &system, &model);
        const double *const force[3] = {found.x, found.y, found.z};
        int compared = 0;
        for (int64_t i = s; i < system.n; i += 3) {
            if (near_cutoff(&system, &model, i, step))
                continue;
            for (int d = 0; d < 3; d++) {
                /* central differences with an error of fourth order in the step */
                double first = moved_energy(&system, &model, i, d, step) -
                               moved_energy(&system, &model, i, d, -step);
                double second = moved_energy(&system, &model, i, d, 2 * step) -
                                moved_energy(&system, &model, i, d, -2 * step);
                double gradient = (8 * first - second) / (12 * step);
                assert_true(fabs(force[d][i] + gradient) < 1e-7 * (1 + fabs(gradient)));
            }
            compared++;
        }
        assert_true(compared > 30);
        reference_free(&found);
    }
    system_free(&system);
}

/** Returns the reference of two particles in a wide box, at a distance of r along x. */
static struct reference pair_at(double r, const struct set_model *model)
{
    struct system system;
    struct error error;
    assert_true(system_allocate(2, &system, &error));
    for (int d = 0; d < 3; d++)
        system.box[d] = 20;
    system.x[0] = system.y[0] = system.z[0] = system.y[1] = system.z[1] = 10;
    system.x[1] = 10 + r;
    struct reference found = evaluated(reference_by_pairs, &system, model);
    system_free(&system);
    return found;
}

TEST(shifts_do_what_they_say_at_the_cutoff)
{
    static const struct {
        const char *shift;
        double energy, force; /* just inside 2.5: energy, and force on the right-hand particle */
    } rows[] = {
        {"none", -0.016316891136, -0.0389994774}, {"energy", 0, -0.0389994774}, {"force", 0, 0}};
    for (int k = 0; k < 3; k++) {
        struct set_model model = lj("2.5", rows[k].shift);
        struct reference inside = pair_at(2.5 - 1e-9, &model), outside = pair_at(2.5, &model);
        assert_true(fabs(inside.energy - rows[k].energy) < 1e-9);
        assert_true(fabs(inside.x[1] - rows[k].force) < 1e-8);
        assert_true(inside.x[0] == -inside.x[1]);
        assert_int_equal(inside.pairs_interacting, 1);
        assert_true(outside.energy == 0 && outside.x[0] == 0 && outside.pairs_in_cutoff == 0);
        reference_free(&inside);
        reference_free(&outside);
    }
}

TEST(the_minimum_is_where_it_should_be)
{
    struct set_model model = lj("9", "none");
    struct reference minimum = pair_at(pow(2, 1.0 / 6), &model), zero = pair_at(1, &model);
    assert_relative(minimum.energy, -1, 1e-14);
    assert_true(fabs(minimum.x[1]) < 1e-13);
    assert_true(fabs(zero.energy) < 1e-14);
    assert_relative(zero.x[1], 24, 1e-13);
    assert_relative(zero.virial, 24, 1e-13);
    reference_free(&minimum);
    reference_free(&zero);
}

/** Returns a cubic lattice with random displacements, in a box with these edges. */
static struct system jittered(double x, double y, double z, double spacing, uint64_t seed)
{
    struct system system;
    struct error error;
    const double box[3] = {x, y, z};
    int64_t count[3];
    for (int d = 0; d < 3; d++)
        count[d] = (int64_t)(box[d] / spacing);
    assert_true(system_allocate(count[0] * count[1] * count[2], &system, &error));
    for (int d = 0; d < 3; d++)
        system.box[d] = box[d];
    struct random random = random_start(seed, 0);
    for (int64_t i = 0; i < system.n; i++) {
        const int64_t site[3] = {i % count[0], i / count[0] % count[1], i / count[0] / count[1]};
        double *const coordinate[3] = {system.x, system.y, system.z};
        for (int d = 0; d < 3; d++) {
            double place = (double)site[d] + 0.1 * random_uniform(&random);
            coordinate[d][i] = system_wrap(place * box[d] / (double)count[d], box[d]);
        }
    }
    return system;
}

/**
 * Checks that results are equal within `relative`: sums relative to their values, forces relative
 * to their root mean square.
 */
static void assert_same(const struct reference *a, const struct reference *b, double relative)
{
    double difference2 = 0, force2 = 0;
    assert_int_equal(a->n, b->n);
    for (int64_t i = 0; i < a->n; i++) {
        double x = a->x[i] - b->x[i], y = a->y[i] - b->y[i], z = a->z[i] - b->z[i];
        difference2 += x * x + y * y + z * z;
        force2 += b->x[i] * b->x[i] + b->y[i] * b->y[i] + b->z[i] * b->z[i];
    }
    assert_true(sqrt(difference2) <= relative * sqrt(force2));
    assert_relative(a->energy, b->energy, relative);
    assert_relative(a->virial, b->virial, relative);
    assert_int_equal(a->pairs_in_cutoff, b->pairs_in_cutoff);
    assert_int_equal(a->pairs_interacting, b->pairs_interacting);
}

TEST(cells_agree_with_all_pairs)
{
    struct system systems[] = {
        fluid(2, 0.01, 1, 1),          /* two particles, one cell */
        fluid(500, 0.01, 1.44, 1),     /* most cells are empty */
        fluid(108, 0.8442, 1.44, 1),   /* slightly wider than twice the cut-off */
        fluid(3000, 0.8442, 1.44, 1),  /* copies of a box */
        jittered(5, 5, 5, 1, 1),       /* exactly twice the cut-off */
        jittered(7.5, 7.5, 7.5, 1, 2), /* exactly three cells */
        jittered(7.499, 8, 9.999, 1, 3),
        jittered(5, 25, 10, 1.1, 4), /* different numbers of cells along the axes */
        jittered(40, 5.1, 7.6, 2.2, 5),
    };
    for (size_t k = 0; k < sizeof systems / sizeof *systems; k++) {
        struct set_model model = lj("2.5", "energy");
        struct reference cells = evaluated(reference_by_cells, &systems[k], &model);
        struct reference pairs = evaluated(reference_by_pairs, &systems[k], &model);
        assert_same(&cells, &pairs, 1e-12);
        assert_true(systems[k].n == 2 || pairs.pairs_interacting > systems[k].n / 8);
        reference_free(&cells);
        reference_free(&pairs);
        system_free(&systems[k]);
    }
}

LONG_TEST(a_million_particles_agree_with_a_sample_of_sums)
{
    struct system system = fluid(1000000, 0.8442, 1.44, 1);
    struct set_model model = lj("2.5", "energy");
    struct reference found = evaluated(reference_by_cells, &system, &model);
    for (int64_t i = 7; i < system.n; i += 40009) {
        double sum[3] = {0}, magnitude = 0;
        for (int64_t j = 0; j < system.n; j++) {
            const double r[3] = {nearest_image(system.x[j] - system.x[i], system.box[0]),
                                 nearest_image(system.y[j] - system.y[i], system.box[1]),
                                 nearest_image(system.z[j] - system.z[i], system.box[2])};
            struct pair_result pair;
            if (fabs(r[0]) > 2.5 || i == j ||
                !reference_pair(&system, model.model, model.constants, 2.5, i, j, r, &pair))
                continue;
            for (int d = 0; d < 3; d++) {
                sum[d] -= pair.force[d];
                magnitude += fabs(pair.force[d]);
            }
        }
        assert_true(fabs(found.x[i] - sum[0]) < 1e-12 * magnitude);
        assert_true(fabs(found.y[i] - sum[1]) < 1e-12 * magnitude);
        assert_true(fabs(found.z[i] - sum[2]) < 1e-12 * magnitude);
    }
    /* the pressure of the melt is known to be near 5 */
    double volume = system.box[0] * system.box[1] * system.box[2];
    double pressure = 0.8442 * 1.44 + found.virial / (3 * volume);
    assert_true(pressure > 4.6 && pressure < 5.5);
    reference_free(&found);
    system_free(&system);
}

TEST(the_total_force_vanishes)
{
    struct system system = fluid(4000, 0.8442, 1.44, 2);
    struct set_model model = lj("2.5", "energy");
    struct reference found = evaluated(reference_by_cells, &system, &model);
    double net[3] = {0}, magnitude = 0;
    for (int64_t i = 0; i < found.n; i++) {
        net[0] += found.x[i];
        net[1] += found.y[i];
        net[2] += found.z[i];
        magnitude += fabs(found.x[i]);
    }
    for (int d = 0; d < 3; d++)
        assert_true(fabs(net[d]) < 1e-14 * magnitude);
    reference_free(&found);
    system_free(&system);
}

TEST(the_order_of_particles_does_not_matter)
{
    struct system system = fluid(1500, 0.8442, 1.44, 3), reversed;
    struct error error;
    assert_true(system_round(&system, PRECISION_DOUBLE, &reversed, &error));
    int64_t last = system.n - 1;
    for (int64_t i = 0; i <= last; i++) {
        reversed.x[i] = system.x[last - i];
        reversed.y[i] = system.y[last - i];
        reversed.z[i] = system.z[last - i];
    }
    struct set_model model = lj("2.5", "force");
    struct reference found = evaluated(reference_by_cells, &system, &model);
    struct reference other = evaluated(reference_by_cells, &reversed, &model);
    for (int64_t i = 0; i < last - i; i++) {
        double *const force[3] = {other.x, other.y, other.z};
        for (int d = 0; d < 3; d++) {
            double swapped = force[d][i];
            force[d][i] = force[d][last - i];
            force[d][last - i] = swapped;
        }
    }
    assert_same(&other, &found, 1e-13);
    reference_free(&found);
    reference_free(&other);
    system_free(&system);
    system_free(&reversed);
}

TEST(the_origin_of_the_box_does_not_matter)
{
    struct system system = fluid(1500, 0.8442, 1.44, 4), shifted;
    struct error error;
    assert_true(system_round(&system, PRECISION_DOUBLE, &shifted, &error));
    for (int64_t i = 0; i < system.n; i++) {
        shifted.x[i] = system_wrap(system.x[i] + 1.7, system.box[0]);
        shifted.y[i] = system_wrap(system.y[i] - 5.3, system.box[1]);
        shifted.z[i] = system_wrap(system.z[i] + 100.1, system.box[2]);
    }
    struct set_model model = lj("2.5", "energy");
    struct reference found = evaluated(reference_by_cells, &system, &model);
    struct reference other = evaluated(reference_by_cells, &shifted, &model);
    assert_same(&other, &found, 1e-11);
    reference_free(&found);
    reference_free(&other);
    system_free(&system);
    system_free(&shifted);
}

TEST(threads_do_not_change_a_bit)
{
    struct system system = fluid(5000, 0.5, 1.8, 5);
    struct set_model model = lj("2.5", "energy");
    int most = omp_get_max_threads();
    omp_set_num_threads(1);
    struct reference one = evaluated(reference_by_cells, &system, &model);
    for (int threads = 2; threads <= 5; threads++) {
        omp_set_num_threads(threads);
        struct reference many = evaluated(reference_by_cells, &system, &model);
        size_t size = (size_t)system.n * sizeof *many.x;
        assert_memory_equal(many.x, one.x, size);
        assert_memory_equal(many.y, one.y, size);
        assert_memory_equal(many.z, one.z, size);
        assert_true(many.energy == one.energy && many.virial == one.virial);
        reference_free(&many);
    }
    omp_set_num_threads(most);
    reference_free(&one);
    system_free(&system);
}

TEST(refuses_systems_without_forces)
{
    struct system system = jittered(8, 8, 8, 1, 6);
    struct set_model model = lj("2.5", "energy"), wide = lj("4.01", "energy");
    struct reference found;
    struct error error;
    assert_false(
        reference_by_cells(&system, wide.model, wide.constants, wide.range, &found, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "the box edge in x is 8, but has to be at least 8.02"));

    system.x[0] = 0;
    system.y[0] = system.y[300];
    system.z[0] = system.z[300];
    system.x[300] = 1e-60;
    assert_false(
        reference_by_cells(&system, model.model, model.constants, model.range, &found, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "the energy is not finite"));

    system.x[300] = system.x[20];
    system.y[300] = system.y[20];
    system.z[300] = system.z[20];
    evaluate_with *const evaluations[] = {reference_by_cells, reference_by_pairs};
    for (int k = 0; k < 2; k++) {
        assert_false(
            evaluations[k](&system, model.model, model.constants, model.range, &found, &error));
        assert_int_equal(error.code, EXIT_USAGE);
        assert_non_null(strstr(error.text, "lie at the same place"));
        assert_non_null(strstr(error.text, "21"));
        assert_non_null(strstr(error.text, "301"));
        assert_null(found.x);
    }
    system_free(&system);
}

TESTS_MAIN(NULL, NULL)
