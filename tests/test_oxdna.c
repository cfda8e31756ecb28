/*
 * Tests oxdna: energies of configurations from other programs, and forces and torques as gradients.
 */
#include "harness/particles/system_spec.h"
#include "tests/gradients.h"
#include "tests/support.h"

#include <string.h>

enum { FENE, BEXC, STCK, NEXC, HB, CRST, CXST, TERMS };

static const double back = -0.4, stack = 0.34, base = 0.4; /* positions of sites along a1 */

static struct set_model oxdna(const char *sequence, const char *temperature)
{
    struct set_model oxdna = {.model = model_find("oxdna")};
    double parameters[MODEL_PARAMETERS];
    struct error error;
    assert_non_null(oxdna.model);
    model_defaults(oxdna.model, parameters);
    assert_true(model_set(oxdna.model, "sequence", sequence, parameters, &error));
    assert_true(model_set(oxdna.model, "temperature", temperature, parameters, &error));
    assert_true(oxdna.model->derive(parameters, oxdna.constants, &error));
    oxdna.range = oxdna.model->range(parameters);
    return oxdna;
}

/** Two nucleotides, r the vector from the first to the second, and their interaction. */
struct two {
    struct particle body[2];
    double r[3];
    bool bonded;
};

struct effect {
    double terms[MODEL_TERMS], energy;
    double force[3];     /* force on the second */
    double torque[2][3]; /* torques on the first and the second */
};

static struct effect effect_of(const struct set_model *oxdna, const struct two *two)
{
    struct effect effect = {0};
    if (two->bonded) {
        struct particle member[MODEL_MEMBERS] = {two->body[0], two->body[1]};
        double steps[MODEL_MEMBERS - 1][3] = {{two->r[0], two->r[1], two->r[2]}};
        struct bonded_result result;
        oxdna->model->bonded(oxdna->constants, 0, member, steps, &result);
        memcpy(effect.terms, result.terms, sizeof effect.terms);
        memcpy(effect.force, result.force[1], sizeof effect.force);
        memcpy(effect.torque, result.torque, sizeof effect.torque);
        for (int d = 0; d < 3; d++)
            assert_true(result.force[0][d] == -result.force[1][d]);
    } else {
        struct pair_result result;
        oxdna->model->pair(oxdna->constants, NULL, &two->body[0], &two->body[1], two->r, &result);
        memcpy(effect.terms, result.terms, sizeof effect.terms);
        memcpy(effect.force, result.force, sizeof effect.force);
        memcpy(effect.torque[0], result.torque, sizeof effect.torque[0]);
        for (int d = 0; d < 3; d++) {
            int e = (d + 1) % 3, f = (d + 2) % 3;
            effect.torque[1][d] =
                -result.torque[d] - two->r[e] * result.force[f] + two->r[f] * result.force[e];
        }
    }
    for (int k = 0; k < TERMS; k++)
        effect.energy += effect.terms[k];
    return effect;
}

/** Computes the axis a1 of a body. */
static void first_axis(const struct particle *body, double a1[3])
{
    const double *q = body->orientation;
    a1[0] = q[0] * q[0] + q[1] * q[1] - q[2] * q[2] - q[3] * q[3];
    a1[1] = 2 * (q[1] * q[2] + q[0] * q[3]);
    a1[2] = 2 * (q[1] * q[3] - q[0] * q[2]);
}

/**
 * Moves the second nucleotide so that its site at `to` is at `distance` from the first one's site
 * at `from`.
 */
static void place(struct random *random, double from, double to, double distance, struct two *two)
{
    double a1[3], b1[3];
    first_axis(&two->body[0], a1);
    first_axis(&two->body[1], b1);
    random_vector(distance, random, two->r);
    for (int d = 0; d < 3; d++)
        two->r[d] += from * a1[d] - to * b1[d];
}

static struct particle random_nucleotide(struct random *random)
{
    return random_particle((int)random_below(random, 4), random);
}

static struct two random_pair(struct random *random)
{
    static const double sites[][3] = {
        {back, back, 0.6}, {base, back, 0.45}, {base, base, 0.3}, {stack, stack, 0.2}};
    const double *site = sites[random_below(random, 4)];
    struct two two = {.body = {random_nucleotide(random), random_nucleotide(random)}};
    place(random, site[0], site[1], site[2] + 0.5 * random_uniform(random), &two);
    return two;
}

