/*
 * The bonded terms, after any strategy:
 *
 *     for each particle i, shared out among the threads
 *         for each bonded term whose first member is i
 *             for each member k of the term
 *                 force[k] += force on k of the term, atomically
 *             energy[i] += energy of the term, atomically
 *
 * A term is evaluated once. A single thread adds without atomics.
 * The kernel is registered as a strategy `bonded_scatter`.
 */
#include "strategies/add.h"
#include "strategies/bonded/terms.h"

#ifdef BONDED_MOST
/** Adds what member m of a term gets of it; the first has the energy. */
INLINE void add_share(const struct bonded_force *f, int m, int32_t member, const struct addends *to,
                      bool energy)
{
    struct total sum = {.x = to_sum(f->force[m].x),
                        .y = to_sum(f->force[m].y),
                        .z = to_sum(f->force[m].z),
                        .energy = to_sum(f->energy)};
    total_turn(&sum, f->torque[m]);
    add_total(to, member, &sum, energy && m == 0);
}

/** Adds a term, an entry of its first member i, to all of its members. */
INLINE void scatter_term(const struct cpu_arguments *a, const MODEL_STRUCT *c, int32_t i,
                         const int32_t *entry, const struct addends *to, bool energy)
{
    int32_t member[BONDED_MOST];
    body_type bodies[BONDED_MOST];
    struct vector r[BONDED_MOST - 1];
    struct bonded_force f = {.selected = a->terms};
    for (int m = 0; m < BONDED_MOST; m++) {
        member[m] = m == 0 || entry[m] < 0 ? i : entry[m]; /* terms with fewer members have a
                                                            * negative number */
        bodies[m] = body_at(a, c, member[m], true);
    }
    for (int m = 1; m < BONDED_MOST; m++)
        r[m - 1] = to_nearest(a, member[m - 1], member[m]);
    evaluate_term(c, a->tables->bonded, entry[0] / 4, bodies, r, &f);
    select_bonded_virial(&f, r);
    for (int m = 0; m < BONDED_MOST && (m == 0 || entry[m] >= 0); m++)
        add_share(&f, m, member[m], to, energy);
}

INLINE void scatter_terms(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    const struct addends to = addends_of(a, a->threads > 1);
#pragma omp for schedule(static)
    for (int64_t i = 0; i < a->n; i++)
        for (int32_t k = a->bonded_start[i]; k < a->bonded_start[i + 1]; k++)
            if (a->bonded[4 * (int64_t)k] % 4 == 0)
                scatter_term(a, &c, (int32_t)i, a->bonded + 4 * (int64_t)k, &to, energy);
}

CPU_KERNEL(bonded_scatter, scatter_terms)

#else
typedef int no_bonded_terms; /* a translation unit may not be empty */
#endif
