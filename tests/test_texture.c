/*
 * Tests the emulated filter of a texture unit against the CUDA C++ Programming Guide: texel
 * centres, weights of 8 bits, clamped coordinates. Tests the resulting error of a force.
 */
#include "harness/catalog/model_table.h"
#include "models/texture.h"
#include "tests/support.h"

#include <math.h>

enum { TEXELS = 64, STEPS = 1 << TEXTURE_WEIGHT_BITS };

/* Returns the coordinate of texel k plus `weight` of the distance to the next texel. */
static float between(int k, double weight)
{
    return (float)((k + 0.5 + weight) / TEXELS);
}

TEST(texels_are_read_at_their_centres)
{
    for (int k = 0; k < TEXELS - 1; k++) {
        const struct texture_place place = texture_place(TEXELS, between(k, 0));
        assert_int_equal(place.below, k);
        assert_int_equal(place.above, k + 1);
        assert_true(place.weight == 0);
    }
}

/* Each of the 256 steps between two texels has one weight. It changes halfway to the next step. */
TEST(weights_have_eight_bits)
{
    for (int step = 0; step < STEPS; step++) {
        const double at = (double)step / STEPS, quarter = 0.25 / STEPS;
        assert_true(texture_place(TEXELS, between(5, at)).weight == (float)at);
        assert_true(texture_place(TEXELS, between(5, at + quarter)).weight == (float)at);
    }
    /* just before the second texel, the weight rounds to 1 and selects that texel; 1 needs a ninth
     * bit */
    const struct texture_place last = texture_place(TEXELS, between(5, 1 - 0.25 / STEPS));
    assert_int_equal(last.below, 5);
    assert_true(last.weight == 1);
}

TEST(coordinates_are_clamped)
{
    const float outside[] = {-INFINITY, -1, 0, 0.25F / TEXELS};
    for (int k = 0; k < 4; k++) {
        assert_int_equal(texture_place(TEXELS, outside[k]).below, 0);
        assert_int_equal(texture_place(TEXELS, 1 - outside[k]).above, TEXELS - 1);
    }
}

TEST(all_channels_are_filtered_by_one_weight)
{
    float numbers[2 * TEXTURE_CHANNELS] = {0, 10, -4, 1, 1, 20, 4, 1}, found[TEXTURE_CHANNELS];
    const struct texture texture = {numbers, 2};
    texture_read(&texture, 0.5F, found);
    assert_true(found[0] == 0.5F && found[1] == 15 && found[2] == 0 && found[3] == 1);
    /* a third of the way is a weight of 85 / 256 */
    texture_read(&texture, 0.25F + 0.5F / 3, found);
    assert_true(found[0] == 85.0F / STEPS);
    texture_read(&texture, 2, found);
    assert_true(found[0] == 1 && found[1] == 20);
}

static void served(const char *force, enum precision precision, bool gpu, const char *refusal)
{
    const struct model *model = model_find("allatom");
    double parameters[MODEL_PARAMETERS], constants[MODEL_CONSTANTS];
    struct error error;
    model_defaults(model, parameters);
    assert_true(model_set(model, "force", force, parameters, &error));
    assert_true(model->derive(parameters, constants, &error));
    if (model_table_serves(model, constants, precision, gpu, &error)) {
        assert_null(refusal);
        return;
    }
    assert_non_null(refusal);
    assert_int_equal(error.code, EXIT_ENVIRONMENT);
    assert_non_null(strstr(error.text, refusal));
}

TEST(only_gpus_and_32_bits_have_it)
{
    for (int k = 0; k < PRECISION_COUNT; k++) {
        const enum precision precision = (enum precision)k;
        served("table", precision, false, NULL);
        served("texture", precision, false, "a CPU has no texture unit");
        served("texture", precision, true,
               precision == PRECISION_DOUBLE ? "a texture unit has 32-bit numbers" : NULL);
    }
}

/* The tolerance allows for errors of 2^-8 in the weights, for r^-14 at 3 A. */
TEST(the_tolerance_follows_from_the_weights)
{
    double off[2];
    for (int texture = 0; texture < 2; texture++) {
        const struct model *model = model_find("allatom");
        double parameters[MODEL_PARAMETERS], constants[MODEL_CONSTANTS];
        struct error error;
        model_defaults(model, parameters);
        assert_true(model_set(model, "force", texture ? "texture" : "table", parameters, &error));
        assert_true(model->derive(parameters, constants, &error));
        off[texture] = model_table_tolerance(model, constants, PRECISION_SINGLE);
    }
    const double r = 3, moved = 1 / r + 1.0 / STEPS / 4096;
    assert_near(off[1] - off[0], pow(moved * r, 14) - 1, 1e-8);
}

TESTS_MAIN(NULL, NULL)
