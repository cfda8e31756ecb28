/* Compares forces and torques of a model with gradients of its energy, by central differences. */
#pragma once

#include "harness/base/random.h"
#include "harness/catalog/model.h"
#include "tests/support.h"

#include <math.h>

/** Rotates a body by the rotation vector `rotation` in the space frame. */
static inline void turn(double orientation[4], const double rotation[3])
{
    double angle =
        sqrt(rotation[0] * rotation[0] + rotation[1] * rotation[1] + rotation[2] * rotation[2]);
    double c = cos(angle / 2), s = angle > 0 ? sin(angle / 2) / angle : 0.5;
    double w = orientation[0], x = orientation[1], y = orientation[2], z = orientation[3];
    double a = s * rotation[0], b = s * rotation[1], d = s * rotation[2];
    orientation[0] = c * w - a * x - b * y - d * z;
    orientation[1] = c * x + a * w + b * z - d * y;
    orientation[2] = c * y - a * z + b * w + d * x;
    orientation[3] = c * z + a * y - b * x + d * w;
}

/** Returns a particle of a type with a random orientation. */
static inline struct particle random_particle(int type, struct random *random)
{
    struct particle particle = {.type = type, .orientation = {1}};
    double rotation[3];
    for (int d = 0; d < 3; d++)
        rotation[d] = 2 * random_normal(random);
    turn(particle.orientation, rotation);
    return particle;
}

/** Fills r with a vector of this length in a random direction. */
static inline void random_vector(double length, struct random *random, double r[3])
{
    double sum = 0;
    for (int d = 0; d < 3; d++) {
        r[d] = random_normal(random);
        sum += r[d] * r[d];
    }
    for (int d = 0; d < 3; d++)
        r[d] *= length / sqrt(sum);
}

static inline double total_of(const struct model *model, const double terms[MODEL_TERMS])
{
    double sum = 0;
    for (int k = 0; k < model->term_count; k++)
        sum += terms[k];
    return sum;
}

/**
 * Returns the energy after p has moved by `step` along an axis (`coordinate` 0 … 2) or rotated by
 * `step` about an axis (3 … 5).
 */
static inline double pair_energy_at(const struct set_model *m, struct particle p,
                                    const struct particle *q, const double r[3], int coordinate,
                                    double step)
{
    double moved[3] = {r[0], r[1], r[2]}, rotation[3] = {0};
    struct pair_result result;
    if (coordinate < 3)
        moved[coordinate] += step; /* moves q instead of p, because the force on q is compared */
    else
        rotation[coordinate - 3] = step;
    turn(p.orientation, rotation);
    m->model->pair(m->constants, NULL, &p, q, moved, &result);
    return total_of(m->model, result.terms);
}

/**
 * Checks a pair's force on q and torque on p against differences of its energy over `step`. Checks
 * that the exchanged pair has the opposite force, and torques that balance r x F.
 */
static inline void check_pair(const struct set_model *m, const struct particle *p,
                              const struct particle *q, const double r[3], double step,
                              double tolerance)
{
    const double back[3] = {-r[0], -r[1], -r[2]};
    struct pair_result result, reversed;
    m->model->pair(m->constants, NULL, p, q, r, &result);
    m->model->pair(m->constants, NULL, q, p, back, &reversed);
    double size = 1;
    for (int d = 0; d < 3; d++)
        size += fabs(result.force[d]) + fabs(result.torque[d]);
    for (int d = 0; d < 6; d++) {
        double slope =
            (pair_energy_at(m, *p, q, r, d, step) - pair_energy_at(m, *p, q, r, d, -step)) /
            (2 * step);
        assert_near(d < 3 ? result.force[d] : result.torque[d - 3], -slope, tolerance * size);
    }
    for (int d = 0; d < 3; d++) {
        int e = (d + 1) % 3, f = (d + 2) % 3;
        double moment = r[e] * result.force[f] - r[f] * result.force[e];
        assert_near(reversed.force[d], -result.force[d], 1e-9 * size);
        assert_near(reversed.torque[d], -result.torque[d] - moment, 1e-9 * size);
    }
}

/** Returns the energy of a bonded term after member `who` has moved or rotated by `step`. */
static inline double bonded_energy_at(const struct set_model *m, int kind, int members,
                                      const struct particle *particle, double at[][3], int who,
                                      int coordinate, double step)
{
    struct particle turned[MODEL_MEMBERS] = {0};
    double r[MODEL_MEMBERS - 1][3] = {0}, rotation[3] = {0};
    struct bonded_result result;
    for (int k = 0; k < members; k++)
        turned[k] = particle[k];
    if (coordinate >= 3)
        rotation[coordinate - 3] = step;
    turn(turned[who].orientation, rotation);
    for (int k = 0; k + 1 < members; k++)
        for (int d = 0; d < 3; d++)
            r[k][d] = at[k + 1][d] - at[k][d] +
                      (d == coordinate ? step * ((k + 1 == who) - (k == who)) : 0);
    m->model->bonded(m->constants, kind, turned, r, &result);
    return total_of(m->model, result.terms);
}

/**
 * Checks the forces and torques of a bonded term against differences of its energy. The term has
 * `members` particles at `at`. Also checks that sums of forces and torques are zero.
 */
static inline void check_bonded(const struct set_model *m, int kind, int members,
                                const struct particle *particle, double at[][3], double step,
                                double tolerance)
{
    struct particle bodies[MODEL_MEMBERS] = {0};
    double r[MODEL_MEMBERS - 1][3] = {0}, net[3] = {0}, turning[3] = {0}, size = 1;
    struct bonded_result result;
    for (int k = 0; k < members; k++)
        bodies[k] = particle[k];
    for (int k = 0; k + 1 < members; k++)
        for (int d = 0; d < 3; d++)
            r[k][d] = at[k + 1][d] - at[k][d];
    m->model->bonded(m->constants, kind, bodies, r, &result);
    for (int k = 0; k < members; k++)
        for (int d = 0; d < 3; d++)
            size += fabs(result.force[k][d]) + fabs(result.torque[k][d]);
    for (int k = 0; k < members; k++) {
        for (int d = 0; d < 6; d++) {
            double slope = (bonded_energy_at(m, kind, members, particle, at, k, d, step) -
                            bonded_energy_at(m, kind, members, particle, at, k, d, -step)) /
                           (2 * step);
            assert_near(d < 3 ? result.force[k][d] : result.torque[k][d - 3], -slope,
                        tolerance * size);
        }
        for (int d = 0; d < 3; d++) {
            int e = (d + 1) % 3, f = (d + 2) % 3;
            net[d] += result.force[k][d];
            turning[d] +=
                result.torque[k][d] + at[k][e] * result.force[k][f] - at[k][f] * result.force[k][e];
        }
    }
    for (int d = 0; d < 3; d++) {
        assert_near(net[d], 0, 1e-11 * size);
        assert_near(turning[d], 0, 1e-10 * size);
    }
}
