/*
 * Tests readers of configuration files: values from valid files, and messages about invalid ones.
 * Formats of LAMMPS are tested in test_reader_lammps.c, oxDNA's in test_reader_oxdna.c.
 */
#include "tests/reader.h"

#include "harness/particles/file_parameters.h"

TEST(reads_extended_xyz)
{
    struct system system = good("a.xyz", "2\n" LATTICE "\nAr 1 2 3\nAr 3.5 -1 6.25\n");
    assert_int_equal(system.n, 2);
    assert_true(system.box[0] == 4 && system.box[1] == 5 && system.box[2] == 6);
    assert_true(system.x[0] == 1 && system.y[0] == 2 && system.z[0] == 3);
    assert_true(system.x[1] == 3.5 && system.y[1] == 4 && system.z[1] == 0.25);
    system_free(&system);
}

TEST(reads_any_columns_and_line_ends)
{
    struct system system =
        good("frame.txt", "2\r\nfile=\"a Lattice=1\" lattice=\"4 0 0 0 5 0 0 0 6\" pbc=\"T T T\" "
                          "Properties=id:I:1:velo:R:3:pos:R:3:species:S:1 Time=0\r\n"
                          "1 9 9 9\t1 2 3 Ar\r\n2 9 9 9 3 1 2 Ar\r\n\r\n");
    assert_true(system.box[2] == 6);
    assert_true(system.x[0] == 1 && system.y[0] == 2 && system.z[0] == 3);
    assert_true(system.x[1] == 3 && system.y[1] == 1 && system.z[1] == 2);
    system_free(&system);
}

#define TWO_POINTS "Ar 1 2 3\nAr 3 2 1\n"

/* Tests the ways in which ASE writes keys and values, and several frames in a file. */
TEST(reads_keys_as_ase_writes_them)
{
    static const struct {
        const char *content;
        int stated;
    } same[] = {
        {"2\nLattice={4 0 0 0 5 0 0 0 6} pbc=[T, T, T]\n" TWO_POINTS, 0},
        {"2\nlattice = '4 0 0 0 5 0 0 0 6' pbc = {T T T}\n" TWO_POINTS, 0},
        {"2\nLattice=[[4,0,0],[0,5,0],[0,0,6]] pbc=[true, true, true]\n" TWO_POINTS, 0},
        {"2\nnote=\"say \\\"Lattice=1\\\"\" frozen " LATTICE " pbc=T\n" TWO_POINTS, 0},
        {"2\n" LATTICE " pbc='1 1 1' Properties = \"pos:R:3:species:S:1\"\n1 2 3 Ar\n3 2 1 Ar\n",
         0},
        {"2\nProperties={forces:R:3:pos:R:3} " LATTICE "\n9 9 9 1 2 3\n8 8 8 3 2 1\n", 0},
        {"2\nLattice=\"4 3e-16 0 0 5 -4e-16 0 0 6\"\n" TWO_POINTS, 0},
        {"\xEF\xBB\xBF"
         "2\n" LATTICE "\n" TWO_POINTS,
         0},
        {"2\n" LATTICE "\n" TWO_POINTS "2\n" LATTICE "\n" TWO_POINTS, 1},
        {"2\n" LATTICE " Properties=pos:R:3:charge:R:1:velo:R:3\n1 2 3 0 1 1 1\n3 2 1 0 2 2 2\n",
         0},
        {"2\n" LATTICE " Properties=pos:R:3:masses:R:1:mu:R:3\n1 2 3 9 1 1 1\n3 2 1 9 2 2 2\n", 1},
    };
    struct system whole = good("a.xyz", "2\n" LATTICE "\n" TWO_POINTS);
    for (size_t k = 0; k < sizeof same / sizeof *same; k++) {
        struct system s = good("frames", same[k].content);
        if (strcmp(s.hash, whole.hash) != 0)
            fail_msg("%zu is another system", k);
        assert_int_equal(s.file_parameter_count, same[k].stated);
        system_free(&s);
    }
    system_free(&whole);
}

