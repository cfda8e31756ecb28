/*
 * Compares forces of allatom from its tables with direct evaluation by the C library. Distances are
 * from near contact to the cut-off, in double precision.
 */
#define REAL  double
#define MODEL allatom /* name of the model, as in kernels */
#include "models/allatom.h"
#undef MODEL
#include "harness/catalog/model.h"
#include "harness/catalog/model_table.h"
#include "tests/support.h"

#include <math.h>

enum { POINTS = 20000 };

/**
 * Largest errors of the force, relative to |vdw| + |coulomb|: over all distances, and from 2.5 to
 * 10 A.
 */
struct worst {
    double any, usual;
};

static struct worst worst_of(const char *force, const char *electrostatics)
{
    const struct model *model = model_find("allatom");
    double parameters[MODEL_PARAMETERS], constants[MODEL_CONSTANTS];
    struct error error;
    struct worst worst = {0};
    model_defaults(model, parameters);
    assert_true(model_set(model, "force", force, parameters, &error));
    assert_true(model_set(model, "electrostatics", electrostatics, parameters, &error));
    assert_true(model->derive(parameters, constants, &error));
    const struct allatom_constants *c = (const struct allatom_constants *)constants;
    void *numbers = NULL;
    if (model_table_size(model, constants) > 0) {
        numbers = model_table_build(model, constants, PRECISION_DOUBLE, &error);
        assert_non_null(numbers);
    }
    pairlanes_table = numbers;
    const struct particle pair[] = {{ALLATOM_OW, 83886, {0}}, {ALLATOM_OW, 41943, {0}}};
    const double charges = c->coulomb * ((double)pair[0].charge * pair[1].charge);
    struct allatom_row row;
    model->row(constants, model->types[ALLATOM_OW].coefficients, (double *)&row);
    for (int k = 0; k < POINTS; k++) {
        const double r = 1 + 10.9999 * k / POINTS, at[3] = {r, 0, 0};
        struct pair_force found = {.selected = 3};
        struct pair_result expected;
        allatom_pair(c, &row, charges, r, 0, 0, &found);
        assert_true(model->pair(constants, NULL, &pair[0], &pair[1], at, &expected));
        const struct allatom_distance d = allatom_distance_of(c, r * r);
        const double size = fabs(allatom_vdw(c, &row, d.r2, d.per_r2).over_r) +
                            fabs(allatom_coulomb(c, charges, &d).over_r);
        const double off = fabs(found.x - expected.force[0]) / (r * size);
        worst.any = fmax(worst.any, off);
        if (r > 2.5 && r < 10)
            worst.usual = fmax(worst.usual, off);
        assert_near(found.energy, expected.terms[0] + expected.terms[1],
                    1e-12 + 1e-10 * (fabs(expected.terms[0]) + fabs(expected.terms[1])));
    }
    free(numbers);
    print_message("%s, %s: off by %.1e, from 2.5 to 10 A by %.1e\n", force, electrostatics,
                  worst.any, worst.usual);
    return worst;
}

TEST(kernels_evaluate_directly_to_double_precision)
{
    assert_true(worst_of("direct", "ewald").any < 1e-12);
    assert_true(worst_of("direct", "reaction_field").usual < 1e-12);
}

/*
 * The error for lines in 1/r equals the error of the paper's table before the texture unit rounds
 * its weights.
 */
TEST(tables_are_as_near_as_lines_and_cubics_are)
{
    for (int field = 0; field < 2; field++) {
        const char *electrostatics = field ? "reaction_field" : "ewald";
        const struct worst lines = worst_of("table", electrostatics),
                           cubics = worst_of("cubic", electrostatics);
        assert_true(lines.usual < 1e-3 && lines.usual > 1e-6);
        assert_true(cubics.usual < 1e-4 && cubics.usual > 1e-9);
    }
}

TESTS_MAIN(NULL, NULL)
