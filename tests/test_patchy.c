/* Tests patchy: published energies of a pair, and its forces and torques as gradients. */
#include "tests/gradients.h"
#include "tests/support.h"

#include <math.h>
#include <string.h>

static struct set_model patchy(const char *patches)
{
    struct set_model patchy = {.model = model_find("patchy")};
    double parameters[MODEL_PARAMETERS];
    struct error error;
    assert_non_null(patchy.model);
    model_defaults(patchy.model, parameters);
    assert_true(model_set(patchy.model, "patches", patches, parameters, &error));
    assert_true(patchy.model->derive(parameters, patchy.constants, &error));
    return patchy;
}

/* Two parallel bodies with a2 along the line between them have one pair of patches in contact. */
TEST(aligned_particles_have_the_published_energies)
{
    static const struct {
        double r, sphere, patches, force;
    } expected[] = {
        {1.00, 1, -1.001, 200},
        {1.03, 2.70741642288e-3, -1.00099952269, 0.5255528222},
        {1.06, 8.68614244e-6, -1.00051134978, -0.07978292728},
        {1.10, 5.26578312e-9, -0.923344115489, -7.456260522},
        {1.15, 7.25156809e-13, -0.00950807945591, -2.951696346},
        {1.17, 2.30583194e-14, -8.51614019631e-8, -8.155341524e-5},
    };
    const struct set_model two = patchy("2");
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        struct particle body = {.orientation = {1}};
        const double r[3] = {0, expected[k].r, 0};
        struct pair_result result;
        assert_true(two.model->pair(two.constants, NULL, &body, &body, r, &result));
        assert_near(result.terms[0], expected[k].sphere, 1e-8 * expected[k].sphere + 1e-17);
        /* the published table does not include the shift of 3e-13 */
        assert_near(result.terms[1], expected[k].patches,
                    4e-13 + 5e-12 * fabs(expected[k].patches));
        assert_near(result.force[1], expected[k].force, 1e-9 * fabs(expected[k].force));
    }
}

TEST(an_oblique_pair_has_the_published_force_and_torques)
{
    const struct set_model two = patchy("2");
    /* p: a quarter turn that moves patches from y to x; q: the same, and a further rotation */
    struct particle p = {.orientation = {sqrt(0.5), 0, 0, -sqrt(0.5)}}, q = p;
    const double rotation[3] = {0.03, 0.08, 0.05}, r[3] = {1.08, 0.03, 0.02};
    const double force[3] = {-6.8770601, -0.3714668, -4.9815600};
    const double torque_p[3] = {0, -2.49078029, 0.18573387};
    const double torque_q[3] = {0.14201746, -2.75176325, 0.00913846};
    struct pair_result result;
    turn(q.orientation, rotation);
    assert_true(two.model->pair(two.constants, NULL, &p, &q, r, &result));
    assert_near(result.terms[0] + result.terms[1], -0.9103881966, 1e-10);
    for (int d = 0; d < 3; d++) {
        int e = (d + 1) % 3, f = (d + 2) % 3;
        double moment = r[e] * result.force[f] - r[f] * result.force[e];
        assert_near(result.force[d], force[d], 1e-7);
        assert_near(result.torque[d], torque_p[d], 1e-8);
        assert_near(-result.torque[d] - moment, torque_q[d], 1e-8);
    }
}

TEST(forces_and_torques_are_gradients_for_any_number_of_patches)
{
    static const char *const numbers[] = {"1", "2", "3", "4", "5", "6"};
    struct random random = random_start(5, 0);
    for (int n = 0; n < 6; n++) {
        const struct set_model some = patchy(numbers[n]);
        int bonds = 0;
        for (int trial = 0; trial < 200000 && bonds < 20; trial++) {
            struct particle p = random_particle(0, &random), q = random_particle(0, &random);
            struct pair_result result;
            double r[3];
            random_vector(1 + 0.12 * random_uniform(&random), &random, r);
            assert_true(some.model->pair(some.constants, NULL, &p, &q, r, &result));
            bonds += result.branches >> 1 & 1;
            /* loose tolerance, because the power 200 has steep derivatives */
            check_pair(&some, &p, &q, r, 2e-7, 2e-6);
        }
        assert_int_equal(bonds, 20);
    }
}

TEST(impossible_parameters_are_refused)
{
    const struct model *model = model_find("patchy");
    double parameters[MODEL_PARAMETERS], constants[MODEL_CONSTANTS];
    struct error error;
    model_defaults(model, parameters);
    assert_true(model_set(model, "patches", "2.5", parameters, &error));
    assert_false(model->derive(parameters, constants, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "patches: expected a whole number, found 2.5"));
    model_defaults(model, parameters);
    assert_true(model_set(model, "cutoff", "1.1", parameters, &error));
    assert_false(model->derive(parameters, constants, &error));
    assert_non_null(strstr(error.text, "cutoff: 1.1 is too short for patches that touch up to"));
}

TESTS_MAIN(NULL, NULL)
