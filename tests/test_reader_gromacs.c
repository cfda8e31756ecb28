/*
 * Tests the reader of GROMACS topologies, coordinates and run parameters: values from valid files,
 * and messages about invalid ones.
 */
#include "harness/input/formats/gromacs_model.h"
#include "models/forms/kinds.h"
#include "tests/reader.h"

#include <math.h>

/*
 * A force field of two types, with one explicit pair and one that follows from the combination
 * rule.
 */
#define FIELD                                                                                      \
    "[ defaults ]\n1 2 no 1 1\n"                                                                   \
    "[ atomtypes ]\n"                                                                              \
    "A 14.0 0.0 A 0.4 2.0 ; a remark\n"                                                            \
    "B 1 15.0 0.0 A 0.2 0.5\n"                                                                     \
    "[ nonbond_params ]\nA A 1 0.5 3.0\n"

/* A molecule of three atoms, with masses that differ within a type. */
#define MOLECULE                                                                                   \
    "[moleculetype]\nM 1\n"                                                                        \
    "[ atoms ]\n1 A 1 MOL A1 1 0.0\n2 B 1 MOL B1 2 0.0\n3 A 1 MOL A2 3 0.0 20.0\n"                 \
    "[ bonds ]\n1 2 1 0.15 1000\n2 3 1 0.15 \\\n1000\n"                                            \
    "[ angles ]\n1 2 3 2 120 30\n"

#define END      "[ system ]\nany title\n[ molecules ]\nM 2\n"
#define TOPOLOGY FIELD MOLECULE END
#define ATOMS                                                                                      \
    "    1MOL     A1    1   0.100   0.100   0.100\n"                                               \
    "    1MOL     B1    2   0.250   0.100   0.100\n"                                               \
    "    1MOL     A2    3   0.325   0.230   0.100\n"                                               \
    "    2MOL     A1    4   1.100   1.100   1.100\n"                                               \
    "    2MOL     B1    5   1.250   1.100   1.100\n"                                               \
    "    2MOL     A2    6   1.325   1.230   1.100\n"
#define COORDINATES "title\n6\n" ATOMS "   4.0   5.0   6.0\n"
#define PARAMETERS  "vdw-modifier = None\nrvdw = 1.2 ; nm\nrcoulomb = 1.2\n"

/** Writes a text to a file of the folder; NULL: no file. Returns its path. */
static const char *write_file(const char *name, const char *text)
{
    static char path[8][PATH_LENGTH];
    static int last;
    last = (last + 1) % 8;
    snprintf(path[last], sizeof path[last], "%s/%s", folder, name);
    if (text == NULL)
        return NULL;
    FILE *stream = fopen(path[last], "w");
    assert_non_null(stream);
    assert_true(fputs(text, stream) >= 0);
    assert_int_equal(fclose(stream), 0);
    return path[last];
}

/** Files of a test; NULL: the default file. */
struct files {
    const char *topology, *coordinates, *parameters, *included;
    const char *model;  /* NULL: polyethylene */
    const char *suffix; /* suffix of the coordinates; NULL: .gro */
    int64_t frame;
};

static bool read_files(const struct files *files, struct system *system, struct error *error)
{
    const char *top = write_file("a.top", files->topology != NULL ? files->topology : TOPOLOGY);
    char name[16];
    snprintf(name, sizeof name, "a%s", files->suffix != NULL ? files->suffix : ".gro");
    const char *coordinates =
        write_file(name, files->coordinates != NULL ? files->coordinates : COORDINATES);
    const char *mdp =
        write_file("a.mdp", files->parameters != NULL ? files->parameters : PARAMETERS);
    const char *included = write_file("a.itp", files->included);
    const struct system_spec spec = {
        .file = top,
        .coordinates = coordinates,
        .mdp = mdp,
        .frame = files->frame,
        .model = model_find(files->model != NULL ? files->model : "polyethylene")};
    const bool read = system_create(&spec, system, error);
    remove(top);
    remove(coordinates);
    remove(mdp);
    if (included != NULL)
        remove(included);
    return read;
}

static struct system read_good(const struct files *files)
{
    struct system system;
    struct error error;
    assert_good(read_files(files, &system, &error));
    return system;
}

TEST(reads_molecules)
{
    struct system s = read_good(&(struct files){0});
    assert_int_equal(s.n, 6);
    assert_true(s.box[0] == 4 && s.box[1] == 5 && s.box[2] == 6);
    assert_true(s.x[1] == 0.25 && s.y[5] == 1.23 && s.velocity == NULL && s.charge == NULL);
    /* atoms with different masses get different types */
    const int32_t types[] = {0, 1, 2, 0, 1, 2};
    assert_memory_equal(s.type, types, sizeof types);
    assert_int_equal(s.field->types, 3);
    assert_string_equal(s.field->type[2].name, "A");
    assert_true(s.field->type[0].mass == 14 && s.field->type[1].mass == 15 &&
                s.field->type[2].mass == 20);
    /* [ nonbond_params ] take precedence over the combination rule */
    assert_true(s.field->of_pair[2].value[0] == 3 && s.field->of_pair[2].value[1] == 0.5);
    assert_near(s.field->of_pair[1].value[0], 1, 1e-15);
    assert_near(s.field->of_pair[1].value[1], 0.3, 1e-15);
    /* both molecules have the terms, with half of GROMACS's constants, and share rows */
    assert_int_equal(s.bonded_count, 6);
    assert_int_equal(s.bonded[3].member[0], 3);
    assert_int_equal(s.bonded[0].row, s.bonded[1].row);
    assert_int_equal(s.bonded[2].form, OWN_FORMS + FORM_ANGLE_COSINE_SQUARED);
    assert_true(s.field->row[s.bonded[0].row].value[0] == 500);
    assert_near(s.field->row[s.bonded[2].row].value[1], -0.5, 1e-15);
    assert_int_equal(s.exclusion_count, 4);
    system_free(&s);
}