/* Returns two bonded nucleotides that are nearly parallel, because only such nucleotides stack. */
static struct two random_bond(struct random *random)
{
    struct two two = {.body = {random_nucleotide(random), random_nucleotide(random)},
                      .bonded = true};
    double rotation[3];
    for (int d = 0; d < 3; d++)
        rotation[d] = 0.5 * random_normal(random);
    memcpy(two.body[1].orientation, two.body[0].orientation, sizeof two.body[1].orientation);
    turn(two.body[1].orientation, rotation);
    place(random, back, back, 0.55 + 0.4 * random_uniform(random), &two);
    return two;
}

/**
 * Returns the derivative of the energy with respect to a coordinate. It is a component of r (0 to
 * 2), or a rotation of the first or second nucleotide.
 */
static double slope(const struct set_model *oxdna, const struct two *two, int coordinate,
                    double step)
{
    double energy[2];
    for (int end = 0; end < 2; end++) {
        struct two moved = *two;
        double rotation[3] = {0}, by = end == 0 ? -step : step;
        if (coordinate < 3) {
            moved.r[coordinate] += by;
        } else {
            rotation[coordinate % 3] = by;
            turn(moved.body[coordinate / 3 - 1].orientation, rotation);
        }
        energy[end] = effect_of(oxdna, &moved).energy;
    }
    return (energy[1] - energy[0]) / (2 * step);
}

/**
 * Compares a force or torque with the derivative of the energy. Returns false if the energy has a
 * kink within the step.
 */
static bool is_slope(const struct set_model *oxdna, const struct two *two, int coordinate,
                     double found, double size)
{
    const double step = 1e-5;
    double near = slope(oxdna, two, coordinate, step);
    double far = slope(oxdna, two, coordinate, 2 * step);
    if (fabs(near - far) > 1e-5 * size)
        return false;
    assert_near(-(4 * near - far) / 3, found, 2e-5 * size);
    return true;
}

static double size_of(const struct effect *effect)
{
    double size = 1;
    for (int d = 0; d < 3; d++)
        size += fabs(effect->force[d]) + fabs(effect->torque[0][d]) + fabs(effect->torque[1][d]);
    return size;
}

/** Draws pairs until each term has been compared with derivatives often enough. */
static void hold_against_slopes(struct two (*draw)(struct random *), int first, int last)
{
    const struct set_model model = oxdna("dependent", "0.11");
    struct random random = random_start(7, 0);
    int held[TERMS] = {0}, wanted = last - first + 1, drawn = 0, kinks = 0;
    for (; wanted > 0 && drawn < 3000000; drawn++) {
        struct two two = draw(&random);
        struct effect effect = effect_of(&model, &two);
        double size = size_of(&effect);
        bool new = false, smooth = size < 1000;
        for (int k = first; k <= last; k++)
            new = new || (effect.terms[k] != 0 && held[k] < 40);
        if (!new || !isfinite(effect.energy) || !smooth)
            continue;
        for (int d = 0; d < 9 && smooth; d++)
            smooth = is_slope(&model, &two, d,
                              d < 3 ? effect.force[d] : effect.torque[d / 3 - 1][d % 3], size);
        kinks += !smooth;
        for (int k = first; k <= last; k++)
            wanted -= smooth && effect.terms[k] != 0 && ++held[k] == 40;
    }
    if (wanted > 0 || kinks > 20)
        fail_msg("%d terms did not occur often enough in %d draws, %d of them at kinks", wanted,
                 drawn, kinks);
}

TEST(forces_and_torques_of_pairs_are_gradients)
{
    hold_against_slopes(random_pair, NEXC, CXST);
}

TEST(forces_and_torques_of_bonds_are_gradients)
{
    hold_against_slopes(random_bond, FENE, STCK);
}

TEST(pairs_are_the_same_from_both_sides)
{
    const struct set_model model = oxdna("dependent", "0.1");
    struct random random = random_start(11, 0);
    int found[TERMS] = {0};
    for (int trial = 0; trial < 200000; trial++) {
        struct two two = random_pair(&random);
        struct two other = {.body = {two.body[1], two.body[0]},
                            .r = {-two.r[0], -two.r[1], -two.r[2]}};
        struct effect effect = effect_of(&model, &two), reversed = effect_of(&model, &other);
        double size = size_of(&effect);
        for (int k = 0; k < TERMS; k++) {
            found[k] += effect.terms[k] != 0;
            assert_near(reversed.terms[k], effect.terms[k], 1e-11 * size);
        }
        for (int d = 0; d < 3; d++) {
            assert_near(reversed.force[d], -effect.force[d], 1e-10 * size);
            /* each torque is about the particle's centre */
            assert_near(reversed.torque[0][d], effect.torque[1][d], 1e-10 * size);
        }
    }
    for (int k = NEXC; k < TERMS; k++)
        assert_true(found[k] > 40);
}

