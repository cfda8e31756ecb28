/*
 * Compares bonded forms with closed expressions in long double, also at the ends of their ranges.
 * Expected angles are arc cosines, expected forces are finite differences. The including program
 * defines REAL.
 */
#pragma once

#include "models/forms/excluded.h"
#include "models/forms/form.h"
#include "models/forms/info.h"

#include "harness/base/random.h"
#include "tests/near.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { GEOMETRIES = 500, PARAMETERS = 6 };

static const long double pi = 3.14159265358979323846264338327950288L;

/** Relative tolerance of a few operations in the precision. */
#define TOLERANCE (sizeof(real) == 4 ? 4e-6 : 2e-13)

/** Relative tolerance if the expected value is a finite difference. */
#define DIFFERENCE_TOLERANCE (sizeof(real) == 4 ? 1e-5 : 1e-11)

/** Range of a random parameter. */
struct range {
    double from, to;
    bool whole;
};

/* Parameters in the order of the closed forms below, with angles in radians. */
static const struct range ranges[FORMS][PARAMETERS] = {
    [FORM_BOND_HARMONIC] = {{1, 500}, {0.8, 1.6}},
    [FORM_BOND_FENE] = {{10, 40}, {1.5, 2}, {0.5, 2}, {0.8, 1.3}},
    [FORM_ANGLE_HARMONIC] = {{1, 100}, {0.5, 3.1415}},
    [FORM_ANGLE_COSINE] = {{1, 100}},
    [FORM_ANGLE_COSINE_SQUARED] = {{1, 100}, {0.5, 3.1415}},
    [FORM_ANGLE_UREY_BRADLEY] = {{1, 100}, {0.5, 3.1415}, {1, 50}, {1, 3}},
    [FORM_DIHEDRAL_PERIODIC] = {{-5, 5}, {0, 6, true}, {-3.1415, 3.1415}},
    [FORM_DIHEDRAL_OPLS] = {{-5, 5}, {-5, 5}, {-5, 5}, {-5, 5}},
    [FORM_DIHEDRAL_RYCKAERT_BELLEMANS] = {{-5, 5}, {-5, 5}, {-5, 5}, {-5, 5}, {-5, 5}, {-5, 5}},
    [FORM_DIHEDRAL_HARMONIC] = {{-5, 5}, {-1, 1, true}, {0, 6, true}},
    [FORM_IMPROPER_HARMONIC] = {{1, 100}, {-3.1415, 3.1415}, {0, 1, true}},
    [FORM_IMPROPER_PERIODIC] = {{-5, 5}, {0, 6, true}, {-3.1415, 3.1415}},
    [FORM_PAIR_14] = {{0.1, 1}, {0.9, 1.2}, {-100, 100}},
};

/** A term: its members, its parameters, and the results of its form. */
struct term {
    enum form form;
    long double p[PARAMETERS];
    long double at[FORM_MEMBERS][3];
    struct form_force found;
};