/* A topology gives the same system with preprocessor directives as without. */
TEST(preprocesses)
{
    static const struct files same[] = {
        {.topology = "* a remark\n#include \"a.itp\"\n" MOLECULE END, .included = FIELD},
        {.topology = "#define stiff 0.15 K\n#define K 1000\n" FIELD
                     "[moleculetype]\nM 1\n[ atoms ]\n1 A 1 MOL A1 1 0.0\n2 B 1 MOL B1 2 0.0\n"
                     "3 A 1 MOL A2 3 0.0 20.0\n[ bonds ]\n1 2 1 stiff\n2 3 1 stiff\n#undef K\n"
                     "[ angles ]\n1 2 3 2 120 30\n" END},
        {.topology =
             "#ifdef NONE\n#include \"missing\"\n#else\n" FIELD "#endif\n" MOLECULE
             "#ifndef HERE\n[ cmap ]\n1 2 3 4 5 1\n#ifdef HERE\n#else\n#endif\n#endif\n" END,
         .parameters = PARAMETERS "define = -DHERE -DTHERE=2\n"},
        /* a backslash joins the next line, also in a comment */
        {.topology = FIELD "B B 1 0.2 \\\n#ifdef NONE\n; \\\n#else\n0.5 ; C:\\ \n#endif\n"
                           "B B 1 0.3 0.9\n" MOLECULE END},
        {.topology = FIELD MOLECULE "[ SYSTEM ]\nany title\n[ Molecules ]\nM 2\n"},
        {.topology = FIELD "#include \"a.itp\"\n0.5\n" MOLECULE END, .included = "B B 1 0.2 \\\n"},
    };
    struct system expected = read_good(&(struct files){0});
    for (size_t k = 0; k < sizeof same / sizeof *same; k++) {
        struct system s = read_good(&same[k]);
        assert_string_equal(s.hash, expected.hash);
        assert_int_equal(s.file_parameter_count, strstr(same[k].topology, "C:") != NULL);
        if (s.file_parameter_count > 0)
            assert_non_null(
                strstr(s.file_parameters[0].what, "a.top:14 is left out, as by GROMACS"));
        system_free(&s);
    }
    system_free(&expected);
}

/*
 * Parameters of terms are looked up by types, in either order. X matches any type; an exact name
 * takes precedence over X.
 */
TEST(finds_parameters_by_types)
{
    struct system s = read_good(&(struct files){
        .topology = "[ defaults ]\n1 3 yes 0.5 0.5\n"
                    "[ atomtypes ]\nA a 6 14.0 0.0 A 0.4 2.0\nB b 6 15.0 0.0 A 0.2 0.5\n"
                    "[ nonbond_params ]\nA A 1 0.3 1.5\n"
                    "[ bondtypes ]\nb a 1 0.15 1000\na a 1 0.16 2000\na b 1 0.15 1000\n"
                    "a b 6 0.17 3000\n"
                    "[ angletypes ]\na b a 1 90 10\n"
                    "[ dihedraltypes ]\nX b b X 9 180 5 2\nX b b X 9 0 6 3\n"
                    "a b b a 9 180 1 1\na b b a 9 0 2 2\na b b a 9 0 2 2\nb b 2 0 4\nb b 2 0 4\n"
                    "[ moleculetype ]\nM 3\n"
                    "[ atoms ]\n1 A 1 M A 1\n2 B 1 M B 2\n3 B 1 M C 3\n4 A 1 M D 4\n5 B 1 M E 5\n"
                    "[ bonds ]\n1 2 1\n2 3 1 0.2 3000\n3 4 1\n4 5 5\n"
                    "[ dihedrals ]\n1 2 3 4 9\n4 3 2 5 9\n[ pairs ]\n1 4 1\n1 5 1\n"
                    "[ molecules ]\nM 1\n",
        .coordinates = "t\n5\n    1M        A    1   0.100   0.100   0.100\n"
                       "    1M        B    2   0.200   0.100   0.100\n"
                       "    1M        C    3   0.300   0.200   0.100\n"
                       "    1M        D    4   0.400   0.200   0.200\n"
                       "    1M        E    5   0.500   0.200   0.200\n4 4 4\n"});
    const double expected[][2] = {{500, 0.15}, {1500, 0.2}, {500, 0.15}, {1, 1},
                                  {2, 2},      {5, 2},      {6, 3}};
    assert_int_equal(s.bonded_count, 9);
    for (int k = 0; k < 7; k++) {
        const double *value = s.field->row[s.bonded[k].row].value;
        assert_near(value[0], expected[k][0], 1e-12);
        assert_near(value[1], expected[k][1], 1e-12);
    }
    /* 12 times half of 4 epsilon sigma^12, with sigma and epsilon from [ nonbond_params ] or
     * else from geometric means */
    const double pairs[][2] = {{0.3, 1.5}, {sqrt(0.4 * 0.2), sqrt(2.0 * 0.5)}};
    for (int k = 0; k < 2; k++) {
        const double *row = s.field->row[s.bonded[7 + k].row].value;
        assert_near(row[0], 12 * 0.5 * 4 * pairs[k][1] * pow(pairs[k][0], 12), 1e-15);
        assert_near(row[1], 6 * 0.5 * 4 * pairs[k][1] * pow(pairs[k][0], 6), 1e-15);
    }
    /* all pairs except the first and last atom are at most three bonds apart */
    assert_int_equal(s.exclusion_count, 9);
    system_free(&s);
}

