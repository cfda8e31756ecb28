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
/** Adds a term, an entry of its first member i, to all of its members. */
INLINE void scatter_term(const struct cpu_arguments *a, const MODEL_STRUCT *c, int32_t i,
                         const int32_t *entry, const struct addends *to, bool energy)
{
    struct bonded_force f = {.selected = a->terms};
    term_of(a, c, i, entry, &f);
    for (int m = 0; m < BONDED_MOST && (m == 0 || entry[m] >= 0); m++) {
        struct total sum = {0};
        add_share(&f, m, energy, &sum);
        add_total(to, m == 0 ? i : entry[m], &sum, energy && m == 0);
    }
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
