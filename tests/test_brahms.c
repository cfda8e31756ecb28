/*
 * Tests BRAHMS-style lipids and water: forces and torques as gradients of energies, and dimers of
 * SSD water.
 */
#define REAL double
#include "harness/input/system_create.h"
#include "tests/gradients.h"
#include "tests/support.h"

#include "models/brahms.h"

#include <math.h>
#include <string.h>

enum { TYPES = BRAHMS_GAY_BERNE, WATER = BRAHMS_WATER }; /* test_gay_berne.c tests the last type */

#define ATM 68568.415 /* 1 kcal/mol/A^3, in atmospheres */

static const char *const waters[] = {"elba", "ssd", "ssd1", "ssd_e"};

TEST(pairs_of_all_types_have_gradients_for_forces)
{
    struct random random = random_start(11, 0);
    for (int w = 0; w < 4; w++) {
        const struct set_model model = model_with("brahms", "water", waters[w]);
        for (int i = 0; i < TYPES; i++) {
            for (int j = 0; j < TYPES; j++) {
                for (int trial = 0; trial < 10; trial++) {
                    struct particle p = random_particle(i, &random);
                    struct particle q = random_particle(j, &random);
                    double r[3];
                    random_vector(2.6 + 9.4 * random_uniform(&random), &random, r);
                    check_pair(&model, &p, &q, r, 1e-5, 1e-7);
                }
            }
        }
        for (int trial = 0; trial < 200; trial++) {
            struct particle p = random_particle(WATER, &random);
            struct particle q = random_particle(WATER, &random);
            double r[3];
            random_vector(2.3 + 2 * random_uniform(&random), &random, r);
            check_pair(&model, &p, &q, r, 1e-5, 1e-6);
        }
    }
}

/* Returns true if a pair takes the branch with this name. */
static bool takes(const struct model *model, const struct pair_result *result, const char *name)
{
    int k = 0;
    while (k < model->branch_count && strcmp(model->branches[k].name, name) != 0)
        k++;
    assert_true(k < model->branch_count);
    return result->branches >> k & 1;
}

/*
 * Compares the branches of pairs with the conditions of the paper's flowchart, for the SSD model.
 * The conditions depend on the beads' charge (C), dipole (D) or neither, and on their distance.
 */
TEST(branches_are_the_conditions_of_the_flowchart)
{
    static const char carries[TYPES + 1] = "DCCDD C";
    static const double distances[] = {2.5, 3.1, 3.6, 4.1, 11};
    struct random random = random_start(17, 0);
    const struct set_model model = model_with("brahms", "water", "ssd");
    unsigned seen = 0;
    for (int i = 0; i < TYPES; i++) {
        for (int j = 0; j < TYPES; j++) {
            for (size_t k = 0; k < sizeof distances / sizeof *distances; k++) {
                struct particle p = random_particle(i, &random), q = random_particle(j, &random);
                bool both = i == WATER && j == WATER;
                double distance = distances[k];
                char a = carries[i], b = carries[j];
                struct pair_result result;
                double r[3];
                const struct {
                    const char *name;
                    bool taken;
                } expected[] = {
                    {"water_water", both},
                    {"sticky", both && distance < 4},
                    {"near_full", both && distance < 2.75},
                    {"near_switch", both && distance > 2.75 && distance < 3.35},
                    {"far_full", both && distance < 2.75},
                    {"far_switch", both && distance > 2.75 && distance < 4},
                    {"electrostatic", a != ' ' && b != ' '},
                    {"charges", a == 'C' && b == 'C'},
                    {"charge_dipole", a == 'C' && b == 'D'},
                    {"dipole_charge", a == 'D' && b == 'C'},
                    {"dipoles", a == 'D' && b == 'D'},
                    {"gay_berne", false},
                };
                random_vector(distance, &random, r);
                assert_true(model.model->pair(model.constants, NULL, &p, &q, r, &result));
                for (size_t m = 0; m < sizeof expected / sizeof *expected; m++)
                    if (takes(model.model, &result, expected[m].name) != expected[m].taken)
                        fail_msg("%s at %g of types %d and %d", expected[m].name, distance, i, j);
                seen |= result.branches;
            }
        }
    }
    /* the last branch is for an unused type of bead */
    assert_int_equal(seen, (1U << (model.model->branch_count - 1)) - 1);
}

