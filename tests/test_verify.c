/* Tests the measure of wrong forces, and a strategy's number of atomics. */
#include "harness/base/random.h"
#include "harness/measure/observe/counts.h"
#include "harness/measure/observe/verify.h"
#include "tests/support.h"

TEST(errors_are_relative)
{
    double x[2] = {3, -3}, y[2] = {4, -4}, z[2] = {0, 0};
    double wrong[2] = {3, -2.9};
    struct reference reference = {.n = 2, .x = x, .y = y, .z = z, .energy = -10, .virial = 3};
    struct forces forces = {.n = 2, .x = wrong, .y = y, .z = z, .energy = -10.001, .virial = 3.006};
    struct verification v = verify_forces(&reference, &forces, 0.02);
    assert_true(fabs(v.force_rms_rel - 0.1 / sqrt(50)) < 1e-12);
    assert_true(fabs(v.force_max_rel - 0.1 / 5) < 1e-12);
    assert_true(fabs(v.energy_rel - 1e-4) < 1e-12);
    assert_true(fabs(v.virial_rel - 2e-4) < 1e-12);
    assert_true(fabs(v.net_force_rel - 0.1 / 5) < 1e-12);
    assert_true(isnan(v.spread_rel));
    assert_true(v.passed);
    assert_false(verify_forces(&reference, &forces, 0.01).passed);

    /* a wrong energy fails even if all forces are right */
    forces.x = x;
    assert_true(verify_forces(&reference, &forces, 1e-3).passed);
    assert_false(verify_forces(&reference, &forces, 1e-5).passed);
}

/* Returns the largest distance, less than `below`, from particle 0 to another particle. */
static double distance_below(const struct system *system, double below)
{
    double largest = 0;
    for (int64_t j = 1; j < system->n; j++) {
        double found = distance_between(system, 0, j);
        largest = found < below ? fmax(largest, found) : largest;
    }
    return largest;
}

/*
 * A pair of particle 0 at the cut-off may be in or out of range by rounding. This is reported and
 * accepted; other errors still fail.
 */
TEST(pairs_at_the_cutoff_go_either_way)
{
    struct system system = fluid(1000, 0.5, 1.8, 1);
    const double at = distance_below(&system, 2.5);
    char within[32], beyond[32];
    snprintf(within, sizeof within, "%.17g", at * (1 + 1e-8));
    snprintf(beyond, sizeof beyond, "%.17g", at * (1 - 1e-8));
    const struct set_model fits = lj(within, "none"), misses = lj(beyond, "none");
    struct reference reference = evaluated(reference_by_cells, &system, &fits);
    struct reference other = evaluated(reference_by_cells, &system, &misses);
    assert_int_equal(other.pairs_in_cutoff, reference.pairs_in_cutoff - 1);
    const struct forces forces = {.n = other.n,
                                  .x = other.x,
                                  .y = other.y,
                                  .z = other.z,
                                  .energy = reference.energy,
                                  .terms = {reference.terms[0]},
                                  .virial = reference.virial};
    struct verification found = verify_forces(&reference, &forces, 1e-6);
    assert_true(reference.at_cutoff[0] > 0);
    assert_in_range(found.at_cutoff, 2, 10);
    assert_true(found.passed);
    found = verify_forces(&reference, &forces, 1e-12);
    assert_int_equal(found.at_cutoff, 0);
    assert_false(found.passed);

    int64_t wrong = 1;
    while (reference.at_cutoff[wrong] != 0)
        wrong++;
    /*
     * errors of two particles: one without, one with a partner at the cut-off; the second error
     * exceeds the partner's force
     */
    const int64_t spoiled[] = {wrong, 0};
    const double amounts[] = {0.1, NAN, INFINITY};
    for (int k = 0; k < 6; k++) {
        double *x = &other.x[spoiled[k % 2]];
        const double right = *x;
        *x += amounts[k / 2];
        found = verify_forces(&reference, &forces, 1e-6);
        assert_false(found.passed);
        assert_int_equal(found.worst, spoiled[k % 2]);
        *x = right;
    }

    /* this is so for any number of particles with pairs at the cut-off, as in a crystal */
    for (int i = 0; i < 1000; i++)
        reference.at_cutoff[i] = 1;
    found = verify_forces(&reference, &forces, 1e-6);
    assert_int_equal(found.at_cutoff, 1000);
    assert_true(found.passed);
    reference_free(&reference);
    reference_free(&other);
    system_free(&system);
}