TEST(refuses_keys_that_might_be_mistaken)
{
    static const struct {
        const char *keys, *complaint;
    } cases[] = {
        {LATTICE " isolated=T", "a:2: isolated=T: expected particles that are periodic in all"},
        {LATTICE " vacuum=yes", "a:2: vacuum=yes: expected particles that are periodic in all"},
        {LATTICE " dimensionality=2", "a:2: dimensionality=2: expected particles that are"},
        {LATTICE " pbc = \"T T F\"", "a:2: pbc: expected \"T T T\", periodic in all directions"},
        {LATTICE " pbc='T T F'", "pbc: expected \"T T T\""},
        {LATTICE " pbc={T T F}", "pbc: expected \"T T T\""},
        {LATTICE " pbc=[T, F, F]", "pbc: expected \"T T T\""},
        {LATTICE " pbc=[true, true, false]", "pbc: expected \"T T T\""},
        {LATTICE " pbc=F", "pbc: expected \"T T T\""},
        {LATTICE " pbc=\"T T\"", "pbc: expected \"T T T\""},
        {LATTICE " " LATTICE, "a:2: Lattice is given twice"},
        {LATTICE " note=\"open", "expected the end of a value, a quotation mark or a bracket"},
        {"Lattice=\"4 1e-8 0 0 5 0 0 0 6\"", "expected an orthorhombic box"},
        {LATTICE " Properties=pos:R:3:pos:R:3", "Properties: pos is given twice"},
        {LATTICE " Properties=species:S:1:pos:R:3:q:R:1:charges:R:1",
         "Properties: charge is given twice, as charges"},
        {LATTICE " Properties=species:S:1:pos:R:3:type:I:1",
         "a:3: expected the type of particle 1, a whole number from 0"},
        {LATTICE " Properties=pos:R:3:partial_charges:R:1",
         "a:2: column partial_charges is none of those that are read"},
        {LATTICE " Properties=pos:R:3", "expected the x coordinate"},
        {LATTICE " Properties=species:S:1:pos:R:2", "expected pos:R:3, found pos:R:2"},
    };
    char text[300];
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        snprintf(text, sizeof text, "2\n%s\n" TWO_POINTS, cases[k].keys);
        bad("a", text, NULL, cases[k].complaint);
    }
    bad("a", "2\n" LATTICE "\nAr 1 2 3 4\nAr 3 2 1 4\n", NULL,
        "a:3: expected 4 columns of particle 1, those that Properties names");
    bad("a", "2\n" LATTICE "\n" TWO_POINTS "and more\n", NULL, "a:5: expected the end of the file");
    bad("8.gro", "8\nno keys here\n", NULL, "a config with system.format): extxyz (");
    bad("8.gro", "t= 0.0\n8\n", NULL,
        "(that the format is oxdna is a guess; say which with --format");
    bad("a.xyz", "-5\n", NULL, "(that the format is extxyz is a guess");
    struct system system;
    struct error error; /* no format is guessed, because several fit the first lines */
    assert_false(read_text("a.xyz", "2\nLattice=\"4 5 6\"\n" TWO_POINTS, NULL, &system, &error));
    assert_null(strstr(error.text, "is a guess"));
}

/** Reads one frame of a text for a model. */
static bool read_for(const char *content, const char *model, int64_t frame, struct system *system,
                     struct error *error)
{
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/for.xyz", folder);
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    assert_true(fputs(content, stream) >= 0 && fclose(stream) == 0);
    const struct system_spec spec = {.file = path, .model = model_find(model), .frame = frame};
    const bool read = system_create(&spec, system, error);
    remove(path);
    return read;
}