TEST(everything_vanishes_at_the_cutoff)
{
    struct random random = random_start(12, 0);
    const struct set_model model = model_with("brahms", NULL, NULL);
    for (int i = 0; i < TYPES; i++) {
        for (int j = 0; j < TYPES; j++) {
            struct particle p = random_particle(i, &random), q = random_particle(j, &random);
            struct pair_result result;
            double r[3];
            random_vector(model.range * (1 - 1e-9), &random, r);
            model.model->pair(model.constants, NULL, &p, &q, r, &result);
            for (int d = 0; d < 3; d++) {
                assert_near(result.force[d], 0, 1e-7);
                assert_near(result.torque[d], 0, 1e-7);
            }
            assert_near(total_of(model.model, result.terms), 0, 1e-10);
        }
    }
}

TEST(bonded_terms_have_gradients_for_forces)
{
    /* kinds in the order of enum brahms_kind, with the beads of each */
    static const struct {
        int members, type[3];
    } kinds[] = {{2, {1, 2}},    {3, {1, 2, 3}}, {3, {2, 3, 4}},
                 {3, {3, 4, 5}}, {3, {5, 5, 5}}, {2, {3, 2}}};
    struct random random = random_start(13, 0);
    const struct set_model model = model_with("brahms", NULL, NULL);
    for (int kind = 0; kind < 6; kind++) {
        for (int trial = 0; trial < 20; trial++) {
            struct particle particle[MODEL_MEMBERS] = {0};
            double at[MODEL_MEMBERS][3] = {{0}};
            for (int k = 0; k < kinds[kind].members; k++) {
                double step[3];
                particle[k] = random_particle(kinds[kind].type[k], &random);
                random_vector(4 + random_uniform(&random), &random, step);
                for (int d = 0; d < 3; d++)
                    at[k][d] = step[d] + (k > 0 ? at[k - 1][d] : 0);
            }
            check_bonded(&model, kind, kinds[kind].members, particle, at, 1e-5, 1e-8);
        }
    }
}

/*
 * Returns the minimum energy of two molecules. Finds it by steepest descent, with a step that
 * shrinks if the energy increases.
 */
static double minimum(const struct set_model *model, double *distance)
{
    struct random random = random_start(14, 0);
    double lowest = 0;
    for (int start = 0; start < 40; start++) {
        struct particle p = random_particle(WATER, &random), q = random_particle(WATER, &random);
        struct pair_result now, next;
        double r[3], step = 1e-3;
        random_vector(3, &random, r);
        model->model->pair(model->constants, NULL, &p, &q, r, &now);
        for (int k = 0; k < 20000 && step > 1e-12; k++) {
            struct particle p_next = p, q_next = q;
            double to[3], turn_p[3], turn_q[3];
            for (int d = 0; d < 3; d++) {
                int e = (d + 1) % 3, f = (d + 2) % 3;
                double moment = r[e] * now.force[f] - r[f] * now.force[e];
                to[d] = r[d] + step * now.force[d];
                turn_p[d] = step * now.torque[d];
                turn_q[d] = -step * (now.torque[d] + moment);
            }
            turn(p_next.orientation, turn_p);
            turn(q_next.orientation, turn_q);
            model->model->pair(model->constants, NULL, &p_next, &q_next, to, &next);
            if (total_of(model->model, next.terms) >= total_of(model->model, now.terms)) {
                step /= 2;
                continue;
            }
            step *= 1.1;
            now = next;
            p = p_next;
            q = q_next;
            memcpy(r, to, sizeof to);
        }
        double energy = total_of(model->model, now.terms);
        if (energy < lowest) {
            lowest = energy;
            *distance = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
        }
    }
    return lowest;
}

/** Returns a water model with this cut-off. */
static struct set_model water_within(const char *water, const char *cutoff)
{
    struct set_model m = model_with("brahms", "water", water);
    double parameters[MODEL_PARAMETERS];
    struct error error;
    model_defaults(m.model, parameters);
    assert_true(model_set(m.model, "water", water, parameters, &error));
    assert_true(model_set(m.model, "cutoff", cutoff, parameters, &error));
    assert_true(m.model->derive(parameters, m.constants, &error));
    m.range = m.model->range(parameters);
    return m;
}