/*
 * Tolerances for partners at the cut-off do not hide errors larger than the partner's force or
 * torque.
 */
TEST(partners_at_the_cutoff_excuse_their_size)
{
    enum { COUNT = 100, AT = 7 };
    static double expected[6 * COUNT], found[6 * COUNT], acting[2 * COUNT], at_cutoff[2 * COUNT];
    struct reference reference = {.n = COUNT,
                                  .x = expected,
                                  .y = expected + COUNT,
                                  .z = expected + 2 * COUNT,
                                  .torque = expected + 3 * COUNT,
                                  .acting = acting,
                                  .at_cutoff = at_cutoff};
    const struct forces forces = {.n = COUNT,
                                  .x = found,
                                  .y = found + COUNT,
                                  .z = found + 2 * COUNT,
                                  .torque = found + 3 * COUNT};
    double *const spoiled[] = {&found[AT], &found[3 * COUNT + 3 * AT]};
    for (int k = 0; k < 6 * COUNT; k++)
        found[k] = expected[k] = 1;
    for (int k = 0; k < 2 * COUNT; k++)
        acting[k] = 3;
    for (int k = 0; k < 2; k++) {
        at_cutoff[k * COUNT + AT] = 0.1;
        *spoiled[k] = 1.1;
        assert_true(verify_forces(&reference, &forces, 1e-5).passed);
        at_cutoff[k * COUNT + AT] = 0.09;
        assert_false(verify_forces(&reference, &forces, 1e-5).passed);
        at_cutoff[k * COUNT + AT] = 0.1;
        *spoiled[k] = NAN;
        assert_false(verify_forces(&reference, &forces, 1e-5).passed);
        *spoiled[k] = 1;
    }
}

/* Returns the forces of the reference. */
static bool evaluate_rightly(struct prepared *prepared, struct forces *forces, struct error *error)
{
    (void)prepared;
    (void)error;
    for (int i = 0; i < 2; i++) {
        forces->x[i] = i == 0 ? 4 : -4;
        forces->y[i] = i == 0 ? 3 : -3;
        forces->z[i] = 0;
    }
    forces->energy = -10;
    return true;
}

static bool take_no_time(struct prepared *prepared, int64_t count, double *nanoseconds,
                         struct error *error)
{
    (void)prepared;
    (void)count;
    (void)nanoseconds;
    (void)error;
    return true;
}

static int calls;

static double third_error = 4e-3;

/* Adds an error, initially a thousandth, to one force in the third call. */
static bool evaluate_unevenly(struct prepared *prepared, struct forces *forces, struct error *error)
{
    evaluate_rightly(prepared, forces, error);
    forces->x[1] += ++calls == 3 ? third_error : 0;
    return true;
}

/* Returns a wrong energy in the third call. */
static bool evaluate_energies_unevenly(struct prepared *prepared, struct forces *forces,
                                       struct error *error)
{
    evaluate_rightly(prepared, forces, error);
    forces->energy += ++calls == 3 ? 1 : 0;
    return true;
}

/* Adds the error in every call. */
static bool evaluate_wrongly(struct prepared *prepared, struct forces *forces, struct error *error)
{
    evaluate_rightly(prepared, forces, error);
    forces->x[1] += 4e-3;
    return true;
}

/* Forces are compared for the kernel without energies and for its twin with energies. */
TEST(forces_of_both_instances_of_a_kernel_are_compared)
{
    double x[2] = {4, -4}, y[2] = {3, -3}, z[2] = {0, 0};
    struct reference reference = {.n = 2, .x = x, .y = y, .z = z, .energy = -10};
    const struct {
        struct backend backend;
        bool passes;
    } trials[] = {
        {{.evaluate = evaluate_rightly, .last_forces = evaluate_rightly}, true},
        {{.evaluate = evaluate_rightly, .last_forces = evaluate_wrongly}, false},
        {{.evaluate = evaluate_wrongly, .last_forces = evaluate_rightly}, false},
    };
    struct verification found;
    struct error error;
    for (size_t k = 0; k < sizeof trials / sizeof *trials; k++) {
        const struct backend *backend = &trials[k].backend;
        assert_true(verify_case(backend, NULL, &reference, 1e-5, 1, &found, &error));
        assert_int_equal(found.passed, trials[k].passes);
        assert_true(verify_last_call(backend, NULL, &reference, NULL, 1e-5, &found, &error));
        assert_int_equal(found.passed, trials[k].passes);
    }
}

