/*
 * Tests built systems: the same bytes on every machine, a physical fluid, and clear error messages.
 */
#include "harness/base/random.h"
#include "tests/support.h"

#include <math.h>
#include <omp.h>
#include <string.h>

TEST(shares_of_types_are_read_and_satisfied)
{
    static const struct {
        const char *text;
        double upto[2]; /* largest fraction of the first type, and of the first two */
    } rows[] = {{"3:1", {0.75, 1}}, {"0:1", {0, 1}}, {"1:0", {1, 1}}, {"1:0.5:2.5", {0.25, 0.375}}};
    static const char *const wrong[] = {"", "1", "1:", ":1", "-1:2", "nan:1", "0:0", "1:2x", "1,2"};
    struct error error;
    struct type_shares shares;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        int found[2] = {0, 0};
        assert_true(type_shares_read(rows[k].text, &shares, &error));
        assert_string_equal(type_shares_text(&shares).text, rows[k].text);
        for (int i = 0; i < 1000; i++) {
            const int type = type_shares_choose(&shares, (i + 0.5) / 1000);
            found[0] += type < 1;
            found[1] += type < 2;
        }
        for (int t = 0; t < 2; t++)
            assert_int_equal(found[t], (int)(1000 * rows[k].upto[t]));
    }
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        assert_false(type_shares_read(wrong[k], &shares, &error));
}

TEST(bytes_are_the_same_on_every_machine)
{
    static const struct {
        int64_t n;
        double density, temperature;
        uint64_t seed;
        const char *hash;
    } rows[] = {
        {500, 0.8442, 1.44, 1, "945f3875ea68582d1ab5b014e4e34f43"},
        {500, 0.8442, 1.44, 2, "09599aee9ccaef0b3340697323a28291"},
        {200, 0.01, 1.44, 1, "65f090c2a62e1b9901ce8e5107ebadef"},
        {5000, 0.5, 1.8, 1, "f4f39d5c02d0c6fef01f00f581125bd9"}, /* copies of a box */
    };
    int most = omp_get_max_threads();
    for (int threads = 1; threads <= 2; threads++) {
        omp_set_num_threads(threads);
        for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
            struct system system =
                fluid(rows[k].n, rows[k].density, rows[k].temperature, rows[k].seed);
            assert_string_equal(system.hash, rows[k].hash);
            system_free(&system);
        }
    }
    omp_set_num_threads(most);
}

/*
 * If the bytes change, increase the version in harness/physics/equilibrate.c, and record both sides
 * of ratios again: results are compared only if hashes of particles are equal.
 */
