/*
 * The bonded terms, after any strategy:
 *
 *     for each particle i, shared out among the threads
 *         for each bonded term that i is a member of
 *             force[i] += force on i of the term
 *             if i is its first member, energy[i] += energy of the term
 *
 * A term is evaluated once for each of its members, so no two threads write the same force. The
 * kernel is registered as a strategy `bonded`.
 */
#include "strategies/add.h"
#include "strategies/bonded/terms.h"

#ifdef BONDED_MOST
INLINE void bonded_terms(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    const struct addends to = addends_of(a, false);
#pragma omp for schedule(static)
    for (int64_t i = 0; i < a->n; i++) {
        struct total sum = {0};
        add_terms(a, &c, i, energy, &sum);
        add_total(&to, i, &sum, energy);
    }
}

CPU_KERNEL(bonded, bonded_terms)

#else
typedef int no_bonded_terms; /* a translation unit may not be empty */
#endif