TEST(excludes_what_the_topology_says)
{
    /*
     * constraints of type 1 count as bonds for exclusions, type 2 do not; each pair is excluded
     * once
     */
    static const struct {
        const char *more;
        int64_t pairs;
    } cases[] = {
        {"[ constraints ]\n1 3 1 0.3\n", 3}, {"[ constraints ]\n1 3 2 0.3\n", 2},
        {"[ exclusions ]\n1 2 3\n3 1\n", 3}, {"[ bonds ]\n1 3 5\n", 3},
        {"[ bonds ]\n1 3 6 0.3 100\n", 2},
    };
    char topology[2048];
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        snprintf(topology, sizeof topology, "%s%s%s", FIELD MOLECULE, cases[k].more, END);
        struct system s = read_good(&(struct files){.topology = topology});
        assert_int_equal(s.exclusion_count, 2 * cases[k].pairs);
        system_free(&s);
    }
    struct system s = read_good(&(struct files){.topology = replaced(TOPOLOGY, "M 1\n", "M 0\n")});
    assert_int_equal(s.exclusion_count, 0);
    system_free(&s);
}

/*
 * Reads constraints with explicit lengths, with lengths from types, and with rigid water ([ settles
 * ]).
 */
TEST(reads_constraints)
{
    static const struct {
        const char *more;
        int64_t count;
        struct constraint last;
    } cases[] = {
        {"[ constraints ]\n1 3 2 0.3\n", 1, {{3, 5}, 0.3}},
        {"[ constraints ]\n2 1 1\n", 1, {{4, 3}, 0.17}},
        {"[ settles ]\n1 1 0.1 0.163\n", 3, {{4, 5}, 0.163}},
    };
    char topology[2048];
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        snprintf(topology, sizeof topology, "%s[ constrainttypes ]\nA B 1 0.17\n%s%s%s", FIELD,
                 MOLECULE, cases[k].more, END);
        struct system s = read_good(&(struct files){.topology = topology});
        assert_int_equal(s.constraint_count, 2 * cases[k].count);
        const struct constraint *last = &s.constraint[s.constraint_count - 1];
        assert_memory_equal(last->member, cases[k].last.member, sizeof last->member);
        assert_true(last->length == cases[k].last.length);
        system_free(&s);
    }
}

/* Each molecule has a restraint to its position in the coordinates. */
TEST(reads_restraints)
{
    char topology[2048];
    snprintf(topology, sizeof topology, "%s%s%s%s", FIELD, MOLECULE,
             "[ position_restraints ]\n2 1 0 1.5 20 ; along z\n", END);
    struct system s = read_good(&(struct files){.topology = topology});
    assert_int_equal(s.restraint_count, 2);
    for (int64_t k = 0; k < 2; k++) {
        const struct restraint *restraint = &s.restraint[k];
        assert_true(restraint->stiffness[0] == 0 && restraint->stiffness[1] == 1.5 &&
                    restraint->stiffness[2] == 20);
        assert_near(restraint->place[1] * s.box[1], s.y[restraint->member], 1e-12);
        assert_near(restraint->place[2] * s.box[2], s.z[restraint->member], 1e-12);
    }
    assert_int_equal(s.restraint[1].member - s.restraint[0].member, s.n / 2);
    system_free(&s);
}

/*
 * Reads virtual sites in a molecule with a fourth atom: on a line, in a plane, out of it, at the
 * centre of atoms, and at the centre of mass. Other kinds are counted.
 */