LONG_TEST(builders_with_dynamics_end_in_the_same_bytes)
{
    static const struct {
        const char *builder;
        int64_t n;
        const char *hash;
    } rows[] = {
        {"water", 100, "72a0dd7f80eaa3f084df4e7291ec5f88"},
        {"duplexes", 16, "b3e30dcb771a3d5b9db6f4c5dd908746"},
        {"spce", 192, "347290ad677c6ec9830bbda8117072a8"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const struct system_spec spec = spec_of(rows[k].builder, rows[k].n);
        struct system system = created(&spec);
        assert_string_equal(system.hash, rows[k].hash);
        system_free(&system);
    }
}

TEST(hash_is_of_the_content)
{
    struct system system = fluid(100, 0.1, 1.8, 1), other;
    struct error error;
    struct hasher hash;
    hash_start(&hash);
    hash_bytes(&hash, &system.n, 8);
    hash_bytes(&hash, system.box, 24);
    hash_bytes(&hash, system.x, 800);
    hash_bytes(&hash, system.y, 800);
    hash_bytes(&hash, system.z, 800);
    char text[HASH_TEXT];
    hash_text(hash_end(&hash), text);
    assert_string_equal(system.hash, text);

    system.z[99] = nextafter(system.z[99], 0);
    assert_true(system_round(&system, PRECISION_DOUBLE, &other, &error));
    assert_string_not_equal(other.hash, text);
    system_free(&system);
    system_free(&other);
}

static void assert_single(double value, double box)
{
    assert_true(value >= 0 && value < box);
    assert_true(value == (double)(float)value);
}

TEST(built_systems_are_exact_and_single)
{
    static const struct {
        int64_t n;
        double density;
    } rows[] = {{2, 0.01},   {2, 0.8442},  {3, 1},          {7, 0.3},       {2048, 0.1},
                {2049, 0.1}, {16384, 0.5}, {16385, 0.8442}, {100003, 0.01}, {4001, 0.8442}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct system system = fluid(rows[k].n, rows[k].density, 1.44, 1);
        assert_int_equal(system.n, rows[k].n);
        assert_true(fabs(system_density(&system) / rows[k].density - 1) < 1e-6);
        for (int64_t i = 0; i < system.n; i++) {
            assert_single(system.x[i], system.box[0]);
            assert_single(system.y[i], system.box[1]);
            assert_single(system.z[i], system.box[2]);
        }
        struct system rounded;
        struct error error;
        assert_true(system_round(&system, PRECISION_SINGLE, &rounded, &error));
        assert_string_equal(rounded.hash, system.hash);
        system_free(&rounded);
        system_free(&system);
    }
}

/** Returns the smallest distance of two particles. */
static double nearest_pair(const struct system *system)
{
    double nearest2 = 1e300;
    for (int64_t i = 0; i < system->n; i++) {
        for (int64_t j = 0; j < i; j++) {
            double x = nearest_image(system->x[j] - system->x[i], system->box[0]);
            double y = nearest_image(system->y[j] - system->y[i], system->box[1]);
            double z = nearest_image(system->z[j] - system->z[i], system->box[2]);
            nearest2 = fmin(nearest2, x * x + y * y + z * z);
        }
    }
    return sqrt(nearest2);
}

TEST(nothing_overlaps)
{
    static const struct {
        int64_t n;
        double density, temperature;
    } rows[] = {{108, 0.8442, 1.44}, {1000, 0.8442, 1.44}, {4000, 0.8442, 1.44}, {500, 0.5, 10},
                {4000, 0.5, 1.8},    {4000, 0.01, 1.8},    {1000, 0.9, 0.72}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct system system = fluid(rows[k].n, rows[k].density, rows[k].temperature, 1);
        /* the energy at this distance is 15 kT, which hardly any pair has */
        double s = (1 + sqrt(1 + 15 * rows[k].temperature)) / 2;
        assert_true(nearest_pair(&system) > pow(s, -1.0 / 6));
        system_free(&system);
    }
}

LONG_TEST(energy_is_that_of_the_fluid)
{
    /*
     * energies per particle from molecular dynamics by NIST, cut-off 3 with long-range correction
     */
    static const struct {
        int64_t n;
        double temperature, density, energy;
    } rows[] = {{2000, 0.851, 0.776, -5.517},
                {500, 0.849, 0.860, -6.027},
                {500, 0.851, 0.900, -6.234},
                {12000, 0.851, 0.900, -6.234}};
    struct set_model model = lj("3", "none");
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        double density = rows[k].density;
        struct system system = fluid(rows[k].n, density, rows[k].temperature, 1);
        struct reference found = evaluated(reference_by_cells, &system, &model);
        double correction = 8.0 / 3 * M_PI * density * (pow(3, -9) / 3 - pow(3, -3));
        double energy = found.energy / (double)system.n + correction;
        assert_true(fabs(energy / rows[k].energy - 1) < 0.02);
        reference_free(&found);
        system_free(&system);
    }
}

LONG_TEST(energy_is_that_of_the_gas)
{
    /* U / N is rho / 2 times the integral of u exp(-u / T), to lowest order in the density */
    enum { STEPS = 2000, BOXES = 4 };
    const double temperature = 3, density = 0.04, cutoff = 2.5;
    double shift = 4 * (pow(cutoff, -12) - pow(cutoff, -6)), expected = 0;
    for (int k = 0; k < STEPS; k++) {
        double r = cutoff * (k + 0.5) / STEPS;
        double u = 4 * (pow(r, -12) - pow(r, -6)) - shift;
        expected += density / 2 * u * exp(-u / temperature) * 4 * M_PI * r * r * cutoff / STEPS;
    }
    struct set_model model = lj("2.5", "energy");
    double energy = 0;
    for (uint64_t seed = 1; seed <= BOXES; seed++) {
        struct system system = fluid(2000, density, temperature, seed);
        struct reference found = evaluated(reference_by_cells, &system, &model);
        energy += found.energy / (double)system.n / BOXES;
        reference_free(&found);
        system_free(&system);
    }
    assert_true(fabs(energy / expected - 1) < 0.1);
}

/** Counts particles with a copy at a distance of `edge` along x. */
static int64_t repeated(const struct system *system, double edge)
{
    int64_t found = 0;
    for (int64_t i = 0; i < system->n; i++) {
        double x = system_wrap(system->x[i] + edge, system->box[0]);
        for (int64_t j = 0; j < system->n; j++)
            found += fabs(system->x[j] - x) < 1e-4 && fabs(system->y[j] - system->y[i]) < 1e-4 &&
                     fabs(system->z[j] - system->z[i]) < 1e-4;
    }
    return found;
}