TEST(reads_a_chosen_frame)
{
    static const char frames[] =
        "2\n" LATTICE "\n" TWO_POINTS "2\n" LATTICE "\nAr 2 2 2\nAr 3 3 3\n\n";
    struct system system;
    struct error error;
    for (int frame = 1; frame <= 2; frame++) {
        assert_true(read_for(frames, "lj", frame, &system, &error));
        assert_near(system.x[0], frame, 0);
        assert_int_equal(system.file_parameter_count, 0);
        system_free(&system);
    }
    assert_false(read_for(frames, "lj", 3, &system, &error));
    assert_non_null(strstr(error.text, "for.xyz: expected a frame from 1 to 2, found 3"));
    assert_false(read_for("-5\n2\n" LATTICE "\n" TWO_POINTS, "lj", 2, &system, &error));
    assert_non_null(
        strstr(error.text, "for.xyz:1: expected the number of particles, found \"-5\""));
    assert_false(
        read_for("9223372036854775807\n" LATTICE "\n" TWO_POINTS, "lj", 2, &system, &error));
    assert_non_null(strstr(error.text, "the file ends here; expected a particle"));
}

TEST(types_are_named_by_the_model)
{
    struct system system;
    struct error error;
    assert_true(read_for("2\n" LATTICE " Properties=type:S:1:pos:R:3:charge:R:1\nC 1 2 3 0.5\n"
                         "OW 3 2 1 -0.5\n",
                         "allatom", 0, &system, &error));
    assert_true(system.type[0] == 2 && system.type[1] == 0 && system.charge[0] == 50000);
    assert_int_equal(system.file_parameter_count, 0);
    system_free(&system);
    assert_true(read_for("2\n" LATTICE "\nC 1 2 3\nOW 3 2 1\n", "allatom", 0, &system, &error));
    assert_true(system.type[0] == 2 && system.type[1] == 0 && system.charge == NULL);
    assert_string_equal(system.file_parameters[0].what,
                        "species are taken for types of model allatom of these names");
    assert_string_equal(system.file_parameters[1].what,
                        "no particle has a charge: there is no column charge:R:1");
    system_free(&system);
    assert_true(read_for("2\n" LATTICE "\nC 1 2 3\nAr 3 2 1\n", "allatom", 0, &system, &error));
    assert_null(system.type);
    system_free(&system);
    assert_false(read_for("2\n" LATTICE " Properties=type:S:1:pos:R:3\nwater 1 2 3\nC 3 2 1\n",
                          "allatom", 0, &system, &error));
    assert_non_null(
        strstr(error.text, "for.xyz:3: particle 1: there is no type of particle called \"water\""));
    bad("a", "2\n" LATTICE " Properties=type:S:1:pos:R:3\nC 1 2 3\nC 3 2 1\n", NULL,
        "several models have a type of particle called \"C\": name one with --model");
    assert_false(read_for("2\n" LATTICE " Properties=type:I:1:pos:R:3\n1 1 2 3\n1 3 2 1\n", "lj", 0,
                          &system, &error));
    assert_non_null(
        strstr(error.text, "expected a type of model lj for particle 1, from 0 to 0, found 1"));
}

/** Checks the message about particles of lj that are too close. */
static void check_near_particles(const char *particles, const char *expected)
{
    const struct model *lj = model_find("lj");
    double parameters[MODEL_PARAMETERS];
    char content[200], reported[512];
    struct system system;
    struct error error;
    model_defaults(lj, parameters);
    snprintf(content, sizeof content, "3\n" LATTICE "\nAr 2 2 2\n%s", particles);
    assert_true(read_for(content, "lj", 0, &system, &error));
    assert_int_equal(file_parameters_differ(&system, lj, parameters, reported, sizeof reported),
                     expected != NULL);
    if (expected != NULL && strstr(reported, expected) == NULL)
        fail_msg("expected \"%s\" in: %s", expected, reported);
    system_free(&system);
}

TEST(particles_that_are_too_near_are_noted)
{
    check_near_particles("Ar 1 1 1\nAr 1.11 1 1\n", NULL);
    check_near_particles("Ar 1 1 1\nAr 1.09 1 1\n",
                         "particles 2 and 3 are 0.09 apart, less than a tenth of the smallest "
                         "sigma, 1");
    /* close particles across a face are found; the closest pair is reported */
    check_near_particles("Ar 3.99 1 1\nAr 0.01 1 1\n", "particles 2 and 3 are 0.02 apart");
    check_near_particles("Ar 2 2 2.05\nAr 2 2 2.04\n", "particles 2 and 3 are 0.01 apart");
}

