/* Configuration files: what is read of good ones, and what is said of bad ones. */
#include "tests/support.h"

#include "harness/input/system_create.h"
#include "harness/input/writer.h"
#include "harness/particles/stated.h"
#include "harness/physics/shared/rotation.h"

#include <string.h>

static char folder[] = "/tmp/pairlanes-reader-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

/** Creates a system from a file of that name and these bytes. */
static bool read_bytes(const char *name, const char *bytes, size_t size, const char *format,
                       struct system *system, struct error *error)
{
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, 1, size, stream), size);
    assert_int_equal(fclose(stream), 0);
    const struct system_spec spec = {.file = path, .format = format};
    bool created = system_create(&spec, system, error);
    remove(path);
    return created;
}

static bool read_text(const char *name, const char *content, const char *format,
                      struct system *system, struct error *error)
{
    return read_bytes(name, content, strlen(content), format, system, error);
}

static struct system good(const char *name, const char *content)
{
    struct system system;
    struct error error;
    if (!read_text(name, content, NULL, &system, &error))
        fail_msg("%s", error.text);
    return system;
}

static void bad(const char *name, const char *content, const char *format, const char *complaint)
{
    struct system system;
    struct error error;
    assert_false(read_text(name, content, format, &system, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    if (strstr(error.text, complaint) == NULL)
        fail_msg("expected \"%s\" in: %s", complaint, error.text);
    assert_null(system.x);
}

#define LATTICE "Lattice=\"4 0 0 0 5 0 0 0 6\""

static void reads_extended_xyz(void **state)
{
    (void)state;
    struct system system = good("a.xyz", "2\n" LATTICE "\nAr 1 2 3\nAr 3.5 -1 6.25\n");
    assert_int_equal(system.n, 2);
    assert_true(system.box[0] == 4 && system.box[1] == 5 && system.box[2] == 6);
    assert_true(system.x[0] == 1 && system.y[0] == 2 && system.z[0] == 3);
    assert_true(system.x[1] == 3.5 && system.y[1] == 4 && system.z[1] == 0.25);
    system_free(&system);
}

static void reads_any_columns_and_line_ends(void **state)
{
    (void)state;
    struct system system =
        good("frame.txt", "2\r\nfile=\"a Lattice=1\" lattice=\"4 0 0 0 5 0 0 0 6\" pbc=\"T T T\" "
                          "Properties=id:I:1:velo:R:3:pos:R:3:species:S:1 Time=0\r\n"
                          "1 9 9 9\t1 2 3 Ar\r\n2 9 9 9 3 1 2 Ar\r\n\r\n");
    assert_true(system.box[2] == 6);
    assert_true(system.x[0] == 1 && system.y[0] == 2 && system.z[0] == 3);
    assert_true(system.x[1] == 3 && system.y[1] == 1 && system.z[1] == 2);
    system_free(&system);
}

static void reads_nist(void **state)
{
    (void)state;
    struct system system = good("a.txt", "  8.0E+00 8 8\n  2\n 1 1.5 -1 4\n 2 -4 0 3.75\n");
    assert_int_equal(system.n, 2);
    assert_true(system.x[0] == 1.5 && system.y[0] == 7 && system.z[0] == 4);
    assert_true(system.x[1] == 4 && system.y[1] == 0 && system.z[1] == 3.75);
    system_free(&system);
}

static void wrapped_coordinates_lie_in_the_box(void **state)
{
    (void)state;
    struct system system = good(
        "a.xyz", "3\n" LATTICE "\nAr -1e-20 5 -0\nAr 4 -5 -6e9\nAr -1e15 4.9999999999999999 6\n");
    for (int64_t i = 0; i < system.n; i++) {
        assert_true(system.x[i] >= 0 && system.x[i] < 4);
        assert_true(system.y[i] >= 0 && system.y[i] < 5);
        assert_true(system.z[i] >= 0 && system.z[i] < 6);
    }
    system_free(&system);
}

static void the_path_decides_what_it_cannot_guess(void **state)
{
    (void)state;
    bad("a.xyz", "8 8 8\n2\n1 0 0 0\n2 1 1 1\n", NULL, "a.xyz:1: expected the number of particles");
    struct system system;
    struct error error;
    assert_true(read_text("a.xyz", "8 8 8\n2\n1 0 0 0\n2 1 1 1\n", "nist", &system, &error));
    system_free(&system);
}

static void refuses_bad_extended_xyz(void **state)
{
    (void)state;
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
        "a.xyz:3: expected the type of particle 1, from 0, less than the ");
    bad("a.xyz", "2\n" LATTICE " Properties=pos:R:3:type:I:1\n1 1 1 94967297\n", NULL,
        "that models have at most, found \"94967297\"");
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
        "a.xyz:5: expected the end of the file behind its 2 particles");
    bad("a.xyz", "2\n" LATTICE " Properties=a:S:9223372036854775807:b:S:1:pos:R:3\n1 1 1\n", NULL,
        "name:type:columns triples");
    bad("a.xyz", "999999999\n" LATTICE "\nAr 1 1 1\n", NULL,
        "a.xyz:1: expected no more particles than a file of ");
}

