/*
 * Tests the readers of LAMMPS files: data files with atom styles and coefficients, dumps, and data
 * files of lipid beads.
 */
#include "tests/reader.h"

#include "harness/input/formats/lammps_beads.h"
#include "harness/particles/file_parameters.h"

#include <math.h>

/** A data file of two nucleotides. */
static const char nucleotides[] =
    "LAMMPS data file\n\n2 atoms\n4 atom types\n1 bonds\n2 ellipsoids\n\n-2 6 xlo xhi\n"
    "-3 5 ylo yhi\n-4 4 zlo zhi\n\nMasses\n\n1 1\n\nAtoms # hybrid\n\n"
    "2 4 0.5 0 0 1 1 1\n1 1 -1 2 3 1 1 1\n\nBonds\n\n1 1 1 2\n\nEllipsoids\n\n"
    "1 1 1 1 0 1 0 0\n2 1 1 1 1 0 0 0.001\n"
    "\nVelocities\n\n2 4 5 6 0 0 2\n1 1 2 3 7 8 9\n";

/** Head of a data file with two atoms in a box. */
#define ARGON_HEAD_OF(atoms, counts)                                                               \
    "title\n\n" atoms " atoms\n1 atom types\n" counts "\n0 4 xlo xhi\n0 4 ylo yhi\n0 4 zlo zhi\n"
#define ARGON_HEAD ARGON_HEAD_OF("2", "")
#define ARGON      ARGON_HEAD "\nMasses\n\n1 39.95\n\nAtoms # atomic\n\n1 1 1.5 2 3\n2 1 3 2 1.5\n"

/** A data file with bonds, angles and their coefficients. */
static const char propane[] = ARGON_HEAD_OF(
    "3",
    "2 bonds\n1 angles\n") "\nBond Coeffs # harmonic\n\n1 300 1.53\n\nAngle Coeffs # harmonic\n\n1 "
                           "60 112\n\n"
                           "Atoms # molecular\n\n1 1 1 0.5 1 1\n2 1 1 1.5 1 2\n3 1 1 2.5 1 1\n\n"
                           "Bonds\n\n1 1 1 2\n2 1 2 3\n\nAngles\n\n1 1 1 2 3\n";

/** Whether a list contains a format. */
static bool is_listed(const char *name, const char *list)
{
    const char *at = strstr(list, name);
    return at != NULL && (at[strlen(name)] == ' ' || at[strlen(name)] == '\0');
}

/**
 * Checks that a system cannot be written in a format. Checks that the message contains the format's
 * name, and that no file is left.
 */
