/* Tests the reader of oxDNA configurations, with their topology in the same folder. */
#include "tests/reader.h"

#include "harness/physics/shared/rotation.h"

#include <math.h>

/*
 * A configuration of two strands: two bonded nucleotides, and a single nucleotide. Its axes have an
 * error in the fourth digit.
 */
#define OXDNA_BODIES                                                                               \
    "1 2 3 1 0 0 0 0 1 1 2 3 4 5 6\n-1 0 0 0 0 -1 0 1 0 0 0 0 0 0 0\n"                             \
    "21 5 5 0.6002 0.8 0 0 0.0003 1 0 0 0 0 0 2\n"
#define OXDNA_CONFIGURATION "t = 7\nb = 10 20 30\nE = -1 -2 1\n" OXDNA_BODIES
#define OXDNA_TOPOLOGY      "3 2\n1 G -1 1\n1 T 0 -1\n2 C -1 -1\n"

/** Reads an oxDNA configuration with its topology in the same folder. */
static bool read_oxdna(const char *configuration, const char *topology, struct system *system,
                       struct error *error)
{
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/init.top", folder);
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    assert_true(fputs(topology, stream) >= 0);
    assert_int_equal(fclose(stream), 0);
    bool created = read_text("init.dat", configuration, NULL, system, error);
    remove(path);
    return created;
}

TEST(reads_oxdna)
{
    struct system s;
    struct error error;
    assert_good(read_oxdna(OXDNA_CONFIGURATION, OXDNA_TOPOLOGY, &s, &error));
    assert_int_equal(s.n, 3);
    assert_true(s.box[0] == 10 && s.box[1] == 20 && s.box[2] == 30);
    assert_true(s.x[0] == 1 && s.y[0] == 2 && s.z[0] == 3 && s.x[1] == 9 && s.x[2] == 1);
    const int32_t types[] = {2, 3, 1}; /* A C G T */
    assert_memory_equal(s.type, types, sizeof types);
    const struct bonded bond = {0, 0, {1, 0, -1, -1}};
    assert_int_equal(s.bonded_count, 1);
    assert_memory_equal(s.bonded, &bond, sizeof bond);
    for (int k = 0; k < 3; k++)
        assert_true(s.velocity[k] == k + 1 && s.spin[k] == k + 4 && s.velocity[6 + k] == 0);
    /* orientations have the axes of the file, with a1 made orthogonal to a3 */
    const double a1[3][3] = {{1, 0, 0}, {0, 0, -1}, {0.6002, 0.8, -0.00024}};
    const double a3[3][3] = {{0, 0, 1}, {0, 1, 0}, {0, 0.0003, 1}};
    for (int64_t i = 0; i < 3; i++) {
        double along1[3], along3[3];
        rotation_to_body(s.orientation + 4 * i, a1[i], along1);
        rotation_to_body(s.orientation + 4 * i, a3[i], along3);
        assert_near(along1[1] / along1[0], 0, 1e-7);
        assert_near(along1[2] / along1[0], 0, 1e-7);
        assert_near(along3[0] / along3[2], 0, 1e-15);
        assert_near(along3[1] / along3[2], 0, 1e-15);
        assert_true(along1[0] > 0.9 && along3[2] > 0.9);
    }
    system_free(&s);
}

/** A configuration of nucleotides along z at distances of 1, with a3 along z. */
#define OXDNA_COLUMN(momenta)                                                                      \
    "t = 1\nb = 9 9 9\nE = 0 0 0\n1 1 1 1 0 0 0 0 1" momenta "\n1 1 2 1 0 0 0 0 1" momenta         \
    "\n1 1 3 1 0 0 0 0 1" momenta "\n1 1 4 1 0 0 0 0 1" momenta "\n1 1 5 1 0 0 0 0 1" momenta "\n"
#define OXDNA_CHAIN "5 1\n1 A -1 1\n1 C 0 2\n1 G 1 3\n1 T 2 4\n1 T 3 -1\n"

