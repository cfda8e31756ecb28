/*
 * Like strategy `vertex`, but balanced at run time: threads take rows of a full list when they
 * become free.
 */
#include "strategies/rows.h"

INLINE void dynamic_rows(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    int rows = tuning_by_name(a->tuning, "rows");
#pragma omp for schedule(dynamic, rows)
    for (int64_t i = 0; i < a->n; i++) {
        const struct row row = row_of(a, &c, i);
        struct total sum = {0};
        for (int32_t k = 0; k < row.count; k++) {
            struct pair pair;
            if (evaluate_entry(&row, k, ACROSS_ALL, &pair))
                total_add(&sum, &pair.f, energy);
        }
        total_store(a, i, &sum, true);
    }
}

CPU_KERNEL(dynamic, dynamic_rows)