TEST(forces_that_do_not_repeat_have_a_spread)
{
    const struct backend uneven = {
        .evaluate = evaluate_unevenly, .time_force = take_no_time, .last_forces = evaluate_rightly};
    double x[2] = {4, -4}, y[2] = {3, -3}, z[2] = {0, 0};
    struct reference reference = {.n = 2, .x = x, .y = y, .z = z, .energy = -10};
    struct verification found;
    struct error error;
    calls = 0;
    assert_true(verify_case(&uneven, NULL, &reference, 1e-2, VERIFY_CALLS, &found, &error));
    assert_int_equal(calls, VERIFY_CALLS);
    assert_true(found.passed && found.force_rms_rel == 0);
    assert_true(fabs(found.spread_rel - 4e-3 / 5) < 1e-12);
    assert_true(verify_case(&uneven, NULL, &reference, 1e-2, VERIFY_CALLS, &found, &error));
    assert_true(found.spread_rel == 0);
}

/* A kernel may be right only in its first call. */
TEST(each_of_several_calls_is_compared_with_the_reference)
{
    const struct backend wrong[] = {{.evaluate = evaluate_unevenly,
                                     .time_force = take_no_time,
                                     .last_forces = evaluate_rightly},
                                    {.evaluate = evaluate_rightly,
                                     .time_force = take_no_time,
                                     .last_forces = evaluate_unevenly},
                                    {.evaluate = evaluate_energies_unevenly,
                                     .time_force = take_no_time,
                                     .last_forces = evaluate_rightly}};
    const double errors[] = {4e-3, NAN, INFINITY};
    double x[2] = {4, -4}, y[2] = {3, -3}, z[2] = {0, 0};
    struct reference reference = {.n = 2, .x = x, .y = y, .z = z, .energy = -10};
    struct verification found;
    struct error error;
    for (int k = 0; k < 9; k++) {
        calls = 0;
        third_error = errors[k / 3];
        assert_true(verify_case(&wrong[k % 3], NULL, &reference, 1e-5, 2, &found, &error));
        assert_true(found.passed && found.spread_rel == 0);
        calls = 0;
        assert_true(
            verify_case(&wrong[k % 3], NULL, &reference, 1e-5, VERIFY_CALLS, &found, &error));
        assert_false(found.passed);
        assert_true(k % 3 != 0 || (found.spread_rel > 0 && !isnan(found.spread_rel)));
    }
    third_error = 4e-3;
}

TEST(an_energy_near_zero_has_a_scale)
{
    double x[2] = {24, -24}, o[2] = {0, 0};
    struct reference reference = {.n = 2, .x = x, .y = o, .z = o, .energy = 0, .virial = 24};
    struct forces forces = {.n = 2, .x = x, .y = o, .z = o, .energy = 8e-7};
    assert_true(fabs(verify_forces(&reference, &forces, 1e-5).energy_rel - 1e-7) < 1e-15);
}

TEST(a_force_of_zero_has_no_tolerance)
{
    double o[2] = {0, 0}, some[2] = {1e-30, 0};
    struct reference reference = {.n = 2, .x = o, .y = o, .z = o};
    struct forces forces = {.n = 2, .x = o, .y = o, .z = o};
    assert_true(verify_forces(&reference, &forces, 1e-12).passed);
    forces.x = some;
    struct verification v = verify_forces(&reference, &forces, 1e-12);
    assert_false(v.passed);
    assert_true(isinf(v.force_rms_rel));
}

TEST(a_force_that_is_not_a_number_fails)
{
    double x[2] = {1, -1}, o[2] = {0, 0}, broken[2] = {1, NAN};
    struct reference reference = {.n = 2, .x = x, .y = o, .z = o, .energy = 1};
    struct forces forces = {.n = 2, .x = broken, .y = o, .z = o, .energy = 1};
    assert_false(verify_forces(&reference, &forces, 1e300).passed);
    forces.x = x;
    forces.energy = NAN;
    assert_false(verify_forces(&reference, &forces, 1e300).passed);
}

enum { N = 1000, VICTIM = 500 };

/* Forces of a kernel with a fault, or of the reference. */
struct faulty {
    const struct reference *moved; /* reference with one particle, the victim, at another
                                    * position */
    double pair[3];                /* force of the nearest partner on the victim */
    double *force[3];
};

static void drop_one(struct faulty *f)
{
    for (int d = 0; d < 3; d++)
        f->force[d][VICTIM] = 0;
}