static long double dot3(const long double a[3], const long double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross3(const long double a[3], const long double b[3], long double c[3])
{
    for (int d = 0; d < 3; d++)
        c[d] = a[(d + 1) % 3] * b[(d + 2) % 3] - a[(d + 2) % 3] * b[(d + 1) % 3];
}

static long double distance(const long double a[3], const long double b[3])
{
    return sqrtl((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                 (a[2] - b[2]) * (a[2] - b[2]));
}

/** Returns the angle of a triangle at the second of three corners, by the law of cosines. */
static long double angle_at(long double at[][3])
{
    const long double a = distance(at[0], at[1]), b = distance(at[1], at[2]),
                      c = distance(at[0], at[2]);
    return acosl((a * a + b * b - c * c) / (2 * a * b));
}

/** Computes the component of to - from perpendicular to `axis`. */
static void across(const long double from[3], const long double to[3], const long double axis[3],
                   long double part[3])
{
    long double along = 0;
    for (int d = 0; d < 3; d++)
        along += (to[d] - from[d]) * axis[d] / dot3(axis, axis);
    for (int d = 0; d < 3; d++)
        part[d] = to[d] - from[d] - along * axis[d];
}

/** Returns the angle from the first member's arm to the last member's arm, clockwise in the
 * direction from the second member to the third. */
static long double dihedral_of(long double at[FORM_MEMBERS][3])
{
    long double axis[3], first[3], last[3], normal[3];
    for (int d = 0; d < 3; d++)
        axis[d] = at[2][d] - at[1][d];
    across(at[1], at[0], axis, first);
    across(at[2], at[3], axis, last);
    cross3(first, last, normal);
    const long double cosine = dot3(first, last) / sqrtl(dot3(first, first) * dot3(last, last));
    return copysignl(acosl(fminl(fmaxl(cosine, -1), 1)), dot3(normal, axis));
}

static long double square(long double x)
{
    return x * x;
}

static long double lennard_jones(long double eps, long double sigma, long double r)
{
    return 4 * eps * (powl(sigma / r, 12) - powl(sigma / r, 6));
}

static long double bond_energy(const struct term *term, long double r)
{
    const long double *p = term->p;
    switch (term->form) {
    case FORM_BOND_HARMONIC:
        return p[0] * square(r - p[1]);
    case FORM_BOND_FENE:
        return -p[0] / 2 * square(p[1]) * logl(1 - square(r / p[1])) +
               (r < powl(2, 1 / 6.0L) * p[3] ? lennard_jones(p[2], p[3], r) + p[2] : 0);
    default:
        return lennard_jones(p[0], p[1], r) + p[2] / r;
    }
}

static long double angle_energy(const struct term *term, long double theta, long double s)
{
    const long double *p = term->p;
    switch (term->form) {
    case FORM_ANGLE_COSINE:
        return p[0] * (1 + cosl(theta));
    case FORM_ANGLE_COSINE_SQUARED:
        return p[0] * square(cosl(theta) - cosl(p[1]));
    case FORM_ANGLE_UREY_BRADLEY:
        return p[0] * square(theta - p[1]) + p[2] * square(s - p[3]);
    default:
        return p[0] * square(theta - p[1]);
    }
}

static long double dihedral_energy(const struct term *term, long double phi)
{
    const long double *p = term->p;
    long double sum = 0;
    switch (term->form) {
    case FORM_DIHEDRAL_OPLS:
        return (p[0] * (1 + cosl(phi)) + p[1] * (1 - cosl(2 * phi)) + p[2] * (1 + cosl(3 * phi)) +
                p[3] * (1 - cosl(4 * phi))) /
               2;
    case FORM_DIHEDRAL_RYCKAERT_BELLEMANS:
        for (int n = 0; n < PARAMETERS; n++)
            sum += p[n] * powl(cosl(phi - pi), n);
        return sum;
    case FORM_DIHEDRAL_HARMONIC:
        return p[0] * (1 + p[1] * cosl(p[2] * phi));
    case FORM_IMPROPER_HARMONIC:
        return p[0] * square(remainderl((p[2] != 0 ? fabsl(phi) : phi) - p[1], 2 * pi));
    default:
        return p[0] * (1 + cosl(p[1] * phi - p[2]));
    }
}

static long double closed_energy(struct term *term)
{
    switch (form_infos[term->form].members) {
    case 2:
        return bond_energy(term, distance(term->at[0], term->at[1]));
    case 3:
        return angle_energy(term, angle_at(term->at), distance(term->at[0], term->at[2]));
    default:
        return dihedral_energy(term, dihedral_of(term->at));
    }
}

/** Fills the rows of a term from its parameters. */
static void fill_rows(const struct term *term, struct form_row row[FORM_ROWS])
{
    const long double *p = term->p;
    memset(row, 0, FORM_ROWS * sizeof *row);
    for (int k = 0; k < PARAMETERS; k++)
        row[k / FORM_NUMBERS].k[k % FORM_NUMBERS] = (real)p[k];
    switch (term->form) {
    case FORM_ANGLE_COSINE_SQUARED:
        row->k[1] = (real)cosl(p[1]);
        break;
    case FORM_DIHEDRAL_PERIODIC:
    case FORM_IMPROPER_PERIODIC:
        row->k[2] = (real)cosl(p[2]);
        row->k[3] = (real)sinl(p[2]);
        break;
    case FORM_IMPROPER_HARMONIC:
        row->k[1] = (real)cosl(p[1]);
        row->k[2] = (real)sinl(p[1]);
        row->k[3] = (real)p[2];
        break;
    case FORM_PAIR_14:
        row->k[0] = (real)(48 * p[0] * powl(p[1], 12));
        row->k[1] = (real)(24 * p[0] * powl(p[1], 6));
        break;
    default:
        break;
    }
}

/** Evaluates a term; r[k] is the vector from member k to member k + 1. */
static void evaluate(struct term *term, const struct vector r[FORM_MEMBERS - 1])
{
    struct form_row row[FORM_ROWS];
    memset(term->at, 0, sizeof term->at);
    for (int k = 0; k + 1 < FORM_MEMBERS; k++) {
        term->at[k + 1][0] = term->at[k][0] + r[k].x;
        term->at[k + 1][1] = term->at[k][1] + r[k].y;
        term->at[k + 1][2] = term->at[k][2] + r[k].z;
    }
    memset(&term->found, 0xff, sizeof term->found); /* NaN, to detect numbers that are not set */
    fill_rows(term, row);
    form_evaluate((int)term->form, row, r, &term->found);
}

static long double force_on(const struct term *term, int member, int d)
{
    const struct vector *force = &term->found.force[member];
    return d == 0 ? force->x : d == 1 ? force->y : force->z;
}

/** Returns the scale of a term's forces and energy. Errors are relative to it. */
static double size_of(const struct term *term)
{
    long double size = fabsl((long double)term->found.energy);
    for (int k = 0; k < PARAMETERS; k++)
        size += fabsl(term->p[k]);
    for (int k = 0; k < FORM_MEMBERS; k++)
        for (int d = 0; d < 3; d++)
            size += fabsl(force_on(term, k, d));
    return (double)size;
}

/**
 * Returns the derivative of a term's energy with respect to a step, by central differences of
 * fourth order.
 */
static long double derivative(long double (*energy)(const struct term *, int, long double),
                              const struct term *term, int which)
{
    const long double h = 1e-5L;
    return (8 * (energy(term, which, h) - energy(term, which, -h)) -
            (energy(term, which, 2 * h) - energy(term, which, -2 * h))) /
           (12 * h);
}

/** Returns the energy after coordinate which % 3 of member which / 3 has moved by `step`. */
static long double energy_moved(const struct term *term, int which, long double step)
{
    struct term moved = *term;
    moved.at[which / 3][which % 3] += step;
    return closed_energy(&moved);
}

/** Returns the energy with all distances multiplied by exp(step). */
static long double energy_scaled(const struct term *term, int which, long double step)
{
    struct term scaled = *term;
    (void)which;
    for (int k = 0; k < FORM_MEMBERS; k++)
        for (int d = 0; d < 3; d++)
            scaled.at[k][d] *= expl(step);
    return closed_energy(&scaled);
}

static struct vector random_arm(struct random *random)
{
    const double length = 0.9 + 0.5 * random_uniform(random);
    double x = random_normal(random), y = random_normal(random), z = random_normal(random);
    const double scale = length / sqrt(x * x + y * y + z * z);
    return vector((real)(scale * x), (real)(scale * y), (real)(scale * z));
}

static double sine_between(struct vector a, struct vector b)
{
    const struct vector c = cross(a, b);
    return sqrt((double)dot(c, c) / ((double)dot(a, a) * (double)dot(b, b)));
}

/** True if the energy is smooth at a term's geometry. It is not smooth at the end of FENE's
 * repulsion, on a straight line or at the ends of phi. */
static bool is_smooth(struct term *term, const struct vector r[FORM_MEMBERS - 1])
{
    const long double repulsion_end = powl(2, 1 / 6.0L) * term->p[3];
    if (term->form == FORM_BOND_FENE)
        return fabsl(distance(term->at[0], term->at[1]) - repulsion_end) > 0.001L;
    const struct form_info *info = &form_infos[term->form];
    for (int k = 0; k + 2 < info->members; k++)
        if (sine_between(r[k], r[k + 1]) < 0.2)
            return false;
    if (term->form != FORM_IMPROPER_HARMONIC)
        return true;
    const long double phi = dihedral_of(term->at);
    return fabsl(term->found.energy) < 9 * term->p[0] && fabsl(phi) > 0.01L;
}

/** Draws parameters and a geometry, and evaluates. */
static struct term random_term(enum form form, struct random *random)
{
    struct term term = {.form = form};
    struct vector r[FORM_MEMBERS - 1];
    do {
        for (int k = 0; k < PARAMETERS; k++) {
            const struct range *range = &ranges[form][k];
            term.p[k] = range->from + (range->to - range->from) * random_uniform(random);
            if (range->whole)
                term.p[k] = rintl(term.p[k]);
        }
        for (int k = 0; k + 1 < FORM_MEMBERS; k++)
            r[k] = random_arm(random);
        evaluate(&term, r);
    } while (!is_smooth(&term, r));
    return term;
}

/** Calls `check` for many random terms of each form. */
static void for_random_terms(void (*check)(struct term *, double size))
{
    struct random random = random_start(1, 0);
    for (int form = 0; form < FORMS; form++)
        for (int k = 0; k < GEOMETRIES; k++) {
            struct term term = random_term((enum form)form, &random);
            check(&term, size_of(&term));
        }
}

static void check_energy(struct term *term, double size)
{
    const bool pair = term->form == FORM_PAIR_14;
    assert_near(term->found.energy, closed_energy(term), TOLERANCE * size);
    assert_near(term->found.coulomb, pair ? term->p[2] / distance(term->at[0], term->at[1]) : 0,
                TOLERANCE * size);
}

TEST(energies_are_those_of_closed_forms)
{
    for_random_terms(check_energy);
}

static void check_forces(struct term *term, double size)
{
    const int members = form_infos[term->form].members;
    for (int k = 0; k < FORM_MEMBERS; k++)
        for (int d = 0; d < 3; d++)
            assert_near(force_on(term, k, d),
                        k < members ? -derivative(energy_moved, term, 3 * k + d) : 0,
                        DIFFERENCE_TOLERANCE * size);
}

TEST(forces_are_gradients)
{
    for_random_terms(check_forces);
}

static void check_virial(struct term *term, double size)
{
    long double virial = 0;
    for (int k = 0; k < FORM_MEMBERS; k++)
        for (int d = 0; d < 3; d++)
            virial += term->at[k][d] * force_on(term, k, d);
    assert_near(virial, -derivative(energy_scaled, term, 0), DIFFERENCE_TOLERANCE * size);
}

TEST(virials_are_derivatives_by_scale)
{
    for_random_terms(check_virial);
}

static void check_balance(struct term *term, double size)
{
    for (int d = 0; d < 3; d++) {
        const int e = (d + 1) % 3, f = (d + 2) % 3;
        long double force = 0, torque = 0;
        for (int k = 0; k < FORM_MEMBERS; k++) {
            force += force_on(term, k, d);
            torque += term->at[k][e] * force_on(term, k, f) - term->at[k][f] * force_on(term, k, e);
        }
        assert_near(force, 0, TOLERANCE * size);
        assert_near(torque, 0, TOLERANCE * size);
    }
}

TEST(terms_move_and_turn_nothing_as_a_whole)
{
    for_random_terms(check_balance);
}

TEST(bonds_beyond_the_reach_of_fene_are_not_numbers)
{
    struct term term = {.form = FORM_BOND_FENE, .p = {30, 1.5L, 1, 1}};
    const struct vector r[FORM_MEMBERS - 1] = {{(real)1.6, 0, 0}};
    evaluate(&term, r);
    assert_true(isnan((double)term.found.energy));
    assert_true(isnan((double)term.found.force[0].x) && isnan((double)term.found.force[1].x));
}

/** Evaluates a term of two arms in a plane, at an angle of 180 degrees less `bend`. */
static struct term bent(enum form form, long double stiffness, long double target, double bend)
{
    struct term term = {.form = form, .p = {stiffness, target, 20, 0.5L}};
    const struct vector r[FORM_MEMBERS - 1] = {
        {1, 0, 0}, {(real)(2 * cos(bend)), (real)(2 * sin(bend)), 0}, {0, 0, 1}};
    evaluate(&term, r);
    return term;
}

/*
 * Near 180 degrees, the force of an angle with rest angle 180 degrees is 2 K bend / (length of the
 * arm).
 */
TEST(forces_of_straight_angles_are_finite)
{
    for (double bend = 0.1; bend > (sizeof(real) == 4 ? 1e-5 : 1e-9); bend /= 10) {
        const struct term term = bent(FORM_ANGLE_HARMONIC, 30, pi, bend);
        const double tolerance = 60 * (sizeof(real) == 4 ? 4 * FLT_EPSILON : 4 * DBL_EPSILON);
        assert_near(term.found.force[0].y, -60 * bend, tolerance);
        assert_near(term.found.force[2].y, -30 * bend * cos(bend), tolerance);
        assert_near(term.found.force[1].y, 60 * bend + 30 * bend * cos(bend), 2 * tolerance);
        assert_near(term.found.energy, 30 * bend * bend, tolerance * bend);
    }
    for (int form = FORM_ANGLE_HARMONIC; form <= FORM_ANGLE_COSINE_SQUARED; form++) {
        const struct term straight = bent((enum form)form, 30, pi, 0);
        for (int k = 0; k < 9; k++)
            assert_near(force_on(&straight, k / 3, k % 3), 0, 1e-5);
    }
    for (double bend = 0; bend <= 4; bend += (double)pi) {
        const struct term term = bent(FORM_ANGLE_HARMONIC, 30, 1, bend);
        for (int k = 0; k < 9; k++)
            assert_true(fabsl(force_on(&term, k / 3, k % 3)) <= 60 * pi);
    }
}

/* Tests an angle with coincident ends: the spring between them has no direction. */
TEST(ends_of_an_angle_may_coincide)
{
    struct term term = {.form = FORM_ANGLE_UREY_BRADLEY, .p = {30, 0, 20, 0.5L}};
    const struct vector r[FORM_MEMBERS - 1] = {{1, 0, 0}, {-1, 0, 0}, {0, 0, 1}};
    evaluate(&term, r);
    assert_near(term.found.energy, 20 * 0.25, 1e-6);
    for (int k = 0; k < 9; k++)
        assert_near(force_on(&term, k / 3, k % 3), 0, 1e-6);
}

/** Evaluates a dihedral of 0 or 180 degrees. */
static void evaluate_flat(struct term *term, bool trans)
{
    const struct vector r[FORM_MEMBERS - 1] = {
        {1, 1, 0}, {1, 0, 0}, {1, trans ? (real)1 : (real)-1, 0}};
    evaluate(term, r);
}

static void check_flat(enum form form, const long double p[PARAMETERS], double cis, double trans)
{
    struct term term = {.form = form};
    memcpy(term.p, p, sizeof term.p);
    for (int k = 0; k < 2; k++) {
        evaluate_flat(&term, k != 0);
        assert_near(term.found.energy, k != 0 ? trans : cis, TOLERANCE * size_of(&term));
        for (int c = 0; c < 12; c++)
            assert_near(force_on(&term, c / 3, c % 3), 0, TOLERANCE * 10);
    }
}

/* Checks the energies of cis and trans. The force of these two geometries is zero in the tested
 * forms. */
TEST(flat_dihedrals_have_no_force)
{
    check_flat(FORM_DIHEDRAL_PERIODIC, (long double[PARAMETERS]){2, 3, 0}, 4, 0);
    check_flat(FORM_DIHEDRAL_PERIODIC, (long double[PARAMETERS]){2, 2, pi}, 0, 0);
    check_flat(FORM_DIHEDRAL_PERIODIC, (long double[PARAMETERS]){2, 0, 0}, 4, 4);
    check_flat(FORM_DIHEDRAL_HARMONIC, (long double[PARAMETERS]){2, -1, 1}, 0, 4);
    check_flat(FORM_DIHEDRAL_OPLS, (long double[PARAMETERS]){1, 2, 3, 4}, 4, 0);
    check_flat(FORM_DIHEDRAL_RYCKAERT_BELLEMANS, (long double[PARAMETERS]){1, 2, 3, 4, 5, 6},
               1 - 2 + 3 - 4 + 5 - 6, 1 + 2 + 3 + 4 + 5 + 6);
    check_flat(FORM_IMPROPER_PERIODIC, (long double[PARAMETERS]){2, 1, 0}, 4, 0);
}

/*
 * K [1 + cos(phi - 90 degrees)] moves members 0 and 3 out of the plane, with a force of K /
 * (distance from the axis).
 */
TEST(flat_dihedrals_off_their_minimum_turn)
{
    struct term term = {.form = FORM_DIHEDRAL_PERIODIC, .p = {2, 1, pi / 2}};
    evaluate_flat(&term, true);
    assert_near(term.found.energy, 2, 1e-5);
    assert_near(fabs((double)term.found.force[0].z), 2, 1e-5);
    assert_near(fabs((double)term.found.force[3].z), 2, 1e-5);
    assert_near(term.found.force[0].x, 0, 1e-5);
}

/* Tests an improper at its minimum and in its mirror image. */
TEST(mirror_images_are_alike_if_asked)
{
    struct vector r[FORM_MEMBERS - 1] = {{1, 1, 0}, {1, 0, 0}, {1, 0, 1}};
    struct term term = {.form = FORM_IMPROPER_HARMONIC, .p = {10, pi / 2, 1}};
    for (int sign = -1; sign <= 1; sign += 2) {
        r[2].z = (real)sign;
        evaluate(&term, r);
        assert_near(term.found.energy, 0, 1e-10);
    }
    term.p[2] = 0;
    const double once = (evaluate(&term, r), (double)term.found.energy);
    r[2].z = -r[2].z;
    const double mirrored = (evaluate(&term, r), (double)term.found.energy);
    assert_near(fmin(once, mirrored), 0, 1e-10);
    assert_near(fmax(once, mirrored), 10 * (double)(pi * pi), 1e-4);
}

TEST(members_on_a_line_have_no_force)
{
    const struct vector first_three[FORM_MEMBERS - 1] = {{1, 0, 0}, {2, 0, 0}, {0, 1, 1}};
    const struct vector last_three[FORM_MEMBERS - 1] = {{0, 1, 1}, {2, 0, 0}, {1, 0, 0}};
    for (int k = 0; k < 2 * FORMS; k++) {
        struct term term = {.form = (enum form)(k / 2), .p = {1, 1, 1, 1}};
        if (form_infos[term.form].members != 4)
            continue;
        evaluate(&term, k % 2 != 0 ? first_three : last_three);
        assert_true(isfinite((double)term.found.energy));
        for (int c = 0; c < 12; c++)
            assert_near(force_on(&term, c / 3, c % 3), 0, 0);
    }
}

/** Returns erf(x) / x. */
static long double smooth_energy(long double x)
{
    return x > 0 ? erfl(x) / x : 2 / sqrtl(pi);
}

TEST(ewald_corrections_hold_at_all_distances)
{
    const long double charges = -3, alpha = 0.3L;
    const double tolerance = sizeof(real) == 4 ? 2e-6 : 1e-14;
    for (long double r = 20; r > 0.001L; r *= 0.97L) {
        struct form_force f;
        const long double h = r / 1000;
        const long double slope =
            (8 * (smooth_energy(alpha * (r + h)) - smooth_energy(alpha * (r - h))) -
             (smooth_energy(alpha * (r + 2 * h)) - smooth_energy(alpha * (r - 2 * h)))) /
            (12 * h);
        excluded_ewald((real)charges, (real)alpha, vector(0, (real)r, 0), &f);
        assert_near(f.energy / (-charges * alpha * smooth_energy(alpha * r)), 1, tolerance);
        assert_near(f.force[1].y / (charges * alpha * slope), 1, fmax(tolerance, 1e-8));
        assert_near(f.force[0].y, -f.force[1].y, 0);
    }
    struct form_force f;
    excluded_ewald((real)charges, (real)alpha, vector(0, 0, 0), &f);
    assert_near(f.energy, -charges * alpha * 2 / sqrtl(pi), tolerance);
    assert_near(f.force[1].y, 0, 0);
}

TEST(the_reaction_field_has_a_correction)
{
    struct form_force f;
    excluded_field(2, (real)0.25, (real)0.5, vector(3, 0, 4), &f);
    assert_near(f.energy, 2 * (0.25 * 25 - 0.5), 1e-6);
    assert_near(f.force[1].x, -2 * 2 * 0.25 * 3, 1e-6);
    assert_near(f.force[1].z, -2 * 2 * 0.25 * 4, 1e-6);
    assert_near(f.force[0].z, 2 * 2 * 0.25 * 4, 1e-6);
}

/** Returns C Q_p Q_q (k r^2 - c) where coordinate d of r has moved by `step`. */
static long double field_energy(const long double at[3], int d, long double step)
{
    const long double moved = at[d] + step;
    const long double r2 = dot3(at, at) - at[d] * at[d] + moved * moved;
    return 2 * (0.25L * r2 - 0.5L);
}

/* The energy is a quadratic function, so that differences are exact for steps of any length. */
TEST(forces_of_the_reaction_field_are_differences_of_its_energy)
{
    struct random random = random_start(1, 0);
    for (int k = 0; k < GEOMETRIES; k++) {
        const struct vector r = random_arm(&random);
        const long double at[3] = {r.x, r.y, r.z}, h = 0.01L;
        struct form_force f;
        excluded_field(2, (real)0.25, (real)0.5, r, &f);
        assert_near(f.energy, field_energy(at, 0, 0), TOLERANCE);
        for (int d = 0; d < 3; d++) {
            const double slope = (field_energy(at, d, h) - field_energy(at, d, -h)) / (2 * h);
            const struct vector *force = f.force;
            const real on_p = d == 0 ? force[0].x : d == 1 ? force[0].y : force[0].z;
            const real on_q = d == 0 ? force[1].x : d == 1 ? force[1].y : force[1].z;
            assert_near(on_q, -slope, TOLERANCE);
            assert_near(on_p, slope, TOLERANCE);
        }
    }
}