TEST(formats_of_other_compressors_are_named)
{
    static const char *const starts[][2] = {{"\xFD"
                                             "7zXZ",
                                             "xz"},
                                            {"BZh91AY", "bzip2"},
                                            {"\x28\xB5\x2F\xFD", "zstd"},
                                            {"PK\x03\x04", "zip"}};
    char complaint[80];
    for (size_t k = 0; k < sizeof starts / sizeof *starts; k++) {
        snprintf(complaint, sizeof complaint, "this is compressed by %s; unpack it,", starts[k][1]);
        bad("a", starts[k][0], NULL, complaint);
    }
}

TEST(reads_nist)
{
    struct system system = good("a.txt", "  8.0E+00 8 8\n  2\n 1 1.5 -1 4\n 2 -4 0 3.75\n");
    assert_int_equal(system.n, 2);
    assert_true(system.x[0] == 1.5 && system.y[0] == 7 && system.z[0] == 4);
    assert_true(system.x[1] == 4 && system.y[1] == 0 && system.z[1] == 3.75);
    system_free(&system);
}

TEST(wrapped_coordinates_lie_in_the_box)
{
    struct system system = good(
        "a.xyz", "3\n" LATTICE "\nAr -1e-20 5 -0\nAr 4 -5 -6e6\nAr -4e6 4.9999999999999999 6\n");
    for (int64_t i = 0; i < system.n; i++) {
        assert_true(system.x[i] >= 0 && system.x[i] < 4);
        assert_true(system.y[i] >= 0 && system.y[i] < 5);
        assert_true(system.z[i] >= 0 && system.z[i] < 6);
    }
    system_free(&system);
}

TEST(the_path_decides_if_the_content_is_ambiguous)
{
    bad("a.xyz", "8 8 8\n2\n1 0 0 0\n2 1 1 1\n", NULL, "a.xyz:1: expected the number of particles");
    struct system system;
    struct error error;
    assert_true(read_text("a.xyz", "8 8 8\n2\n1 0 0 0\n2 1 1 1\n", "nist", &system, &error));
    system_free(&system);
}

