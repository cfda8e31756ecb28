#include "harness/physics/constraints.h"

#include "harness/base/memory.h"
#include "harness/physics/state.h"
#include "harness/physics/virtual_sites.h"

#include <math.h>
#include <stdlib.h>

/*
 * Limits of relative length errors and of cosines between velocities and constraints. Rounding of
 * the state to a narrow precision stays below them.
 */
static const double rounding_length = 1e-4, rounding_cosine = 1e-2;

bool constraints_create(const struct system *system, struct constraints *constraints,
                        struct error *error)
{
    struct constraint_groups *groups = &constraints->groups;
    *constraints = (struct constraints){0};
    if (!constraint_groups_build(system, 1, groups, error))
        return false;
    constraints->vectors = memory_allocate(constraint_groups_places(groups),
                                           sizeof *constraints->vectors, "constraints", error);
    constraints->member = memory_allocate(constraint_groups_member_places(groups),
                                          sizeof *constraints->member, "constraints", error);
    if (constraints->vectors != NULL && constraints->member != NULL)
        return true;
    constraints_free(constraints);
    return false;
}

void constraints_free(struct constraints *constraints)
{
    constraint_groups_free(&constraints->groups);
    free(constraints->vectors);
    free(constraints->member);
    *constraints = (struct constraints){0};
}

/** Returns group g before its members move. */
static struct constraint_group group_of(const struct constraints *constraints, int64_t g,
                                        const struct system *system,
                                        const struct particle_type *types)
{
    const struct constraint_groups *groups = &constraints->groups;
    const int64_t first = constraint_groups_first(groups, g);
    const int64_t first_member = constraint_groups_first_member(groups, g);
    struct constraint_group group = {.constraints = groups->constraints[g],
                                     .members = groups->members[g],
                                     .stride = 1,
                                     .length = groups->length + first,
                                     .particle = groups->particle + first_member,
                                     .vectors = constraints->vectors + first,
                                     .member = constraints->member + first_member};
    for (int m = 0; m < group.members; m++)
        group.member[m] = (struct constraint_member){
            .per_mass = 1 / types[system_type(system, group.particle[m])].mass};
    return group;
}

/** Computes position and velocity of the second particle of constraint k relative to the first. */
static void look(const struct constraint_group *group, int k, const struct system *system,
                 double apart[3], double velocity[3])
{
    const int i = group->particle[group->length[k].member[0]];
    const int j = group->particle[group->length[k].member[1]];
    system_displacement(system, i, j, apart);
    for (int d = 0; d < 3; d++)
        velocity[d] = system->velocity[3 * (int64_t)j + d] - system->velocity[3 * (int64_t)i + d];
}

static double *coordinate(struct system *system, int axis, int64_t i)
{
    return &(axis == 0 ? system->x : axis == 1 ? system->y : system->z)[i];
}

/**
 * Adds the displacements of group members to their positions and, divided by the time step, to
 * their velocities. Returns the number of members that are beyond the limit from their listed
 * positions.
 */
static int64_t add_positions(const struct constraint_group *group,
                             const struct constrained_step *step, struct system *system)
{
    int64_t stale = 0;
    for (int m = 0; m < group->members; m++) {
        const int64_t i = group->particle[m];
        double from_listed2 = 0;
        for (int d = 0; d < 3; d++) {
            const double added = group->member[m].added[d];
            double *at = coordinate(system, d, i), *v = &system->velocity[3 * i + d];
            *at = state_coordinate(step->grid, step->single, *at + added, system->box[d]);
            *v = state_rounded(step->grid, step->single, *v + added / step->dt);
            const double off = system_nearest(*at - step->listed[d][i], system->box[d]);
            from_listed2 += off * off;
        }
        stale += !(from_listed2 <= step->limit2);
    }
    return stale;
}

/** Sets an error with the constraint of a group that cannot be satisfied. */
static bool refuse(const struct constraints *constraints, int64_t g, int64_t k,
                   const int32_t *number, const struct system *system, struct error *error)
{
    const struct constraint_groups *groups = &constraints->groups;
    const int64_t first = constraint_groups_first(groups, g);
    const int *particle = groups->particle + constraint_groups_first_member(groups, g);
    const struct constraint_length *length = &groups->length[first + k];
    const int i = particle[length->member[0]], j = particle[length->member[1]];
    double r[3];
    system_displacement(system, i, j, r);
    return error_set(error, EXIT_USAGE,
                     "the constraint of particles %d and %d to the distance %g cannot be "
                     "satisfied: the distance is %g; the time step is too long, particles overlap, "
                     "or constraints contradict one another",
                     (number != NULL ? number[i] : i) + 1, (number != NULL ? number[j] : j) + 1,
                     length->length, sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]));
}

/* Largest number of constraints. Errors encode a constraint as group * constraints_most + its
 * index. */
static const int64_t constraints_most = INT32_MAX;

static bool check(const struct constraints *constraints, int64_t wrong, const int32_t *number,
                  const struct system *system, struct error *error)
{
    return wrong == INT64_MAX || refuse(constraints, wrong / constraints_most,
                                        wrong % constraints_most, number, system, error);
}