static void long_values_are_not_cut(void **state)
{
    (void)state;
    char line[4096], name[2000];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    snprintf(line, sizeof line, "2\n" LATTICE " Properties=pos:R:3:%s:S:1\n1 2 3 x\n", name);
    bad("a.xyz", line, NULL, "a.xyz:2: Properties: expected no more than 1023 characters");
}

static void boxes_without_a_volume_are_refused(void **state)
{
    (void)state;
    bad("a.xyz", "2\nLattice=\"1e300 0 0 0 1e300 0 0 0 1e300\"\nAr 1 1 1\nAr 2 2 2\n", NULL,
        "expected a box with a volume that is a number above 0, found edges of 1e+300");
    bad("a.txt", "1e-300 1e-300 1\n2\n1 0 0 0\n2 0 0 0\n", NULL, "expected a box with a volume");

    /* what double holds may be beyond single precision */
    struct system system = good("a.txt", "1e100 1e100 1e100\n2\n1 0 0 0\n2 9 9 9\n"), rounded;
    struct error error;
    assert_true(system_check_range(&system, 3, &error));
    assert_true(system_round(&system, PRECISION_SINGLE, &rounded, &error));
    assert_false(system_check_range(&rounded, 3, &error));
    assert_non_null(strstr(error.text, "too large for the numbers of the precision"));
    system_free(&rounded);
    system_free(&system);
}