/*
 * Both axes a3 are parallel to the line between the stacking sites, so that sines of angles vanish.
 */
TEST(aligned_axes_have_the_right_forces)
{
    const struct set_model model = oxdna("average", "0.1");
    const double twist[3] = {0, 0, -0.3};
    struct two stacked = {.body = {{.orientation = {1}}, {.orientation = {1}}}, .bonded = true};
    turn(stacked.body[1].orientation, twist);
    stacked.r[0] = stack * (1 - cos(twist[2]));
    stacked.r[1] = -stack * sin(twist[2]);
    stacked.r[2] = -0.7;
    struct effect effect = effect_of(&model, &stacked);
    assert_true(effect.terms[STCK] < -0.1);
    for (int d = 0; d < 3; d++) {
        assert_true(is_slope(&model, &stacked, d, effect.force[d], 1));
        assert_true(is_slope(&model, &stacked, 3 + d, effect.torque[0][d], 1));
        assert_true(is_slope(&model, &stacked, 6 + d, effect.torque[1][d], 1));
    }
}

/*
 * Compares with the total energy from one independent program. Compares with the terms from another
 * program, which agrees with the first.
 */
TEST(lammps_duplex_has_its_energy_until_it_breaks)
{
    static const double terms[TERMS] = {0.4309239664,  0, -8.4909472452, 0, -3.9278993759,
                                        -1.0696992987, 0};
    char path[PATH_LENGTH];
    refdata("lammps_oxdna/duplex1/data.duplex1", path);
    struct system system = created(&(struct system_spec){.file = path, .format = "lammps"});
    const struct set_model model = oxdna("average", "0.1");
    struct reference found = evaluated(reference_by_pairs, &system, &model);
    assert_int_equal(system.bonded_count, 8);
    assert_near(found.energy, -13.0576219534369, 1e-12);
    for (int k = 0; k < TERMS; k++)
        assert_near(found.terms[k], terms[k], 1e-10);
    reference_free(&found);

    struct error error;
    system.z[2] += 1;
    assert_false(
        reference_by_cells(&system, model.model, model.constants, model.range, &found, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "the bonded term of particles 3 and 2 (counted from 1) has "
                                       "no finite energy"));
    system_free(&system);
}

/** Whether any two sites of a pair are within the range of their interaction plus `more`. */
static bool in_reach(const struct two *two, double more)
{
    static const struct {
        double p, q, reach;
    } sites[] = {{-0.4, -0.4, 0.711879214356}, {-0.4, 0.4, 0.52329943261},
                 {0.4, -0.4, 0.52329943261},   {0.4, 0.4, 0.7},
                 {0.34, 0.34, 0.6222222},      {0.4, 0.4, 0.783775}};
    const bool paired = two->body[0].type + two->body[1].type == 3;
    double a1[2][3];
    for (int k = 0; k < 2; k++)
        first_axis(&two->body[k], a1[k]);
    for (size_t k = 0; k < sizeof sites / sizeof *sites; k++) {
        double square = 0;
        for (int d = 0; d < 3; d++)
            square += pow(two->r[d] + sites[k].q * a1[1][d] - sites[k].p * a1[0][d], 2);
        if ((k < 5 || paired) && sqrt(square) < sites[k].reach + more)
            return true;
    }
    return false;
}

/** The short test accepts every pair with two sites in reach, and few others. */
TEST(the_short_test_depends_on_the_distances_of_sites)
{
    struct set_model nucleotides = oxdna("average", "0.1");
    struct random random = random_start(17, 0);
    int passed = 0, left_out = 0;
    for (int k = 0; k < 200000; k++) {
        struct two two = {
            .body = {random_particle(k % 4, &random), random_particle(k / 4 % 4, &random)}};
        struct pair_result result;
        random_vector(nucleotides.range * (0.2 + 0.9 * random_uniform(&random)), &random, two.r);
        const bool may = nucleotides.model->may_interact(nucleotides.constants, &two.body[0],
                                                         &two.body[1], two.r);
        if (nucleotides.model->pair(nucleotides.constants, NULL, &two.body[0], &two.body[1], two.r,
                                    &result))
            assert_true(may);
        assert_true(may || !in_reach(&two, 0));
        assert_true(!may || in_reach(&two, 2e-3));
        passed += may;
        left_out += !may;
    }
    assert_true(passed > 10000 && left_out > 10000);
}

TESTS_MAIN(NULL, NULL)
