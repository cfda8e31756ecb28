#include "harness/backend/cpu/cpu_vectors.h"

#include "harness/particles/system.h"

#include <math.h>

/*
 * Every step of a trajectory converts arrays twice, so the type of an array is tested once per
 * block of this many vectors, not for each number.
 */
enum { BLOCK = 256 };

static int64_t end_of(int64_t begin, int64_t n)
{
    return begin + BLOCK < n ? begin + BLOCK : n;
}

static inline void set(bool wide, void *reals, int64_t index, double value)
{
    if (wide)
        ((double *)reals)[index] = value;
    else
        ((float *)reals)[index] = (float)value;
}

static inline void write_block(bool wide, const double *const column[3], int64_t begin, int64_t end,
                               void *vectors)
{
    const double *x = column[0], *y = column[1], *z = column[2];
    for (int64_t i = begin; i < end; i++) {
        set(wide, vectors, VECTOR * i, x[i]);
        set(wide, vectors, VECTOR * i + 1, y[i]);
        set(wide, vectors, VECTOR * i + 2, z[i]);
    }
}

static void write_on_grid(bool wide, const double *const column[3], double grid, int64_t begin,
                          int64_t end, void *vectors)
{
    for (int64_t i = begin; i < end; i++)
        for (int d = 0; d < 3; d++)
            set(wide, vectors, VECTOR * i + d, precision_on_grid(column[d][i], grid));
}

void cpu_vectors_write_columns(enum precision precision, const double *const column[3], double grid,
                               int64_t n, void *vectors)
{
    const bool wide = precision_info(precision)->real_size == sizeof(double);
#pragma omp parallel for schedule(static) if (n >= SYSTEM_PARALLEL)
    for (int64_t begin = 0; begin < n; begin += BLOCK) {
        if (grid > 0)
            write_on_grid(wide, column, grid, begin, end_of(begin, n), vectors);
        else if (wide)
            write_block(true, column, begin, end_of(begin, n), vectors);
        else
            write_block(false, column, begin, end_of(begin, n), vectors);
    }
}

void cpu_vectors_write_rows(enum precision precision, const double *rows, int64_t n, void *vectors)
{
    const bool wide = precision_info(precision)->real_size == sizeof(double);
#pragma omp parallel for schedule(static) if (n >= SYSTEM_PARALLEL)
    for (int64_t k = 0; k < VECTOR * n; k++)
        set(wide, vectors, k, rows[k]);
}

/* Type in which sums are stored. */
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

static inline void read_as(enum stored stored, double unit, const void *vectors, int64_t begin,
                           int64_t end, double *rows)
{
    for (int64_t i = begin; i < end; i++)
        for (int d = 0; d < 3; d++)
            rows[3 * i + d] = unit * number(stored, vectors, VECTOR * i + d);
}

static void read_block(enum stored stored, double unit, const void *vectors, int64_t begin,
                       int64_t end, double *rows)
{
    switch (stored) {
    case STORED_FLOAT:
        read_as(STORED_FLOAT, unit, vectors, begin, end, rows);
        break;
    case STORED_INT:
        read_as(STORED_INT, unit, vectors, begin, end, rows);
        break;
    case STORED_LONG:
        read_as(STORED_LONG, unit, vectors, begin, end, rows);
        break;
    default:
        read_as(STORED_DOUBLE, unit, vectors, begin, end, rows);
    }
}

void cpu_vectors_read(enum precision precision, const void *vectors, int64_t n, double *rows,
                      double *fourth)
{
    const struct precision_info *info = precision_info(precision);
    const enum stored stored = stored_as(info);
    const double unit = ldexp(1, -info->fraction_bits);
#pragma omp parallel for schedule(static) if (n >= SYSTEM_PARALLEL)
    for (int64_t begin = 0; begin < n; begin += BLOCK) {
        read_block(stored, unit, vectors, begin, end_of(begin, n), rows);
        for (int64_t i = begin; fourth != NULL && i < end_of(begin, n); i++)
            fourth[i] = unit * number(stored, vectors, VECTOR * i + 3);
    }
}
