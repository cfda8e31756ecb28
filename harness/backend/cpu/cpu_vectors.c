#include "harness/backend/cpu/cpu_vectors.h"

#include "harness/particles/system.h"

#include <math.h>

/* Each step of a trajectory passes here twice: what an array is of is asked once, not for each
 * number. */

static inline void set(bool wide, void *reals, int64_t index, double value)
{
    if (wide)
        ((double *)reals)[index] = value;
    else
        ((float *)reals)[index] = (float)value;
}

void cpu_vectors_write_columns(enum precision precision, const double *const column[3], double grid,
                               int64_t n, void *vectors)
{
    const bool wide = precision_info(precision)->real_size == sizeof(double);
    const double *x = column[0], *y = column[1], *z = column[2];
#pragma omp parallel for schedule(static) if (n >= SYSTEM_PARALLEL)
    for (int64_t i = 0; i < n; i++) {
        const double at[3] = {x[i], y[i], z[i]};
        for (int d = 0; d < 3; d++)
            set(wide, vectors, VECTOR * i + d, grid > 0 ? precision_on_grid(at[d], grid) : at[d]);
    }
}

void cpu_vectors_write_rows(enum precision precision, const double *rows, int64_t n, void *vectors)
{
    const bool wide = precision_info(precision)->real_size == sizeof(double);
#pragma omp parallel for schedule(static) if (n >= SYSTEM_PARALLEL)
    for (int64_t k = 0; k < VECTOR * n; k++)
        set(wide, vectors, k, rows[k]);
}

/* What sums are stored as. */
enum stored { STORED_FLOAT, STORED_DOUBLE, STORED_INT, STORED_LONG };

static enum stored stored_as(const struct precision_info *info)
{
    if (info->fraction_bits > 0)
        return info->sum_size == sizeof(int32_t) ? STORED_INT : STORED_LONG;
    return info->sum_size == sizeof(float) ? STORED_FLOAT : STORED_DOUBLE;
}

static inline double number(enum stored stored, const void *sums, int64_t index)
{
    switch (stored) {
    case STORED_FLOAT:
        return ((const float *)sums)[index];
    case STORED_INT:
        return ((const int32_t *)sums)[index];
    case STORED_LONG:
        return (double)((const int64_t *)sums)[index];
    default:
        return ((const double *)sums)[index];
    }
}

void cpu_vectors_read(enum precision precision, const void *vectors, int64_t n, double *rows,
                      double *fourth)
{
    const struct precision_info *info = precision_info(precision);
    const enum stored stored = stored_as(info);
    const double unit = ldexp(1, -info->fraction_bits);
#pragma omp parallel for schedule(static) if (n >= SYSTEM_PARALLEL)
    for (int64_t i = 0; i < n; i++) {
        for (int d = 0; d < 3; d++)
            rows[3 * i + d] = unit * number(stored, vectors, VECTOR * i + d);
        if (fourth != NULL)
            fourth[i] = unit * number(stored, vectors, VECTOR * i + 3);
    }
}