static void zero_bytes_are_refused(void **state)
{
    (void)state;
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

/* Formats are guessed from the first line, which has to be read again; what comes through a pipe
 * has no second time. */
static void pipes_lose_no_line(void **state)
{
    (void)state;
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

static void refuses_bad_nist(void **state)
{
    (void)state;
    bad("a.txt", "8 8\n2\n", "nist", "a.txt:1: expected three positive box edges");
    bad("a.txt", "8 8 0\n2\n", NULL, "a.txt:1: expected three positive box edges");
    bad("a.txt", "8 8 nan\n2\n", NULL, "a.txt:1: expected three positive box edges");
    bad("a.txt", "8 8 8 8\n2\n", "nist", "a.txt:1: expected only three box edges");
    bad("a.txt", "8 8 8\n", NULL, "a.txt:2: the file ends here; expected the number of particles");
    bad("a.txt", "8 8 8\n1\n1 0 0 0\n", NULL, "a.txt:2: expected 2 to ");
    bad("a.txt", "8 8 8\n2\n1 0 0 0\n", NULL, "a.txt:4: the file ends here; expected particle 2");
    bad("a.txt", "8 8 8\n2\n1 0 0 0\n3 0 0 1\n", NULL, "a.txt:4: expected particle 2 of 2");
    bad("a.txt", "8 8 8\n2\n1 0 0 0\n2 0 0\n", NULL, "a.txt:4: expected the z coordinate");
    bad("a.txt", "8 8 8\n2\n1 0 0 0\n2 0 0 1\n3 0 0 2\n", NULL, "a.txt:5: expected the end");
}

static void refuses_what_is_no_configuration(void **state)
{
    (void)state;
    bad("a.txt", "#include <stdio.h>\n", NULL, "a.txt:1: this is the first line of neither extxyz");
    bad("a.txt", "", NULL, "a.txt:1: the file ends here; expected a configuration");
    bad("a.txt", "8 8 8\n", "nits",
        "\"nits\"; expected one of extxyz, nist, lammps, lammps_dump, oxdna. Did you mean "
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

static void written_files_keep_every_bit(void **state)
{
    (void)state;
    struct system system = good("a.xyz", "2\nLattice=\"3.3 0 0 0 7.1 0 0 0 1e3\"\n"
                                         "Ar 0.1 0.2 0.3\nAr 1e-300 7.0999999999999 999.99\n");
    const struct writer *writer;
    struct error error;
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/b.xyz", folder);
    assert_true(writer_find("extxyz", &writer, &error));
    assert_true(writer_write(writer, path, &system, &error));
    struct system again = created(&(struct system_spec){.file = path});
    remove(path);
    assert_string_equal(again.hash, system.hash);
    system_free(&again);

    assert_false(writer_write(writer, "/tmp/pairlanes/no/such/folder", &system, &error));
    assert_int_equal(error.code, EXIT_ENVIRONMENT);
    assert_false(writer_find("lamps", &writer, &error));
    assert_non_null(strstr(error.text, "Did you mean \"lammps\"?"));
    system_free(&system);
}

/** Writes a system in a format, and what reads back. */
static struct system written(const struct system *system, const char *format)
{
    const struct writer *writer;
    struct error error;
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/written", folder);
    assert_true(writer_find(format, &writer, &error));
    if (!writer_write(writer, path, system, &error))
        fail_msg("%s", error.text);
    struct system again = created(&(struct system_spec){.file = path});
    remove(path);
    return again;
}

static void bodies_keep_every_bit(void **state)
{
    (void)state;
    struct system system =
        good("a.xyz", "2\n" LATTICE " Properties=orientation:R:4:pos:R:3:type:I:1\n"
                      "0.6 0 0 0.8 1 2 3 4\n0.7071068 0.7071068 0 0 3 2 1 0\n");
    assert_true(system.type[0] == 4 && system.type[1] == 0);
    assert_true(system.orientation[0] == 0.6 && system.orientation[3] == 0.8);
    assert_true(system.x[1] == 3 && system.orientation[4] == 0.7071068);
    struct system again = written(&system, "extxyz");
    assert_string_equal(again.hash, system.hash);
    system_free(&again);
    system_free(&system);

    /* what rounding to single precision does not explain is normalized */
    system = good("a.xyz", "2\n" LATTICE " Properties=pos:R:3:orientation:R:4\n"
                           "1 2 3 0.6001 0 0 0.8\n3 2 1 0 1 0 0\n");
    assert_near(hypot(system.orientation[0], system.orientation[3]), 1, 1e-15);
    assert_null(system.type);
    system_free(&system);
}

static void types_have_names(void **state)
{
    (void)state;
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

static void types_keep_in_lammps_data(void **state)
{
    (void)state;
    struct system system =
        good("a.xyz", "2\n" LATTICE " Properties=pos:R:3:type:I:1\n1 2 3 0\n3 2 1 2\n");
    struct system again = written(&system, "lammps");
    assert_string_equal(again.hash, system.hash);
    system_free(&again);
    system_free(&system);
}

/** Two nucleotides in the format of LAMMPS, in which `from` is replaced by `to`. */
static const char *lammps(const char *from, const char *to)
{
    static const char whole[] =
        "LAMMPS data file\n\n2 atoms\n4 atom types\n1 bonds\n2 ellipsoids\n\n-2 2 xlo xhi\n"
        "-3 3 ylo yhi\n-4 4 zlo zhi\n\nMasses\n\n1 1\n\nAtoms # hybrid\n\n"
        "2 4 0.5 0 0 1 1 1\n1 1 -1 2 3 1 1 1\n\nBonds\n\n1 1 1 2\n\nEllipsoids\n\n"
        "1 1 1 1 0 1 0 0\n2 1 1 1 1 0 0 0.001\n"
        "\nVelocities\n\n2 4 5 6 0 0 2\n1 1 2 3 7 8 9\n";
    static char text[sizeof whole + 100];
    const char *at = strstr(whole, from);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - whole), whole, to, at + strlen(from));
    return text;
}

static void half_a_system_is_not_written(void **state)
{
    (void)state;
    const struct writer *writer;
    struct error error;
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/half", folder);
    struct system system = good("data.two", lammps("", ""));
    assert_true(writer_find("extxyz", &writer, &error));
    assert_false(writer_write(writer, path, &system, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "format extxyz cannot hold the bonded terms of "));
    system.bonded_count = 0;
    assert_true(writer_find("lammps", &writer, &error));
    assert_false(writer_write(writer, path, &system, &error));
    assert_non_null(strstr(error.text, "format lammps cannot hold the orientations of "));
    assert_int_equal(access(path, F_OK), -1);
    system_free(&system);
}

static void reads_lammps_data(void **state)
{
    (void)state;
    struct system s = good("data.two", lammps("", ""));
    assert_int_equal(s.n, 2);
    assert_true(s.box[0] == 4 && s.box[1] == 6 && s.box[2] == 8);
    assert_true(s.x[0] == 1 && s.y[0] == 5 && s.z[0] == 7);
    assert_true(s.x[1] == 2.5 && s.y[1] == 3 && s.z[1] == 4);
    assert_true(s.type[0] == 0 && s.type[1] == 3);
    assert_true(s.orientation[0] == 0 && s.orientation[1] == 1);
    assert_near(s.orientation[4] * s.orientation[4] + s.orientation[7] * s.orientation[7], 1,
                1e-15);
    assert_int_equal(s.bonded_count, 1);
    assert_true(s.bonded[0].kind == 0 && s.bonded[0].member[0] == 1 && s.bonded[0].member[1] == 0);
    assert_int_equal(s.bonded[0].member[2], -1);
    /* the first body stands upside down: half a turn about x */
    const double velocities[] = {1, 2, 3, 4, 5, 6}, spins[] = {7, -8, -9, 0, 0, 2};
    for (int k = 0; k < 6; k++) {
        assert_near(s.velocity[k], velocities[k], 0);
        assert_near(s.spin[k], spins[k], 1e-14);
    }
    system_free(&s);
    s = good("data.two", lammps("Velocities", "Masses"));
    assert_null(s.velocity);
    assert_null(s.spin);
    system_free(&s);
}

/** What the file is told to state, held against Lennard-Jones as it is initially. */
static void check_told(const char *section, const char *expected)
{
    const struct model *model = model_find("lj");
    double parameters[MODEL_PARAMETERS];
    char told[256];
    struct system s = good("data.two", lammps("Masses\n\n1 1\n", section));
    model_defaults(model, parameters);
    bool differs = stated_differs(&s, model, parameters, told, sizeof told);
    assert_int_equal(differs, expected[0] != '\0');
    const char *line = strstr(told, "data.two");
    assert_string_equal(line != NULL ? line : told, expected);
    system_free(&s);
}

static void tells_coefficients_that_contradict_the_model(void **state)
{
    (void)state;
    check_told("Pair Coeffs # lj/cut\n\n1 1 1\n", "");
    check_told("PairIJ Coeffs # lj/cut/omp\n\n1 1 1 1.0000001 2.5 # argon\n", "");
    check_told("Pair Coeffs # lj/cut\n\n1 1 1\n2 0.7 1\n",
               "data.two:15: Pair Coeffs # lj/cut has epsilon=0.7, but 1 is used");
    check_told("PairIJ Coeffs # lj/smooth/linear\n\n1 1 1 1 3\n1 2 1 1 3\n",
               "data.two:14: PairIJ Coeffs # lj/smooth/linear has cutoff=3, but 2.5 is used");
    check_told(
        "Bond Coeffs # harmonic\n\n1 30 1\n2 30 1\n",
        "data.two:14: Bond Coeffs # harmonic is not used: model lj has parameters of its own");
}

/** A file of LAMMPS with two particles in lines of an atom style. */
static struct system styled(const char *style, const char *first, const char *second)
{
    char text[400];
    snprintf(text, sizeof text,
             "LAMMPS data file\n\n2 atoms\n\n0 4 xlo xhi\n0 4 ylo yhi\n0 4 zlo zhi\n"
             "0 0 0 xy xz yz\n\nAtoms # %s\n\n%s\n%s\n",
             style, first, second);
    return good("data.styled", text);
}

static void reads_the_atom_styles_of_lammps(void **state)
{
    static const struct {
        const char *style, *first, *second;
    } cases[] = {
        {"atomic", "1 1 1 2 3 0 -1 2", "2 1 3 2 1 0 0 0"},
        {"molecular", "1 9 1 1 2 3", "2 9 1 3 2 1"},
        {"charge", "1 1 0 1 2 3", "2 1 0.0 3 2 1"},
        {"full", "1 9 1 0 1 2 3 0 0 1", "2 9 1 0 3 2 1 0 0 0"},
        {"sphere", "1 1 1 0.5 1 2 3", "2 1 1 0.5 3 2 1"},
    };
    (void)state;
    struct system same = good("a.xyz", "2\nLattice=\"4 0 0 0 4 0 0 0 4\" "
                                       "Properties=type:I:1:pos:R:3\n0 1 2 3\n0 3 2 1\n");
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct system s = styled(cases[k].style, cases[k].first, cases[k].second);
        assert_string_equal(s.hash, same.hash);
        system_free(&s);
    }
    system_free(&same);
}

/** Two frames of a dump, the particles in any order and out of the box, in which `from` is replaced
 * by `to`. */
static const char *dump(const char *from, const char *to)
{
    static const char whole[] =
        "ITEM: UNITS\nlj\nITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\n"
        "ITEM: BOX BOUNDS pp pp pp\n-2 2\n-2 2\n-2 2\nITEM: ATOMS type id xu c_stress yu zu\n"
        "2 7 5 0.1 0 -1\n1 3 -1 0.2 0 1\nITEM: TIME\n0.1\nITEM: TIMESTEP\n20\n"
        "ITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS xy xz yz pp pp pp\n"
        "0 4 0\n0 4 0\n0 4 0\nITEM: ATOMS id xs ys zs vx vy vz\n"
        "2 0.5 0.25 0.75 4 5 6\n1 0.25 0.5 0 1 2 3\n";
    static char text[sizeof whole + 100];
    const char *at = strstr(whole, from);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - whole), whole, to, at + strlen(from));
    return text;
}

