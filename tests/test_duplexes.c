/*
 * Tests built duplexes of DNA: they are complete, have the right temperature, and are refused if
 * they do not fit.
 */
#include "harness/base/files/cache.h"
#include "harness/base/hash.h"
#include "tests/support.h"
#include <dirent.h>

#include <math.h>
#include <omp.h>
#include <string.h>

static struct system_spec duplexes(int64_t n, uint64_t seed)
{
    return (struct system_spec){
        .builder = "duplexes", .n = n, .density = 0.01608, .temperature = 0.1, .seed = seed};
}

static struct reference reference_of(const struct system *system)
{
    const struct model *model = model_find("oxdna");
    double parameters[MODEL_PARAMETERS], constants[MODEL_CONSTANTS];
    struct reference reference;
    struct error error;
    model_defaults(model, parameters);
    assert_true(model->derive(parameters, constants, &error));
    assert_good(
        reference_by_cells(system, model, constants, model->range(parameters), &reference, &error));
    return reference;
}

/*
 * The energy in oxDNA's runs of the same octamers at 293 K is -1.3797 per nucleotide. Frames
 * contain 66 pairs per duplex in range; 21.8 pairs interact.
 */
LONG_TEST(duplexes_are_those_of_oxdna)
{
    enum { SEEDS = 6 };
    double energy = 0, square = 0, pairs = 0, interacting = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct system_spec spec = duplexes(256, seed);
        struct system system = created(&spec);
        struct reference reference = reference_of(&system);
        double n = (double)system.n, each = reference.energy / n;
        energy += each / SEEDS;
        square += each * each / SEEDS;
        pairs += 16 * (double)reference.pairs_in_cutoff / n / SEEDS;
        interacting += 16 * (double)reference.pairs_interacting / n / SEEDS;
        reference_free(&reference);
        system_free(&system);
    }
    double error = sqrt((square - energy * energy) / (SEEDS - 1));
    print_message("energy per nucleotide %.4f +- %.4f, pairs %.2f, interacting %.2f\n", energy,
                  error, pairs, interacting);
    assert_true(fabs(energy + 1.3797) < 0.02);
    assert_true(fabs(pairs - 66) < 2);
    assert_true(fabs(interacting - 21.8) < 0.5);
}

/**
 * Returns the distance between the backbone sites of two nucleotides, at -0.4 along their first
 * axes.
 */
static double backbone_distance(const struct system *s, int32_t p, int32_t q)
{
    const double *at[3] = {s->x, s->y, s->z};
    double d2 = 0;
    for (int d = 0; d < 3; d++) {
        double axis[2];
        for (int k = 0; k < 2; k++) {
            const double *o = s->orientation + 4 * (int64_t)(k == 0 ? p : q);
            const double a1[3] = {1 - 2 * (o[2] * o[2] + o[3] * o[3]),
                                  2 * (o[1] * o[2] + o[0] * o[3]), 2 * (o[1] * o[3] - o[0] * o[2])};
            axis[k] = a1[d];
        }
        double r = nearest_image(at[d][q] - at[d][p], s->box[d]) - 0.4 * (axis[1] - axis[0]);
        d2 += r * r;
    }
    return sqrt(d2);
}

LONG_TEST(many_duplexes_are_whole)
{
    const int64_t n = 16 * 3000;
    struct system_spec spec = duplexes(n, 2);
    struct system system = created(&spec);
    assert_int_equal(system.bonded_count, n / 16 * 14);
    assert_true(fabs(system_density(&system) / 0.01608 - 1) < 1e-6);
    for (int64_t t = 0; t < system.bonded_count; t++) {
        const int32_t *member = system.bonded[t].member;
        assert_int_equal(member[1], member[0] - 1);
        double distance = backbone_distance(&system, member[0], member[1]);
        assert_true(distance > 0.5025 && distance < 1.0025);
    }
    for (int64_t i = 0; i < n; i++) {
        /* the partner of a base is in the other strand, which runs in the opposite direction */
        int64_t partner = i / 16 * 16 + 15 - i % 16;
        assert_int_equal(system.type[i] + system.type[partner], 3);
        assert_true(system.x[i] == (float)system.x[i] && system.x[i] < system.box[0]);
    }
    struct reference reference = reference_of(&system);
    /* there are no pairs between duplexes, so each duplex has the mean number */
    assert_true(fabs(16 * (double)reference.pairs_in_cutoff / (double)n - 66) < 2);
    reference_free(&reference);
    system_free(&system);
}

/*
 * Counts pairs that take the branches of excluded volume and coaxial stacking, which single
 * duplexes do not take.
 */
static void take_counts(const struct system *system, int64_t counts[2])
{
    static const char *const names[] = {"excluded_volume", "coaxial_stacking"};
    const struct model *model = model_find("oxdna");
    struct reference reference = reference_of(system);
    for (int b = 0; b < 2; b++)
        for (int k = 0; k < model->branch_count; k++)
            if (strcmp(model->branches[k].name, names[b]) == 0)
                counts[b] = reference.branches[k];
    print_message("%d duplexes: %d pairs in range, excluded volume %d, coaxial stacking %d\n",
                  (int)(system->n / 16), (int)reference.pairs_in_cutoff, (int)counts[0],
                  (int)counts[1]);
    reference_free(&reference);
}

