#include "harness/reference.h"

#include "harness/cells.h"
#include "harness/memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/*
 * Every particle sums over all its neighbors in the order of the candidates, whichever thread does
 * it; sums over a block of particles are then added in the order of the blocks. Every pair thus
 * counts twice, halved at the end.
 */
enum { BLOCK = 256 };

struct sums {
    double terms[MODEL_TERMS];
    double virial;
    int64_t in_cutoff, interacting;
    int64_t coincident[2]; /* two particles at one place; both 0: none */
};

struct evaluation {
    const struct system *system;
    const struct model *model;
    const double *constants;
    double range2;
    const double *x, *y, *z;   /* positions in the order of evaluation: that of the cells */
    const struct cells *cells; /* NULL: the system's order, every particle is a candidate */
};

/** The index in the system of the particle at place p of the evaluation. */
static int64_t particle(const struct evaluation *e, int64_t p)
{
    return e->cells != NULL ? e->cells->particle[p] : p;
}

static double nearest(double difference, double box)
{
    /* positions lie in the box, so that one edge is all that can be too much */
    if (difference > box / 2)
        return difference - box;
    return difference < -box / 2 ? difference + box : difference;
}

static void visit(const struct evaluation *e, int64_t p, int64_t begin, int64_t end,
                  double force[3], struct sums *sums)
{
    const double *box = e->system->box;
    for (int64_t q = begin; q < end; q++) {
        double r[3] = {nearest(e->x[q] - e->x[p], box[0]), nearest(e->y[q] - e->y[p], box[1]),
                       nearest(e->z[q] - e->z[p], box[2])};
        double r2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
        if (r2 >= e->range2 || q == p)
            continue;
        sums->in_cutoff++;
        if (r2 == 0) {
            int64_t i = particle(e, p), j = particle(e, q);
            sums->coincident[0] = i < j ? i : j;
            sums->coincident[1] = i < j ? j : i;
            continue;
        }
        double on_q[3], terms[MODEL_TERMS];
        if (!e->model->pair(e->constants, r, on_q, terms))
            continue;
        sums->interacting++;
        for (int k = 0; k < e->model->term_count; k++)
            sums->terms[k] += terms[k];
        for (int d = 0; d < 3; d++) {
            force[d] -= on_q[d];
            sums->virial += r[d] * on_q[d];
        }
    }
}

static void visit_cells(const struct evaluation *e, int64_t p, double force[3], struct sums *sums)
{
    const struct cells *cells = e->cells;
    int32_t cell = cells->cell[cells->particle[p]];
    int centre[3] = {cell % cells->count[0], cell / cells->count[0] % cells->count[1],
                     cell / cells->count[0] / cells->count[1]};
    int first[3], span[3];
    for (int d = 0; d < 3; d++)
        span[d] = cells_span(cells->count[d], centre[d], 1, &first[d]);
    for (int k = 0; k < span[2]; k++) {
        int64_t z = (first[2] + k + cells->count[2]) % cells->count[2];
        for (int j = 0; j < span[1]; j++) {
            int64_t y = (first[1] + j + cells->count[1]) % cells->count[1];
            for (int i = 0; i < span[0]; i++) {
                int64_t x = (first[0] + i + cells->count[0]) % cells->count[0];
                int64_t other = (z * cells->count[1] + y) * cells->count[0] + x;
                visit(e, p, cells->start[other], cells->start[other + 1], force, sums);
            }
        }
    }
}

static void add(struct sums *total, const struct sums *block)
{
    for (int k = 0; k < MODEL_TERMS; k++)
        total->terms[k] += block->terms[k];
    total->virial += block->virial;
    total->in_cutoff += block->in_cutoff;
    total->interacting += block->interacting;
    if (block->coincident[0] != block->coincident[1] &&
        total->coincident[0] == total->coincident[1]) {
        total->coincident[0] = block->coincident[0];
        total->coincident[1] = block->coincident[1];
    }
}