TEST(copies_differ)
{
    struct system system = fluid(8000, 0.8442, 1.44, 1);
    assert_true(repeated(&system, system.box[0] / 2) < 8);
    system_free(&system);
}

TEST(particles_are_in_no_order)
{
    /* particles have to be in random order: neighbors in memory are not neighbors in space */
    struct system system = fluid(8000, 0.8442, 1.44, 1);
    double mean = 0;
    for (int64_t i = 1; i < system.n; i++)
        mean += fabs(nearest_image(system.x[i] - system.x[i - 1], system.box[0])) /
                (double)(system.n - 1);
    assert_true(fabs(mean / system.box[0] - 0.25) < 0.01);
    system_free(&system);
}

TEST(bad_specs_are_refused)
{
    const struct system_spec good = {
        .builder = "fluid", .n = 100, .density = 0.1, .temperature = 1, .seed = 1};
    struct system_spec spec = good;
    spec.n = 1;
    not_created(&spec, "n: expected 2 to 2147483646 particles, found 1");
    spec.n = INT64_C(3000000000);
    not_created(&spec, "n: expected 2 to 2147483646 particles, found 3000000000");
    spec = good;
    spec.density = 0;
    not_created(&spec, "density: expected a positive number of particles per volume, found 0");
    spec = (struct system_spec){
        .builder = "fluid", .n = 500, .density = 2, .temperature = 1.44, .seed = 1};
    not_created(&spec, "density: 2 is too high for a fluid at the temperature 1.44: two particles");
    spec.n = 100;
    spec.temperature = 1;
    spec.density = 2.1;
    not_created(&spec, "density: expected 1e-6 to 2 for a fluid, found 2.1");
    spec.builder = "patchy";
    not_created(&spec, "density: expected 1e-6 to 0.8 for patchy particles, found 2.1");
    spec.density = 0.3;
    spec.temperature = 0.1;
    not_created(&spec, "temperature: expected 0.12 to 10 for patchy particles");
    spec = good;
    spec.density = NAN;
    not_created(&spec, "density: expected a positive number");
    spec.density = INFINITY;
    not_created(&spec, "density: expected a positive number");
    spec = good;
    spec.temperature = -1;
    not_created(&spec, "temperature: expected a positive number (epsilon / k_B), found -1");
    spec.temperature = 1000;
    not_created(&spec, "temperature: expected 0.1 to 100 for a fluid, found 1000");
    spec = good;
    spec.builder = "fluit";
    not_created(&spec, "\"fluit\"; expected one of fluid, patchy, duplexes, solution, bilayer, "
                       "water, spce, chains, antifreeze, popc. Did you mean \"fluid\"?");
}

TEST(rounding_is_to_what_single_stores)
{
    struct system system, rounded;
    struct error error;
    assert_true(system_allocate(2, &system, &error));
    system.box[0] = 10.1;
    system.box[1] = 10;
    system.box[2] = 1.0 / 3;
    system.x[0] = 0.1;
    system.x[1] = nextafter(10.1, 0);
    system.y[0] = nextafter(10, 0); /* rounds to the edge, which is 0 */
    system.y[1] = 5;
    system.z[0] = system.z[1] = 0;
    assert_true(system_round(&system, PRECISION_SINGLE, &rounded, &error));
    assert_true(rounded.box[0] == (double)10.1F && rounded.box[2] == (double)(1.0F / 3));
    assert_true(rounded.x[0] == (double)0.1F && rounded.x[1] < rounded.box[0]);
    assert_true(rounded.y[0] == 0 && rounded.y[1] == 5);
    system_free(&system);
    system_free(&rounded);
}

TEST(boxes_of_twice_the_range_are_wide_enough)
{
    const struct system system = {.n = 2, .box = {5.6, 6, 7}};
    struct error error;
    assert_true(system_check_range(&system, 2.8, &error));
    assert_false(system_check_range(&system, nextafter(2.8, 3), &error));
    assert_int_equal(error.code, EXIT_USAGE);
    const struct system flat = {.n = 2, .box = {9, 8, 5}};
    assert_false(system_check_range(&flat, 2.8, &error));
    assert_non_null(strstr(error.text, "the box edge in z is 5, but has to be at least 5.6"));
}

static struct system patchy(int64_t n, double density, double temperature, uint64_t seed)
{
    const struct system_spec spec = {
        .builder = "patchy", .n = n, .density = density, .temperature = temperature, .seed = seed};
    return created(&spec);
}

/**
 * Returns Delta: a difference of two Mayer functions e^(-U/T) - 1, of two particles with one patch
 * per particle and of bare spheres. It is integrated over distances and averaged over random
 * directions of the second patch.
 */