static void drop_lanes(struct faulty *f)
{
    for (int64_t i = 31; i < N; i += 32)
        for (int d = 0; d < 3; d++)
            f->force[d][i] = 0;
}

static void turn_one(struct faulty *f)
{
    for (int d = 0; d < 3; d++)
        f->force[d][VICTIM] *= -1;
}

static void swap_axes(struct faulty *f)
{
    const double x = f->force[0][VICTIM];
    f->force[0][VICTIM] = f->force[1][VICTIM];
    f->force[1][VICTIM] = x;
}

static void drop_partner(struct faulty *f)
{
    for (int d = 0; d < 3; d++)
        f->force[d][VICTIM] -= f->pair[d];
}

static void count_partner_twice(struct faulty *f)
{
    for (int d = 0; d < 3; d++)
        f->force[d][VICTIM] += f->pair[d];
}

static void take_old_position(struct faulty *f)
{
    f->force[0][VICTIM] = f->moved->x[VICTIM];
    f->force[1][VICTIM] = f->moved->y[VICTIM];
    f->force[2][VICTIM] = f->moved->z[VICTIM];
}

static void take_the_next_ones(struct faulty *f)
{
    for (int d = 0; d < 3; d++)
        f->force[d][VICTIM] = f->force[d][VICTIM + 1];
}

static void halve(struct faulty *f)
{
    for (int d = 0; d < 3; d++)
        f->force[d][VICTIM] /= 2;
}

static void keep_the_largest(struct faulty *f)
{
    for (int64_t i = 0; i < N; i++)
        for (int d = 0; d < 3; d++)
            if (fabs(f->force[d][i]) < 1e6)
                f->force[d][i] = 0;
}

static void find_partner(const struct system *system, const struct set_model *model,
                         double force[3])
{
    const double *coordinate[] = {system->x, system->y, system->z};
    int64_t nearest = VICTIM == 0 ? 1 : 0;
    for (int64_t j = 0; j < system->n; j++)
        if (j != VICTIM &&
            distance_between(system, VICTIM, j) < distance_between(system, VICTIM, nearest))
            nearest = j;
    double r[3];
    struct pair_result result;
    for (int d = 0; d < 3; d++)
        r[d] = nearest_image(coordinate[d][nearest] - coordinate[d][VICTIM], system->box[d]);
    assert_true(
        reference_pair(system, model->model, model->constants, 2.5, VICTIM, nearest, r, &result));
    for (int d = 0; d < 3; d++)
        force[d] = -result.force[d];
}

/* Applies each fault to the forces of a system, and checks that verification finds it. */
static void every_fault_is_found_in(struct system *system)
{
    static void (*const plant[])(struct faulty *) = {
        drop_one,          drop_lanes,   turn_one,
        swap_axes,         drop_partner, count_partner_twice,
        take_old_position, halve,        take_the_next_ones};
    static const double tolerances[] = {1e-12, 1e-5, 2e-3};
    const struct set_model model = lj("2.5", "none");
    struct reference right = evaluated(reference_by_cells, system, &model);
    system->x[VICTIM] += 0.03;
    struct reference moved = evaluated(reference_by_cells, system, &model);
    system->x[VICTIM] -= 0.03;
    double *kept = calloc(3 * N, sizeof *kept);
    assert_non_null(kept);
    struct faulty f = {.moved = &moved, .force = {kept, kept + N, kept + 2 * (size_t)N}};
    find_partner(system, &model, f.pair);
    for (size_t k = 0; k < sizeof plant / sizeof *plant; k++) {
        const struct forces forces = {.n = N,
                                      .x = f.force[0],
                                      .y = f.force[1],
                                      .z = f.force[2],
                                      .energy = right.energy,
                                      .terms = {right.terms[0]},
                                      .virial = right.virial};
        memcpy(f.force[0], right.x, N * sizeof(double));
        memcpy(f.force[1], right.y, N * sizeof(double));
        memcpy(f.force[2], right.z, N * sizeof(double));
        for (size_t t = 0; t < sizeof tolerances / sizeof *tolerances; t++)
            assert_true(verify_forces(&right, &forces, tolerances[t]).passed);
        plant[k](&f);
        for (size_t t = 0; t < sizeof tolerances / sizeof *tolerances; t++) {
            const struct verification found = verify_forces(&right, &forces, tolerances[t]);
            if (found.passed)
                fail_msg("fault %zu passes a tolerance of %g: %g of the whole, %g of a particle", k,
                         tolerances[t], found.force_rms_rel, found.particle_rel);
            assert_true(plant[k] == drop_lanes || found.worst == VICTIM);
        }
    }
    free(kept);
    reference_free(&right);
    reference_free(&moved);
}