/*
 * The expected values are for unshifted dipole and Lennard-Jones interactions, the limit of the
 * model's shifted ones for large r_c.
 */
TEST(dimers_of_ssd_water_have_the_known_minima)
{
    static const struct {
        const char *water;
        double energy, distance;
    } known[] = {{"ssd", -7.63664, 2.7545}, {"ssd_e", -7.92285, 2.6752}};
    for (int k = 0; k < 2; k++) {
        const struct set_model model = water_within(known[k].water, "100");
        double distance = 0;
        assert_near(minimum(&model, &distance), known[k].energy, 1e-3);
        assert_near(distance, known[k].distance, 1e-3);
    }
}

/** Fails unless the forces on all particles cancel. */
static void check_net_force(const struct reference *found)
{
    double sum[3] = {0}, size = 0;
    for (int64_t i = 0; i < found->n; i++) {
        sum[0] += found->x[i];
        sum[1] += found->y[i];
        sum[2] += found->z[i];
        size += fabs(found->x[i]) + fabs(found->y[i]) + fabs(found->z[i]);
    }
    for (int d = 0; d < 3; d++)
        assert_near(sum[d], 0, 1e-14 * size);
}

static struct reference reference_of(const struct system *system)
{
    const struct set_model model = model_with("brahms", NULL, NULL);
    struct reference reference;
    struct error error;
    assert_good(
        reference_by_cells(system, model.model, model.constants, model.range, &reference, &error));
    return reference;
}

/** Returns equilibrated water from OpenMD's samples. `turned`: rotations are inverted. */
static struct system liquid(const char *file, bool turned)
{
    char path[PATH_LENGTH], line[512];
    struct system s;
    struct error error;
    int64_t i = 0;
    refdata(file, path);
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    assert_true(system_allocate(256, &s, &error));
    assert_true(system_add(&s, SYSTEM_TYPE, &error) && system_add(&s, SYSTEM_ORIENTATION, &error));
    for (int d = 0; d < 3; d++)
        s.box[d] = 19.7166;
    while (fgets(line, sizeof line, stream) != NULL) {
        double *q = s.orientation + 4 * i;
        if (i == s.n || sscanf(line, "%*d pvqj %lf %lf %lf %*f %*f %*f %lf %lf %lf %lf", &s.x[i],
                               &s.y[i], &s.z[i], &q[0], &q[1], &q[2], &q[3]) != 7)
            continue;
        for (int d = 1; d < 4 && turned; d++)
            q[d] = -q[d];
        s.x[i] = system_wrap(s.x[i], s.box[0]);
        s.y[i] = system_wrap(s.y[i], s.box[1]);
        s.z[i] = system_wrap(s.z[i], s.box[2]);
        s.type[i++] = WATER;
    }
    fclose(stream);
    assert_int_equal(i, s.n);
    return s;
}

/*
 * The expected energies are from an independent program with a cut-off of 9 A. One is for shifted
 * interactions, one for unshifted interactions, the limit of an infinite cut-off. The program's
 * value of the Debye differs in the sixth digit. With transposed rotation matrices the sticky term
 * would vanish.
 */
TEST(liquid_ssd_water_has_the_known_energies)
{
    static const struct {
        const char *file, *water;
        double sticky, lj, dipoles, shifted;
    } known[] = {
        {"ssd_openmd/ssd.omd", "ssd", -633.0674, 220.8164, -1939.8455, -1759.5043},
        {"ssd_openmd/ssde.omd", "ssd_e", -549.1064, 278.6278, -2167.4792, -1975.8664},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        struct set_model model = water_within(known[k].water, "9");
        struct brahms_constants *c = (struct brahms_constants *)model.constants;
        struct system system = liquid(known[k].file, false), turned = liquid(known[k].file, true);
        struct reference shifted = evaluated(reference_by_cells, &system, &model);
        struct reference wrong = evaluated(reference_by_cells, &turned, &model);
        c->per_cutoff = c->per_cutoff2 = 0;
        for (int types = 0; types < BRAHMS_PAIRS; types++)
            c->table[types].shift = 0;
        struct reference plain = evaluated(reference_by_cells, &system, &model);
        assert_near(shifted.terms[BRAHMS_TERM_STICKY], known[k].sticky, 5e-5);
        assert_near(shifted.terms[BRAHMS_TERM_COULOMB] / known[k].shifted, 1, 5e-6);
        assert_near(plain.terms[BRAHMS_TERM_LJ], known[k].lj, 5e-5);
        assert_near(plain.terms[BRAHMS_TERM_COULOMB] / known[k].dipoles, 1, 5e-6);
        assert_true(fabs(wrong.terms[BRAHMS_TERM_STICKY] / 256) < 0.1);
        check_net_force(&shifted);
        reference_free(&shifted);
        reference_free(&wrong);
        reference_free(&plain);
        system_free(&system);
        system_free(&turned);
    }
}

