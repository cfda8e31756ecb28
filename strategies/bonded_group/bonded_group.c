/*
 * The bonded terms, after any strategy, with one thread per group of particles that are consecutive
 * along the bonds (strategies/term_group.h):
 *
 *     for each group, shared out among the threads
 *         for each term of the group
 *             for each member m of the term
 *                 slot[m, term] = force on m of the term
 *         for each own particle
 *             force += slots of the particle, in their order
 *
 * A term is evaluated once in each group that contains one of its members, and no two threads write
 * the same force. The kernel is registered as a strategy `bonded_group`.
 */
#include "strategies/add.h"
#include "strategies/bonded/terms.h"
#include "strategies/term_group.h"

#ifdef BONDED_MOST
/** The part of the array that describes one group. */
struct term_group {
    int32_t own, terms;
    const int32_t *place, *row, *word;
    const uint8_t *member;
    const uint16_t *slot;
};

INLINE struct term_group term_group_of(const int32_t *data, int32_t number)
{
    const int32_t *head = data + TERM_GROUP_HEAD * (1 + (int64_t)number);
    struct term_group group = {.own = head[1], .terms = head[3], .place = data + head[0]};
    group.row = group.place + head[2];
    group.word = group.row + group.own + 1;
    group.member = (const uint8_t *)(group.word + group.terms);
    group.slot = (const uint16_t *)(group.word + 2 * (int64_t)group.terms);
    return group;
}

/** Computes the forces and the energy of term t of a group. */
INLINE struct bonded_force evaluate_in_group(const struct cpu_arguments *a, const MODEL_STRUCT *c,
                                             const struct term_group *group, int32_t t)
{
    struct bonded_force f = {.selected = a->terms};
    int32_t member[BONDED_MOST];
    body_type bodies[BONDED_MOST];
    struct vector r[BONDED_MOST - 1];
    for (int m = 0; m < BONDED_MOST; m++) {
        member[m] = group->place[group->member[4 * (int64_t)t + m]];
        bodies[m] = body_at(a, c, member[m], true);
    }
    for (int m = 1; m < BONDED_MOST; m++)
        r[m - 1] = to_nearest(a, member[m - 1], member[m]);
    evaluate_term(c, a->tables->bonded, group->word[t] / 4, bodies, r, &f);
    select_bonded_virial(&f, r);
    return f;
}

/** Adds the terms of a group to its own particles. */
INLINE void add_group(const struct cpu_arguments *a, const MODEL_STRUCT *c,
                      const struct term_group *group, const struct addends *to, bool energy)
{
    struct bonded_force f[TERM_GROUP_TERMS];
    for (int32_t t = 0; t < group->terms; t++)
        f[t] = evaluate_in_group(a, c, group, t);
    for (int32_t k = 0; k < group->own; k++) {
        struct total sum = {0};
        for (int32_t e = group->row[k]; e < group->row[k + 1]; e++) {
            int32_t t = group->slot[e], m = 0;
            for (; t >= group->terms; t -= group->terms)
                m++;
            const struct bonded_force *of = &f[t];
            sum.x += to_sum(of->force[m].x);
            sum.y += to_sum(of->force[m].y);
            sum.z += to_sum(of->force[m].z);
            total_turn(&sum, of->torque[m]);
            if (energy && m == 0)
                sum.energy += to_sum(of->energy);
        }
        add_total(to, group->place[k], &sum, energy);
    }
}

INLINE void group_terms(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    const struct addends to = addends_of(a, false);
#pragma omp for schedule(static)
    for (int32_t k = 0; k < a->bonded_start[0]; k++) {
        const struct term_group group = term_group_of(a->bonded_start, k);
        add_group(a, &c, &group, &to, energy);
    }
}

CPU_KERNEL(bonded_group, group_terms)

#else
typedef int no_bonded_terms; /* a translation unit may not be empty */
#endif