static bool sum_blocks(const struct evaluation *e, struct reference *reference, struct sums *total,
                       struct error *error)
{
    int64_t n = e->system->n, count = (n + BLOCK - 1) / BLOCK;
    struct sums *blocks =
        memory_allocate_zeroed(count, sizeof *blocks, "sums of the reference", error);
    if (blocks == NULL)
        return false;
#pragma omp parallel for schedule(dynamic)
    for (int64_t b = 0; b < count; b++) {
        int64_t end = (b + 1) * BLOCK < n ? (b + 1) * BLOCK : n;
        for (int64_t p = b * BLOCK; p < end; p++) {
            double force[3] = {0};
            if (e->cells != NULL)
                visit_cells(e, p, force, &blocks[b]);
            else
                visit(e, p, 0, n, force, &blocks[b]);
            int64_t i = particle(e, p);
            reference->x[i] = force[0];
            reference->y[i] = force[1];
            reference->z[i] = force[2];
        }
    }
    *total = (struct sums){0};
    for (int64_t b = 0; b < count; b++)
        add(total, &blocks[b]);
    free(blocks);
    return true;
}

static bool allocate(int64_t n, struct reference *reference, struct error *error)
{
    reference->n = n;
    reference->x = memory_allocate(n, sizeof(double), "reference forces", error);
    reference->y = memory_allocate(n, sizeof(double), "reference forces", error);
    reference->z = memory_allocate(n, sizeof(double), "reference forces", error);
    return reference->x != NULL && reference->y != NULL && reference->z != NULL;
}

static bool set_totals(const struct evaluation *e, const struct sums *total,
                       struct reference *reference, struct error *error)
{
    if (total->coincident[0] != total->coincident[1])
        return error_set(error, EXIT_USAGE,
                         "particles %" PRId64 " and %" PRId64
                         " (counted from 1) lie at the same place",
                         total->coincident[0] + 1, total->coincident[1] + 1);
    for (int k = 0; k < e->model->term_count; k++) {
        reference->terms[k] = total->terms[k] / 2;
        reference->energy += reference->terms[k];
    }
    if (!isfinite(reference->energy))
        return error_set(error, EXIT_USAGE,
                         "the energy is not finite: some particles nearly lie at the same place");
    reference->virial = total->virial / 2;
    reference->pairs_in_cutoff = total->in_cutoff / 2;
    reference->pairs_interacting = total->interacting / 2;
    return true;
}

static bool evaluate(const struct evaluation *e, struct reference *reference, struct error *error)
{
    struct sums total;
    if (allocate(e->system->n, reference, error) && sum_blocks(e, reference, &total, error) &&
        set_totals(e, &total, reference, error))
        return true;
    reference_free(reference);
    return false;
}

/** A copy of a coordinate in the order of the cells, so that candidates are contiguous. */
static double *gather(const double *coordinate, const struct cells *cells, int64_t n,
                      struct error *error)
{
    double *sorted = memory_allocate(n, sizeof *sorted, "sorted positions", error);
    if (sorted == NULL)
        return NULL;
#pragma omp parallel for schedule(static)
    for (int64_t p = 0; p < n; p++)
        sorted[p] = coordinate[cells->particle[p]];
    return sorted;
}

bool reference_by_cells(const struct system *system, const struct model *model,
                        const double *constants, double range, struct reference *reference,
                        struct error *error)
{
    struct cells cells;
    *reference = (struct reference){0};
    if (!system_check_range(system, range, error) || !cells_build(system, range, &cells, error))
        return false;
    double *x = gather(system->x, &cells, system->n, error);
    double *y = gather(system->y, &cells, system->n, error);
    double *z = gather(system->z, &cells, system->n, error);
    const struct evaluation e = {.system = system,
                                 .model = model,
                                 .constants = constants,
                                 .range2 = range * range,
                                 .x = x,
                                 .y = y,
                                 .z = z,
                                 .cells = &cells};
    bool evaluated = x != NULL && y != NULL && z != NULL && evaluate(&e, reference, error);
    free(x);
    free(y);
    free(z);
    cells_free(&cells);
    return evaluated;
}

bool reference_by_pairs(const struct system *system, const struct model *model,
                        const double *constants, double range, struct reference *reference,
                        struct error *error)
{
    const struct evaluation e = {.system = system,
                                 .model = model,
                                 .constants = constants,
                                 .range2 = range * range,
                                 .x = system->x,
                                 .y = system->y,
                                 .z = system->z};
    *reference = (struct reference){0};
    return system_check_range(system, range, error) && evaluate(&e, reference, error);
}

void reference_free(struct reference *reference)
{
    free(reference->x);
    free(reference->y);
    free(reference->z);
    *reference = (struct reference){0};
}