bool constraints_place(const struct constraints *constraints, const struct constrained_step *step,
                       struct system *system, int64_t *stale, struct error *error)
{
    int64_t wrong = INT64_MAX, beyond = 0;
#pragma omp parallel for schedule(static) reduction(min : wrong) reduction(+ : beyond) if (        \
        system->n >= SYSTEM_PARALLEL)
    for (int64_t g = 0; g < constraints->groups.count; g++) {
        const struct constraint_group group = group_of(constraints, g, system, step->types);
        for (int k = 0; k < group.constraints; k++) {
            struct constraint_vectors *vectors = &group.vectors[k];
            double velocity[3];
            look(&group, k, system, vectors->apart, velocity);
            for (int d = 0; d < 3; d++)
                vectors->along[d] = vectors->apart[d] - step->dt * velocity[d];
        }
        const int k = constraint_positions(&group);
        if (k == CONSTRAINTS_SATISFIED)
            beyond += add_positions(&group, step, system);
        else if (g * constraints_most + k < wrong)
            wrong = g * constraints_most + k;
    }
    *stale += beyond;
    return check(constraints, wrong, step->number, system, error);
}

/** Removes the velocities of a group along its constraints. */
static void slow_group(const struct constraint_group *group, const struct constrained_step *step,
                       struct system *system)
{
    for (int k = 0; k < group->constraints; k++)
        look(group, k, system, group->vectors[k].along, group->vectors[k].apart);
    constraint_velocities(group, step->dt);
    for (int m = 0; m < group->members; m++) {
        double *v = system->velocity + 3 * (int64_t)group->particle[m];
        for (int d = 0; d < 3; d++)
            v[d] = state_rounded(step->grid, step->single, v[d] + group->member[m].added[d]);
    }
}

void constraints_slow(const struct constraints *constraints, const struct constrained_step *step,
                      struct system *system)
{
#pragma omp parallel for schedule(static) if (system->n >= SYSTEM_PARALLEL)
    for (int64_t g = 0; g < constraints->groups.count; g++) {
        const struct constraint_group group = group_of(constraints, g, system, step->types);
        slow_group(&group, step, system);
    }
}

/** Whether lengths and velocities of a group satisfy its constraints, except for rounding. */
static bool is_satisfied(const struct constraint_group *group, const struct system *system)
{
    for (int k = 0; k < group->constraints; k++) {
        const double length = group->length[k].length;
        double r[3], v[3], r2 = 0, v2 = 0, product = 0;
        look(group, k, system, r, v);
        for (int d = 0; d < 3; d++) {
            r2 += r[d] * r[d];
            v2 += v[d] * v[d];
            product += r[d] * v[d];
        }
        if (!(fabs(sqrt(r2) - length) <= rounding_length * length) ||
            !(fabs(product) <= rounding_cosine * sqrt(r2 * v2)))
            return false;
    }
    return true;
}

/**
 * Corrects the positions of a group to satisfy its constraints; returns the result of
 * constraint_positions.
 */
static int place_group(const struct constraint_group *group, struct system *system)
{
    for (int k = 0; k < group->constraints; k++) {
        struct constraint_vectors *vectors = &group->vectors[k];
        double velocity[3];
        look(group, k, system, vectors->apart, velocity);
        for (int d = 0; d < 3; d++)
            vectors->along[d] = vectors->apart[d];
    }
    const int k = constraint_positions(group);
    for (int m = 0; m < group->members; m++)
        for (int d = 0; d < 3; d++) {
            double *at = coordinate(system, d, group->particle[m]);
            *at = system_wrap(*at + group->member[m].added[d], system->box[d]);
        }
    return k;
}

bool constraints_start(struct system *system, const struct particle_type *types,
                       struct error *error)
{
    struct constraints constraints;
    int64_t wrong = INT64_MAX, stale = 0;
    if (system->constraint_count + system->site_count == 0)
        return true;
    if (!constraints_create(system, &constraints, error))
        return false;
    for (int64_t g = 0; g < constraints.groups.count && wrong == INT64_MAX; g++) {
        struct constraint_group group = group_of(&constraints, g, system, types);
        if (is_satisfied(&group, system))
            continue;
        const int k = place_group(&group, system);
        group = group_of(&constraints, g, system, types);
        slow_group(&group, &(struct constrained_step){.dt = 1}, system);
        if (k != CONSTRAINTS_SATISFIED)
            wrong = g * constraints_most + k;
    }
    virtual_sites_place(&(struct constrained_step){0}, system, &stale);
    virtual_sites_stop(system);
    const bool good = check(&constraints, wrong, NULL, system, error);
    constraints_free(&constraints);
    return good;
}

double constraints_error(const struct system *system)
{
    double largest = 0;
    for (int64_t k = 0; k < system->constraint_count; k++) {
        const struct constraint *c = &system->constraint[k];
        double r[3];
        system_displacement(system, c->member[0], c->member[1], r);
        const double length = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
        const double off = fabs(length / c->length - 1);
        largest = off <= largest ? largest : off;
    }
    return largest;
}
