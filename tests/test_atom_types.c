/* Tests force fields from files: any number of types, with their coefficients and masses. */
#include "harness/backend/backend.h"
#include "harness/devices/backends.h"
#include "harness/physics/dynamics.h"
#include "tests/support.h"

#include <math.h>
#include <string.h>

#define REAL double
#include "models/allatom.h"

enum { WATERS = 375, SPLIT = 20 /* types of the file for each of oxygen and hydrogen */ };

/** Returns allatom with a cut-off that fits into a small box of water. */
static struct set_model short_ranged(void)
{
    struct set_model set = {.model = model_find("allatom")};
    struct error error;
    double parameters[MODEL_PARAMETERS];
    model_defaults(set.model, parameters);
    assert_true(model_set(set.model, "switch", "5", parameters, &error));
    assert_true(model_set(set.model, "cutoff", "6", parameters, &error));
    assert_true(set.model->derive(parameters, set.constants, &error));
    set.range = set.model->range(parameters);
    return set;
}

static struct system water(void)
{
    const struct system_spec spec = spec_of("spce", WATERS);
    return created(&spec);
}

/**
 * Gives the system a force field in which each of water's two types is split into `split` types.
 */
static struct set_model split_types(struct system *system, int split)
{
    struct set_model model = short_ranged();
    struct force_field *of_water = system->field;
    system->field = force_field_create(2 * split, of_water->rows);
    force_field_add_types(system->field);
    memcpy(system->field->row, of_water->row, (size_t)of_water->rows * sizeof *of_water->row);
    system->field->forms = of_water->forms;
    force_field_release(of_water);
    for (int k = 0; k < 2 * split; k++) {
        const struct particle_type *type = &model.model->types[k < split ? ALLATOM_OW : ALLATOM_HW];
        system->field->of_type[k].stated = true;
        memcpy(system->field->of_type[k].value, type->coefficients, sizeof type->coefficients);
        system->field->type[k].mass = type->mass;
    }
    for (int64_t i = 0; i < system->n; i++)
        system->type[i] = (system->type[i] == ALLATOM_OW ? 0 : split) + (int32_t)(i / 3 % split);
    system_set_hash(system);
    return model;
}

/** Returns the largest difference of two sets of forces, relative to the largest force. */
static double apart(int64_t n, double *const a[3], double *const b[3])
{
    double off = 0, largest = 0;
    for (int64_t i = 0; i < n; i++)
        for (int d = 0; d < 3; d++) {
            off = fmax(off, fabs(a[d][i] - b[d][i]));
            largest = fmax(largest, fabs(b[d][i]));
        }
    return off / largest;
}

static double references_apart(const struct reference *a, const struct reference *b)
{
    return apart(a->n, (double *const[]){a->x, a->y, a->z}, (double *const[]){b->x, b->y, b->z});
}

TEST(many_types_interact_as_the_few_that_they_are)
{
    const struct set_model model = short_ranged();
    struct system few = water();
    struct reference expected = evaluated(reference_by_cells, &few, &model);
    for (int split = 1; split <= 512; split += 146) { /* 2 to 878 types */
        struct system many = water();
        const struct set_model own = split_types(&many, split);
        struct reference found = evaluated(reference_by_cells, &many, &own);
        assert_string_not_equal(many.hash, few.hash);
        assert_true(references_apart(&found, &expected) < 1e-13);
        assert_true(fabs(found.energy - expected.energy) < 1e-12 * fabs(expected.energy));
        reference_free(&found);
        system_free(&many);
    }
    reference_free(&expected);
    system_free(&few);
}

/* Coefficients are looked up by type: another depth for one of forty types changes forces. */
TEST(each_type_has_parameters_of_its_own)
{
    struct system system = water();
    struct set_model model = split_types(&system, SPLIT);
    struct reference before = evaluated(reference_by_cells, &system, &model);
    system.field->of_type[7].value[0] *= 2;
    struct reference after = evaluated(reference_by_cells, &system, &model);
    assert_true(references_apart(&after, &before) > 1e-6);
    reference_free(&before);
    reference_free(&after);
    system_free(&system);
}

