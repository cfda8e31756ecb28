#include "harness/particles/cluster_columns.h"

#include "harness/base/memory.h"
#include "harness/particles/clusters.h"

#include <math.h>
#include <stdlib.h>

/** A coordinate far from every particle, for empty slots. */
static const double FAR = 1e18;

struct placed {
    double z;
    int32_t particle;
};

static int by_z(const void *a, const void *b)
{
    const struct placed *p = a, *q = b;
    if (p->z != q->z)
        return p->z < q->z ? -1 : 1;
    return p->particle < q->particle ? -1 : 1;
}

static int line_of(double at, double edge, int lines)
{
    int line = (int)(at / edge);
    return line < lines ? line : lines - 1; /* a coordinate just below the edge of the box may be
                                             * rounded up to it */
}

static int32_t column_of(const struct system *system, const struct cluster_columns *c, int64_t i)
{
    return line_of(system->x[i], c->edge[0], c->grid[0]) * c->grid[1] +
           line_of(system->y[i], c->edge[1], c->grid[1]);
}

/* Counts the particles of each column, and stores which column each particle is in. */
static void count_columns(const struct system *system, struct cluster_columns *c, int32_t *column)
{
    const int64_t columns = (int64_t)c->grid[0] * c->grid[1];
    for (int64_t k = 0; k <= columns; k++)
        c->start[k] = 0;
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < system->n; i++)
        column[i] = column_of(system, c, i);
    for (int64_t i = 0; i < system->n; i++)
        c->start[column[i] + 1]++;
    for (int64_t k = 0; k < columns; k++)
        c->start[k + 1] =
            c->start[k] + (c->start[k + 1] + CLUSTER_MOST - 1) / CLUSTER_MOST * CLUSTER_MOST;
    c->slots = c->start[columns];
}

/* Puts the particles into the slots of their columns, in ascending order. */
static void fill_columns(const struct system *system, struct cluster_columns *c,
                         const int32_t *column, int32_t *filled, struct placed *placed)
{
    for (int64_t i = 0; i < system->n; i++)
        placed[c->start[column[i]] + filled[column[i]]++] =
            (struct placed){system->z[i], (int32_t)i};
}

static void sort_column(const struct system *system, struct cluster_columns *c, int64_t k,
                        int32_t count, struct placed *placed)
{
    const int64_t begin = c->start[k];
    qsort(placed + begin, (size_t)count, sizeof *placed, by_z);
    for (int64_t slot = begin; slot < c->start[k + 1]; slot++) {
        const bool none = slot >= begin + count;
        const int32_t i = none ? (int32_t)system->n : placed[slot].particle;
        c->particle[slot] = i;
        c->at[0][slot] = none ? FAR : system->x[i];
        c->at[1][slot] = none ? FAR : system->y[i];
        c->at[2][slot] = none ? FAR : system->z[i];
    }
}

static bool fill_slots(const struct system *system, struct cluster_columns *c,
                       const int32_t *column, struct error *error)
{
    const int64_t columns = (int64_t)c->grid[0] * c->grid[1];
    struct placed *placed = memory_allocate(c->slots, sizeof *placed, "columns", error);
    int32_t *filled = memory_allocate_zeroed(columns, sizeof *filled, "columns", error);
    c->particle = memory_allocate(c->slots, sizeof *c->particle, "columns", error);
    c->at[0] = memory_allocate(3 * c->slots, sizeof *c->at[0], "columns", error);
    bool fine = placed != NULL && filled != NULL && c->particle != NULL && c->at[0] != NULL;
    if (fine) {
        c->at[1] = c->at[0] + c->slots;
        c->at[2] = c->at[1] + c->slots;
        fill_columns(system, c, column, filled, placed);
#pragma omp parallel for schedule(dynamic, 16)
        for (int64_t k = 0; k < columns; k++)
            sort_column(system, c, k, filled[k], placed);
    }
    free(filled);
    free(placed);
    return fine;
}

void cluster_columns_grid(const double box[3], int64_t n, int size, int grid[2])
{
    const double edge = cbrt(size * box[0] * box[1] * box[2] / (double)n);
    for (int d = 0; d < 2; d++)
        grid[d] = box[d] > edge ? (int)(box[d] / edge) : 1;
}

bool cluster_columns_build(const struct system *system, int size, struct cluster_columns *columns,
                           struct error *error)
{
    struct cluster_columns *c = columns;
    const double *box = system->box;
    *c = (struct cluster_columns){0};
    cluster_columns_grid(box, system->n, size, c->grid);
    for (int d = 0; d < 2; d++)
        c->edge[d] = box[d] / c->grid[d];
    int32_t *column = memory_allocate(system->n, sizeof *column, "columns", error);
    c->start =
        memory_allocate((int64_t)c->grid[0] * c->grid[1] + 1, sizeof *c->start, "columns", error);
    bool fine = column != NULL && c->start != NULL;
    if (fine) {
        count_columns(system, c, column);
        fine = fill_slots(system, c, column, error);
    }
    free(column);
    if (!fine)
        cluster_columns_free(c);
    return fine;
}

void cluster_columns_free(struct cluster_columns *columns)
{
    free(columns->start);
    free(columns->particle);
    free(columns->at[0]);
    *columns = (struct cluster_columns){0};
}