/* Variants of files that oxDNA writes give the same system. */
TEST(reads_the_variants_of_oxdna)
{
    static const struct {
        const char *configuration, *topology;
    } same[] = {
        {OXDNA_COLUMN(""), OXDNA_CHAIN},
        {OXDNA_COLUMN(" 1 2 3 4 5 6") OXDNA_COLUMN(" 1 2 3 4 5 6"), OXDNA_CHAIN},
        {OXDNA_COLUMN(" 1 2 3 4 5 6"), "\xEF\xBB\xBF" OXDNA_CHAIN},
        {"\xEF\xBB\xBF" OXDNA_COLUMN(""), "5 1\n1 a -1 1\n1 c 0 2\n1 g 1 3\n1 t 2 4\n1 t 3 -1\n"},
    };
    struct system whole, s;
    struct error error;
    assert_true(read_oxdna(OXDNA_COLUMN(" 1 2 3 4 5 6"), OXDNA_CHAIN, &whole, &error));
    for (size_t k = 0; k < sizeof same / sizeof *same; k++) {
        if (!read_oxdna(same[k].configuration, same[k].topology, &s, &error))
            fail_msg("%zu: %s", k, error.text);
        assert_string_equal(s.hash, whole.hash);
        assert_int_equal(s.file_parameter_count, k == 1);
        system_free(&s);
    }
    system_free(&whole);
}

/* Neighbors and configuration are reversed in a file that lists strands from 5' to 3'. */
TEST(reads_strands_from_5_to_3)
{
    struct system s;
    struct error error;
    static const char reversed[] =
        "t = 1\nb = 9 9 9\nE = 0 0 0\n1 1 5 1 0 0 0 0 1\n1 1 4 1 0 0 0 0 1\n"
        "1 1 3 1 0 0 0 0 1\n1 1 2 1 0 0 0 0 1\n1 1 1 1 0 0 0 0 1\n";
    assert_true(read_oxdna(reversed, "5 1 5->3\nTTGCa circular=false\n", &s, &error));
    const int32_t types[] = {3, 3, 2, 1, 0}; /* A C G T */
    assert_memory_equal(s.type, types, sizeof types);
    assert_int_equal(s.bonded_count, 4);
    for (int k = 0; k < 4; k++)
        assert_true(s.bonded[k].member[0] == k && s.bonded[k].member[1] == k + 1);
    system_free(&s);

    assert_true(read_oxdna(reversed, "5 2 5->3\nTTG circular=true\nCA\n", &s, &error));
    assert_int_equal(s.bonded_count, 4);
    assert_true(s.bonded[2].member[0] == 2 && s.bonded[2].member[1] == 0);
    system_free(&s);

    assert_false(read_oxdna(OXDNA_COLUMN(""), "5 1 5->3\nTTGCA\n", &s, &error));
    assert_non_null(strstr(error.text, "4 of 4 nucleotides point away from their 5' neighbors"));
    assert_non_null(strstr(error.text, "utils/convert.py"));
}

/*
 * A topology with exchanged neighbors is refused, or only reported if strands are too short for a
 * decision.
 */
TEST(notices_exchanged_neighbors)
{
    static const char exchanged[] = "5 1\n1 A 1 -1\n1 C 2 0\n1 G 3 1\n1 T 4 2\n1 T -1 3\n";
    struct system s;
    struct error error;
    assert_false(read_oxdna(OXDNA_COLUMN(""), exchanged, &s, &error));
    assert_non_null(strstr(error.text, "4 of 4 nucleotides point away from their 5' neighbors"));
    assert_true(read_oxdna("t = 1\nb = 9 9 9\nE = 0 0 0\n1 1 1 1 0 0 0 0 1\n1 1 2 1 0 0 0 0 1\n"
                           "1 1 3 1 0 0 0 0 1\n1 1 4 1 0 0 0 0 1\n1 1 5 1 0 0 0 0 1\n"
                           "1 1 6 1 0 0 0 0 -1\n",
                           "6 1\n1 A 1 -1\n1 C 2 0\n1 G 3 1\n1 T 4 2\n1 T 5 3\n1 T -1 4\n", &s,
                           &error));
    assert_non_null(strstr(s.file_parameters[0].what, "4 of 5 nucleotides point away"));
    system_free(&s);
}

/*
 * Neighbors are 0.5 apart along the axis and rotated by 80 degrees. The distance of their backbones
 * is 1.06 with the sites of oxDNA, and 0.80 with the sites of oxDNA2.
 */