static struct system bilayer(int64_t n)
{
    return created(&(struct system_spec){
        .builder = "bilayer", .n = n, .density = 0.02091, .temperature = 0.60243, .seed = 1});
}

/*
 * Water is outside, tails are inside, and the pressure is small. LAMMPS's example bilayer, with
 * four times the beads, still has 156 atm while it relaxes.
 */
LONG_TEST(built_bilayers_are_bilayers)
{
    double height[TYPES] = {0}, middle;
    int64_t count[TYPES] = {0}, inside = 0;
    struct system system = bilayer(1538);
    struct reference found = reference_of(&system);
    middle = system.box[2] / 2;
    for (int64_t i = 0; i < system.n; i++) {
        double h = fabs(system.z[i] - middle);
        count[system.type[i]]++;
        height[system.type[i]] += h;
        inside += system.type[i] == WATER && h < 8;
    }
    const int64_t expected[TYPES] = {1058, 32, 32, 32, 64, 320, 0};
    for (int k = 0; k < TYPES; k++) {
        assert_int_equal(count[k], expected[k]);
        height[k] /= count[k] > 0 ? (double)count[k] : 1;
    }
    assert_true(height[0] > height[2] && height[2] > height[3] && height[3] > height[4] &&
                height[4] > height[5]);
    assert_in_range(inside, 0, 10);
    assert_int_equal(system.bonded_count, 32 * 30);
    check_net_force(&found);
    double volume = system.box[0] * system.box[1] * system.box[2];
    double ideal = (double)system.n * system.temperature;
    assert_near((ideal + found.virial / 3) / volume * ATM, 0, 1000);
    reference_free(&found);
    system_free(&system);
}

/* A bond to the wrong copy of a particle would change the energy. */
LONG_TEST(copies_of_a_bilayer_have_its_energy)
{
    struct system one = bilayer(1538), four = bilayer(6152);
    struct reference of_one = reference_of(&one), of_four = reference_of(&four);
    assert_near(four.box[0], 2 * one.box[0], 1e-5);
    assert_near(four.box[2], one.box[2], 0);
    for (int t = 0; t < model_find("brahms")->term_count; t++)
        assert_near(of_four.terms[t], 4 * of_one.terms[t], 1e-5 * fabs(of_one.terms[0]));
    reference_free(&of_one);
    reference_free(&of_four);
    system_free(&one);
    system_free(&four);
}

LONG_TEST(bilayers_have_any_large_number_of_beads)
{
    struct system system = bilayer(32000); /* 21 copies, with some water removed */
    struct system_spec spec = {.builder = "bilayer", .density = 0.02091, .temperature = 0.60243};
    struct error error;
    struct system none;
    assert_int_equal(system.n, 32000);
    assert_int_equal(system.bonded_count, 21 * 32 * 30);
    system_free(&system);
    spec.n = 2000;
    assert_false(system_create(&spec, &none, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "the nearest are 1538 and 2971"));
    spec.n = 100;
    assert_false(system_create(&spec, &none, &error));
    assert_non_null(strstr(error.text, "the nearest are 836 and 865"));
    spec.n = 1000;
    assert_false(system_create(&spec, &none, &error));
    assert_non_null(strstr(error.text, "the nearest are 865 and 1486"));
}

TESTS_MAIN(NULL, NULL)