static void check_refused(const struct writer *writer, const struct system *system,
                          const char *part)
{
    char path[PATH_LENGTH], complaint[80];
    struct error error;
    snprintf(path, sizeof path, "%s/refused", folder);
    snprintf(complaint, sizeof complaint, "format %s ", writer->name);
    assert_false(writer_write(writer, path, system, NULL, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    if (strstr(error.text, complaint) == NULL)
        fail_msg("%s: expected \"%s\" in: %s", part, complaint, error.text);
    assert_int_equal(access(path, F_OK), -1);
}

/** Checks that a system is unchanged after it is written in a format and read back. */
static void check_kept(const struct writer *writer, const struct system *system, const char *part)
{
    struct system again = written(system, writer->name);
    if (strcmp(again.hash, system->hash) != 0)
        fail_msg("%s does not keep %s", writer->name, part);
    if (system->velocity != NULL)
        assert_memory_equal(again.velocity, system->velocity,
                            3 * (size_t)system->n * sizeof(double));
    if (system->spin != NULL)
        assert_memory_equal(again.spin, system->spin, 3 * (size_t)system->n * sizeof(double));
    system_free(&again);
}

/*
 * Each format preserves every part of the system to the bit, or fails with an error that contains
 * the part's name.
 */
TEST(writers_keep_or_refuse)
{
#define XYZ(columns, one, two) "2\n" LATTICE " Properties=pos:R:3" columns "\n" one "\n" two "\n"
    static const struct {
        const char *part, *file, *content, *kept;
    } rows[] = {
        {"positions", "a.xyz", XYZ("", "0.1 0.2 0.3", "1e-300 4.9999999999999 5.99"),
         "extxyz lammps"},
        {"types", "a.xyz", XYZ(":type:I:1", "1 2 3 0", "3 2 1 2"), "extxyz lammps"},
        {"charges", "a.xyz", XYZ(":charge:R:1", "1 2 3 0.41", "3 2 1 -0.82"), "extxyz"},
        {"charges of a data file", "data",
         ARGON_HEAD "\nAtoms # charge\n\n1 1 0.5 1 2 3\n2 1 -0.5 3 2 1\n", "extxyz"},
        {"orientations", "a.xyz",
         XYZ(":orientation:R:4", "1 2 3 0.6 0 0 0.8", "3 2 1 0.7071068 0.7071068 0 0"), "extxyz"},
        {"velocities", "a.xyz", XYZ(":velo:R:3", "1 2 3 0.1 2 3", "3 2 1 3 2 1e-3"),
         "extxyz lammps"},
        {"velocities of a data file", "data", ARGON "\nVelocities\n\n1 0.1 2 3\n2 3 2 1e-3\n",
         "extxyz lammps"},
        {"angular momenta", "a.xyz",
         XYZ(":orientation:R:4:angmom:R:3", "1 2 3 1 0 0 0 0.1 2 3", "3 2 1 0 1 0 0 7 8 9"),
         "extxyz"},
        {"bonds of nucleotides", "data", nucleotides, ""},
        {"bonded terms", "data", propane, "lammps_molecules"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct system system = good(rows[k].file, rows[k].content);
        for (const struct writer *const *writer = writers(); *writer != NULL; writer++)
            (is_listed((*writer)->name, rows[k].kept) ? check_kept : check_refused)(
                *writer, &system, rows[k].part);
        system_free(&system);
    }
}

TEST(reads_lammps_data)
{
    struct system s = good("data.two", nucleotides);
    assert_int_equal(s.n, 2);
    assert_true(s.box[0] == 8 && s.box[1] == 8 && s.box[2] == 8);
    assert_true(s.x[0] == 1 && s.y[0] == 5 && s.z[0] == 7);
    assert_true(s.x[1] == 2.5 && s.y[1] == 3 && s.z[1] == 4);
    assert_true(s.type[0] == 0 && s.type[1] == 3);
    assert_true(s.orientation[0] == 0 && s.orientation[1] == 1);
    assert_near(s.orientation[4] * s.orientation[4] + s.orientation[7] * s.orientation[7], 1,
                1e-15);
    assert_int_equal(s.bonded_count, 1);
    assert_true(s.bonded[0].form == 0 && s.bonded[0].member[0] == 1 && s.bonded[0].member[1] == 0);
    assert_int_equal(s.bonded[0].member[2], -1);
    /* the first body is upside down: half a turn about x */
    const double velocities[] = {1, 2, 3, 4, 5, 6}, spins[] = {7, -8, -9, 0, 0, 2};
    for (int k = 0; k < 6; k++) {
        assert_near(s.velocity[k], velocities[k], 0);
        assert_near(s.spin[k], spins[k], 1e-14);
    }
    system_free(&s);
    s = good("data.two",
             replaced(nucleotides, "\nVelocities\n\n2 4 5 6 0 0 2\n1 1 2 3 7 8 9\n", ""));
    assert_null(s.velocity);
    assert_null(s.spin);
    system_free(&s);
}

/**
 * Checks the message about a section of a file that is compared with the default parameters of lj.
 */
static void check_reported(const char *section, const char *expected)
{
    const struct model *model = model_find("lj");
    double parameters[MODEL_PARAMETERS];
    char reported[256];
    struct system s = good("data.two", replaced(nucleotides, "Masses\n\n1 1\n", section));
    model_defaults(model, parameters);
    bool differs = file_parameters_differ(&s, model, parameters, reported, sizeof reported);
    assert_int_equal(differs, expected[0] != '\0');
    const char *line = strstr(reported, "data.two");
    assert_string_equal(line != NULL ? line : reported, expected);
    system_free(&s);
}

TEST(notes_coefficients_that_contradict_the_model)
{
    check_reported("Pair Coeffs # lj/cut\n\n1 1 1\n", "");
    check_reported("PairIJ Coeffs # lj/cut/omp\n\n1 1 1 1.0000001 2.5 # argon\n", "");
    check_reported("Pair Coeffs # lj/cut\n\n1 1 1\n2 0.7 1\n",
                   "data.two:15: Pair Coeffs # lj/cut has epsilon=0.7, but 1 is used");
    check_reported("Pair Coeffs # lj/cut\n\n1 1 1 3\n2 1 1 3\n",
                   "data.two:14: Pair Coeffs # lj/cut has cutoff=3, but 2.5 is used");
    check_reported(
        "PairIJ Coeffs # lj/smooth/linear\n\n1 1 1 1\n1 2 1 1\n",
        "data.two:14: PairIJ Coeffs # lj/smooth/linear has shift=force, but energy is used");
    check_reported(
        "Bond Coeffs # harmonic\n\n1 30 1\n2 30 1\n",
        "data.two:12: Bond Coeffs # harmonic is not used: model lj has parameters of its own");
}

/** Returns a system of two particles, read from lines of an atom style. */
static struct system styled(const char *style, const char *first, const char *second)
{
    char text[400];
    snprintf(text, sizeof text,
             "LAMMPS data file\n\n2 atoms\n\n0 4 xlo xhi\n0 4 ylo yhi\n0 4 zlo zhi\n"
             "0 0 0 xy xz yz\n\nAtoms # %s\n\n%s\n%s\n",
             style, first, second);
    return good("data.styled", text);
}

TEST(reads_the_atom_styles_of_lammps)
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
    struct system same = good("a.xyz", "2\nLattice=\"4 0 0 0 4 0 0 0 4\" "
                                       "Properties=pos:R:3\n1 2 3\n3 2 1\n");
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct system s = styled(cases[k].style, cases[k].first, cases[k].second);
        assert_string_equal(s.hash, same.hash);
        system_free(&s);
    }
    system_free(&same);
}

/*
 * Variants of files that write_data, TopoTools, moltemplate, ASE and OVITO write give the same
 * system.
 */
TEST(reads_what_programs_write_in_other_ways)
{
    static const struct {
        const char *from, *to;
    } same[] = {
        {"title\n", "# LAMMPS data file written by OVITO\n"},
        {"title\n", "2\n"},
        {"title\n", "1 2 3\n"},
        {"title\n", "t = 0 melt, boundary = pp pp pp\n"},
        {"title\n", "boundary of two phases\n"},
        {"title\n", "ITEM: my data\n"},
        {"title\n", "\n"},
        {"title\n", "\xEF\xBB\xBFtitle\n"},
        {"2 atoms\n", "2 atoms # how many\n"},
        {"2 atoms\n", " 2  atoms in the box\n# a remark\n"},
        {"2 atoms\n", "2 atoms\n0 bonds\n0 crossterms\n2 extra bond per atom\n3 bond types\n"},
        {"0 4 xlo xhi\n", "0 4\txlo  xhi # x\n1e-16\t0  -2e-17   xy  xz yz\n"},
        {"Masses", "  Masses  # of argon"},
        {"39.95\n", "39.95 # Ar\n# Pair Coeffs\n#\n# 1 Ar\n"},
        {"Atoms # atomic", "\tAtoms"},
        {"Atoms # atomic", "Atoms#atomic"},
        {"Atoms # atomic", "Atoms # Atomic"},
        {"Atoms # atomic", "Atoms # id type x y z"},
        {"Atoms # atomic", "Atoms # hybrid"},
        {"1 1 1.5 2 3\n2 1 3 2 1.5\n", "2 1 3 2 1.5 0 -1 2 # far\n\n1 1 1.5 2 3 0 0 0\n"},
        {"1 1 1.5 2 3\n2 1 3", "2000000002 1 1.5 2 3\n2000000004 1 3"},
        {"# atomic\n\n1 1 1.5 2 3\n2 1 3 2 1.5", "# charge\n\n1 1 0 1.5 2 3\n2 1 0 3 2 1.5"},
        {"# atomic\n\n1 1 1.5 2 3\n2 1 3 2 1.5", "# full\n\n1 7 1 0 1.5 2 3\n2 7 1 0 3 2 1.5"},
        {"# atomic\n\n1 1 1.5 2 3\n2 1 3 2 1.5", "\n\n1 7 1 0 1.5 2 3\n2 7 1 0 3 2 1.5"},
        {"# atomic\n\n1 1 1.5 2 3\n2 1 3 2 1.5", "\n\n1 1 1.5 2 3 0 0 0\n2 1 3 2 1.5 0 0 0"},
        {"# atomic\n\n1 1 1.5 2 3\n2 1 3 2 1.5",
         "# dipole\n\n1 1 0 1.5 2 3 0 0 1\n2 1 0 3 2 1.5 0 0 0"},
        {"# atomic\n\n1 1 1.5 2 3\n2 1 3 2 1.5",
         "# hybrid bond sphere\n\n1 1 1.5 2 3 7 1 1\n2 1 3 2 1.5 7 1 1"},
        {"1 39.95\n", "1 39.95\n\n Velocities\n\n1 1 2 3\n2 3 2 1\n"},
    };
    struct system whole = good("argon", ARGON);
    for (size_t k = 0; k < sizeof same / sizeof *same; k++) {
        struct system s = good("argon", replaced(ARGON, same[k].from, same[k].to));
        if (strcmp(s.hash, whole.hash) != 0)
            fail_msg("\"%s\" is another system", same[k].to);
        assert_true((s.velocity != NULL) == (strstr(same[k].to, "Velocities") != NULL));
        system_free(&s);
    }
    system_free(&whole);
}

/* Checks that ambiguous input is refused. */
TEST(refuses_ambiguous_files)
{
    static const struct {
        const char *from, *to, *complaint;
    } cases[] = {
        {"title\n", "melt, boundary p p f\n", "expected boundaries that are periodic"},
        {"# atomic\n\n1 1 1.5", "# atomic\n\n1 1 0 1.5",
         "argon:16: expected a row of atom style atomic, \"id type x y z\" and perhaps three"},
        {"# atomic\n\n1 1 1.5 2 3\n2 1 3", "\n\n1 1 0 1.5 2 3\n2 1 0 3",
         "argon:14: the heading of section Atoms names no atom style, and its rows fit several: "
         "charge, dpd, mdpd"},
        {"# atomic\n\n1 1 1.5 2 3\n2 1 3", "\n\n1 1 1 1.5 2 3\n2 1 1 3",
         "rows fit several: angle, bond, charge, dpd, mdpd, molecular"},
        {"# atomic\n\n1 1 1.5 2 3\n2 1 3 2 1.5", "\n\n1 1 0 1.5 2 3 0 0 0\n2 1 0 3 2 1.5 0 0 0",
         "rows fit several: charge, dipole, dpd"},
        {"# atomic\n\n1 1 1.5 2 3\n2 1 3", "\n\n1 1 1 0.5 1.5 2 3\n2 1 1 0.5 3",
         "rows fit several: amoeba, body, edpd, ellipsoid, full, peri, rheo, sphere"},
        {"# atomic", "# template", "argon:14: atom style template is not read; expected one of "},
        {"# atomic", "# hybrid bond body", "argon:14: atom style hybrid bond body is not read"},
        {"2 1 3 2 1.5", "2 2 3 2 1.5", "argon:17: expected the type of atom 2, from 1 to the 1"},
        {"0 4 zlo zhi\n", "0 4 zlo zhi\n0.5\t0  0 xy\txz  yz\n", "found the tilts 0.5 0 0"},
        {"0 4 zlo zhi\n", "0 4 zlo zhi\n4 0 0 avec\n", "argon:9: general triclinic boxes"},
        {"2 atoms\n", "2 atoms\n3 atoms\n", "argon:4: atoms are counted twice"},
        {"1 atom types\n", "1 atom types\n5 crossterms\n",
         "argon:5: crossterms, those of fix cmap, are not read"},
        {"1 39.95\n", "1 39.95 5\n", "argon:12: expected no more words, found \" 5\""},
        {"1 39.95\n", "1 -1\n", "argon:12: expected a type from 1 to 1 and a mass above 0"},
        {"1 39.95\n", "2 39.95\n", "argon:12: expected a type from 1 to 1 and a mass above 0"},
        {"1 39.95\n", "1 39.95\n1 40\n", "argon:13: the mass of type 1 is given twice"},
        {"Masses\n\n1 39.95", "Atom Type Labels\n\n1 Ar", "argon:10: type labels are not read"},
        {"1 39.95\n", "1 39.95\n\nVelocities\n\n1 1 2 3 4\n", "expected no more words"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        bad("argon", replaced(ARGON, cases[k].from, cases[k].to), NULL, cases[k].complaint);
}

/** Reads a file for a model, with an atom style that the user specifies. */
static bool read_as(const char *content, const char *model, const char *style, struct system *s,
                    struct error *error)
{
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/data.as", folder);
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    assert_true(fputs(content, stream) >= 0 && fclose(stream) == 0);
    const struct system_spec spec = {.file = path, .model = model_find(model), .style = style};
    const bool read = system_create(&spec, s, error);
    remove(path);
    return read;
}

TEST(the_user_may_name_the_style)
{
    static const struct {
        const char *style, *rows;
    } same[] = {
        {"charge", "1 1 0 1.5 2 3\n2 1 0 3 2 1.5"},
        {"molecular", "1 7 1 1.5 2 3\n2 7 1 3 2 1.5"},
        {"sphere", "1 1 1 0.5 1.5 2 3\n2 1 1 0.5 3 2 1.5"},
        {"hybrid sphere charge", "1 1 1.5 2 3 1 0.5 0\n2 1 3 2 1.5 1 0.5 0"},
    };
    struct system whole = good("argon", ARGON), s;
    struct error error;
    char rows[80];
    for (size_t k = 0; k < sizeof same / sizeof *same; k++) {
        snprintf(rows, sizeof rows, "\n\n%s", same[k].rows);
        const char *text = replaced(ARGON, " # atomic\n\n1 1 1.5 2 3\n2 1 3 2 1.5", rows);
        if (!read_as(text, "lj", same[k].style, &s, &error))
            fail_msg("%s: %s", same[k].style, error.text);
        assert_string_equal(s.hash, whole.hash);
        system_free(&s);
    }
    system_free(&whole);
    assert_false(read_as(ARGON, "lj", "hybrid atom", &s, &error));
    assert_non_null(strstr(error.text, "atom style hybrid atom is not read"));
    assert_false(read_as("2\n" LATTICE "\nAr 1 1 1\nAr 2 2 2\n", "lj", "full", &s, &error));
    assert_non_null(strstr(error.text, "files of format extxyz have no atom styles"));
    assert_false(
        read_as(replaced(ARGON, "1 atom types", "2 atom types\n\n"), "lj", "full", &s, &error));
    assert_non_null(strstr(error.text, "expected a row of atom style full"));
}

static const char charged_frame[] =
    "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS pp pp pp\n0 9\n0 9\n0 9\n"
    "ITEM: ATOMS id\ttype q x y z\n1 1 0.5 1.5 2 3\n2 2 -0.5 3 2 1.5\n";

TEST(types_are_those_of_the_model)
{
    struct system s;
    struct error error;
    assert_false(read_as(replaced(ARGON_HEAD "\nAtoms\n\n1 1 1.5 2 3\n2 2 3 2 1.5\n",
                                  "1 atom types", "2 atom types"),
                         "lj", NULL, &s, &error));
    assert_non_null(strstr(error.text, "data.as:13: expected a type of model lj for particle 2, "
                                       "from 1 to 1, found 2"));
    assert_false(read_as(ARGON, "allatom", NULL, &s, &error));
    assert_non_null(strstr(error.text, "there are no Pair Coeffs of type 1, epsilon and sigma"));
    assert_false(read_as(charged_frame, "allatom", NULL, &s, &error));
    assert_non_null(strstr(error.text, "a dump does not describe its types"));
}

/** A data file with two atoms of different types, and a section of coefficients. */
#define PAIRED(section)                                                                            \
    "title\n\n2 atoms\n2 atom types\n\n0 9 xlo xhi\n0 9 ylo yhi\n0 9 zlo zhi\n\n"                  \
    "Masses\n\n1 12\n2 16\n\n" section "\n\nAtoms # charge\n\n1 1 0.5 1.5 2 3\n2 2 -0.5 3 2 1.5\n"

TEST(coefficients_are_taken_by_their_style)
{
    static const struct {
        const char *content;
        double depth14; /* 1-4 epsilon of the first type */
        const char *note;
    } taken[] = {
        {PAIRED("Pair Coeffs # lj/cut/coul/long\n\n1 0.1 3\n2 0.2 3"), 0.1, ""},
        {PAIRED("Pair Coeffs # lj/cut/coul/cut\n\n1 0.1 3 10 10\n2 0.2 3 10 10"), 0.1, ""},
        {PAIRED("Pair Coeffs # lj/charmm/coul/long/omp\n\n1 0.1 3 0.3 2\n2 0.2 4 0.2 4"), 0.3, ""},
        {PAIRED("Pair Coeffs\n\n1 0.1 3\n2 0.2 3"), 0.1, "names no style; taken for lj/cut"},
        {PAIRED("Pair Coeffs # hybrid\n\n1 lj/cut/coul/long 0.1 3\n2 lj/cut 0.2 3 9"), 0.1, ""},
        {PAIRED("Pair Coeffs # lj/cut\n\n1 0.1 3\n2 0.2 4"), 0.1, "mixes sigma of lj/cut by geo"},
        {PAIRED("PairIJ Coeffs # lj/cut\n\n1 1 0.1 3\n1 2 0.14142136 3.5\n2 2 0.2 4"), 0.1, ""},
        {PAIRED("Pair Coeffs # lj/cut/coul/dsf\n\n1 0.1 3\n2 0.2 3"), 0.1,
         "lj/cut/coul/dsf is not"},
    };
    struct system s;
    struct error error;
    for (size_t k = 0; k < sizeof taken / sizeof *taken; k++) {
        if (!read_as(taken[k].content, "allatom", NULL, &s, &error))
            fail_msg("%zu: %s", k, error.text);
        assert_int_equal(s.field->types, 2);
        assert_near(s.field->of_type[0].value[0], 0.1, 0);
        assert_near(s.field->of_type[0].value[2], taken[k].depth14, 0);
        assert_near(s.field->type[0].mass, 12, 0);
        bool noted = taken[k].note[0] == '\0';
        for (int n = 0; n < s.file_parameter_count; n++)
            noted = noted || strstr(s.file_parameters[n].what, taken[k].note) != NULL;
        if (!noted)
            fail_msg("%zu: expected a note \"%s\"", k, taken[k].note);
        system_free(&s);
    }
}

/* Atoms without charges may also have 1-4 terms. */
TEST(uncharged_atoms_have_14_terms)
{
    struct system s;
    struct error error;
    assert_good(
        read_as(ARGON_HEAD_OF("4", "1 dihedrals\n") "\nMasses\n\n1 12\n\n"
                                                    "Pair Coeffs # lj/cut\n\n1 0.1 1\n\nDihedral "
                                                    "Coeffs # charmm\n\n1 0.2 3 180 1\n\n"
                                                    "Atoms # molecular\n\n1 1 1 0.5 1 1\n2 1 1 1 "
                                                    "1 2\n3 1 1 1.5 1 1\n4 1 1 2 1 2\n\n"
                                                    "Dihedrals\n\n1 1 1 2 3 4\n",
                "allatom", NULL, &s, &error));
    assert_null(s.charge);
    assert_int_equal(s.bonded_count, 2);
    assert_int_equal(s.bonded[1].member[0], 0);
    assert_int_equal(s.bonded[1].member[1], 3);
    system_free(&s);
}

TEST(refuses_coefficients_of_other_styles)
{
    static const char *const others[] = {"lj/class2/coul/long",
                                         "buck",
                                         "born/coul/long",
                                         "morse",
                                         "lj96/cut",
                                         "lj/expand",
                                         "lj/gromacs",
                                         "lj/cut/soft",
                                         "lj/cut/tip4p/long",
                                         "lj/smooth/linear",
                                         "eam/alloy"};
    static const struct {
        const char *content, *complaint;
    } wrong[] = {
        {PAIRED("Pair Coeffs # hybrid\n\n1 buck 0.1 3 1"),
         "data.as:17: coefficients of pair style buck"},
        {PAIRED("Pair Coeffs\n\n1 0.1 3 9"), "data.as:17: expected a heading that names the style"},
        {PAIRED("Pair Coeffs # lj/charmm/coul/long\n\n1 0.1 3 9"),
         "those of pairs three bonds apart"},
        {PAIRED("Pair Coeffs # lj/cut\n\n1 0.1 3 9 9"),
         "expected epsilon and sigma of Pair Coeffs"},
        {PAIRED("Pair Coeffs # lj/cut\n\n1 -0.1 3"), "expected epsilon and sigma of Pair Coeffs"},
        {PAIRED("Pair Coeffs # lj/cut\n\n1 0.1 3\n1 0.1 3"),
         "of type 1 once, but line 17 has them"},
        {PAIRED("Pair Coeffs # lj/cut\n\n1 0.1 3"), "there are no Pair Coeffs of type 2"},
        {PAIRED("PairIJ Coeffs # lj/cut\n\n1 1 0.1 3\n1 2 0.14142136 3.4\n2 2 0.2 4"),
         "data.as:18: the coefficients of types 1 and 2 are 0.141421 and 3.4; model allatom mixes "
         "0.141421 and 3.5"},
    };
    struct system s;
    struct error error;
    char text[600];
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        snprintf(text, sizeof text, PAIRED("Pair Coeffs # %s\n\n1 0.1 3 1\n2 0.1 3 1"), others[k]);
        assert_false(read_as(text, "allatom", NULL, &s, &error));
        assert_int_equal(error.code, EXIT_USAGE);
        snprintf(text, sizeof text,
                 "data.as:15: coefficients of pair style %s are not for the 12-6", others[k]);
        if (strstr(error.text, text) == NULL)
            fail_msg("expected \"%s\" in: %s", text, error.text);
    }
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        assert_false(read_as(wrong[k].content, "allatom", NULL, &s, &error));
        if (strstr(error.text, wrong[k].complaint) == NULL)
            fail_msg("expected \"%s\" in: %s", wrong[k].complaint, error.text);
    }
}

/* No choice of martini's parameter `shift` is the shift of lj/smooth/linear. */
TEST(styles_have_the_shift_of_that_name)
{
    struct system s;
    struct error error;
    assert_false(read_as(PAIRED("PairIJ Coeffs # lj/smooth/linear\n\n1 1 0.1 3"), "martini", NULL,
                         &s, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "coefficients of pair style lj/smooth/linear are not"));
}

TEST(notes_units_and_masses_of_other_models)
{
    struct system s;
    struct error error;
    const char *metal = replaced(ARGON, "title", "LAMMPS data file, timestep = 0, units = metal");
    assert_true(read_as(metal, "lj", NULL, &s, &error));
    assert_int_equal(s.file_parameter_count, 2);
    assert_string_equal(s.file_parameters[1].what,
                        "Masses are not used: type 1 has 39.95, in model lj 1");
    assert_string_equal(
        s.file_parameters[0].what,
        "the file has units metal, but model lj has units lj: no number is converted");
    system_free(&s);
    assert_true(read_as(replaced(ARGON, "title", "units = lj"), "lj", NULL, &s, &error));
    assert_int_equal(s.file_parameter_count, 1);
    system_free(&s);
    assert_true(read_as(replaced(ARGON, "39.95", "1.001"), "lj", NULL, &s, &error));
    assert_int_equal(s.file_parameter_count, 0);
    system_free(&s);
}

/** A dump with two frames, in which particles are unsorted and outside the box. */
static const char frames[] =
    "ITEM: UNITS\nlj\nITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\n"
    "ITEM: BOX BOUNDS pp pp pp\n-2 2\n-2 2\n-2 2\nITEM: ATOMS type id xu c_stress yu zu\n"
    "2 7 5 0.1 0 -1\n1 3 -1 0.2 0 1\nITEM: TIME\n0.1\nITEM: TIMESTEP\n20\n"
    "ITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS xy xz yz pp pp pp\n"
    "0 4 0\n0 4 0\n0 4 0\nITEM: ATOMS id xs ys zs vx vy vz\n"
    "2 0.5 0.25 0.75 4 5 6\n1 0.25 0.5 0 1 2 3\n";

TEST(reads_dumps)
{
    struct system s = good("two.lammpstrj", frames);
    assert_true(s.n == 2 && s.box[0] == 4 && s.velocity == NULL);
    assert_true(s.x[0] == 1 && s.y[0] == 2 && s.z[0] == 3 && s.type[0] == 0);
    assert_true(s.x[1] == 3 && s.y[1] == 2 && s.z[1] == 1 && s.type[1] == 1);
    assert_string_equal(s.file_parameters[0].what, "columns that are not used: c_stress");
    struct system tabs =
        good("dump",
             replaced(frames, "pp pp pp\n-2 2\n-2 2\n-2 2\nITEM: ATOMS type id xu c_stress yu zu\n",
                      "xy xz yz pp pp pp\n-2 2 1e-16\n-2 2 0\n-2\t2 -1e-17\n"
                      "ITEM: ATOMS type\tid\txu\tvx\tyu zu\n"));
    assert_string_equal(tabs.hash, s.hash);
    assert_string_equal(tabs.file_parameters[0].what,
                        "columns that are not used: a part of vx vy vz");
    system_free(&tabs);
    system_free(&s);
    s = good("dump", frames + strlen("ITEM: UNITS\nlj\n"));
    assert_true(s.x[0] == 1);
    system_free(&s);
    s = good("dump", charged_frame);
    assert_true(s.type[1] == 1 && s.charge[0] == 50000 && s.charge[1] == -50000);
    system_free(&s);
}

TEST(reads_a_chosen_frame)
{
    struct system s;
    struct error error;
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/frames", folder);
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    assert_true(fputs(frames, stream) >= 0 && fclose(stream) == 0);
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

TEST(refuses_bad_dumps)
{
    static const struct {
        const char *from, *to, *complaint;
    } cases[] = {
        {"pp pp pp", "pp pp ff",
         "two.dump:7: expected an orthorhombic box that is periodic along each axis"},
        {"\n-2 2\n", "\n2 -2\n", "two.dump:8: expected bounds of the box, found \"2 -2\""},
        {"\n-2 2\n", "\n-2 2 0.5\n", "two.dump:8: expected bounds of the box, found"},
        {"pp pp pp\n-2 2\n-2 2\n-2 2\n", "xy xz yz pp pp pp\n-2 2 1\n-2 2 0\n-2 2 0\n",
         "two.dump:10: expected an orthorhombic box, found the tilts 1 0 0"},
        {"\n2\n", "\n2.5\n", "two.dump:6: expected the number of atoms, found \"2.5\""},
        {"\n2\n", "\n1\n", "expected 2 to 2147483646 particles, found 1"},
        {"\n2\n", "\n99999\n", "expected no more particles than a file of "},
        {"\n2\n", "\n3\n", "two.dump:14: expected the 6 columns of a particle"},
        {"NUMBER OF", "NUMBERS OF", "two.dump:11: expected the items NUMBER OF ATOMS and BOX"},
        {"c_stress yu", "c_stress ys", "two.dump:11: expected columns x y z"},
        {"2 7 5", "2 3 5", "two.dump:13: atom 3 is in the frame twice"},
        {"2 7 5", "0 7 5",
         "two.dump:12: expected a type of any model for particle 7, from 1 to 16, found 0"},
        {"2 7 5", "2 7 nan", "two.dump:12: expected the 6 columns"},
        {"0.1 0 -1", "0.1 0 -1 8", "two.dump:12: expected 6 columns, found"},
        {"0.2 0 1\n", "0.2 0 1\n1 9 2 0.2 0 1\n",
         "two.dump:14: expected the 2 lines of atoms that the frame counts, found \"1 9 2"},
        {"pp pp pp", "abc origin", "two.dump:7: boxes of general triclinic dumps"},
        {"c_stress", "xu", "two.dump:11: column xu is given twice"},
        {"c_stress", "c_charge", "two.dump:11: column c_charge is none of those that are read"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        bad("two.dump", replaced(frames, cases[k].from, cases[k].to), NULL, cases[k].complaint);
}

TEST(refuses_bad_lammps_data)
{
    static const struct {
        const char *from, *to, *complaint;
    } cases[] = {
        {"2 4 0.5", "1 4 0.5", "data.two:19: atom 1 is given twice"},
        {"Masses\n\n1 1\n", "0 8 xlo xhi\n", "the bounds in x are given twice"},
        {"2 4 0.5", "3 4 0.5", "data.two:23: expected an atom of the section Atoms, from 1 on"},
        {"2 4 0.5", "0 4 0.5", "data.two:18: expected an atom of the section Atoms, from 1 on"},
        {"2 4 0.5", "2 2147483647 0.5",
         "data.two:18: expected the type of atom 2, from 1 to the 4 that the header states"},
        {"2 4 0.5", "2 A 0.5", "data.two:18: expected the type of atom 2"},
        {"0.5 0 0", "0.5 inf 0", "data.two:18: the y coordinate of particle 2 is inf"},
        {"1 1 -1 2 3 1 1 1\n", "", "the file ends here with 1 of its 2 atoms"},
        {"1 1 1 2\n", "1 1 1 3\n", "data.two:23: expected an atom from 1 to 2"},
        {"1 1 1 2\n", "1 1 1 2\n2 1 1 2\n", "data.two:24: expected 1 bonds, found more"},
        {"1 1 1 1 0 1 0 0", "1 1 1 1 0 1.1 0 0", "quaternion of particle 1 has the length 1.1"},
        {"1 1 1 1 0 1 0 0", "1 1 1 1 0 1 0", "three diameters and a quaternion of atom 1"},
        {"2 ellipsoids", "1 ellipsoids", "1 ellipsoids for 2 atoms; expected all or none"},
        {"-3 5 ylo yhi\n", "", "expected bounds of the box before the sections"},
        {"-3 5 ylo", "3 3 ylo", "expected bounds of the box, found"},
        {"1 1 2 3 7 8 9\n", "", "ends here with 1 velocities for 2 atoms; expected all or none"},
        {"1 1 2 3 7 8 9", "1 1 2 3", "the velocity and the angular momentum of atom 1, found"},
        {"1 1 2 3 7 8 9", "2 1 2 3 7 8 9", "atom 2 is given twice"},
        {"1 1 2 3 7 8 9", "1 1 2 nan 7 8 9", "of atom 1, found"},
        {"Bonds", "Bodies", "expected a section Atoms, Bonds"},
        {"Bonds", "Dihedrals", "expected 0 dihedrals, found more"},
        {"# hybrid", "# charge", "data.two:18: expected a row of atom style charge"},
        {"# hybrid", "# template",
         "data.two:16: atom style template is not read; expected one of angle, atomic, bond, "
         "charge, dipole, ellipsoid, full, molecular, oxdna, sphere, hybrid"},
        {"Masses\n\n1 1\n", "Pair Coeffs # lj/cut\n\n1 1\n",
         "data.two:14: expected epsilon and sigma of Pair Coeffs # lj/cut from 0 on"},
        {"Masses\n\n1 1\n", "Pair Coeffs # lj/cut\n\nA 1 1\n", "data.two:14: expected a section"},
        {"Masses\n\n1 1\n", "Pair Coeffs # lj/cut\n\n1 nan 1\n",
         "data.two:14: expected epsilon and"},
        {"-4 4 zlo zhi\n", "-4 4 zlo zhi\n0 0.5 0 xy xz yz\n",
         "expected an orthorhombic box, found"},
        {"2 atoms", "two atoms", "expected a section Atoms, Bonds"},
        {"2 atoms", "2.9 atoms", "expected the number of atoms, found \"2.9 atoms\""},
        {"2 atoms", "1e19 atoms", "expected the number of atoms"},
        {"2 atoms", "-2 atoms", "expected the number of atoms"},
        {"1 bonds", "999999999 bonds", "expected no more bonds than a file of "},
        {"1 1 1 2\n", "1 4294967297 1 2\n", "expected a line \"number type\" and 2 atoms of bonds"},
        {"-3 5 ylo", "-1.7e308 1.7e308 ylo", "expected bounds of the box, found"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        bad("data.two", replaced(nucleotides, cases[k].from, cases[k].to), "lammps",
            cases[k].complaint);
}

/*
 * A data file of two lipid heads, the second an amine, and a water. The box does not begin at the
 * origin.
 */
#define LAMMPS_HEAD                                                                                \
    "LAMMPS data\n\n5 atoms\n2 bonds\n1 angles\n9 atom types\n\n"                                  \
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

TEST(reads_the_beads_of_lipids)
{
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
    const struct bonded terms[] = {
        {0, 0, {1, 0, -1, -1}}, {0, 0, {1, 3, -1, -1}}, {5, 0, {3, 1, -1, -1}}};
    assert_int_equal(system.bonded_count, 3);
    assert_memory_equal(system.bonded, terms, sizeof terms);
    system_free(&system);
}

/* Files that are written read back with the same axes, bonds and angles. */
TEST(beads_are_known_by_the_types_and_forms_of_a_model)
{
    struct model other = *model_find("brahms");
    struct particle_type types[MODEL_TYPES];
    assert_true(lammps_beads_are_of(NULL));
    assert_false(lammps_beads_are_of(model_find("martini")));
    other.name = "lipids";
    assert_true(lammps_beads_are_of(&other));
    other.own_forms++;
    assert_false(lammps_beads_are_of(&other));
    other.own_forms--;
    memcpy(types, other.types, (size_t)other.type_count * sizeof *types);
    types[1].name = "amine";
    other.types = types;
    assert_false(lammps_beads_are_of(&other));
}

TEST(beads_are_written_for_lammps)
{
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
    assert_false(writer_write(writer, "/tmp/no", &system, NULL, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_string_equal(error.text,
                        "/tmp/no: particles 2 and 5 have a bond that beads of lipids do not have");
    free(system.type);
    system.type = NULL;
    assert_false(writer_write(writer, "/tmp/no", &system, NULL, &error));
    assert_non_null(strstr(error.text, "format lammps_beads is for lipids in water; "));
    assert_non_null(strstr(error.text, " has no types"));
    system_free(&system);
}

TEST(refuses_bad_beads)
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
        {LAMMPS_HEAD "1 1 0 0 0 1 0 0 0 x 3 2\n",
         "expected a row of atom style hybrid angle dipole sphere"},
        {LAMMPS_HEAD CHOLINE "2 3 0 0 0 1 -0.7 0 0 0\n", "a row of 10 words fits no atom"},
        {LAMMPS_HEAD "1 2 0 0 0 1 0 0 0 5.4 1.1\n",
         "a row of 11 words fits no atom style that the file may have (hybrid, hybrid angle"},
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
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        bad("beads.txt", cases[k].content, NULL, cases[k].complaint);
}

/**
 * A data file with a molecule of four atoms and a term of each kind. Sections of coefficients are
 * inserted before it.
 */
static const char molecule[] =
    "LAMMPS data file\n\n4 atoms\n1 bonds\n1 angles\n1 dihedrals\n1 impropers\n\n"
    "0 9 xlo xhi\n0 9 ylo yhi\n0 9 zlo zhi\n\n"
    "Bond Coeffs # harmonic\n\n2 30 1.5\n\nAngle Coeffs # charmm\n\n1 2 90 3 1.6\n\n"
    "Dihedral Coeffs # harmonic\n\n1 2 -1 3\n\nImproper Coeffs # cvff\n\n1 2 -1 3\n\n"
    "Bonds\n\n1 2 1 2\n\nAtoms # molecular\n\n"
    "3 1 1 2 2 1\n1 1 1 1 1 1\n4 1 1 2 2 2\n2 1 1 2 1 1\n\n"
    "Angles\n\n1 1 1 2 3\n\nDihedrals\n\n1 1 1 2 3 4\n\nImpropers\n\n1 1 1 2 3 4\n";

/** Checks the numbers in the rows of a term. */
static void check_term(const struct system *s, int term, enum form form, const double *numbers,
                       int count)
{
    assert_true(term < s->bonded_count && s->field != NULL);
    assert_int_equal(s->bonded[term].form, OWN_FORMS + (int)form);
    assert_true((s->field->forms >> form & 1) != 0);
    for (int k = 0; k < count; k++)
        assert_near(s->field->row[s->bonded[term].row + k / 4].value[k % 4], numbers[k], 1e-15);
}

TEST(bonded_terms_have_the_coefficients_of_their_types)
{
    static const struct {
        const char *from, *to;
        int term;
        enum form form;
        double numbers[8];
        int count;
    } cases[] = {
        {"", "", 0, FORM_BOND_HARMONIC, {30, 1.5}, 4},
        {"harmonic\n\n2 30 1.5", "fene/omp\n\n2 30 1.5 1 2", 0, FORM_BOND_FENE, {30, 1.5, 1, 2}, 4},
        {"# harmonic\n\n2 30 1.5", "\n\n2 30 1.5", 0, FORM_BOND_HARMONIC, {30, 1.5}, 4},
        {"# harmonic\n\n2 30 1.5",
         "# hybrid\n\n1 fene 1 2 3 4\n2 harmonic 30 1.5 # C",
         0,
         FORM_BOND_HARMONIC,
         {30, 1.5},
         4},
        {"", "", 1, FORM_ANGLE_UREY_BRADLEY, {2, 1.5707963267948966, 3, 1.6}, 4},
        {"charmm\n\n1 2 90 3 1.6",
         "harmonic\n\n1 2 180",
         1,
         FORM_ANGLE_HARMONIC,
         {2, 3.1415926535897931},
         4},
        {"charmm\n\n1 2 90 3 1.6", "cosine\n\n1 2", 1, FORM_ANGLE_COSINE, {2}, 4},
        {"charmm\n\n1 2 90 3 1.6",
         "cosine/squared\n\n1 2 120",
         1,
         FORM_ANGLE_COSINE_SQUARED,
         {2, -0.5},
         4},
        {"", "", 2, FORM_DIHEDRAL_HARMONIC, {2, -1, 3}, 4},
        {"harmonic\n\n1 2 -1 3",
         "charmm\n\n1 2 3 90 0",
         2,
         FORM_DIHEDRAL_PERIODIC,
         {2, 3, 0, 1},
         4},
        {"harmonic\n\n1 2 -1 3", "opls\n\n1 2 -1 3 4", 2, FORM_DIHEDRAL_OPLS, {2, -1, 3, 4}, 4},
        {"harmonic\n\n1 2 -1 3",
         "multi/harmonic\n\n1 2 -1 3 4 5",
         2,
         FORM_DIHEDRAL_RYCKAERT_BELLEMANS,
         {2, 1, 3, -4, 5, 0, 0, 0},
         8},
        {"# harmonic\n\n1 2 -1 3",
         "\n\n1 2 -1 3 4 5",
         2,
         FORM_DIHEDRAL_RYCKAERT_BELLEMANS,
         {2, 1, 3, -4, 5, 0, 0, 0},
         8},
        {"", "", 3, FORM_IMPROPER_PERIODIC, {2, 3, -1, 0}, 4},
        {"cvff\n\n1 2 -1 3",
         "harmonic\n\n1 2 60",
         3,
         FORM_IMPROPER_HARMONIC,
         {2, 0.5, 0.8660254037844386, 1},
         4},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct system s = good("data.four", replaced(molecule, cases[k].from, cases[k].to));
        assert_int_equal(s.bonded_count, 4);
        check_term(&s, cases[k].term, cases[k].form, cases[k].numbers, cases[k].count);
        /* a heading without a style is reported */
        assert_int_equal(s.file_parameter_count, cases[k].to[0] == '\n');
        system_free(&s);
    }
}

TEST(pairs_along_bonds_are_excluded_as_far_as_the_model_says)
{
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/data.four", folder);
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    assert_true(fputs(replaced(molecule, "4 atoms\n1 bonds", "4 atoms\n3 bonds"), stream) >= 0);
    assert_true(fputs("\nBonds\n\n2 2 2 3\n3 2 3 4\n", stream) >= 0 && fclose(stream) == 0);
    struct system_spec spec = {.file = path, .model = model_find("lj")};
    struct system s = created(&spec);
    assert_int_equal(s.exclusion_count, 3);
    system_free(&s);
    spec.model = model_find("polyethylene");
    s = created(&spec);
    assert_int_equal(s.exclusion_count, 5);
    system_free(&s);
    spec.exclusions_reach = 3;
    s = created(&spec);
    assert_int_equal(s.exclusion_count, 6);
    system_free(&s);
    remove(path);
}

TEST(refuses_bad_bonded_terms)
{
    static const struct {
        const char *from, *to, *complaint;
    } cases[] = {
        {"1 2 1 2\n", "1 7 1 2\n", "data.four:31: expected Bond Coeffs of type 7, found none"},
        {"Bond Coeffs # harmonic\n\n2 30 1.5\n\n", "",
         "data.four:27: expected Bond Coeffs of type 2, found none"},
        {"1 2 1 2\n", "1 4097 1 2\n", "data.four:31: expected a type of bonds from 1 to 4096"},
        {"2 30 1.5", "0 30 1.5", "data.four:15: expected Bond Coeffs # harmonic of a type from 1"},
        {"2 30 1.5", "2 30 1.5\n2 30 1.5",
         "data.four:16: expected Bond Coeffs # harmonic of type 2 once, but line 15 has them, too"},
        {"2 30 1.5", "2 30", "data.four:15: expected coefficients of bond style harmonic, K, r0"},
        {"2 30 1.5", "2 30 nan", "data.four:15: expected up to 5 finite coefficients"},
        {"2 30 1.5", "2 30 1.5 C", "data.four:15: expected up to 5 finite coefficients"},
        {"2 30 1.5", "2 fene 1 2 3 4", "of Bond Coeffs # harmonic, found those of fene"},
        {"# harmonic\n\n2 30 1.5", "# hybrid\n\n2 30 1.5",
         "data.four:15: expected a type and a style"},
        {"# harmonic\n\n2 30 1.5", "# hybrid\n\n2 morse 1 2 3",
         "data.four:15: expected a style of bonds of harmonic (K, r0), fene (K, R0, epsilon, "
         "sigma), "
         "found morse"},
        {"# harmonic", "# class2", "data.four:13: expected a style of bonds of harmonic (K, r0)"},
        {"Angle Coeffs # charmm\n\n1 2 90 3 1.6", "Angle Coeffs\n\n1 2 90",
         "data.four:17: expected a heading that names the style, as in \"Angle Coeffs # "
         "cosine/squared\": its lines fit harmonic (K, theta0), cosine/squared (K, theta0)"},
        {"Angle Coeffs # charmm\n\n1 2 90 3 1.6", "Angle Coeffs\n\n1 2 90 3",
         "data.four:17: expected Angle Coeffs of one style of harmonic"},
        {"Dihedral Coeffs # harmonic\n\n1 2 -1 3", "Dihedral Coeffs\n\n1 2 1 180 0",
         "its lines fit charmm"},
        {"Dihedral Coeffs # harmonic\n\n1 2 -1 3", "Dihedral Coeffs # charmm\n\n1 2 1 180 1",
         "dihedral type 1 has a weight of 1-4 interactions, which only charged atoms have here"},
        {"1 1 1 2 3\n", "1 1 1 2 2\n", "expected different atoms, found \"1 1 1 2 2\""},
        {"Improper Coeffs # cvff", "BondBond Coeffs",
         "BondBond Coeffs are those of a style that is not read"},
        {"1 dihedrals", "2 dihedrals", "the file ends here with 1 of its 2 dihedrals"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        bad("data.four", replaced(molecule, cases[k].from, cases[k].to), "lammps",
            cases[k].complaint);
}

/** Reads the molecule with these coefficients, for a model with pair rows. */
static bool read_rows(const char *coefficients, struct system *s, struct error *error)
{
    char path[PATH_LENGTH], text[1400];
    snprintf(path, sizeof path, "%s/data.rows", folder);
    snprintf(text, sizeof text, "%sBond Coeffs # harmonic", coefficients);
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    assert_true(fputs(replaced(molecule, "Bond Coeffs # harmonic", text), stream) >= 0);
    assert_int_equal(fclose(stream), 0);
    const struct system_spec spec = {.file = path, .model = model_find("polyethylene")};
    const bool read = system_create(&spec, s, error);
    remove(path);
    return read;
}

TEST(types_of_models_with_rows_are_the_files)
{
    static const struct {
        const char *coefficients, *complaint;
    } wrong[] = {
        {"Pair Coeffs # lj/class2\n\n1 2 3\n\n",
         "data.rows:13: coefficients of pair style lj/class2 are not for the 12-6 interaction of "
         "model polyethylene; expected those of style lj/cut, "},
        {"Pair Coeffs\n\n1 2 3\n1 2 3\n\n", "data.rows:16: expected Pair Coeffs of type 1 once"},
        {"Pair Coeffs\n\n1025 2 3\n\n", "data.rows:15: expected a type from 1 to 1024"},
        {"Pair Coeffs\n\n1 2\n\n",
         "data.rows:15: expected epsilon and sigma of Pair Coeffs from 0 on"},
        {"PairIJ Coeffs\n\n1 1 2 3\n1 1 2 3\n\n",
         "data.rows:16: expected coefficients of types 1 and 1 once"},
        {"Masses\n\n1 0\n\n", "data.rows:15: expected a type from 1 to 1024 and a mass above 0"},
    };
    struct system s;
    struct error error;
    assert_true(read_rows("Masses\n\n1 14.5 # CH2\n\nPair Coeffs # lj/cut\n\n1 2 3\n\n"
                          "PairIJ Coeffs # lj/cut\n\n1 1 4 5 6\n\n",
                          &s, &error));
    assert_int_equal(s.field->types, 1);
    assert_string_equal(s.field->type[0].name, "CH2");
    assert_near(s.field->type[0].mass, 14.5, 0);
    assert_true(s.field->of_type[0].stated && s.field->of_type[0].value[1] == 3);
    assert_true(s.field->of_pair[0].stated && s.field->of_pair[0].value[0] == 4);
    assert_int_equal(s.file_parameter_count, 1);
    assert_string_equal(s.file_parameters[0].parameter, "cutoff");
    system_free(&s);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        assert_false(read_rows(wrong[k].coefficients, &s, &error));
        if (strstr(error.text, wrong[k].complaint) == NULL)
            fail_msg("expected \"%s\" in: %s", wrong[k].complaint, error.text);
    }
}

TESTS_MAIN(make_folder, remove_folder)