TEST(refuses_bad_extended_xyz)
{
    bad("a.xyz", "", NULL, "a.xyz:1: the file ends here; expected the number of particles");
    bad("a.xyz", "two\n", NULL, "a.xyz:1: expected the number of particles, found \"two\"");
    bad("a.xyz", "2.5\n", NULL, "a.xyz:1: expected the number of particles, found \"2.5\"");
    bad("a.xyz", "1\n" LATTICE "\nAr 1 1 1\n", NULL, "a.xyz:1: expected 2 to ");
    bad("a.xyz", "-5\n" LATTICE "\n", NULL, "a.xyz:1: expected 2 to ");
    bad("a.xyz", "99999999999\n" LATTICE "\n", NULL, "a.xyz:1: expected 2 to ");
    bad("a.xyz", "2\n", NULL, "a.xyz:2: the file ends here; expected a line with Lattice");
    bad("a.xyz", "2\ncomment\nAr 1 1 1\nAr 2 2 2\n", NULL, "a.xyz:2: expected Lattice=");
    bad("a.xyz", "2\nLattice=\"4 0 0 0 5 0 0 0\"\n", NULL, "a.xyz:2: Lattice: expected nine");
    bad("a.xyz", "2\nLattice=\"4 0 0 0 5 0 0 0 6 7\"\n", NULL, "a.xyz:2: Lattice: expected nine");
    bad("a.xyz", "2\nLattice=\"4 0 0 0 inf 0 0 0 6\"\n", NULL, "Lattice: expected nine finite");
    bad("a.xyz", "2\nLattice=\"4 0 0 1 5 0 0 0 6\"\n", NULL, "expected an orthorhombic box");
    bad("a.xyz", "2\nLattice=\"4 0 0 0 -5 0 0 0 6\"\n", NULL, "expected positive box edges");
    bad("a.xyz", "2\n" LATTICE " pbc=\"T T F\"\n", NULL, "a.xyz:2: pbc: expected \"T T T\"");
    bad("a.xyz", "2\n" LATTICE " Properties=species:S:1\n", NULL, "expected the positions");
    bad("a.xyz", "2\n" LATTICE " Properties=\n", NULL, "expected the positions");
    bad("a.xyz", "2\n" LATTICE " Properties=species:S\n", NULL, "name:type:columns triples");
    bad("a.xyz", "2\n" LATTICE " Properties=pos:R:2\n", NULL, "expected pos:R:3, found pos:R:2");
    bad("a.xyz", "2\n" LATTICE " Properties=pos:R:3:type:L:1\n", NULL,
        "expected type:I:1, found type:L:1");
    bad("a.xyz", "2\n" LATTICE " Properties=pos:R:3:orientation:R:3\n", NULL,
        "expected orientation:R:4, found orientation:R:3");
    bad("a.xyz", "2\n" LATTICE " Properties=pos:R:3:type:I:1\n1 1 1 -1\n", NULL,
        "a.xyz:3: expected a type of any model for particle 1, from 0 to 15, found -1");
    bad("a.xyz", "2\n" LATTICE " Properties=pos:R:3:type:I:1\n1 1 1 94967297\n", NULL,
        "a.xyz:3: expected a type of any model for particle 1, from 0 to 15, found 94967297");
    bad("a.xyz", "2\n" LATTICE " Properties=pos:R:3:type:I:1\n1 1 1 0\n1 1\n", NULL,
        "a.xyz:4: expected the z coordinate of particle 2");
    bad("a.xyz", "2\n" LATTICE " Properties=pos:R:3:orientation:R:4\n1 1 1 1 0 0\n", NULL,
        "a.xyz:3: expected the orientation of particle 1 as w x y z");
    bad("a.xyz", "2\n" LATTICE " Properties=pos:R:3:orientation:R:4\n1 1 1 1 0 0 0.1\n", NULL,
        "a.xyz:3: the quaternion of particle 1 has the length 1.00499; expected 1 within 1e-3");
    bad("a.xyz", "2\n" LATTICE "\nAr 1 1 1\n", NULL,
        "a.xyz:4: the file ends here; expected "
        "particle 2 of 2");
    bad("a.xyz", "2\n" LATTICE "\nAr 1 1\nAr 2 2 2\n", NULL, "a.xyz:3: expected the z coordinate");
    bad("a.xyz", "2\n" LATTICE "\nAr 1 1 1\n\n", NULL, "a.xyz:4: expected particle 2 of 2");
    bad("a.xyz", "2\n" LATTICE "\nAr 1 1 1\nAr 1 x 1\n", NULL,
        "a.xyz:4: expected the y coordinate of particle 2, found \"x 1\"");
    bad("a.xyz", "2\n" LATTICE "\nAr 1 1 1\nAr 1 1 1,5\n", NULL, "expected the z coordinate");
    bad("a.xyz", "2\n" LATTICE "\nAr 1 nan 1\nAr 1 1 1\n", NULL,
        "a.xyz:3: the y coordinate of particle 1 is nan; expected a finite number");
    bad("a.xyz", "2\n" LATTICE "\nAr 1 1 1\nAr 1 1 1e999\n", NULL,
        "a.xyz:4: the z coordinate of particle 2 is inf; expected a finite number");
    bad("a.xyz", "2\n" LATTICE "\nAr 1 1 1\nAr 2 2 2\nAr 3 3 3\n", NULL,
        "a.xyz:5: expected the end of the file after its 2 particles");
    bad("a.xyz", "2\n" LATTICE " Properties=a:S:9223372036854775807:b:S:1:pos:R:3\n1 1 1\n", NULL,
        "name:type:columns triples");
    bad("a.xyz", "999999999\n" LATTICE "\nAr 1 1 1\n", NULL,
        "a.xyz:1: expected no more particles than a file of ");
}