static double bond_integral(double temperature)
{
    enum { DRAWS = 400000 };
    const double range = 0.18;
    struct random random = random_start(1, 0);
    double sum = 0;
    for (int k = 0; k < DRAWS; k++) {
        double d[3], u[3], d2 = 0, u2 = 0, r2 = 0;
        for (int c = 0; c < 3; c++) {
            d[c] = range * (2 * random_uniform(&random) - 1);
            u[c] = random_normal(&random);
            d2 += d[c] * d[c];
            u2 += u[c] * u[c];
        }
        for (int c = 0; c < 3; c++) {
            double r = (c == 0 ? 0.5 : 0) + d[c] + 0.5 * u[c] / sqrt(u2);
            r2 += r * r;
        }
        if (d2 < range * range)
            sum += (exp(1.001 * exp(-0.5 * pow(d2 / 0.0144, 5)) / temperature) - 1) *
                   exp(-pow(r2, -100) / temperature);
    }
    return sum * 8 * range * range * range / DRAWS;
}

/*
 * Returns the fraction p of bonded patches by Wertheim's first-order theory: M rho Delta (1 - p)^2
 * = p with M patches per particle. Delta is the integral above times the contact value of hard
 * spheres (Carnahan and Starling).
 */
static double bonded_in_theory(int patches, double density, double temperature)
{
    double packing = M_PI / 6 * density;
    double contact = (1 - packing / 2) / pow(1 - packing, 3);
    double a = patches * density * contact * bond_integral(temperature);
    return 1 - (sqrt(1 + 4 * a) - 1) / (2 * a);
}

LONG_TEST(patchy_particles_have_the_bonds_of_equilibrium)
{
    static const struct {
        const char *text;
        int patches;
        double density, temperature;
    } rows[] = {{"2", 2, 0.1, 0.15}, {"2", 2, 0.5, 0.125}, {"3", 3, 0.5, 0.17}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const struct set_model model = model_with("patchy", "patches", rows[k].text);
        const struct system_spec spec = {.builder = "patchy",
                                         .parameter = {rows[k].patches},
                                         .parameter_count = 1,
                                         .n = 500,
                                         .density = rows[k].density,
                                         .temperature = rows[k].temperature,
                                         .seed = 1};
        struct system system = created(&spec);
        struct reference reference = evaluated(reference_by_cells, &system, &model);
        double patches = rows[k].patches * (double)system.n;
        double bonded = 2 * (double)reference.branches[1] / patches;
        double theory = bonded_in_theory(rows[k].patches, rows[k].density, rows[k].temperature);
        /* assumes that pairs of patches are independent */
        double spread = sqrt(theory * (1 - theory) * 2 / patches);
        print_message("%d patches, density %g, T %g: bonded %.3f, in theory %.3f +- %.3f\n",
                      rows[k].patches, rows[k].density, rows[k].temperature, bonded, theory,
                      spread);
        assert_true(fabs(bonded - theory) < 3 * spread);
        double depth = -reference.terms[1] / (double)reference.branches[1];
        assert_true(depth > 0.8 && depth < 1.001);
        reference_free(&reference);
        system_free(&system);
    }
}

LONG_TEST(copies_of_patchy_particles_stay_bonded)
{
    struct system system = patchy(4540, 0.5, 1, 3);
    struct error error;
    const struct model *model = model_find("patchy");
    double parameters[MODEL_PARAMETERS], constants[MODEL_CONSTANTS];
    struct reference reference;
    model_defaults(model, parameters);
    assert_true(model->derive(parameters, constants, &error));
    assert_true(fabs(system_density(&system) - 0.5) < 1e-6);
    assert_true(reference_by_cells(&system, model, constants, model->range(parameters), &reference,
                                   &error));
    /* spheres with the power 200 do not overlap: their repulsion is at most a few kT */
    assert_true(reference.terms[0] / (double)system.n < 1);
    for (int64_t i = 0; i < 4 * system.n; i++)
        assert_true(system.orientation[i] == (float)system.orientation[i]);
    reference_free(&reference);
    system_free(&system);
}

TEST(patchy_bytes_depend_on_the_seed_alone)
{
    int most = omp_get_max_threads();
    struct system one = patchy(2100, 0.3, 1.5, 1);
    omp_set_num_threads(1);
    struct system same = patchy(2100, 0.3, 1.5, 1), other = patchy(2100, 0.3, 1.5, 2);
    omp_set_num_threads(most);
    assert_string_equal(same.hash, one.hash);
    assert_string_not_equal(other.hash, one.hash);
    system_free(&one);
    system_free(&same);
    system_free(&other);
}

int main(void)
{
    setenv("PAIRLANES_CACHE", "/dev/null/none", 1); /* builds even if a system is cached */
    return tests_run(NULL, NULL);
}
