/*
 * Tests Gay-Berne beads: wells and contact distances of the original paper, the limit of spheres,
 * gradients, and the cut-off.
 */
#define REAL double
#include "tests/gradients.h"
#include "tests/support.h"

#include "models/brahms.h"

#include <math.h>
#include <string.h>

static struct set_model ellipsoids(const char *cutoff)
{
    struct set_model brahms = {.model = model_find("brahms")};
    double parameters[MODEL_PARAMETERS];
    struct error error;
    model_defaults(brahms.model, parameters);
    assert_true(model_set(brahms.model, "tail", "gay_berne", parameters, &error));
    assert_true(model_set(brahms.model, "cutoff", cutoff, parameters, &error));
    assert_true(brahms.model->derive(parameters, brahms.constants, &error));
    brahms.range = brahms.model->range(parameters);
    return brahms;
}

/**
 * Returns the energy of two Gay-Berne beads at displacement r, with axes along z rotated about x by
 * these angles.
 */
static double energy(const struct set_model *m, double angle_p, double angle_q, double x, double y,
                     double z)
{
    struct particle p = {.type = BRAHMS_GAY_BERNE, .orientation = {1}}, q = p;
    struct pair_result result;
    turn(p.orientation, (const double[]){angle_p, 0, 0});
    turn(q.orientation, (const double[]){angle_q, 0, 0});
    assert_true(m->model->pair(m->constants, NULL, &p, &q, (const double[]){x, y, z}, &result));
    return total_of(m->model, result.terms);
}

/** Returns the lowest energy along a direction, and sets its distance, by golden-section search. */
static double well(const struct set_model *m, double angle_q, const double along[3], double *where)
{
    const double golden = (sqrt(5) - 1) / 2;
    double low = 0.9, high = 6;
    while (high - low > 1e-9) {
        double a = high - golden * (high - low), b = low + golden * (high - low);
        double at_a = energy(m, 0, angle_q, a * along[0], a * along[1], a * along[2]);
        double at_b = energy(m, 0, angle_q, b * along[0], b * along[1], b * along[2]);
        if (at_a < at_b)
            high = b;
        else
            low = a;
    }
    *where = (low + high) / 2;
    return energy(m, 0, angle_q, *where * along[0], *where * along[1], *where * along[2]);
}

/*
 * Parameters of J. G. Gay, B. J. Berne (1981): length 3, ratio of wells 5. For crossed ellipsoids,
 * e1 = e2 = 1. In a T, where the side of p touches the end of q, h(x) = x, so that s = sigma (1 -
 * 0.8)^(-1/2) and e2 = 1 - chi'.
 */
TEST(the_original_has_its_wells_and_contacts)
{
    const double half_pi = acos(0), chi_wells = (sqrt(5) - 1) / (sqrt(5) + 1);
    const struct {
        double angle, along[3], contact, depth;
    } known[] = {
        {0, {1, 0, 0}, 1, 5.0 / 3},
        {0, {0, 0, 1}, 3, 1.0 / 3},
        {half_pi, {1, 0, 0}, 1, 1},
        {half_pi, {0, 1, 0}, 1 / sqrt(0.2), pow(1 - chi_wells, 2)},
    };
    struct set_model m = ellipsoids("100");
    struct brahms_constants *c = (struct brahms_constants *)m.constants;
    c->contact[BRAHMS_GAY_BERNE] = 1;
    c->well_depth[BRAHMS_GAY_BERNE] = 4;
    c->chi[BRAHMS_GAY_BERNE] = 0.8;
    c->chi_prime = chi_wells;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        double where;
        assert_near(well(&m, known[k].angle, known[k].along, &where), -known[k].depth, 1e-9);
        assert_near(where, known[k].contact - 1 + pow(2, 1.0 / 6), 1e-6);
    }
}

