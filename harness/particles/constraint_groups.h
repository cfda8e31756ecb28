/*
 * Divides constraints into groups that share no particle, in the order in which lanes read them. A
 * slice has `lanes` groups; groups with many constraints come first. A slice contains the first
 * constraint of each group, then the second of each, and so on. Members of groups are in the same
 * order.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"
#include "harness/physics/shared/constraint.h"

#include <stdint.h>

struct constraint_groups {
    int lanes;
    int64_t count;                    /* number of groups */
    int32_t *constraints, *members;   /* numbers of each group's constraints and members */
    int64_t slices, *before;          /* slices + 1 numbers: constraints of a lane in all earlier
                                       * slices */
    struct constraint_length *length; /* lanes * before[slices] elements: the constraints */
    int *particle;                    /* lanes * (before[slices] + slices) elements: particle of
                                       * each member */
};

/** These functions return the indices of a group's first constraint, and of its first member. */
int64_t constraint_groups_first(const struct constraint_groups *groups, int64_t g);
int64_t constraint_groups_first_member(const struct constraint_groups *groups, int64_t g);

/** These functions return the length of the arrays of constraints, and of members. */
int64_t constraint_groups_places(const struct constraint_groups *groups);
int64_t constraint_groups_member_places(const struct constraint_groups *groups);

/**
 * Returns the maximum bytes of groups with `constraints` constraints and of their solver, without
 * the padding of slices.
 */
double constraint_groups_bytes(int64_t constraints);

/**
 * Groups the constraints of a system, which may have none. EXIT_USAGE if a constraint joins
 * particles that do not exist.
 */
bool constraint_groups_build(const struct system *system, int lanes,
                             struct constraint_groups *groups, struct error *error);

/** Frees the arrays. Zeroed groups may be freed. */
void constraint_groups_free(struct constraint_groups *groups);
