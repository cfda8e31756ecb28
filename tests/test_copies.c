/*
 * Tests systems of copies of a smaller system: energies and forces of each copy equal the
 * original's. Some terms cross a face of the box.
 */
#include "tests/support.h"

#include "harness/particles/copies.h"

static const int along[3] = {2, 1, 3};

static struct system copied(const struct system_spec *spec)
{
    struct system system = created(spec);
    struct error error;
    assert_good(copies_make(along, &system, &error));
    return system;
}

/** Compares energy terms, virial and forces between six copies and the original. */
static void expect_six(const char *model, const char *builder, int64_t n)
{
    const struct set_model set = model_with(model, NULL, NULL);
    struct system_spec spec = spec_of(builder, n);
    spec.model = set.model;
    struct system one = created(&spec), six = copied(&spec);
    struct reference single = evaluated(reference_by_cells, &one, &set);
    struct reference all = evaluated(reference_by_cells, &six, &set);
    assert_int_equal(six.n, 6 * one.n);
    assert_int_equal(all.pairs_interacting, 6 * single.pairs_interacting);
    for (int k = 0; k < system_terms(&one, set.model); k++)
        assert_near(all.terms[k], 6 * single.terms[k], 1e-10 * fabs(6 * single.terms[k]) + 1e-9);
    assert_near(all.virial, 6 * single.virial, 1e-9 * fabs(single.virial) + 1e-7);
    for (int64_t i = 0; i < six.n; i++) {
        const int64_t k = i % one.n;
        const double size = 1e-9 * single.acting[k] + 1e-12;
        assert_near(all.x[i], single.x[k], size);
        assert_near(all.y[i], single.y[k], size);
        assert_near(all.z[i], single.z[k], size);
    }
    reference_free(&single);
    reference_free(&all);
    system_free(&one);
    system_free(&six);
}

TEST(chains_go_on_in_the_next_copy)
{
    expect_six("polyethylene", "chains", 256);
}

TEST(bodies_are_bonded_to_the_next_copy)
{
    expect_six("oxdna", "duplexes", 128);
}

/*
 * The system has one particle on each side of the face between the two copies along x. A third
 * particle is next to the first.
 */
TEST(constraints_and_sites_go_through_faces)
{
    const struct system_spec spec = {
        .builder = "fluid", .n = 60, .density = 0.5, .temperature = 1, .seed = 1};
    struct system one = created(&spec);
    struct error error;
    one.x[0] = 0.1, one.x[1] = one.box[0] - 0.1, one.x[2] = 0.2;
    for (int i = 1; i < 3; i++)
        one.y[i] = one.y[0], one.z[i] = one.z[0];
    assert_true(system_add_list(&one, SYSTEM_CONSTRAINTS, 1, &error) &&
                system_add_list(&one, SYSTEM_SITES, 1, &error) &&
                system_add_list(&one, SYSTEM_RESTRAINTS, 1, &error));
    one.constraint[0] = (struct constraint){.member = {0, 1}, .length = 0.2};
    one.site[0] = (struct virtual_site){.site = 1, .maker = {0, 2, 2}};
    one.restraint[0] = (struct restraint){0, {0, 0, 1}, {0.25, 0.5, 0.75}};
    assert_true(copies_make(along, &one, &error));
    /*
     * each copy has terms with particle 1 of the next copy; the image of this particle is at -0.1
     */
    for (int copy = 0; copy < 6; copy++) {
        const int32_t own = 60 * copy, next = 60 * (copy ^ 1);
        assert_int_equal(one.constraint[copy].member[0], own);
        assert_int_equal(one.constraint[copy].member[1], next + 1);
        assert_int_equal(one.site[copy].site, own + 1);
        assert_int_equal(one.site[copy].maker[0], next);
        assert_int_equal(one.site[copy].maker[1], next + 2);
        assert_int_equal(one.site[copy].maker[2], next + 2);
        assert_near(distance_between(&one, own, next + 1), 0.2, 1e-12);
        assert_int_equal(one.restraint[copy].member, own);
        assert_near(one.restraint[copy].place[0], (copy % 2 + 0.25) / 2, 1e-12);
        assert_near(one.restraint[copy].place[2], (copy / 2 + 0.75) / 3, 1e-12);
    }
    system_free(&one);
}

TEST(numbers_of_copies_are_three_and_above_zero)
{
    static const char *const wrong[] = {"",          "3",      "3x3",     "3x3x0",  "3x-1x1",
                                        "3x3x1 ",    " 3x3x1", "3x3x1x1", "+3x3x1", "3.5x1x1",
                                        "10000x1x1", "3X3X1",  "0x1x1"};
    int copies[3];
    struct error error;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        assert_false(copies_read(wrong[k], copies, &error));
        assert_non_null(strstr(error.text, "expected three whole numbers from 1 to 9999"));
    }
    assert_true(copies_read("12x1x9999", copies, &error));
    assert_string_equal(copies_text(copies).text, "12x1x9999");
    struct system one = fluid(60, 0.5, 1, 1);
    copies[1] = 9999;
    assert_false(copies_make(copies, &one, &error));
    assert_non_null(strstr(error.text, "12x9999x9999 copies of 60 particles: expected at most"));
    assert_int_equal(one.n, 60);
    system_free(&one);
}

TESTS_MAIN(NULL, NULL)