TEST(ours_touch_end_to_end_as_tail_beads_do)
{
    const struct set_model m = ellipsoids("100");
    const struct brahms_constants *c = (const struct brahms_constants *)m.constants;
    const double minimum = 4.5 * pow(2, 1.0 / 6);
    assert_near(energy(&m, 0, 0, 0, 0, minimum + 4.05), -.837, 1e-6);
    assert_near(energy(&m, 0, 0, minimum, 0, 0), -2 * .837, 1e-6);
    for (int type = 0; type < BRAHMS_GAY_BERNE; type++) {
        struct particle sphere = {.type = type, .orientation = {1}};
        struct particle tail = {.type = BRAHMS_TAIL, .orientation = {1}};
        struct particle rod = {.type = BRAHMS_GAY_BERNE, .orientation = {1}};
        struct pair_result with_tail, with_rod;
        double chi = c->chi[type], sigma = c->contact[type];
        double r[] = {0, 0, sigma * pow(2, 1.0 / 6)};
        m.model->pair(m.constants, NULL, &tail, &sphere, r, &with_tail);
        r[2] += sigma * (1 / sqrt(1 - chi) - 1);
        m.model->pair(m.constants, NULL, &rod, &sphere, r, &with_rod);
        assert_near(with_rod.terms[BRAHMS_TERM_GAY_BERNE], with_tail.terms[BRAHMS_TERM_LJ], 1e-6);
    }
}

TEST(spheres_are_those_of_lennard_jones)
{
    struct random random = random_start(21, 0);
    struct set_model m = ellipsoids("12");
    struct brahms_constants *c = (struct brahms_constants *)m.constants;
    c->chi_prime = 0;
    for (int type = 0; type < BRAHMS_TYPES; type++) {
        int as = type == BRAHMS_GAY_BERNE ? BRAHMS_TAIL : type;
        c->chi[type] = 0;
        c->well_depth[type] = c->table[BRAHMS_TAIL * BRAHMS_TYPES + as].depth / 6;
        for (int trial = 0; trial < 20; trial++) {
            struct particle p = random_particle(BRAHMS_GAY_BERNE, &random);
            struct particle q = random_particle(type, &random), tail = p;
            struct pair_result found, expected;
            double r[3];
            random_vector(3 + 9 * random_uniform(&random), &random, r);
            m.model->pair(m.constants, NULL, &p, &q, r, &found);
            tail.type = BRAHMS_TAIL;
            q.type = as;
            m.model->pair(m.constants, NULL, &tail, &q, r, &expected);
            double lj = expected.terms[BRAHMS_TERM_LJ];
            assert_near(found.terms[BRAHMS_TERM_GAY_BERNE], lj, 1e-12 * (1 + fabs(lj)));
            for (int d = 0; d < 3; d++) {
                /* tails have neither charge nor dipole, so that the whole force is Lennard-Jones */
                assert_near(found.force[d], expected.force[d],
                            1e-11 * (1 + fabs(expected.force[d])));
                assert_near(found.torque[d], 0, 0);
            }
        }
    }
}

TEST(all_partners_have_gradients_for_forces_and_torques)
{
    struct random random = random_start(22, 0);
    const struct set_model m = ellipsoids("12");
    for (int type = 0; type < BRAHMS_TYPES; type++) {
        for (int trial = 0; trial < 50; trial++) {
            struct particle p = random_particle(BRAHMS_GAY_BERNE, &random);
            struct particle q = random_particle(type, &random);
            struct pair_result result;
            double r[3];
            random_vector(7 + 5 * random_uniform(&random), &random, r);
            check_pair(&m, &p, &q, r, 1e-5, 1e-7);
            check_pair(&m, &q, &p, r, 1e-5, 1e-7);
            m.model->pair(m.constants, NULL, &p, &q, r, &result);
            assert_int_equal(result.branches, 1U << BRAHMS_ELLIPSOID);
        }
    }
}