TEST(faults_of_kernels_are_found)
{
    struct system system = fluid(N, 0.8, 1.44, 1);
    every_fault_is_found_in(&system);
    system_free(&system);
}

/*
 * Two particles almost coincide. Their force is so large that errors of all other forces are
 * negligible.
 */
TEST(one_large_force_hides_no_fault)
{
    struct system system = fluid(N, 0.8, 1.44, 1);
    system.x[1] = system.x[0] + 0.05;
    system.y[1] = system.y[0];
    system.z[1] = system.z[0];
    every_fault_is_found_in(&system);

    const struct set_model model = lj("2.5", "none");
    struct reference right = evaluated(reference_by_cells, &system, &model);
    struct faulty f = {.force = {right.x, right.y, right.z}};
    struct reference shown = evaluated(reference_by_cells, &system, &model);
    keep_the_largest(&f);
    const struct forces forces = {.n = N,
                                  .x = right.x,
                                  .y = right.y,
                                  .z = right.z,
                                  .energy = shown.energy,
                                  .terms = {shown.terms[0]},
                                  .virial = shown.virial};
    const struct verification found = verify_forces(&shown, &forces, 1e-5);
    assert_true(found.force_rms_rel < 1e-5);
    assert_false(found.passed);
    reference_free(&right);
    reference_free(&shown);
    system_free(&system);
}

/*
 * Returns the force along the bond of two bonded patchy particles at a distance. The system is like
 * `like`.
 */
static double bond_force(const struct set_model *model, const struct system *like, double distance)
{
    const double r[3] = {0, distance, 0};
    struct pair_result result;
    assert_true(
        reference_pair(like, model->model, model->constants, model->range, 0, 1, r, &result));
    return result.force[1];
}

/* Returns the distance of bonded particles where attraction and repulsion cancel. */
static double balanced(const struct set_model *model, const struct system *like)
{
    double low = 1.001, high = 1.1;
    for (int k = 0; k < 60; k++) {
        const double middle = (low + high) / 2;
        *(bond_force(model, like, middle) > 0 ? &low : &high) = middle;
    }
    return low;
}

/*
 * A steep repulsion and an attraction may cancel, but their errors from rounded distances do not.
 */
TEST(forces_of_steep_pairs_may_be_off_as_their_distances_are)
{
    enum { PAIRS = 40 };
    static const double shares[] = {2e-8, -1e-7, 2e-6, 2e-8}, upright[] = {1, 0, 0, 0};
    const struct set_model model = model_with("patchy", NULL, NULL);
    struct system system;
    struct error error;
    assert_good(system_allocate(2 * PAIRS, &system, &error) &&
                system_add(&system, SYSTEM_ORIENTATION, &error));
    for (int d = 0; d < 3; d++)
        system.box[d] = d == 0 ? 4.0 * PAIRS : 8;
    for (int64_t i = 0; i < system.n; i++) {
        /* one pair collides; the other pairs hardly interact */
        system.x[i] = 2.0 * (double)(i / 2);
        system.y[i] = i % 2 == 0 ? 1 : i < 4 ? 2 : 2.2;
        system.z[i] = 1;
        memcpy(&system.orientation[4 * i], upright, sizeof upright);
    }
    const double at = system.y[0] + balanced(&model, &system);
    system.y[1] = at;
    struct reference right = evaluated(reference_by_cells, &system, &model);
    assert_true(right.acting[0] < 1e-3 && right.usual < 1e-3);
    struct forces forces = {.n = right.n};
    for (int k = 0; k < 4; k++) {
        system.y[1] = at * (1 + shares[k]);
        struct reference off = evaluated(reference_by_cells, &system, &model);
        system.y[1] = at;
        off.y[0] = k == 3 ? NAN : off.y[0];
        forces.x = off.x;
        forces.y = off.y;
        forces.z = off.z;
        forces.torque = off.torque;
        forces.energy = right.energy;
        forces.virial = right.virial;
        memcpy(forces.terms, right.terms, sizeof forces.terms);
        const struct verification found = verify_forces(&right, &forces, 1e-5);
        assert_int_equal(found.passed, k < 2);
        assert_false(verify_forces(&right, &forces, 1e-12).passed);
        reference_free(&off);
    }
    reference_free(&right);
    system_free(&system);
}

