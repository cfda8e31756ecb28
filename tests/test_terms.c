/* Compares the energy terms of every strategy with the reference, in every precision. */
#define REAL double
#include "tests/gradients.h"
#include "tests/support.h"

#include "models/brahms.h"

#include "harness/backend/backend.h"
#include "harness/devices/backends.h"
#include "harness/measure/observe/verify.h"
#include "harness/particles/sort_order.h"
#include "harness/particles/system_spec.h"

#include <math.h>
#include <string.h>

/** Evaluates a loaded workload with a strategy and its default tuning, and compares the terms. */
static void check_strategy(struct workload *workload, const struct strategy *strategy,
                           const struct model *model, const struct reference *reference,
                           double tolerance)
{
    const struct backend *cpu = backend_find("cpu");
    int tuning[STRATEGY_TUNINGS];
    struct prepared *prepared = NULL;
    struct verification found = {0};
    struct error error;
    strategy_defaults(strategy, tuning);
    if (!cpu->prepare(workload, strategy, tuning, &prepared, &error) ||
        !verify_case(cpu, prepared, reference, tolerance, 1, &found, &error))
        fail_msg("%s: %s", strategy->name, error.text);
    cpu->release(prepared);
    for (int k = 0; k < model->term_count; k++)
        if (!(found.terms_rel[k] <= tolerance))
            fail_msg("%s, %s: %s off by %g, tolerance %g", model->name, strategy->name,
                     model->terms[k], found.terms_rel[k], tolerance);
    if (!found.passed)
        fail_msg("%s, %s: force off by %g, torque by %g, energy by %g, tolerance %g", model->name,
                 strategy->name, found.force_rms_rel, found.torque_rms_rel, found.energy_rel,
                 tolerance);
}

/**
 * Tests all strategies, or every third one in the short part of the tests. The system has all terms
 * of the model except the terms in `absent`.
 */
static void check_terms(const struct set_model *set, const struct system *system,
                        const char *absent, enum precision precision)
{
    const struct backend *cpu = backend_find("cpu");
    const struct device_options options = {0};
    struct system rounded;
    struct error error;
    assert_true(system_round(system, precision, &rounded, &error));
    const struct workload_spec spec = {.system = &rounded,
                                       .model = set->model,
                                       .constants = set->constants,
                                       .cutoff = set->range,
                                       .skin = 0.1,
                                       .precision = precision,
                                       .sort = SORT_CELL};
    struct reference reference = evaluated(reference_by_cells, &rounded, set);
    struct device *device = NULL;
    struct workload *workload = NULL;
    for (int k = 0; k < set->model->term_count; k++)
        if ((reference.terms[k] == 0) != (strstr(absent, set->model->terms[k]) != NULL))
            fail_msg("%s is %g", set->model->terms[k], reference.terms[k]);
    assert_good(cpu->open(&options, &device, &error) &&
                cpu->load(device, &spec, &workload, &error));
    for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++)
        if (!part_is("short") || (strategy - strategies()) % 3 == 1)
            check_strategy(workload, strategy, set->model, &reference,
                           precision_tolerance(precision, set->model));
    cpu->unload(workload);
    cpu->close(device);
    reference_free(&reference);
    system_free(&rounded);
}

static void check_precisions(const struct set_model *set, struct system system, const char *absent)
{
    for (int p = 0; p < PRECISION_COUNT; p++)
        if (precision_tolerance((enum precision)p, set->model) > 0 &&
            (!part_is("short") || p == PRECISION_SINGLE))
            check_terms(set, &system, absent, (enum precision)p);
    system_free(&system);
}

LONG_TEST(patches_and_repulsion)
{
    const struct system_spec spec = {
        .builder = "patchy", .n = 512, .density = 0.5, .temperature = 0.15, .seed = 1};
    const struct set_model patchy = model_with("patchy", NULL, NULL);
    check_precisions(&patchy, created(&spec), "");
}

TEST_IN_BOTH(seven_terms_of_dna)
{
    const struct set_model average = model_with("oxdna", "sequence", "average");
    const struct set_model dependent = model_with("oxdna", "sequence", "dependent");
    check_precisions(&average, nicked_duplexes(256), "");
    check_precisions(&dependent, nicked_duplexes(256), "");
}

LONG_TEST(lipids_in_sticky_water)
{
    const struct system_spec spec = {
        .builder = "bilayer", .n = 1538, .density = 0.02091, .temperature = 0.60243, .seed = 1};
    const struct set_model brahms = model_with("brahms", "water", "ssd");
    check_precisions(&brahms, created(&spec), "gay_berne");
}

/** Returns beads of all types on a lattice, with random orientations. */
static struct system loose_beads(void)
{
    enum { ALONG = 3, SPACING = 9 /* A */ };
    struct random random = random_start(1, 0);
    struct system beads;
    struct error error;
    assert_true(system_allocate(ALONG * ALONG * ALONG, &beads, &error));
    assert_true(system_add(&beads, SYSTEM_TYPE, &error) &&
                system_add(&beads, SYSTEM_ORIENTATION, &error));
    for (int d = 0; d < 3; d++)
        beads.box[d] = ALONG * SPACING;
    for (int i = 0; i < beads.n; i++) {
        const struct particle bead = random_particle(i % BRAHMS_TYPES, &random);
        beads.type[i] = (int32_t)bead.type;
        beads.x[i] = SPACING * (i % ALONG) + random_uniform(&random);
        beads.y[i] = SPACING * (i / ALONG % ALONG) + random_uniform(&random);
        beads.z[i] = SPACING * (i / ALONG / ALONG) + random_uniform(&random);
        memcpy(beads.orientation + 4L * i, bead.orientation, sizeof bead.orientation);
    }
    return beads;
}

TEST_IN_BOTH(ellipsoids_among_lipids)
{
    const struct set_model brahms = model_with("brahms", "tail", "gay_berne");
    check_precisions(&brahms, loose_beads(), "sticky bond angle dipole_angle");
}

/** A wrong term is an error, even if the total is right. */
TEST(terms_that_cancel_do_not_pass)
{
    double o[1] = {0};
    struct reference reference = {.n = 1, .x = o, .y = o, .z = o, .energy = -1, .terms = {-3, 2}};
    struct forces forces = {.n = 1, .x = o, .y = o, .z = o, .energy = -1, .terms = {-3, 2}};
    assert_true(verify_forces(&reference, &forces, 1e-12).passed);
    forces.terms[0] = -2.97;
    forces.terms[1] = 1.97;
    struct verification found = verify_forces(&reference, &forces, 1e-3);
    assert_false(found.passed);
    assert_true(fabs(found.energy_rel) < 1e-15);
    assert_near(found.terms_rel[0], 0.01, 1e-12);
    assert_near(found.terms_rel[1], 0.015, 1e-12);
    forces.terms[0] = NAN;
    assert_false(verify_forces(&reference, &forces, 1e300).passed);
}

TESTS_MAIN(NULL, NULL)