TEST(names_the_version_of_the_model)
{
    static const char topology[] = "2 1\n1 A -1 1\n1 C 0 -1\n";
    struct system s;
    struct error error;
    assert_false(read_oxdna("t = 1\nb = 9 9 9\nE = 0 0 0\n1 1 1 1 0 0 0 0 1\n"
                            "1.6 1.3 1.5 0.17364818 0.98480775 0 0 0 1\n",
                            topology, &s, &error));
    assert_non_null(strstr(error.text, "the backbones are those of oxDNA2"));
    assert_true(read_oxdna("t = 1\nb = 9 9 9\nE = 0 0 0\n1 1 1 1 0 0 0 0 1\n"
                           "1.1 1.3 1.5 0.17364818 0.98480775 0 0 0 1\n",
                           topology, &s, &error));
    system_free(&s);
    /*
     * backbone sites of RNA are shifted by 0.2 along a3: their distance is 0.81, and 1.07 without
     * the shift
     */
    assert_false(read_oxdna("t = 1\nb = 9 9 9\nE = 0 0 0\n1 1 1 1 0 0 0 0 1\n"
                            "1 1.5 1.95 1 0 0 0 -1 0\n",
                            topology, &s, &error));
    assert_non_null(strstr(error.text, "the backbones are those of oxRNA"));
    /*
     * bonds of a wide helix: 0.80 with the sites of both versions; rest lengths are 0.7525 and
     * 0.7564
     */
    char helix[1024] = "t = 1\nb = 9 9 9\nE = 0 0 0\n";
    for (int k = 0; k < 5; k++) {
        const double turn = 0.571 * k, c = cos(turn), n = sin(turn);
        snprintf(helix + strlen(helix), sizeof helix - strlen(helix),
                 "%.9f %.9f %.9f %.9f %.9f 0 0 0 1\n", 5 - 0.85 * c, 5 - 0.85 * n, 1 + 0.39 * k, c,
                 n);
    }
    assert_true(read_oxdna(helix, OXDNA_CHAIN, &s, &error));
    assert_non_null(strstr(s.file_parameters[0].what, "in oxDNA2, by"));
    system_free(&s);
}

TEST(refuses_bad_oxdna)
{
    static const struct {
        const char *configuration, *topology, *complaint;
    } cases[] = {
        {"t = 7\nE = 1\n", OXDNA_TOPOLOGY,
         "init.dat:2: expected a line \"b = …\", found \"E = 1\""},
        {"t = 7\nb = 9 0 9\n", OXDNA_TOPOLOGY, "init.dat:2: expected three positive box edges"},
        {"t = 7\nb = 9 9 9\n", OXDNA_TOPOLOGY, "init.dat:3: the file ends here; expected a line"},
        {"t = 7\nb = 9 9 9\nE = 1\n1 2\n1 2\n", OXDNA_TOPOLOGY,
         "init.dat:4: expected r, a1, a3, v and L of particle 1, 15 finite numbers, but number 3"},
        {"t = 7\nb = 9 9 9\nE = 1\n1 2 3 1 0 0 0 0 1 0 0 0 0 0 0\n"
         "1 2 3 1 0 0 0.0011 0 1 0 0 0 0 0 0\n",
         OXDNA_TOPOLOGY, "init.dat:5: the axes of particle 2 are off from orthonormal by 0.0011"},
        {"t = 7\nb = 9 9 9\nE = 1\n1 2 3 0 0 0 0 0 1 0 0 0 0 0 0\n1 2 3\n", OXDNA_TOPOLOGY,
         "init.dat:4: the axes of particle 1 are off from orthonormal by 1:"},
        {OXDNA_CONFIGURATION, "3 2 3->5\nGT\nC\n",
         "init.top:1: expected the numbers of nucleotides and of strands, and 5->3 if"},
        {OXDNA_CONFIGURATION, "3 2 5->3\nGT\nU\n",
         "init.top:3: expected the base of particle 3, one of A, C, G and T, found \"U\"; U is a "
         "base "
         "of RNA"},
        {OXDNA_CONFIGURATION, "3 2 5->3\nGT\nC type=RNA\n",
         "init.top:3: expected a strand of DNA, found \"type=RNA\""},
        {OXDNA_CONFIGURATION, "3 2 5->3\nGT\n",
         "init.top:3: the file ends here; expected the bases of a strand"},
        {OXDNA_CONFIGURATION, "3 2 5->3\nGT\n\nC\n",
         "init.top:3: expected the bases of a strand, found an empty line"},
        {OXDNA_CONFIGURATION, "3 2 5->3\nGT\nCA\n", "init.top:3: expected 3 bases in all"},
        {OXDNA_CONFIGURATION, "3 2 5->3\nG\nT\n", "init.top:3: expected 3 bases in all, found 2"},
        {OXDNA_CONFIGURATION, "3 3\n1 G -1 1\n1 T 0 -1\n2 C -1 -1\n",
         "init.top:1: expected as many strands as the lines of the nucleotides have, 2, found 3"},
        {"t = 7\nb = 9 9 9\nE = 1\n1 2 3 1 0 0 0 0 1\n1 2 3 1 0 0 0 0\n", OXDNA_TOPOLOGY,
         "init.dat:5: expected r, a1, a3 of particle 2, 9 finite numbers, but number 9"},
        {OXDNA_CONFIGURATION, "4 2\n",
         "init.top:1: the topology has 4 nucleotides, the configuration 3: particle 4 is in only "
         "one of them"},
        {OXDNA_CONFIGURATION, "3 2\n1 G -1 1\n1 T 0 -1\n",
         "init.top:4: the file ends here; expected particle 3 of 3"},
        {OXDNA_CONFIGURATION, OXDNA_TOPOLOGY "2 C -1 -1\n", "init.top:5: expected the end"},
        {OXDNA_CONFIGURATION, "3 2\n1 G -1 1\n1 X 0 -1\n",
         "init.top:3: expected the base of particle 2, one of A, C, G and T, found \"X 0 -1\""},
        {OXDNA_CONFIGURATION, "3 2\n3 G -1 1\n", "init.top:2: expected the strand of particle 1"},
        {OXDNA_CONFIGURATION, "3 2\n1 G -1 3\n",
         "init.top:2: expected the 5' neighbor of particle 1, another one from 0 to 2 or -1"},
        {OXDNA_CONFIGURATION, "3 2\n1 G 0 1\n",
         "init.top:2: expected the 3' neighbor of particle 1, another one from 0 to 2 or -1"},
        {OXDNA_CONFIGURATION, "3 2\n1 G -1 1\n1 T 0 -1\n1 C 0 -1\n",
         "init.top:4: particle 3 has particle 1 as its 3' neighbor, but is not that one's 5'"},
        {OXDNA_CONFIGURATION, "3 2\n1 G -1 1\n1 T -1 -1\n1 C -1 -1\n",
         "init.top:2: particle 1 has particle 2 as its 5' neighbor, but is not that one's 3'"},
        {OXDNA_CONFIGURATION, "3 2\n1 G -1 1\n2 T 0 -1\n2 C -1 -1\n",
         "init.top:3: particle 2 of strand 2 has particle 1 of strand 1 as its 3' neighbor"},
    };
    struct system system;
    struct error error;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        assert_false(read_oxdna(cases[k].configuration, cases[k].topology, &system, &error));
        assert_int_equal(error.code, EXIT_USAGE);
        if (strstr(error.text, cases[k].complaint) == NULL)
            fail_msg("expected \"%s\" in: %s", cases[k].complaint, error.text);
        assert_null(system.x);
    }
    bad("a.oxdna", OXDNA_CONFIGURATION, NULL, "a.top: cannot be read: No such file");
}