TEST(long_values_are_not_cut)
{
    char line[4096], name[2000];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    snprintf(line, sizeof line, "2\n" LATTICE " Properties=pos:R:3:%s:S:1\n1 2 3 x\n", name);
    bad("a.xyz", line, NULL, "a.xyz:2: Properties: expected no more than 1023 characters");
}

TEST(boxes_without_a_volume_are_refused)
{
    bad("a.xyz", "2\nLattice=\"1e300 0 0 0 1e300 0 0 0 1e300\"\nAr 1 1 1\nAr 2 2 2\n", NULL,
        "expected a box with a volume that is a number above 0, found edges of 1e+300");
    bad("a.txt", "1e-300 1e-300 1\n2\n1 0 0 0\n2 0 0 0\n", NULL, "expected a box with a volume");

    /* numbers in double precision may be too large for single precision */
    struct system system = good("a.txt", "1e100 1e100 1e100\n2\n1 0 0 0\n2 9 9 9\n"), rounded;
    struct error error;
    assert_true(system_check_range(&system, 3, &error));
    assert_true(system_round(&system, PRECISION_SINGLE, &rounded, &error));
    assert_false(system_check_range(&rounded, 3, &error));
    assert_non_null(strstr(error.text, "too large for the numbers of the precision"));
    system_free(&rounded);
    system_free(&system);
}

TEST(zero_bytes_are_refused)
{
    static const char early[] = "2\n" LATTICE " x=\0 pbc=\"F F F\"\nAr 1 1 1\nAr 2 2 2\n";
    static const char late[] = "8 8 8\n2\n1 0 0 0\n2 1 1 1\n\0 3 2 2 2\n";
    struct system system;
    struct error error;
    assert_false(read_bytes("a.xyz", early, sizeof early - 1, NULL, &system, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "a.xyz:2: expected a text, found a zero byte"));
    assert_false(read_bytes("a.txt", late, sizeof late - 1, NULL, &system, &error));
    assert_non_null(strstr(error.text, "a.txt:5: expected a text, found a zero byte"));
}

/*
 * Formats are guessed from the first line. It then has to be parsed again, although a pipe can be
 * read only once.
 */
TEST(pipes_lose_no_line)
{
    static const char content[] = "8 8 8\n2\n1 0 0 0\n2 1 1 1\n";
    int ends[2];
    char path[PATH_LENGTH];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], content, sizeof content - 1), sizeof content - 1);
    assert_int_equal(close(ends[1]), 0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", ends[0]);
    if (access(path, R_OK) != 0)
        skip();
    struct system system = created(&(struct system_spec){.file = path});
    assert_int_equal(system.n, 2);
    assert_near(system.x[1], 1, 0);
    system_free(&system);
    close(ends[0]);
}

TEST(refuses_bad_nist)
{
    bad("a.txt", "8 8\n2\n", "nist", "a.txt:1: expected three positive box edges");
    bad("a.txt", "8 8 0\n2\n", NULL, "a.txt:1: expected three positive box edges");
    bad("a.txt", "8 8 nan\n2\n", NULL, "a.txt:1: expected three positive box edges");
    bad("a.txt", "8 8 8 8\n2\n", "nist", "a.txt:1: expected only three box edges");
    bad("a.txt", "8 8 8\n", NULL, "a.txt:2: the file ends here; expected the number of particles");
    bad("a.txt", "8 8 8\n1\n1 0 0 0\n", NULL, "a.txt:2: expected 2 to ");
    bad("a.txt", "8 8 8\n2\n1 0 0 0\n", NULL, "a.txt:4: the file ends here; expected particle 2");
    bad("a.txt", "8 8 8\n2\n1 0 0 0\n2 0 0 1 99\n", NULL, "a.txt:4: expected particle 2 of 2");
    bad("a.txt", "8 8 8\n2\n1 0 0 0\n3 0 0 1\n", NULL, "a.txt:4: expected particle 2 of 2");
    bad("a.txt", "8 8 8\n2\n1 0 0 0\n2 0 0\n", NULL, "a.txt:4: expected the z coordinate");
    bad("a.txt", "8 8 8\n2\n1 0 0 0\n2 0 0 1\n3 0 0 2\n", NULL, "a.txt:5: expected the end");
}