/* Sets forces that a kernel of a precision may return: rounded to its quantum and to 32 bits. */
static void round_forces(const struct reference *right, double quantum, double *force[3])
{
    const double *const from[3] = {right->x, right->y, right->z};
    for (int d = 0; d < 3; d++)
        for (int64_t i = 0; i < right->n; i++) {
            const double f = (float)from[d][i];
            force[d][i] = quantum > 0 ? quantum * floor(f / quantum) : f;
        }
}

/*
 * A wrong force in a dense fluid is found even on a particle with forces a million times smaller
 * than others.
 */
TEST(weak_forces_are_judged_by_their_own_size)
{
    static const double quanta[] = {0, 0x1p-32};
    static double kept[3][N];
    double *force[3] = {kept[0], kept[1], kept[2]};
    const struct set_model model = model_with("lj", "shift", "force");
    struct system system = fluid(N, 0.8, 1.44, 1);
    /* two particles that are almost a cut-off apart, and far from all others */
    for (int d = 0; d < 3; d++)
        system.box[d] *= 3;
    system.x[0] = system.y[0] = system.z[0] = system.y[1] = system.z[1] = system.box[0] * 0.7;
    system.x[1] = system.x[0] + 2.5 * (1 - 1e-5);
    struct reference right = evaluated(reference_by_cells, &system, &model);
    assert_true(right.acting[0] > 0 && right.acting[0] < 1e-5 * right.usual);
    for (int k = 0; k < 2; k++) {
        const struct forces forces = {.n = N,
                                      .x = force[0],
                                      .y = force[1],
                                      .z = force[2],
                                      .energy = right.energy,
                                      .terms = {right.terms[0]},
                                      .virial = right.virial};
        right.quantum = quanta[k];
        round_forces(&right, quanta[k], force);
        assert_true(verify_forces(&right, &forces, 1e-5).passed);
        force[0][0] = 0;
        const struct verification found = verify_forces(&right, &forces, 1e-5);
        assert_false(found.passed);
        assert_int_equal(found.worst, 0);
        force[0][0] = 2 * right.x[0];
        assert_false(verify_forces(&right, &forces, 1e-5).passed);
    }
    reference_free(&right);
    system_free(&system);
}

/*
 * Errors of weak forces and energies in fixed point may be as large as the rounding of their sums,
 * and no larger.
 */
TEST(sums_in_fixed_point_may_lose_a_quantum_each)
{
    const double quantum = 0x1p-16;
    const struct set_model model = model_with("lj", "epsilon", "1e-3");
    struct system system = fluid(N, 0.5, 1.44, 1);
    struct reference right = evaluated(reference_by_cells, &system, &model);
    static double off[3][N];
    struct forces forces = {.n = N,
                            .x = off[0],
                            .y = off[1],
                            .z = off[2],
                            .energy = right.energy,
                            .terms = {right.terms[0]},
                            .virial = right.virial};
    double *const sums[] = {&forces.energy, &forces.terms[0], &forces.virial};
    const double *const force[] = {right.x, right.y, right.z};
    const double additions = 2 * (double)right.pairs_interacting;
    for (int fixed = 0; fixed < 2; fixed++) {
        right.quantum = fixed ? quantum : 0;
        for (int quanta = 0; quanta <= 30; quanta += 5) {
            /*
             * an error in the direction of each force looks like a common factor of all pair forces
             */
            for (int64_t i = 0; i < N; i++) {
                const double size = sqrt(right.x[i] * right.x[i] + right.y[i] * right.y[i] +
                                         right.z[i] * right.z[i]);
                for (int d = 0; d < 3; d++)
                    off[d][i] = force[d][i] * (1 + quanta * quantum / size);
            }
            assert_int_equal(verify_forces(&right, &forces, 1e-5).passed,
                             quanta == 0 || (fixed && quanta < 8));
        }
        for (int d = 0; d < 3; d++)
            memcpy(off[d], force[d], sizeof off[d]);
        for (int k = 0; k < 3; k++) {
            const double kept = *sums[k];
            *sums[k] += 0.9 * additions * quantum;
            assert_int_equal(verify_forces(&right, &forces, 1e-5).passed, fixed);
            *sums[k] = kept + 1.1 * additions * quantum;
            assert_false(verify_forces(&right, &forces, 1e-5).passed);
            *sums[k] = kept;
        }
    }
    for (int k = 0; k < 2; k++) {
        right.quantum = k == 0 ? quantum : 1;
        assert_int_equal(verify_forces(&right, &forces, 1e-5).unresolved, k == 1);
    }
    reference_free(&right);
    system_free(&system);
}