static void reads_dumps(void **state)
{
    (void)state;
    struct system s = good("two.lammpstrj", dump("", ""));
    assert_true(s.n == 2 && s.box[0] == 4 && s.velocity == NULL);
    assert_true(s.x[0] == 1 && s.y[0] == 2 && s.z[0] == 3 && s.type[0] == 0);
    assert_true(s.x[1] == 3 && s.y[1] == 2 && s.z[1] == 1 && s.type[1] == 1);
    system_free(&s);
    s = good("dump", dump("", "") + strlen("ITEM: UNITS\nlj\n"));
    assert_true(s.x[0] == 1);
    system_free(&s);
}

static void reads_a_chosen_frame(void **state)
{
    struct system s;
    struct error error;
    char path[PATH_LENGTH];
    (void)state;
    snprintf(path, sizeof path, "%s/frames", folder);
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    assert_true(fputs(dump("", ""), stream) >= 0 && fclose(stream) == 0);
    struct system_spec spec = {.file = path, .frame = 2};
    assert_true(system_create(&spec, &s, &error));
    assert_true(s.x[0] == 1 && s.y[0] == 2 && s.z[0] == 0 && s.type == NULL);
    assert_true(s.x[1] == 2 && s.y[1] == 1 && s.z[1] == 3);
    for (int k = 0; k < 6; k++)
        assert_true(s.velocity[k] == k + 1);
    system_free(&s);
    spec.frame = 3;
    assert_false(system_create(&spec, &s, &error));
    assert_non_null(strstr(error.text, "frames: expected a frame from 1 to 2, found 3"));
    remove(path);
}

