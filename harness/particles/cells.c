#include "harness/particles/cells.h"

#include "harness/base/memory.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

enum {
    CELLS_PER_PARTICLE = 4, /* maximum number of cells per particle; more would mostly be empty, but
                             * take time to visit */
    CELLS_AT_LEAST = 64,
    CELLS_PER_AXIS = 1 << 20, /* maximum number of cells per axis, so that the product of three
                               * fits into 64 bits */
    CHUNK = 8192,             /* minimum number of particles for which a further histogram saves
                               * time */
    CHUNKS = 16,
};

static int64_t product(const int count[3])
{
    return (int64_t)count[0] * count[1] * count[2];
}

int64_t cells_counts(const struct system *system, double edge, int count[3])
{
    for (int d = 0; d < 3; d++)
        count[d] = (int)fmax(1, fmin(CELLS_PER_AXIS, floor(system->box[d] / edge)));
    int64_t limit = CELLS_PER_PARTICLE * system->n + CELLS_AT_LEAST;
    if (limit > INT32_MAX)
        limit = INT32_MAX;
    while (product(count) > limit) {
        double factor = cbrt((double)product(count) / (double)limit);
        for (int d = 0; d < 3; d++)
            count[d] = (int)fmax(1, floor(count[d] / factor));
    }
    return product(count);
}

/** Returns the number of chunks of particles that are counted in parallel. */
static int choose_chunks(int64_t n)
{
    int64_t worthwhile = n / CHUNK;
    int chunks = omp_get_max_threads() < CHUNKS ? omp_get_max_threads() : CHUNKS;
    return chunks <= worthwhile ? chunks : worthwhile > 1 ? (int)worthwhile : 1;
}

struct footprint cells_footprint(const struct system *system, double edge)
{
    int count[3];
    double cells = (double)cells_counts(system, edge, count);
    double kept = cells * sizeof(int64_t) + (double)system->n * 2 * sizeof(int32_t);
    return (struct footprint){kept, kept + cells * choose_chunks(system->n) * sizeof(int32_t)};
}

static int axis_cell(double x, double per_length, int count)
{
    int k = (int)(x * per_length);
    return k < 0 ? 0 : k >= count ? count - 1 : k;
}

/**
 * Counts the particles of each cell. The particles are divided into `chunks` parts, each with a
 * histogram. In a cell, the particles of a chunk come after those of earlier chunks.
 */
static void count_particles(const struct system *system, struct cells *cells, int chunks,
                            int32_t *histogram)
{
    double per_length[3];
    for (int d = 0; d < 3; d++)
        per_length[d] = cells->count[d] / system->box[d];
    int64_t n = system->n;

#pragma omp parallel for schedule(static, 1) num_threads(chunks)
    for (int chunk = 0; chunk < chunks; chunk++) {
        int32_t *row = histogram + chunk * cells->cells;
        for (int64_t i = n * chunk / chunks; i < n * (chunk + 1) / chunks; i++) {
            int x = axis_cell(system->x[i], per_length[0], cells->count[0]);
            int y = axis_cell(system->y[i], per_length[1], cells->count[1]);
            int z = axis_cell(system->z[i], per_length[2], cells->count[2]);
            int64_t cell = ((int64_t)z * cells->count[1] + y) * cells->count[0] + x;
            cells->cell[i] = (int32_t)cell;
            row[cell]++;
        }
    }

    int64_t sum = 0;
    for (int64_t cell = 0; cell < cells->cells; cell++) {
        cells->start[cell] = sum;
        for (int chunk = 0; chunk < chunks; chunk++) {
            int32_t *share = &histogram[chunk * cells->cells + cell];
            int32_t size = *share;
            *share = (int32_t)sum;
            sum += size;
        }
    }
    cells->start[cells->cells] = sum;

#pragma omp parallel for schedule(static, 1) num_threads(chunks)
    for (int chunk = 0; chunk < chunks; chunk++) {
        int32_t *next = histogram + chunk * cells->cells;
        for (int64_t i = n * chunk / chunks; i < n * (chunk + 1) / chunks; i++)
            cells->particle[next[cells->cell[i]]++] = (int32_t)i;
    }
}

bool cells_build(const struct system *system, double edge, struct cells *cells, struct error *error)
{
    *cells = (struct cells){0};
    if (system->n > INT32_MAX - 1)
        return error_set(error, EXIT_USAGE, "%lld particles; lists index at most %d",
                         (long long)system->n, INT32_MAX - 1);
    cells->cells = cells_counts(system, edge, cells->count);
    for (int d = 0; d < 3; d++)
        cells->edge[d] = system->box[d] / cells->count[d];

    int chunks = choose_chunks(system->n);
    int32_t *histogram =
        memory_allocate_zeroed(chunks * cells->cells, sizeof *histogram, "cells", error);
    cells->start = memory_allocate(cells->cells + 1, sizeof *cells->start, "cells", error);
    cells->particle =
        memory_allocate(system->n + CELLS_PADDING, sizeof *cells->particle, "cells", error);
    cells->cell = memory_allocate(system->n, sizeof *cells->cell, "cells", error);
    bool allocated =
        histogram != NULL && cells->start != NULL && cells->particle != NULL && cells->cell != NULL;
    if (allocated)
        count_particles(system, cells, chunks, histogram);
    else
        cells_free(cells);
    free(histogram);
    return allocated;
}

void cells_free(struct cells *cells)
{
    free(cells->start);
    free(cells->particle);
    free(cells->cell);
    *cells = (struct cells){0};
}

int cells_around(const struct cells *cells, int64_t cell, int64_t around[CELLS_AROUND])
{
    const int64_t count[3] = {cells->count[0], cells->count[1], cells->count[2]};
    const int64_t centre[3] = {cell % count[0], cell / count[0] % count[1],
                               cell / count[0] / count[1]};
    int first[3], span[3], found = 0;
    for (int d = 0; d < 3; d++)
        span[d] = cells_span(cells->count[d], (int)centre[d], 1, &first[d]);
    for (int k = 0; k < span[2]; k++) {
        const int64_t z = (first[2] + k + count[2]) % count[2];
        for (int j = 0; j < span[1]; j++) {
            const int64_t y = (first[1] + j + count[1]) % count[1];
            for (int i = 0; i < span[0]; i++) {
                const int64_t x = (first[0] + i + count[0]) % count[0];
                around[found++] = (z * count[1] + y) * count[0] + x;
            }
        }
    }
    return found;
}