/* Errors of a step's energies in fixed point may be as large as their rounding, and no larger. */
TEST(energies_of_a_step_may_lose_quanta)
{
    const struct kinetic kinetic = {.translation = 1e-8, .rotation = 1e-8};
    const struct motion_energies right = {
        .potential = -1e-8, .translation = 1e-8, .rotation = 1e-8};
    for (int k = 0; k < 6; k++) {
        struct verification found = {.tolerance = 1e-5, .passed = true};
        struct motion_energies off = right;
        *(k % 2 == 0 ? &off.potential : &off.translation) += k < 4 ? 0.9e-9 : 1.1e-9;
        verify_energies(&off, -1e-8, 1e-8, &kinetic,
                        (double[2]){k < 2 ? 0 : 1e-9, k < 2 ? 0 : 1e-9}, &found);
        assert_int_equal(found.passed, k / 2 == 1);
    }
}

/*
 * Distributes energies and virials of pairs over particles: the fraction `first` goes to the
 * particle with the lower index.
 */
static void share_out(const struct system *system, const struct set_model *model, double first,
                      double *energy_of, double *virial_of)
{
    const double *at[] = {system->x, system->y, system->z};
    for (int64_t i = 0; i < N; i++)
        energy_of[i] = virial_of[i] = 0;
    for (int64_t i = 0; i < N; i++)
        for (int64_t j = i + 1; j < N; j++) {
            struct pair_result pair;
            double r[3], virial = 0;
            for (int d = 0; d < 3; d++)
                r[d] = nearest_image(at[d][j] - at[d][i], system->box[d]);
            if (!reference_pair(system, model->model, model->constants, 2.5, i, j, r, &pair))
                continue;
            for (int d = 0; d < 3; d++)
                virial += r[d] * pair.force[d];
            energy_of[i] += first * pair.terms[0];
            energy_of[j] += (1 - first) * pair.terms[0];
            virial_of[i] += first * virial;
            virial_of[j] += (1 - first) * virial;
        }
}

/*
 * Two particles almost coincide. Their energy and virial are so large that errors of other
 * particles would be lost in the sums.
 */
TEST(one_large_energy_hides_no_fault)
{
    const struct set_model model = lj("2.5", "none");
    struct system system = fluid(N, 0.8, 1.44, 1);
    double energy_of[N], virial_of[N];
    double *const shares[] = {energy_of, virial_of};
    system.x[1] = system.x[0] + 0.05;
    system.y[1] = system.y[0];
    system.z[1] = system.z[0];
    struct reference right = evaluated(reference_by_cells, &system, &model);
    assert_true(right.strained[0] && right.strained[1]);
    const struct forces forces = {.n = N,
                                  .x = right.x,
                                  .y = right.y,
                                  .z = right.z,
                                  .energy_of = energy_of,
                                  .virial_of = virial_of,
                                  .energy = right.energy,
                                  .terms = {right.terms[0]},
                                  .virial = right.virial};
    for (int half = 0; half <= 2; half++) {
        const double first = half / 2.0;
        share_out(&system, &model, first, energy_of, virial_of);
        assert_true(verify_forces(&right, &forces, 1e-12).passed);
        for (int k = 0; k < 2; k++) {
            for (int i = 2; i < N; i++)
                shares[k][i] *= 0.9;
            assert_false(verify_forces(&right, &forces, 1e-3).passed);
            share_out(&system, &model, first, energy_of, virial_of);
        }
        energy_of[VICTIM] = NAN;
        assert_false(verify_forces(&right, &forces, 1e-3).passed);
    }
    reference_free(&right);
    system_free(&system);
}

/*
 * A common error of 1e-4 in all pair forces fails, even if bonded forces are twenty times as large.
 * Rounding errors pass.
 */