LONG_TEST(duplexes_of_a_solution_touch)
{
    int64_t apart[2] = {-1, -1}, mixed[2] = {-1, -1};
    struct system_spec spec = duplexes(4096, 2);
    struct system lattice = created(&spec);
    spec.builder = "solution";
    struct system solution = created(&spec);
    take_counts(&lattice, apart);
    take_counts(&solution, mixed);
    for (int b = 0; b < 2; b++) {
        assert_int_equal(apart[b], 0);
        assert_true(mixed[b] > 0);
    }
    system_free(&lattice);
    system_free(&solution);
}

/* Tests a solution of two copies along each axis, without some of the duplexes. */
LONG_TEST(copies_of_a_solution_are_whole)
{
    struct system_spec spec = duplexes(16 * 515, 1);
    spec.builder = "solution";
    struct system system = created(&spec);
    for (int64_t t = 0; t < system.bonded_count; t++) {
        const int32_t *member = system.bonded[t].member;
        double distance = backbone_distance(&system, member[0], member[1]);
        assert_true(distance > 0.5025 && distance < 1.0025);
    }
    struct reference reference = reference_of(&system); /* fails if energies are not finite */
    assert_true(reference.energy / (double)system.n < -1.2);
    reference_free(&reference);
    system_free(&system);
}

TEST(bytes_depend_on_the_seed_alone)
{
    struct system_spec spec = duplexes(64, 1), other_spec = duplexes(64, 2);
    int most = omp_get_max_threads();
    struct system one = created(&spec), other = created(&other_spec);
    omp_set_num_threads(1);
    struct system same = created(&spec);
    omp_set_num_threads(most);
    assert_string_equal(same.hash, one.hash);
    assert_string_not_equal(other.hash, one.hash);
    system_free(&one);
    system_free(&same);
    system_free(&other);
}

/* Returns equilibrated duplexes that are built with an empty cache in this folder. */
static struct system built_again(const char *folder)
{
    struct system_spec spec = duplexes(32, 4);
    char command[PATH_LENGTH];
    snprintf(command, sizeof command, "rm -f '%s'/*.particles", folder);
    assert_int_equal(system(command), 0);
    return created(&spec);
}

static void is_built_as(const char *folder, const char *hash)
{
    struct system system = built_again(folder);
    assert_string_equal(system.hash, hash);
    system_free(&system);
}

TEST(equilibrated_duplexes_are_cached)
{
    struct system_spec spec = duplexes(32, 4);
    struct system built = created(&spec);
    char folder[] = "/tmp/pairlanes-test-XXXXXX", path[PATH_LENGTH] = "";
    assert_non_null(mkdtemp(folder));
    setenv("PAIRLANES_CACHE", folder, 1);
    is_built_as(folder, built.hash);

    DIR *opened = opendir(folder);
    assert_non_null(opened);
    for (struct dirent *entry; (entry = readdir(opened)) != NULL;)
        if (strstr(entry->d_name, ".system") != NULL)
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    closedir(opened);
    void *bytes;
    size_t size;
    assert_true(cache_read(path, &bytes, &size));
    assert_int_equal(size, 7 * 32 * sizeof(double) + sizeof(struct hash));

    /* a complete file is used: with other positions in the file, the system differs */
    double *values = bytes, first = values[0];
    values[0] += 0.01;
    struct hash sum = hash_of_bytes(bytes, size - sizeof sum);
    memcpy((char *)bytes + size - sizeof sum, &sum, sizeof sum);
    cache_write(path, bytes, size);
    struct system other = built_again(folder);
    assert_string_not_equal(other.hash, built.hash);

    /* a damaged or truncated file is not used */
    values[0] = first + 0.02;
    cache_write(path, bytes, size);
    is_built_as(folder, built.hash);
    cache_write(path, bytes, size / 2);
    is_built_as(folder, built.hash);
    is_built_as(folder, built.hash);

    free(bytes);
    snprintf(path, sizeof path, "rm -r '%s'", folder);
    assert_int_equal(system(path), 0);
    setenv("PAIRLANES_CACHE", "/dev/null/none", 1);
    system_free(&built);
    system_free(&other);
}

TEST(bad_specs_are_refused)
{
    struct system_spec spec = duplexes(100, 1);
    not_created(&spec, "n: expected a multiple of 16, the nucleotides of a duplex, found 100; "
                       "the nearest are 96 and 112");
    spec.n = 160;
    spec.temperature = 0.2;
    not_created(&spec, "temperature: expected 0.01 to 0.11");
    spec.temperature = 0.1;
    spec.density = 0.3;
    not_created(&spec, "density: 0.3 is too high for 10 duplexes");
}

int main(void)
{
    setenv("PAIRLANES_CACHE", "/dev/null/none", 1); /* nothing is cached */
    return tests_run(NULL, NULL);
}
