/*
 * Test molecules like Martini's cholesterol. Five constraints keep a triangle and a fourth bead
 * rigid. Of two virtual sites, one is in the plane of three beads and one out of it.
 */
#pragma once

#include "tests/support.h"

enum {
    CONSTRAINED_MASSES = 4, /* beads that are not virtual sites */
    CONSTRAINED_BEADS = 6,
    CONSTRAINED_PAIRS = CONSTRAINED_BEADS * (CONSTRAINED_BEADS - 1) / 2,
    CONSTRAINED_LENGTHS = 5,
    CONSTRAINED_MOLECULES = 48
};

static const struct constraint constrained_length[CONSTRAINED_LENGTHS] = {
    {{0, 1}, 0.4904}, {{0, 2}, 0.6019}, {{1, 2}, 0.2719}, {{3, 1}, 0.7237}, {{3, 2}, 0.5376}};

static const struct virtual_site constrained_site[] = {{4, {2, 1, 3}, 0.9613, 0.6320, 0},
                                                       {5, {1, 0, 2}, 0.5207, 0.2882, -0.83824}};

/**
 * Computes the position of a bead in the plane of the triangle, at these distances from the two
 * ends of the short side.
 */
static inline void constrained_corner(double from_first, double from_second, int side, double at[2])
{
    const double base = constrained_length[2].length;
    at[0] = (from_first * from_first - from_second * from_second + base * base) / (2 * base);
    at[1] = side * sqrt(from_first * from_first - at[0] * at[0]);
}

/**
 * Returns a lattice of molecules in alternating orientations, with coordinates that single
 * precision represents. All pairs within a molecule are excluded.
 */
static inline struct system constrained_beads(const struct set_model *model)
{
    static const double spacing[3] = {1.2, 1.6, 1.2};
    struct system built = {0}, system;
    struct error error;
    double shape[CONSTRAINED_BEADS][2] = {[2] = {constrained_length[2].length, 0}};
    constrained_corner(constrained_length[0].length, constrained_length[1].length, 1, shape[0]);
    constrained_corner(constrained_length[3].length, constrained_length[4].length, -1, shape[3]);
    const int64_t molecules = CONSTRAINED_MOLECULES;
    assert_good(
        system_allocate(molecules * CONSTRAINED_BEADS, &built, &error) &&
        system_add(&built, SYSTEM_TYPE, &error) &&
        system_add_list(&built, SYSTEM_EXCLUSIONS, CONSTRAINED_PAIRS * molecules, &error) &&
        system_add_list(&built, SYSTEM_SITES, 2 * molecules, &error) &&
        system_add_list(&built, SYSTEM_CONSTRAINTS, CONSTRAINED_LENGTHS * molecules, &error));
    for (int64_t m = 0, pair = 0; m < molecules; m++) {
        const int64_t cell[3] = {m % 4, m / 4 % 3, m / 12};
        for (int b = 0; b < CONSTRAINED_BEADS; b++) {
            const int32_t i = (int32_t)(CONSTRAINED_BEADS * m + b);
            const double across = cell[2] % 2 ? -shape[b][0] : shape[b][0];
            built.x[i] = spacing[0] * (double)cell[0] + 0.3 + across;
            built.y[i] = spacing[1] * (double)cell[1] + shape[b][1];
            built.z[i] = spacing[2] * (double)cell[2] + 0.1 * (double)(m % 5);
            built.type[i] = b % 2;
            for (int other = 0; other < b; other++, pair++) {
                built.exclusion[pair][0] = (int32_t)(CONSTRAINED_BEADS * m + other);
                built.exclusion[pair][1] = i;
            }
        }
        for (int k = 0; k < CONSTRAINED_LENGTHS; k++) {
            struct constraint *c = &built.constraint[CONSTRAINED_LENGTHS * m + k];
            *c = constrained_length[k];
            for (int end = 0; end < 2; end++)
                c->member[end] += (int32_t)(CONSTRAINED_BEADS * m);
        }
        for (int k = 0; k < 2; k++) {
            struct virtual_site *site = &built.site[2 * m + k];
            *site = constrained_site[k];
            site->site += (int)(CONSTRAINED_BEADS * m);
            for (int maker = 0; maker < SITE_MAKERS; maker++)
                site->maker[maker] += (int)(CONSTRAINED_BEADS * m);
        }
    }
    for (int d = 0; d < 3; d++)
        built.box[d] = spacing[d] * (d == 1 ? 3 : 4);
    system_wrap_all(&built);
    assert_good(system_set_rows(&built, model->model, model->constants, &error) &&
                system_round(&built, PRECISION_SINGLE, &system, &error));
    system_free(&built);
    return system;
}

/**
 * Restrains the first bead of each molecule to a position 0.05 nm above it. A spring acts along z,
 * a weaker spring along x.
 */
static inline void constrained_restrain(struct system *system)
{
    struct error error;
    assert_good(system_add_list(system, SYSTEM_RESTRAINTS, CONSTRAINED_MOLECULES, &error));
    for (int m = 0; m < CONSTRAINED_MOLECULES; m++) {
        const int i = CONSTRAINED_BEADS * m;
        system->restraint[m] =
            (struct restraint){i,
                               {20, 0, 500},
                               {system->x[i] / system->box[0], 0,
                                system_wrap(system->z[i] + 0.05, system->box[2]) / system->box[2]}};
    }
    system_set_hash(system);
}

/**
 * Returns the largest distance of a virtual site from the position that follows from its defining
 * beads.
 */
static inline double constrained_off(const struct system *system)
{
    double most = 0;
    for (int64_t k = 0; k < system->site_count; k++) {
        const struct virtual_site *site = &system->site[k];
        double u[3], v[3], found[3], off2 = 0;
        system_displacement(system, site->maker[0], site->maker[1], u);
        system_displacement(system, site->maker[0], site->maker[2], v);
        system_displacement(system, site->maker[0], site->site, found);
        const double across[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                                  u[0] * v[1] - u[1] * v[0]};
        for (int d = 0; d < 3; d++) {
            const double place = site->a * u[d] + site->b * v[d] + site->c * across[d];
            off2 += (found[d] - place) * (found[d] - place);
        }
        most = fmax(most, sqrt(off2));
    }
    return most;
}

/** Returns the largest relative error of the length of a constraint. */
static inline double constrained_error(const struct system *system)
{
    double most = 0;
    for (int64_t k = 0; k < system->constraint_count; k++) {
        const struct constraint *c = &system->constraint[k];
        const double found = distance_between(system, c->member[0], c->member[1]);
        most = fmax(most, fabs(found / c->length - 1));
    }
    return most;
}

/**
 * Returns the largest relative velocity of two particles along their constraint, as a fraction of
 * their relative velocity.
 */
static inline double constrained_speed(const struct system *system)
{
    double most = 0;
    for (int64_t k = 0; k < system->constraint_count; k++) {
        const int32_t *member = system->constraint[k].member;
        double r[3], along = 0, v2 = 0, r2 = 0;
        system_displacement(system, member[0], member[1], r);
        for (int d = 0; d < 3; d++) {
            const double v =
                system->velocity[3 * member[1] + d] - system->velocity[3 * member[0] + d];
            along += r[d] * v;
            v2 += v * v;
            r2 += r[d] * r[d];
        }
        most = fmax(most, fabs(along) / sqrt(v2 * r2));
    }
    return most;
}