TEST(a_share_of_all_pair_forces_is_found)
{
    static double of_pairs[3 * N], force[3 * N], acting[N], found[3 * N];
    static const double shares[] = {0, 1e-4, -1e-4, NAN};
    struct reference reference = {.n = N,
                                  .x = force,
                                  .y = force + N,
                                  .z = force + 2 * N,
                                  .of_pairs = of_pairs,
                                  .energy = -1,
                                  .acting = acting};
    const struct forces forces = {
        .n = N, .x = found, .y = found + N, .z = found + 2 * N, .energy = -1};
    struct random random = random_start(1, 0);
    for (int bonded = 0; bonded < 2; bonded++)
        for (int k = 0; k < 4; k++) {
            reference.of_pairs = bonded ? of_pairs : NULL;
            for (int i = 0; i < N; i++) {
                acting[i] = bonded ? 90 : 33;
                for (int d = 0; d < 3; d++) {
                    double *pair = &of_pairs[3 * i + d], *all = &force[d * N + i];
                    *pair = random_normal(&random);
                    *all = *pair + bonded * 20 * random_normal(&random);
                    found[d * N + i] =
                        *all * (1 + 2e-6 * random_normal(&random)) + shares[k] * *pair;
                }
            }
            const struct verification v = verify_forces(&reference, &forces, 1e-5);
            assert_true(isnan(shares[k]) || fabs(v.gain - shares[k]) < 6e-6);
            assert_true(!bonded || isnan(shares[k]) || v.force_rms_rel < 1e-5);
            assert_int_equal(v.passed, k == 0);
        }
}

/*
 * A common error of 0.67 % in all torques fails, although a coarse precision allows it for each
 * torque.
 */
TEST(a_share_of_all_torques_is_found)
{
    static double force[3 * N], torque[3 * N], acting[2 * N], found[3 * N];
    static const double shares[] = {0, 6.7e-3, -6.7e-3, 1e-4, NAN};
    struct random random = random_start(1, 0);
    const struct reference reference = {.n = N,
                                        .x = force,
                                        .y = force + N,
                                        .z = force + 2 * N,
                                        .torque = torque,
                                        .energy = -1,
                                        .acting = acting};
    const struct forces forces = {
        .n = N, .x = force, .y = force + N, .z = force + 2 * N, .torque = found, .energy = -1};
    for (int k = 0; k < 2 * N; k++)
        acting[k] = 3;
    for (int k = 0; k < 5; k++) {
        for (int t = 0; t < 3 * N; t++) {
            force[t] = random_normal(&random);
            torque[t] = random_normal(&random);
            found[t] = torque[t] * (1 + shares[k] + 1e-5 * random_normal(&random));
        }
        assert_int_equal(verify_forces(&reference, &forces, 1e-2).passed, k == 0);
    }
}

/* Forces in a crystal cancel: both the reference and a kernel have only rounding errors. */
TEST(forces_that_cancel_have_a_scale)
{
    double x[2] = {1e-14, -1e-14}, o[2] = {0, 0}, other[2] = {-2e-14, 1e-14},
           acting[2] = {100, 100};
    struct reference reference = {
        .n = 2, .x = x, .y = o, .z = o, .energy = -10, .virial = 3, .acting = acting};
    struct forces forces = {.n = 2, .x = other, .y = o, .z = o, .energy = -10, .virial = 3};
    struct verification found = verify_forces(&reference, &forces, 1e-12);
    assert_true(found.force_rms_rel > 1);
    assert_true(found.particle_rel < 1e-15);
    assert_true(found.passed);
    other[0] = 1e-9;
    assert_false(verify_forces(&reference, &forces, 1e-12).passed);
    other[0] = NAN;
    found = verify_forces(&reference, &forces, 1e-12);
    assert_int_equal(found.worst, 0);
    assert_false(found.passed);
}

TEST(atomics_follow_from_pairs)
{
    struct reference reference = {.n = 10, .pairs_in_cutoff = 8, .pairs_interacting = 7};
    struct structure_sizes sizes = {.pairs_listed = 20, .atomics = -1};
    struct strategy strategy = {.atomics = ATOMICS_BOTH};
    assert_int_equal(counts_of(&strategy, &sizes, &reference).atomics, 14);
    strategy.atomics = ATOMICS_PARTNER;
    assert_int_equal(counts_of(&strategy, &sizes, &reference).atomics, 17);
    strategy.atomics = ATOMICS_SEGMENTS;
    assert_int_equal(counts_of(&strategy, &sizes, &reference).atomics, -1);
    sizes.atomics = 9; /* the count of the backend is used */
    assert_int_equal(counts_of(&strategy, &sizes, &reference).atomics, 9);
}

TESTS_MAIN(NULL, NULL)