/*
 * Compares with the header of oxDNA's own configuration at 20 C, which has the energy per
 * nucleotide.
 */
TEST(a_duplex_has_the_energies_of_oxdna)
{
    char path[PATH_LENGTH], topology[PATH_LENGTH];
    refdata("oxdna1/DSDNA8/init.dat", path);
    refdata("oxdna1/DSDNA8/dsdna8.top", topology);
    struct system s = created(&(struct system_spec){.file = path, .topology = topology});
    double twice = 0;
    for (int64_t k = 0; k < 3 * s.n; k++)
        twice += s.velocity[k] * s.velocity[k] + s.spin[k] * s.spin[k];
    assert_near(twice / (2 * (double)s.n), 0.245750222162395, 1e-14);

    struct set_model oxdna = {.model = model_find("oxdna")};
    struct error error;
    double parameters[MODEL_PARAMETERS];
    model_defaults(oxdna.model, parameters);
    parameters[model_parameter(oxdna.model, "temperature")] = 293.15 / 3000;
    assert_true(oxdna.model->derive(parameters, oxdna.constants, &error));
    oxdna.range = oxdna.model->range(parameters);
    struct reference reference = evaluated(reference_by_cells, &s, &oxdna);
    double energy = reference.energy / (double)s.n;
    print_message("U / N = %.10g\n", energy);
    /* oxDNA's constants in single precision cause a difference of 5e-8 */
    assert_near(energy, -1.345518556, 1e-7);
    /* oxDNA interpolates the angular functions from tables */
    assert_near(energy, -1.34552000561407, 1e-4);
    reference_free(&reference);
    system_free(&s);
}

TESTS_MAIN(make_folder, remove_folder)