TEST(reads_virtual_sites)
{
    static const struct {
        const char *more;
        int64_t strange;
        struct virtual_site last;
    } cases[] = {
        {"[ virtual_sites2 ]\n4 3 2 1 0.25\n", 0, {3, {2, 1, 2}, 0.25, 0, 0}},
        {"[ virtual_sites3 ]\n4 1 3 2 1 0.25 0.5\n", 0, {3, {0, 2, 1}, 0.25, 0.5, 0}},
        {"[ virtual_sites3 ]\n4 1 3 2 4 0.25 0.5 -2\n", 0, {3, {0, 2, 1}, 0.25, 0.5, -2}},
        {"[ virtual_sitesn ]\n4 1 1 2 3\n", 0, {3, {0, 1, 2}, 1 / 3., 1 / 3., 0}},
        {"[ virtual_sitesn ]\n4 2 1 3\n", 0, {3, {0, 2, 0}, 20 / 34., 0, 0}},
        {"[ virtual_sites3 ]\n4 1 3 2 2 0.25 0.5\n", 1, {0}},
        {"[ virtual_sitesn ]\n4 3 1 0.5 2 0.5\n", 1, {0}},
        {"[ virtual_sitesn ]\n4 1 1\n1 1 2\n", 1, {3, {0, 0, 0}, 0, 0, 0}},
    };
    char topology[2048];
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        snprintf(topology, sizeof topology, "%s%s%s%s", FIELD,
                 "[moleculetype]\nM 1\n[ atoms ]\n1 A 1 M A1 1 0\n2 B 1 M B1 2 0\n"
                 "3 A 1 M A2 3 0 20\n4 B 1 M B2 4 0 0\n",
                 cases[k].more, "[ system ]\nfour\n[ molecules ]\nM 1\n");
        struct system s = read_good(
            &(struct files){.topology = topology,
                            .coordinates = "four\n4\n"
                                           "    1M       A1    1   0.100   0.100   0.100\n"
                                           "    1M       B1    2   0.250   0.100   0.100\n"
                                           "    1M       A2    3   0.325   0.230   0.100\n"
                                           "    1M       B2    4   1.100   1.100   1.100\n"
                                           "   4.0   5.0   6.0\n"});
        struct error error;
        const struct virtual_site *expected = &cases[k].last, *found = s.site;
        assert_int_equal(s.field->strange_sites, cases[k].strange);
        assert_true(cases[k].strange == 0 ||
                    strstr(s.file_parameters[s.file_parameter_count - 1].what,
                           "stay where the coordinates") != NULL);
        assert_int_equal(system_check_movable(&s, &error), cases[k].strange == 0);
        assert_int_equal(s.site_count, expected->site > 0);
        if (s.site_count == 1) {
            assert_int_equal(found->site, expected->site);
            assert_memory_equal(found->maker, expected->maker, sizeof found->maker);
            assert_near(found->a, expected->a, 1e-15);
            assert_near(found->b, expected->b, 1e-15);
            assert_true(found->c == expected->c);
        }
        system_free(&s);
    }
}

/* The width of columns of .gro follows from their decimals; .g96 has blocks. */
TEST(reads_coordinates)
{
    static const struct files same[] = {
        {.topology = FIELD MOLECULE "[ molecules ]\nM 1\n",
         .coordinates =
             "t\n3\n"
             "    1MOL     A1    1   0.12345   0.10000   1.00000  0.500000 -0.500000  0.250000\n"
             "    1MOL     B1    2   0.25000   0.10000   0.10000  0.000000  0.000000  0.000000\n"
             "    1MOL     A2    3   0.30000   0.20000   0.10000  0.000000  0.000000  0.000000\n"
             "4 5 6 0 0 0 0 0 0\n"},
        {.topology = FIELD MOLECULE "[ molecules ]\nM 1\n",
         .coordinates = "TITLE\nany\nEND\nPOSITION\n# a remark\n"
                        "    1 MOL   A1         1    0.123450000    0.100000000    1.000000000\n"
                        "    1 MOL   B1         2    0.250000000    0.100000000    0.100000000\n"
                        "    1 MOL   A2         3    0.300000000    0.200000000    0.100000000\n"
                        "END\nVELOCITYRED\n"
                        "    0.500000000   -0.500000000    0.250000000\n"
                        "    0.000000000    0.000000000    0.000000000\n"
                        "    0.000000000    0.000000000    0.000000000\nEND\n"
                        "BOX\n    4.000000000    5.000000000    6.000000000\nEND\n",
         .suffix = ".g96"},
    };
    for (size_t k = 0; k < sizeof same / sizeof *same; k++) {
        struct system s = read_good(&same[k]);
        assert_true(s.x[0] == 0.12345 && s.z[0] == 1 && s.y[2] == 0.2 && s.box[2] == 6);
        assert_true(s.velocity[0] == 0.5 && s.velocity[1] == -0.5 && s.velocity[2] == 0.25);
        system_free(&s);
    }
}

/* Coordinates with several frames and different boxes. */
#define GRO_FRAME(box) "\n6\n" ATOMS "   4.0   5.0   " box "\n"
#define G96_POINT(x)   "    " x "00000000    0.100000000    0.100000000\n"
#define G96_FRAME(box)                                                                             \
    "TITLE\nt\nEND\nPOSITIONRED\n" G96_POINT("0.1") G96_POINT("0.2") G96_POINT("0.3")              \
        G96_POINT("1.1") G96_POINT("1.2") G96_POINT("1.3") "END\nBOX\n4 5 " box "\nEND\n"