/** Evaluates the forces of a system by a CPU strategy. */
static struct forces by_strategy(struct system *system, const struct set_model *model,
                                 const char *name, enum precision precision)
{
    const struct backend *cpu = backend_find("cpu");
    const struct device_options options = {.threads = 1};
    const struct strategy *strategy = strategy_find(name);
    const struct workload_spec spec = {.system = system,
                                       .model = model->model,
                                       .constants = model->constants,
                                       .cutoff = model->range,
                                       .skin = 0.3,
                                       .precision = precision};
    int tuning[STRATEGY_TUNINGS];
    struct device *device = NULL;
    struct workload *workload = NULL;
    struct prepared *prepared = NULL;
    struct error error;
    struct forces forces = {.n = system->n};
    forces.x = calloc((size_t)system->n, sizeof *forces.x);
    forces.y = calloc((size_t)system->n, sizeof *forces.y);
    forces.z = calloc((size_t)system->n, sizeof *forces.z);
    assert_true(forces.x != NULL && forces.y != NULL && forces.z != NULL);
    strategy_defaults(strategy, tuning);
    if (!cpu->open(&options, &device, &error) || !cpu->load(device, &spec, &workload, &error) ||
        !cpu->prepare(workload, strategy, tuning, &prepared, &error) ||
        !cpu->evaluate(prepared, &forces, &error))
        fail_msg("%s: %s", name, error.text);
    cpu->release(prepared);
    cpu->unload(workload);
    cpu->close(device);
    return forces;
}

LONG_TEST(kernels_of_the_cpu_have_the_types)
{
    static const char *const strategies[] = {"vertex", "cluster", "staged"};
    const enum precision precision = PRECISION_SINGLE; /* the precision with the fewest bits for
                                                        * a particle's word */
    const double tolerance = precision_tolerance(precision, model_find("allatom"));
    struct system system = water(), rounded;
    const struct set_model model = split_types(&system, SPLIT);
    struct error error;
    assert_true(system_round(&system, precision, &rounded, &error));
    struct reference expected = evaluated(reference_by_cells, &rounded, &model);
    for (size_t k = 0; k < sizeof strategies / sizeof *strategies; k++) {
        struct forces found = by_strategy(&rounded, &model, strategies[k], precision);
        const double off = apart(found.n, (double *const[]){found.x, found.y, found.z},
                                 (double *const[]){expected.x, expected.y, expected.z});
        if (!(off < tolerance))
            fail_msg("%s: forces off by %g", strategies[k], off);
        free(found.x);
        free(found.y);
        free(found.z);
    }
    reference_free(&expected);
    system_free(&rounded);
    system_free(&system);
}

/** Moves water by some steps. */
static void move(struct system *system, const struct set_model *model)
{
    struct error error;
    set_rows(system, model);
    struct dynamics dynamics = {.system = system,
                                .model = model->model,
                                .constants = model->constants,
                                .range = model->range,
                                .skin = 0.3,
                                .dt = 0.01,
                                .thermostat = {.temperature = 0.6, .seed = 3}};
    assert_good(dynamics_start(&dynamics, &error) && dynamics_run(&dynamics, 8, &error));
    dynamics_free(&dynamics);
}

TEST(types_have_their_masses)
{
    const struct set_model model = short_ranged();
    struct system few = water(), many = water(), heavy = water();
    const struct set_model own = split_types(&many, SPLIT);
    struct set_model other = split_types(&heavy, SPLIT);
    double off = 0, moved = 0;
    heavy.field->type[SPLIT].mass *= 3;
    move(&few, &model);
    move(&many, &own);
    move(&heavy, &other);
    for (int64_t i = 0; i < few.n; i++) {
        off = fmax(off, fabs(nearest_image(many.x[i] - few.x[i], few.box[0])));
        moved = fmax(moved, fabs(nearest_image(heavy.x[i] - few.x[i], few.box[0])));
    }
    assert_true(off < 1e-12);
    assert_true(moved > 1e-3);
    system_free(&few);
    system_free(&many);
    system_free(&heavy);
}

TEST(copies_keep_the_types)
{
    struct system system = water(), rounded;
    const struct set_model own = split_types(&system, SPLIT);
    struct error error;
    assert_true(system_round(&system, PRECISION_DOUBLE, &rounded, &error));
    assert_string_equal(rounded.hash, system.hash);
    set_rows(&rounded, &own);
    assert_true(system_check_model(&rounded, own.model, own.constants, &error));
    system_free(&rounded);
    system_free(&system);
}

TESTS_MAIN(NULL, NULL)
