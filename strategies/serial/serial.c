/*
 * One thread, a half list, Newton's third law:
 *
 *     for each particle i
 *         for each entry j in the row of i
 *             f = force on j of the pair (i, j)
 *             force[i] -= f, force[j] += f
 *
 * A plain scalar loop, the baseline of the papers' speed-ups.
 *
 * A. Shkurti et al., J. Comput. Chem. 34, 803 (2013).
 */
#include "strategies/add.h"
#include "strategies/rows.h"

INLINE void add_row(const struct addends *to, const struct row *row, int axes, bool energy)
{
    struct total sum = {0};
    for (int32_t k = 0; k < row->count; k++) {
        struct pair pair;
        if (!evaluate_entry(row, k, axes, &pair))
            continue;
        total_add(&sum, &pair.f, energy);
        add_partner(to, &pair);
    }
    add_total(to, row->self.i, &sum, energy);
}

INLINE void serial(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    const struct addends to = addends_of(a, false);
    for (int64_t i = 0; i < a->n; i++) {
        struct row row = row_of(a, &c, i);
        if (row.frame.across || energy) /* calls with energies are untimed and share this branch */
            add_row(&to, &row, ACROSS_ALL, energy);
        else
            add_row(&to, &row, ACROSS_NONE, energy);
    }
}

CPU_KERNEL(serial, serial)
