/* Tests extensions: the model in tests/extend that has every feature of a model. */
#include "harness/extensions/extension.h"
#include "tests/gradients.h"
#include "tests/support.h"

#include <string.h>

static int add_discs(void **state)
{
    const char *name = NULL;
    struct error error;
    (void)state;
    if (extension_add_model("tests/extend/models/discs.h", &name, &error))
        return strcmp(name, "discs");
    print_error("%s\n", error.text);
    return -1;
}

TEST(a_model_outside_the_tree_is_like_any_other)
{
    const struct model *model = model_find("discs");
    assert_non_null(model);
    assert_true(model->oriented && model->body);
    assert_int_equal(model->bonded_members, 2);
    assert_int_equal(model->term_count, 3);
    assert_int_equal(model->type_count, 4);
    assert_int_equal(model->constant_count, 6);
}

/*
 * The energy at half the diameter, with axes at right angles, is U = (2 / 2) (1 / 2)^2 (1 + 0.5).
 */
TEST(the_energy_of_a_pair_is_that_of_the_equation)
{
    const struct set_model discs = model_with("discs", NULL, NULL);
    const struct particle p = {.orientation = {1}};
    const struct particle q = {.orientation = {sqrt(0.5), sqrt(0.5)}};
    struct pair_result result;
    assert_true(
        discs.model->pair(discs.constants, NULL, &p, &q, (const double[3]){0.8, 0, 0}, &result));
    assert_near(result.terms[0], 0.375, 1e-14);
    assert_near(result.force[0], 2 / 1.6 * 0.5 * 1.5, 1e-14);
    assert_false(
        discs.model->pair(discs.constants, NULL, &p, &q, (const double[3]){1.7, 0, 0}, &result));
}

TEST(forces_and_torques_are_gradients)
{
    const struct set_model discs = model_with("discs", NULL, NULL);
    struct random random = random_start(5, 0);
    for (int trial = 0; trial < 1000; trial++) {
        struct particle particle[2] = {random_particle(0, &random), random_particle(3, &random)};
        double at[2][3] = {{0}};
        random_vector(0.3 + 1.2 * random_uniform(&random), &random, at[1]);
        check_pair(&discs, &particle[0], &particle[1], at[1], 1e-5, 1e-8);
        check_bonded(&discs, 0, 2, particle, at, 1e-5, 1e-8);
    }
}

TEST(a_parameter_that_makes_no_sense_is_refused)
{
    const struct model *model = model_find("discs");
    double parameters[MODEL_PARAMETERS], constants[MODEL_CONSTANTS];
    struct error error;
    model_defaults(model, parameters);
    assert_true(model_set(model, "length", "2", parameters, &error));
    assert_false(model->derive(parameters, constants, &error));
    assert_string_equal(error.text, "length: expected at most the diameter, 1.6, found 2");
}

TEST(adding_a_model_again_changes_nothing)
{
    const struct model *model = model_find("discs");
    const char *name = NULL;
    struct error error;
    assert_true(extension_add_model("tests/../tests/extend/models/discs.h", &name, &error));
    assert_string_equal(name, "discs");
    assert_ptr_equal(model_find(name), model);
}

TESTS_MAIN(add_discs, NULL)