static void refuses_bad_dumps(void **state)
{
    static const struct {
        const char *from, *to, *complaint;
    } cases[] = {
        {"pp pp pp", "pp pp ff", "two.dump:7: expected a box that is periodic along each axis"},
        {"\n-2 2\n", "\n2 -2\n", "two.dump:8: expected bounds of the box, found \"2 -2\""},
        {"\n-2 2\n", "\n-2 2 0.5\n", "two.dump:8: expected bounds of the box, found"},
        {"pp pp pp\n-2 2", "xy xz yz pp pp pp\n-2 2 1", "two.dump:8: expected an orthorhombic box"},
        {"\n2\n", "\n2.5\n", "two.dump:6: expected the number of atoms, found \"2.5\""},
        {"\n2\n", "\n1\n", "expected 2 to 2147483646 particles, found 1"},
        {"\n2\n", "\n99999\n", "expected no more particles than a file of "},
        {"\n2\n", "\n3\n", "two.dump:14: expected the 6 columns of a particle"},
        {"NUMBER OF", "NUMBERS OF", "two.dump:11: expected the items NUMBER OF ATOMS and BOX"},
        {"c_stress yu", "c_stress ys", "two.dump:11: expected columns x y z"},
        {"2 7 5", "2 3 5", "two.dump: atom 3 is in the frame for the second time"},
        {"2 7 5", "0 7 5", "two.dump:12: expected the 6 columns of a particle, its type from 1"},
        {"2 7 5", "2 7 nan", "two.dump:12: expected the 6 columns"},
        {"0.1 0 -1", "0.1 0 -1 8", "two.dump:12: expected 6 columns, found"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        bad("two.dump", dump(cases[k].from, cases[k].to), NULL, cases[k].complaint);
}

static void refuses_bad_lammps_data(void **state)
{
    static const struct {
        const char *from, *to, *complaint;
    } cases[] = {
        {"2 4 0.5", "1 4 0.5", "data.two:19: atom 1 is here for the second time"},
        {"2 4 0.5", "3 4 0.5", "data.two:18: expected an atom from 1 to 2"},
        {"2 4 0.5", "2 2147483647 0.5", "that models have at most, found"},
        {"2 4 0.5", "2 A 0.5", "data.two:18: expected the type of atom 2"},
        {"0.5 0 0", "0.5 inf 0", "data.two:18: the y coordinate of particle 2 is inf"},
        {"1 1 -1 2 3 1 1 1\n", "", "the file ends here with 1 of its 2 atoms"},
        {"1 1 1 2\n", "1 1 1 3\n", "data.two:23: expected an atom from 1 to 2"},
        {"1 1 1 2\n", "1 1 1 2\n2 1 1 2\n", "data.two:24: expected 1 bonds, found more"},
        {"1 1 1 1 0 1 0 0", "1 1 1 1 0 1.1 0 0", "quaternion of particle 1 has the length 1.1"},
        {"1 1 1 1 0 1 0 0", "1 1 1 1 0 1 0", "three diameters and a quaternion of atom 1"},
        {"2 ellipsoids", "1 ellipsoids", "1 ellipsoids for 2 atoms; expected all or none"},
        {"-3 3 ylo yhi\n", "", "expected bounds of the box before the sections"},
        {"-3 3 ylo", "3 3 ylo", "expected bounds of the box, found"},
        {"1 1 2 3 7 8 9\n", "", "ends here with 1 velocities for 2 atoms; expected all or none"},
        {"1 1 2 3 7 8 9", "1 1 2 3", "the velocity and the angular momentum of atom 1, found"},
        {"1 1 2 3 7 8 9", "2 1 2 3 7 8 9", "atom 2 is here for the second time"},
        {"1 1 2 3 7 8 9", "1 1 2 nan 7 8 9", "of atom 1, found"},
        {"Bonds", "Bodies", "expected a section Atoms, Bonds"},
        {"Bonds", "Dihedrals", "expected dihedrals only behind Atoms of style full"},
        {"# hybrid", "# charge", "data.two:18: expected no charge of atom 2, for models have none"},
        {"# hybrid", "# template",
         "expected an atom style of atomic, hybrid, angle, bond, charge, "
         "ellipsoid, full, molecular, sphere, found template"},
        {"Masses\n\n1 1\n", "Pair Coeffs # lj/cut\n\n1 1\n",
         "data.two:14: expected the coefficients "
         "epsilon, sigma and perhaps cutoff"},
        {"Masses\n\n1 1\n", "Pair Coeffs # lj/cut\n\nA 1 1\n", "data.two:14: expected a section"},
        {"Masses\n\n1 1\n", "Pair Coeffs # lj/cut\n\n1 nan 1\n", "expected a finite epsilon"},
        {"-4 4 zlo zhi\n", "-4 4 zlo zhi\n0 0.5 0 xy xz yz\n",
         "expected an orthorhombic box, found"},
        {"2 atoms", "two atoms", "expected a section Atoms, Bonds"},
        {"2 atoms", "2.9 atoms", "expected the number of atoms, found \"2.9 atoms\""},
        {"2 atoms", "1e19 atoms", "expected the number of atoms"},
        {"2 atoms", "-2 atoms", "expected the number of atoms"},
        {"1 bonds", "999999999 bonds", "expected no more bonds than a file of "},
        {"1 1 1 2\n", "1 4294967297 1 2\n", "expected a bond as \"number type atom atom\""},
        {"-3 3 ylo", "-1.7e308 1.7e308 ylo", "expected bounds of the box, found"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        bad("data.two", lammps(cases[k].from, cases[k].to), "lammps", cases[k].complaint);
}

/* Two lipid heads and a water in a box that does not begin at the origin: the second is amine. */
#define LAMMPS_HEAD                                                                                \
    "LAMMPS data\n\n5 atoms\n2 bonds\n1 angles\n7 atom types\n\n"                                  \
    "-10 10 xlo xhi\n-10 10 ylo yhi\n-15 25 zlo zhi\n\nAtoms # hybrid\n\n"
#define CHOLINE      "1 2 0 0 0 1 0.7 0 0 0 5.4 1.1\n"
#define PHOSPHATE    "2 3 -4.7 0 0 1 -0.7 0 0 0 5.2 1.2\n"
#define GLYCEROL     "4 4 -9 0 0 2 0 0.298 0 -0.149 4.6 1.2 0 0 1\n"
#define AMINE        "3 2 9 9 9 2 0.7 0 0 0 4.5 0.9 # light\n"
#define WATER        "5 1 1 2 -15 3 0 0 0 -0.5413 3.0 2.7\n"
#define BONDS        "\nBonds\n\n1 1 1 2\n2 2 4 2\n"
#define ANGLES       "\nAngles\n\n1 5 4 2 2\n"
#define LAMMPS_BEADS LAMMPS_HEAD CHOLINE PHOSPHATE GLYCEROL AMINE WATER
#define LAMMPS_DATA  LAMMPS_BEADS BONDS ANGLES

static void reads_the_beads_of_lipids(void **state)
{
    (void)state;
    struct system system = good("beads.txt", LAMMPS_DATA);
    const int32_t types[] = {1, 2, 6, 3, 0};
    const double dipole[] = {2 / sqrt(5), 0, -1 / sqrt(5)};
    assert_int_equal(system.n, 5);
    assert_true(system.box[0] == 20 && system.box[2] == 40);
    assert_true(system.x[0] == 10 && system.x[2] == 19 && system.z[2] == 24 && system.z[4] == 0);
    assert_memory_equal(system.type, types, sizeof types);
    const double *q = system.orientation + 4 * 3L;
    const double axis[] = {2 * (q[1] * q[3] + q[0] * q[2]), 2 * (q[2] * q[3] - q[0] * q[1]),
                           q[0] * q[0] - q[1] * q[1] - q[2] * q[2] + q[3] * q[3]};
    for (int d = 0; d < 3; d++)
        assert_near(axis[d], dipole[d], 1e-15);
    const double upside_down[] = {0, 1, 0, 0}, upright[] = {1, 0, 0, 0};
    assert_memory_equal(system.orientation + 4 * 4L, upside_down, sizeof upside_down);
    for (int d = 0; d < 4; d++)
        assert_near(system.orientation[d], upright[d], 0);
    const struct bonded terms[] = {{0, {1, 0, -1, -1}}, {0, {1, 3, -1, -1}}, {5, {3, 1, -1, -1}}};
    assert_int_equal(system.bonded_count, 3);
    assert_memory_equal(system.bonded, terms, sizeof terms);
    system_free(&system);
}

/* What is written reads back: of orientations the axes, of bonds and angles all. */
static void beads_are_written_for_lammps(void **state)
{
    (void)state;
    struct system system = good("beads.txt", LAMMPS_BEADS BONDS ANGLES);
    struct system again = written(&system, "lammps_beads"), third = written(&again, "lammps_beads");
    assert_memory_equal(again.type, system.type, 5 * sizeof *system.type);
    assert_int_equal(again.bonded_count, system.bonded_count);
    assert_memory_equal(again.bonded, system.bonded, 3 * sizeof *system.bonded);
    for (int k = 0; k < 20; k++)
        assert_near(again.orientation[k], system.orientation[k], 1e-15);
    for (int i = 0; i < 5; i++)
        assert_true(again.x[i] == system.x[i] && again.z[i] == system.z[i]);
    system_free(&third);
    system_free(&again);

    const struct writer *writer;
    struct error error;
    system.bonded[0].member[1] = 4;
    assert_true(writer_find("lammps_beads", &writer, &error));
    assert_false(writer_write(writer, "/tmp/no", &system, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_string_equal(error.text,
                        "/tmp/no: particles 2 and 5 are bonded as no beads of lipids are");
    free(system.type);
    system.type = NULL;
    assert_false(writer_write(writer, "/tmp/no", &system, &error));
    assert_non_null(strstr(error.text, "format lammps_beads is for lipids in water; "));
    assert_non_null(strstr(error.text, " has no types"));
    system_free(&system);
}

static void refuses_bad_beads(void **state)
{
    static const struct {
        const char *content, *complaint;
    } cases[] = {
        {LAMMPS_HEAD CHOLINE BONDS, "expected all atoms before the bonds, found 1 of 5"},
        {LAMMPS_HEAD "1 9 0 0 0 1 0 0 0 1 3 2\n",
         "particle 1 is of type 9; beads have types 1 to 8"},
        {LAMMPS_HEAD "1 1 0 0 0 1 0 0 0 0 3 2\n", "particle 1 (water) has a dipole of length zero"},
        {LAMMPS_HEAD "1 8 0 0 0 1 0 0 0 0 3 2\n",
         "particle 1 (gay_berne) has a dipole of length zero"},
        {LAMMPS_HEAD "1 4 0 0 0 1 0 0 0 0.4 3 2\n",
         "particle 1 (glycerol) has a dipole of length 0.4, expected 0.33312 e A"},
        {LAMMPS_HEAD "2 6 0 0 0 1 0 0.1 0 0 3 2\n",
         "particle 2 (tail) has a dipole of length 0.1, expected 0 e A"},
        {LAMMPS_HEAD "2 3 0 0 0 1 0 0 0 0 3 2\n",
         "particle 2 (phosphate) has charge 0, expected -0.7"},
        {LAMMPS_HEAD "1 1 0 0 0 1 0 0 0 x 3 2\n", "density of particle 1, found"},
        {LAMMPS_HEAD CHOLINE "2 3 0 0 0 1 -0.7 0 0 0\n", "density of particle 2, found"},
        {LAMMPS_HEAD "1 2 0 0 0 1 0 0 0 5.4 1.1\n",
         "expected molecule, charge, dipole, diameter and density of particle 1, found"},
        {LAMMPS_BEADS "\nBonds\n\n1 10 1 2\n", "expected a bond of type 1 to 9"},
        {LAMMPS_BEADS "\nBonds\n\n1 1 1 5\n",
         "joins choline and phosphate, but particle 5 is water and particle 1 is choline"},
        {LAMMPS_BEADS "\nBonds\n\n1 1 3 2\n",
         "the bond of particles 2 and 3 reaches across more than half the box"},
        {LAMMPS_BEADS BONDS, "the file ends here with 0 of its 1 angles"},
        {LAMMPS_BEADS BONDS ANGLES "2 5 4 2 2\n", "expected 1 angles, found more"},
        {LAMMPS_BEADS BONDS "\nAngles\n\n1 6 4 2 2\n", "expected an angle of type 1 to 5"},
        {LAMMPS_BEADS BONDS "\nAngles\n\n1 5 1 2 2\n",
         "a dipole angle starts from particle 1 (choline), which has no dipole"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        bad("beads.txt", cases[k].content, NULL, cases[k].complaint);
}

/* Two strands: two bonded nucleotides, and one. The axes of the last are off in the fourth digit.
 */
#define OXDNA_BODIES                                                                               \
    "1 2 3 1 0 0 0 0 1 1 2 3 4 5 6\n-1 0 0 0 0 -1 0 1 0 0 0 0 0 0 0\n"                             \
    "21 5 5 0.6002 0.8 0 0 0.0003 1 0 0 0 0 0 2\n"
#define OXDNA_CONFIGURATION "t = 7\nb = 10 20 30\nE = -1 -2 1\n" OXDNA_BODIES
#define OXDNA_TOPOLOGY      "3 2\n1 G -1 1\n1 T 0 -1\n2 C -1 -1\n"

/** Reads an oxDNA configuration with the topology beside it. */
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

static void reads_oxdna(void **state)
{
    (void)state;
    struct system s;
    struct error error;
    if (!read_oxdna(OXDNA_CONFIGURATION, OXDNA_TOPOLOGY, &s, &error))
        fail_msg("%s", error.text);
    assert_int_equal(s.n, 3);
    assert_true(s.box[0] == 10 && s.box[1] == 20 && s.box[2] == 30);
    assert_true(s.x[0] == 1 && s.y[0] == 2 && s.z[0] == 3 && s.x[1] == 9 && s.x[2] == 1);
    const int32_t types[] = {2, 3, 1}; /* A C G T */
    assert_memory_equal(s.type, types, sizeof types);
    const struct bonded bond = {0, {1, 0, -1, -1}};
    assert_int_equal(s.bonded_count, 1);
    assert_memory_equal(s.bonded, &bond, sizeof bond);
    for (int k = 0; k < 3; k++)
        assert_true(s.velocity[k] == k + 1 && s.spin[k] == k + 4 && s.velocity[6 + k] == 0);
    /* the axes of the orientations are those of the file, a1 made orthogonal to a3 */
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

static void refuses_bad_oxdna(void **state)
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
        {OXDNA_CONFIGURATION, "3 2 5->3\nGT\nC\n",
         "init.top:1: expected the numbers of nucleotides and of strands, found \"3 2 5->3\""},
        {OXDNA_CONFIGURATION, "4 2\n",
         "init.top:1: the topology has 4 nucleotides, the configuration 3: particle 4 is in one of "
         "them alone"},
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
    (void)state;
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

/* The header of oxDNA's own configuration of 20 C: energies per nucleotide. */
static void a_duplex_has_the_energies_of_oxdna(void **state)
{
    (void)state;
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
    /* constants in single precision make it differ by 5e-8 */
    assert_near(energy, -1.345518556, 1e-7);
    /* that program interpolates the angular functions in tables */
    assert_near(energy, -1.34552000561407, 1e-4);
    reference_free(&reference);
    system_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_extended_xyz),
        cmocka_unit_test(reads_lammps_data),
        cmocka_unit_test(refuses_bad_lammps_data),
        cmocka_unit_test(tells_coefficients_that_contradict_the_model),
        cmocka_unit_test(reads_the_atom_styles_of_lammps),
        cmocka_unit_test(reads_dumps),
        cmocka_unit_test(reads_a_chosen_frame),
        cmocka_unit_test(refuses_bad_dumps),
        cmocka_unit_test(reads_oxdna),
        cmocka_unit_test(refuses_bad_oxdna),
        cmocka_unit_test(a_duplex_has_the_energies_of_oxdna),
        cmocka_unit_test(reads_the_beads_of_lipids),
        cmocka_unit_test(beads_are_written_for_lammps),
        cmocka_unit_test(refuses_bad_beads),
        cmocka_unit_test(reads_any_columns_and_line_ends),
        cmocka_unit_test(reads_nist),
        cmocka_unit_test(wrapped_coordinates_lie_in_the_box),
        cmocka_unit_test(the_path_decides_what_it_cannot_guess),
        cmocka_unit_test(refuses_bad_extended_xyz),
        cmocka_unit_test(refuses_bad_nist),
        cmocka_unit_test(long_values_are_not_cut),
        cmocka_unit_test(boxes_without_a_volume_are_refused),
        cmocka_unit_test(zero_bytes_are_refused),
        cmocka_unit_test(pipes_lose_no_line),
        cmocka_unit_test(refuses_what_is_no_configuration),
        cmocka_unit_test(written_files_keep_every_bit),
        cmocka_unit_test(bodies_keep_every_bit),
        cmocka_unit_test(types_have_names),
        cmocka_unit_test(types_keep_in_lammps_data),
        cmocka_unit_test(half_a_system_is_not_written),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