TEST(nothing_is_left_at_the_cutoff)
{
    struct random random = random_start(23, 0);
    const struct set_model m = ellipsoids("12");
    for (int type = 0; type < BRAHMS_TYPES; type++) {
        for (int trial = 0; trial < 20; trial++) {
            struct particle p = random_particle(BRAHMS_GAY_BERNE, &random);
            struct particle q = random_particle(type, &random);
            struct pair_result result;
            double r[3];
            random_vector(12 * (1 - 1e-9), &random, r);
            m.model->pair(m.constants, NULL, &p, &q, r, &result);
            assert_near(result.terms[BRAHMS_TERM_GAY_BERNE], 0, 1e-14);
            for (int d = 0; d < 3; d++) {
                assert_near(result.force[d], 0, 1e-8);
                assert_near(result.torque[d], 0, 1e-14);
            }
        }
    }
}

/* Each ellipsoid replaces two tail beads; bonds start at its middle. */
TEST(bonds_lead_to_the_middle)
{
    static const struct {
        int first, second;
        double length;
    } known[] = {{BRAHMS_ESTER, BRAHMS_GAY_BERNE, 4.095 + 4.05 / 2},
                 {BRAHMS_TAIL, BRAHMS_GAY_BERNE, 4.05 * 1.5},
                 {BRAHMS_GAY_BERNE, BRAHMS_GAY_BERNE, 4.05 * 2}};
    struct random random = random_start(25, 0);
    const struct set_model m = ellipsoids("12");
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        struct particle bead[MODEL_MEMBERS] = {random_particle(known[k].first, &random),
                                               random_particle(known[k].second, &random)};
        double at[MODEL_MEMBERS][3] = {{0}}, r[MODEL_MEMBERS - 1][3] = {{0}};
        struct bonded_result result;
        random_vector(known[k].length + 1, &random, at[1]);
        check_bonded(&m, BRAHMS_BOND, 2, bead, at, 1e-5, 1e-8);
        random_vector(known[k].length + 1, &random, r[0]);
        m.model->bonded(m.constants, BRAHMS_BOND, bead, r, &result);
        assert_near(result.terms[BRAHMS_TERM_BOND], 1.506, 1e-12);
    }
}

/* Returns 27 tail beads and ellipsoids on a lattice, with random orientations. */
static struct system lattice(void)
{
    struct random random = random_start(24, 0);
    struct system s;
    struct error error;
    assert_true(system_allocate(27, &s, &error));
    assert_true(system_add(&s, SYSTEM_TYPE, &error) && system_add(&s, SYSTEM_ORIENTATION, &error));
    for (int d = 0; d < 3; d++)
        s.box[d] = 30;
    for (int i = 0; i < 27; i++) {
        const struct particle body =
            random_particle(i % 2 ? BRAHMS_GAY_BERNE : BRAHMS_TAIL, &random);
        s.x[i] = 1 + 10 * (i % 3) + random_uniform(&random);
        s.y[i] = 1 + 10 * (i / 3 % 3) + random_uniform(&random);
        s.z[i] = 1 + 10 * (i / 9) + random_uniform(&random);
        s.type[i] = (int32_t)body.type;
        memcpy(s.orientation + 4L * i, body.orientation, sizeof body.orientation);
    }
    return s;
}

TEST(ellipsoids_are_refused_where_tails_are_points)
{
    struct system system = lattice();
    struct set_model m = ellipsoids("12");
    struct reference reference;
    struct error error;
    double parameters[MODEL_PARAMETERS], force[3] = {0};
    reference = evaluated(reference_by_pairs, &system, &m);
    for (int i = 0; i < system.n; i++) {
        force[0] += reference.x[i];
        force[1] += reference.y[i];
        force[2] += reference.z[i];
    }
    for (int d = 0; d < 3; d++)
        assert_near(force[d], 0, 1e-12);
    reference_free(&reference);
    model_defaults(m.model, parameters);
    assert_true(m.model->derive(parameters, m.constants, &error));
    assert_false(reference_by_pairs(&system, m.model, m.constants, m.range, &reference, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_string_equal(error.text, "particle 2 is of type gay_berne, for which model brahms needs "
                                    "tail=gay_berne");
    system_free(&system);
}

TESTS_MAIN(NULL, NULL)