TEST(refuses_files_that_are_no_configuration)
{
    bad("a.txt", "#include <stdio.h>\n", NULL,
        "a.txt:1: the format of this is not recognised; say which with --format ");
    bad("a.txt", "", NULL, "a.txt:1: the file ends here; expected a configuration");
    bad("a.txt", "8 8 8\n", "nits",
        "\"nits\"; expected one of extxyz, nist, lammps, lammps_dump, oxdna, gromacs. Did you mean "
        "\"nist\"?");

    struct system system;
    struct error error;
    struct system_spec spec = {.file = "/tmp/pairlanes/there/is/no/such/file"};
    assert_false(system_create(&spec, &system, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "file: cannot be read: No such file or directory"));
    spec.file = "/tmp";
    assert_false(system_create(&spec, &system, &error));
    assert_non_null(strstr(error.text, "/tmp: cannot be read: Is a directory"));
}

TEST(an_output_that_cannot_be_written_is_an_error)
{
    struct system system = good("a.xyz", "2\n" LATTICE "\n" TWO_POINTS);
    const struct writer *writer;
    struct error error;
    assert_true(writer_find("extxyz", &writer, &error));
    assert_false(writer_write(writer, "/tmp/pairlanes/no/such/folder", &system, NULL, &error));
    assert_int_equal(error.code, EXIT_ENVIRONMENT);
    assert_false(writer_find("lamps", &writer, &error));
    assert_non_null(strstr(error.text, "Did you mean \"lammps\"?"));
    system_free(&system);
}

TEST(reads_orientations)
{
    struct system system =
        good("a.xyz", "2\n" LATTICE " Properties=orientation:R:4:pos:R:3:type:I:1\n"
                      "0.6 0 0 0.8 1 2 3 4\n0.7071068 0.7071068 0 0 3 2 1 0\n");
    assert_true(system.type[0] == 4 && system.type[1] == 0);
    assert_true(system.orientation[0] == 0.6 && system.orientation[3] == 0.8);
    assert_true(system.x[1] == 3 && system.orientation[4] == 0.7071068);
    system_free(&system);

    /* quaternions with errors larger than in single precision are normalized */
    system = good("a.xyz", "2\n" LATTICE " Properties=pos:R:3:orientation:R:4\n"
                           "1 2 3 0.6001 0 0 0.8\n3 2 1 0 1 0 0\n");
    assert_near(hypot(system.orientation[0], system.orientation[3]), 1, 1e-15);
    assert_null(system.type);
    system_free(&system);
}

TEST(types_have_names)
{
    struct system system =
        good("a.xyz",
             "3\n" LATTICE " Properties=type:S:1:pos:R:3\nwater 1 2 3\ngay_berne 3 2 1\nT 1 1 1\n");
    const int32_t types[] = {0, 7, 3};
    assert_memory_equal(system.type, types, sizeof types);
    system_free(&system);
    bad("a.xyz", "2\n" LATTICE " Properties=type:S:1:pos:R:3\nwater 1 2 3\nwaetr 3 2 1\n", NULL,
        "a.xyz:4: particle 2: there is no type of particle called \"waetr\"; expected one of A, C, "
        "G, "
        "T, water, choline");
    bad("a.xyz", "2\n" LATTICE " Properties=pos:R:3:type:S:1\n1 2 3 water\n3 2 1\n", NULL,
        "a.xyz:4: particle 2: there is no type of particle called \"\"");
    bad("a.xyz", "2\n" LATTICE " Properties=type:R:1:pos:R:3\n0 1 2 3\n0 3 2 1\n", NULL,
        "Properties: expected type:I:1, found type:R:1");
}

TESTS_MAIN(make_folder, remove_folder)