TEST(reads_one_of_several_frames)
{
    static const char of_gro[] = GRO_FRAME("6.0") GRO_FRAME("7.0"),
                      of_g96[] = G96_FRAME("6.0") G96_FRAME("7.0");
    static const struct {
        struct files files;
        double box; /* third edge of the box; 0: refused */
    } cases[] = {
        {{.coordinates = of_gro}, 6},
        {{.coordinates = of_gro, .frame = 1}, 6},
        {{.coordinates = of_gro, .frame = 2}, 7},
        {{.coordinates = of_gro, .frame = 3}, 0},
        {{.coordinates = of_g96, .suffix = ".g96"}, 6},
        {{.coordinates = of_g96, .suffix = ".g96", .frame = 2}, 7},
        {{.coordinates = of_g96, .suffix = ".g96", .frame = 3}, 0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct system s;
        struct error error;
        if (cases[k].box == 0) {
            assert_false(read_files(&cases[k].files, &s, &error));
            assert_non_null(strstr(error.text, "expected a frame from 1 to 2, found 3"));
            continue;
        }
        assert_true(read_files(&cases[k].files, &s, &error));
        assert_near(s.box[2], cases[k].box, 1e-12);
        assert_int_equal(s.file_parameter_count, cases[k].files.frame == 0);
        if (s.file_parameter_count > 0)
            assert_non_null(
                strstr(s.file_parameters[0].what, "the first of several frames is read"));
        system_free(&s);
    }
}

/* Unsupported run parameters are reported if they do not change forces, and refused otherwise. */
TEST(notes_parameters_that_are_not_used)
{
    const struct files files = {.parameters = PARAMETERS
                                "Disp-corr = EnerPres\nref-t = 300 310\ntau-t = 1 1\n"
                                "GEN-VEL = yes\nnst_xout = 5\nvdwType = cutoff\nrvwd = 1.1\n"};
    struct system s;
    struct error error;
    assert_true(read_files(&files, &s, &error));
    assert_int_equal(s.file_parameter_count, 1);
    assert_string_equal(s.file_parameters[0].what,
                        "run parameters that are not used: dispcorr = EnerPres, "
                        "ref-t of all groups but the first, "
                        "rvwd (line 10: no parameter of GROMACS)");
    system_free(&s);
}

TEST(refuses_wrong_topologies)
{
    static const struct {
        const char *from, *to; /* text that is replaced in the default topology */
        const char *complaint;
    } mistakes[] = {
        {"[ angles ]\n", "#include \"none.itp\"\n",
         "a.top:18: the included file none.itp is no regular file"},
        {"[ angles ]\n", "#include none.itp\n", "expected #include \"FILE\""},
        {"[ defaults ]\n", "#include \"a.top\"\n", "does one include itself?"},
        {"[ angles ]\n", "#if 1\n", "found #if"},
        {"[ angles ]\n", "#else\n", "#else has no #ifdef"},
        {"[ angles ]\n", "#ifdef A\n", "a.top:18: expected #endif"},
        {"[ angles ]\n", "#ifdef A\n#else\n#else\n", "a second #else; the first is in line 18"},
        {"[ angles ]\n", "#define x x\nx\n", "does x contain itself?"},
        {"[ angles ]\n", "[ angles\n", "expected \"[ name ]\""},
        {"[ angles ]\n", "[ cmap ]\n1 2\n", "[ cmap ] is no section that is read here"},
        {"M 2\n", "M 2\n[ intermolecular_interactions ]\n[ bonds ]\n1 2 1 0.2 9\n",
         "a.top:24: [ intermolecular_interactions ] is no section"},
        {"M 2\n", "M 2\n[ bonds ]\n1 2 1 0.2 9\n", "a.top:24: expected [ bonds ] after ["},
        {"M 1\n", "", "expected [ atoms ] after [ moleculetype ]"},
        {"[ molecules ]\n", "[ exclusions ]\n", "expected [ exclusions ] after [ moleculetype ]"},
        {"[ angles ]\n", "[ angletypes ]\n", "expected [ angletypes ] before [ moleculetype ]"},
        {"[moleculetype]\n", "[ bondtypes ]\nA B 1 0.1 9\nB A 1 0.1 8\n[moleculetype]\n",
         "a.top:10: bonds 1 (harmonic) of these types have other parameters above, which begin"},
        {"[moleculetype]\n", "[ angletypes ]\nA A B 1 9 9\nA B B 1 9 9\nB A A 1 9 8\n[ x ]\n",
         "a.top:11: angles 1 (harmonic) of these types have other"},
        {"[moleculetype]\n",
         "[ dihedraltypes ]\nA B B A 4 0 9 1\nA B B A 4 0 9 2\n[moleculetype]\n",
         "a.top:10: dihedrals 4 (periodic improper) of these types have other"},
        {"[moleculetype]\n",
         "[ dihedraltypes ]\nA B B A 9 0 9 1\nB A A B 9 0 9 1\nA B B A 9 0 9 2\n[ x ]\n",
         "a.top:11: dihedrals 9 (multiple proper) of these types have other"},
        {"[moleculetype]\n", "[ dihedraltypes ]\nA B 2 0 9\nA B 2 0 8\n[moleculetype]\n",
         "a.top:10: dihedrals 2 (improper) of these types have other"},
        {"[moleculetype]\n", "[ constrainttypes ]\nA B 1 0.1\nB A 1 0.2\n[moleculetype]\n",
         "a.top:10: constraints of these types have another length above, 0.1; expected it once"},
        {"M 2\n", "E 2147483647\n[ moleculetype ]\nE 0\n", "no [ moleculetype ] E"},
        {"[ system ]\n", "[ moleculetype ]\nE 0\n[ molecules ]\nE 2147483647\n",
         "a.top:23: molecule E has no atoms"},
        {"[ angles ]\n", "[ position_restraints ]\n1 2 0 0 9\n",
         "a function of harmonic restraints"},
        {"[ angles ]\n", "[ position_restraints ]\n1 1 0 9\n", "an atom, a function and three"},
        {"[ angles ]\n", "[ position_restraints ]\n1 1 0 0 -9\n", "expected a constant from 0 on"},
        {"[ angles ]\n", "[ position_restraints ]\n2 1 0 0 9\n2 1 9 0 0\n", "is restrained twice"},
        {"[ angles ]\n", "[ position_restraints ]\n1 1 0 0 9 0 0 9\n",
         "expected at most 5 words, found 8: a second state is not supported here"},
        {"[ angles ]\n", "[ constraints ]\n1 3 1 0.3 0.4\n", "expected at most 4 words, found 5"},
        {"[ angles ]\n", "[ settles ]\n1 1 0.1 0.16 0\n", "expected at most 4 words, found 5"},
        {"[ angles ]\n", "[ virtual_sites2 ]\n1 2 3 1 0.5 0.5\n", "at most 5 words, found 6"},
        {"[ defaults ]\n1 2 no 1 1\n", "", "expected [ defaults ] before [ atomtypes ]"},
        {"1 2 no", "2 2 no", "a.top:2: expected the function of pairs, 1"},
        {"1 2 no", "1 4 no", "expected a combination rule, a whole number from 1 to 3"},
        {"A 14.0 0.0 A 0.4", "A 14.0 0.0 Q 0.4", "expected the kind of a type"},
        {"A 14.0 0.0 A 0.4", "A 14.0 0.0 S 0.4", "atom 1 of M has type A, a shell"},
        {"A A 1 0.5", "A C 1 0.5", "[ atomtypes ] have no type C"},
        {"1 A 1 MOL A1", "1 C 1 MOL A1", "a.top:11: atom 1 of M has type C, of which"},
        {"1 A 1 MOL A1", "2 A 1 MOL A1", "expected the number of the atom"},
        {"B 1 15.0 0.0 A 0.2 0.5", "B 1 15.0 0.0 A 0 0", "type B of atom 2 of M interacts with no"},
        {"1 2 1 0.15 1000", "1 4 1 0.15 1000", "expected an atom of the molecule"},
        {"1 2 1 0.15 1000", "1 1 1 0.15 1000", "atom 1 comes twice in a term"},
        {"1 2 1 0.15 1000", "1 2 3 0.15 1000 2", "found 3 (Morse)"},
        {"1 2 1 0.15 1000", "1 2 1 0.15", "expected 2 parameters of bonds 1 (harmonic), or none"},
        {"1 2 1 0.15 1000", "1 2 1", "bonds 1 (harmonic) of M have no parameters"},
        {"1 2 1 0.15 1000", "1 2 1 nan 1000", "expected a parameter, a finite number"},
        {"1 2 3 2 120", "1 2 3 12 120", "expected angles of function 1 (harmonic), 2 (G96)"},
        {"[ angles ]\n1 2 3 2 120 30\n", "[ pairs ]\n1 3 1\n", "gen-pairs is no"},
        {"[ angles ]\n1 2 3 2 120 30\n", "[ constraints ]\n1 3 1\n", "this constraint of M has no"},
        {"[ angles ]\n1 2 3 2 120 30\n", "[ settles ]\n2 1 0.1 0.16\n", "two atoms of M after"},
        {"[ angles ]\n1 2 3 2 120 30\n", "[ virtual_sitesn ]\n1 1 2\n1 1 3\n", "site twice"},
        {"[ angles ]\n1 2 3 2 120 30\n", "[ virtual_sitesn ]\n1 1 2 1\n",
         "constructed from itself"},
        {"[ angles ]\n1 2 3 2 120 30\n", "[ virtual_sitesn ]\n1 1 2\n[ constraints ]\n3 1 1 0.3\n",
         "constraint of atoms 3 and 1 of M has a virtual site"},
        {"[ angles ]\n1 2 3 2 120 30\n", "[ virtual_sitesn ]\n1 1 2 3\n",
         "expected mass 0 of atom 1 of M, a virtual site, found 14"},
        {"[ angles ]\n1 2 3 2 120 30\n", "[ constraints ]\n1 3 1 0.3\n3 1 1 0.4\n",
         "a.top:20: this constraint of M cannot be satisfied: atoms 3 and 1 have one"},
        {"[ angles ]\n1 2 3 2 120 30\n", "[ constraints ]\n1 3 2 0.3\n3 2 2 0.2\n2 1 2 0.51\n",
         "a.top:21: this constraint of M cannot be satisfied: atom 3 keeps atoms 2 and 1 from 0.1 "
         "to "
         "0.5 apart"},
        {"[ angles ]\n1 2 3 2 120 30\n", "[ constraints ]\n2 1 2 0.05\n3 1 2 0.3\n3 2 2 0.2\n",
         "a.top:21: this constraint of M cannot be satisfied: atom 1 keeps atoms 3 and 2 from "
         "0.25"},
        {"[ angles ]\n1 2 3 2 120 30\n", "[ settles ]\n1 1 0.1 0.21\n",
         "a.top:19: this constraint of M cannot be satisfied: atom 1 keeps atoms 2 and 3 from 0"},
        {"M 2\n", "N 2\n", "there is no [ moleculetype ] N"},
        {"M 2\n", "", "expected [ molecules ], found none"},
        {"M 2\n", "M 3\n", "molecule 3 of these needs more"},
        {"M 2\n", "M 1\n", "the molecules have 3 atoms, but"},
        {"M 2\n", "M 2000000000\n", "expected at most 2147483647 particles"},
        {"MOL A1", "MOL XX", "to be XX of molecule M, found A1"},
    };
    struct system s;
    struct error error;
    for (size_t k = 0; k < sizeof mistakes / sizeof *mistakes; k++) {
        const struct files files = {.topology =
                                        replaced(TOPOLOGY, mistakes[k].from, mistakes[k].to)};
        assert_false(read_files(&files, &s, &error));
        assert_int_equal(error.code, EXIT_USAGE);
        if (strstr(error.text, mistakes[k].complaint) == NULL)
            fail_msg("expected \"%s\" in: %s", mistakes[k].complaint, error.text);
    }
}

TEST(refuses_other_files_that_are_wrong)
{
    static const struct {
        struct files files;
        const char *complaint;
    } mistakes[] = {
        {{.coordinates = "t\n6\n" ATOMS "4 5 6 0 0 1 0 0 0\n"}, "a.gro:9: expected a rectangular"},
        {{.coordinates = "t\n6\n" ATOMS "4 5\n"}, "expected three or nine numbers of a box"},
        {{.coordinates = "t\n6\n" ATOMS "4 5 0\n"}, "expected three positive box edges"},
        {{.coordinates = "t\n7\n" ATOMS "4 5 6\n"}, "expected the position of atom 7"},
        {{.coordinates = "t\n2\n    1MOL     A1    1    0100   0.100   0.100\n"},
         "a.gro:3: expected the position of atom 1"},
        {{.coordinates = "t\n6\n" ATOMS "4 5 6\nmore\n"}, "expected the end of the file"},
        {{.coordinates = "t\n6\n" ATOMS "4 5 6\nmore\nx\n"}, "expected the end of the file"},
        {{.coordinates = "t\n-2\n" COORDINATES, .frame = 2}, "expected the number of atoms"},
        {{.coordinates =
              "POSITIONRED\n"
              "    0.100000000    0.100000000    0.100000000e4005\n" G96_POINT("0.2") "END\n",
          .suffix = ".g96"},
         "expected three numbers in columns of 15, found more"},
        {{.coordinates = "POSITION\nEND\n", .suffix = ".g96"}, "found 0"},
        {{.coordinates =
              "t\n7\n" ATOMS
              "    1MOL     A1    7   0.100   0.100   0.100  1.0000  2.0000  3.0000\n4 5 6\n"},
         "a.gro:9: expected no velocity of atom 7"},
        {{.coordinates = "BOX\n4 5 6\nEND\n" G96_FRAME("7"), .suffix = ".g96"},
         "a.g96:1: expected a block BOX after POSITION, once in each frame"},
        {{.coordinates = G96_FRAME("6") "BOX\n4 5 7\nEND\n", .suffix = ".g96"},
         "once in each frame"},
        {{.coordinates = "BOX\n", .suffix = ".g96"}, "expected a block POSITION"},
        {{.parameters = "rvdw 1\n"}, "a.mdp:1: expected \"key = value\""},
        {{.parameters = "\nrvdw = x\n"}, "a.mdp:2: expected a number from 0 on for rvdw"},
        {{.parameters = "rvdw = 1\nrvdw = 1.1\n"}, "a.mdp:2: rvdw is given twice"},
        {{.parameters = "ewald-rtol = 0\n"},
         "expected a number above 0 and below 1 for ewald-rtol"},
        {{.parameters = "ewald-rtol = 1\n"},
         "expected a number above 0 and below 1 for ewald-rtol"},
        {{.parameters = "vdw_type = Shift\n"}, "expected cut-off for vdwtype, found Shift"},
        {{.parameters = "energygrp_excl = A B\n"}, "expected nothing for energygrp-excl"},
        {{.parameters = "electric-field-x = 1 0 0 0\n"}, "for electric-field-x, found 1 0 0 0"},
        {{.parameters = "MORSE = yes\n"}, "expected no for morse, found yes"},
        {{.parameters = "freeenergy = yes\n"}, "expected no for free-energy"},
        {{.parameters = "n-wall = 2\n"}, "expected 0 for nwall"},
        {{.parameters = "p_b_c = xy\n"}, "expected xyz for pbc"},
        {{.parameters = "rvdw = 1\nr_vdw = 1\n"}, "a.mdp:2: rvdw is given twice"},
        {{.parameters = "constraints = all-bonds\n"}, "expected none for constraints"},
        {{.parameters = "coulombtype = reaction-field\nepsilon_r = 15\nepsilon_rf = 5\n"},
         "expected epsilon-rf 0, for infinite, or from epsilon-r 15 on, found 5"},
        {{.parameters = "coulombtype = user\n"}, "expected cut-off or reaction-field or pme"},
        {{.model = "lj"}, "model lj takes no GROMACS topologies; expected one of allatom"},
    };
    struct system s;
    struct error error;
    for (size_t k = 0; k < sizeof mistakes / sizeof *mistakes; k++) {
        assert_false(read_files(&mistakes[k].files, &s, &error));
        assert_int_equal(error.code, EXIT_USAGE);
        if (strstr(error.text, mistakes[k].complaint) == NULL)
            fail_msg("expected \"%s\" in: %s", mistakes[k].complaint, error.text);
    }
}

/** Returns the model that is chosen for a topology; its second atom has this charge. */
static struct gromacs_choice choice_of(const char *charge, const char *parameters,
                                       struct error *error)
{
    struct gromacs_choice choice;
    char topology[2048];
    const char *at = strstr(TOPOLOGY, "B1 2 0.0");
    snprintf(topology, sizeof topology, "%.*sB1 2 %s%s", (int)(at - TOPOLOGY), TOPOLOGY, charge,
             at + strlen("B1 2 0.0"));
    const struct system_spec spec = {.file = write_file("c.top", topology),
                                     .mdp = write_file("c.mdp", parameters)};
    if (!gromacs_choose(&spec, &choice, error))
        choice.model = NULL;
    remove(spec.file);
    remove(spec.mdp);
    return choice;
}

static const char *value_of(const struct gromacs_choice *choice, const char *key)
{
    for (int k = 0; k < choice->settings; k++)
        if (strcmp(choice->setting[k].key, key) == 0)
            return choice->setting[k].value;
    fail_msg("no setting %s", key);
    return NULL;
}

TEST(chooses_the_model)
{
    struct error error;
    struct gromacs_choice choice = choice_of("0.0", PARAMETERS, &error);
    assert_string_equal(choice.model, "polyethylene");
    assert_string_equal(value_of(&choice, "cutoff"), "1.2");

    choice = choice_of("-1.0",
                       "coulombtype = Reaction-Field\nepsilon_r = 15\nrvdw = 1.1\nrcoulomb = 1.1\n"
                       "integrator = sd\ndt = 0.02\ntau_t = 1.0 2.0\nref_t = 310 310\n",
                       &error);
    assert_string_equal(choice.model, "martini");
    assert_string_equal(value_of(&choice, "dielectric"), "15");
    assert_string_equal(value_of(&choice, "field"), "0");
    assert_string_equal(value_of(&choice, "shift"), "potential");
    assert_string_equal(choice.thermostat, "langevin");
    assert_near(choice.temperature, 2.57748, 1e-5); /* kT at 310 K in kJ/mol */
    assert_true(choice.step == 0.02 && choice.relaxation == 1 && choice.uncoupled[0] == '\0');

    /* a plain cut-off is a reaction field with equal dielectric constants */
    choice = choice_of("1.0", "epsilon-r = 2\n", &error);
    assert_string_equal(value_of(&choice, "field"), "2");
    choice = choice_of("1.0", "tcoupl = v-rescale\n", &error);
    assert_non_null(strstr(choice.uncoupled, "tcoupl is v-rescale"));

#define MEMBRANE "pcoupl = Berendsen\npcoupltype = semiisotropic\ntau_p = 5\nref_p = 1 1\n"
    choice = choice_of("1.0", MEMBRANE "compressibility = 3e-4 3e-4\nnstpcouple = 20\n", &error);
    assert_string_equal(choice.barostat, "semi_isotropic");
    assert_true(choice.uncoupled[0] == '\0' && choice.pressure_time == 5);
    assert_true(choice.pressure_steps == 20);
    assert_near(choice.pressure, 1, 1e-12); /* 1 bar */
    assert_near(choice.compressibility, 3e-4, 1e-15);
    choice = choice_of("1.0", MEMBRANE "compressibility = 3e-4 0\n", &error);
    assert_non_null(strstr(choice.uncoupled, "the same in all directions"));
    choice = choice_of("1.0", "pcoupl = c-rescale\n", &error);
    assert_non_null(strstr(choice.uncoupled, "pcoupl is c-rescale; expected no or berendsen"));

    choice = choice_of("1.0", PARAMETERS "coulombtype = PME\ncoulomb-modifier = none\n", &error);
    assert_string_equal(choice.model, "allatom");
    assert_string_equal(value_of(&choice, "cutoff"), "12");
    assert_near(erfc(atof(value_of(&choice, "alpha")) * 12), 1e-5, 1e-10);

    choice = choice_of("1.0", PARAMETERS "coulombtype = PME\n", &error);
    assert_null(choice.model);
    assert_non_null(strstr(error.text, "expected vdw-modifier and coulomb-modifier none"));
    choice = choice_of("1.0", "rvdw = 1.2\n", &error);
    assert_null(choice.model);
    assert_non_null(strstr(error.text, "expected one cut-off, found rvdw 1.2 and rcoulomb 1"));
}

TESTS_MAIN(make_folder, remove_folder)
