#include "harness/backend/gpu_layout.h"
#include "harness/particles/sort_order.h"

#include "harness/base/memory.h"
#include "harness/particles/topology.h"
#include "harness/physics/reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HILBERT_BITS = 10 };

static int64_t product(const int count[3])
{
    return (int64_t)count[0] * count[1] * count[2];
}

void gpu_grid(const double box[3], int64_t n, double edge, double range, int grid[3], int reach[3])
{
    double cells, most = 2 * (double)n + 64;
    do {
        cells = 1;
        for (int d = 0; d < 3; d++) {
            double along = fmax(1, floor(box[d] / edge));
            cells *= along;
            grid[d] = (int)fmin(along, INT32_MAX);
            reach[d] = (int)ceil(range / (box[d] / grid[d]) * (1 - 1e-9));
        }
        edge *= 1.1;
    } while (cells > most);
}

int gpu_hilbert_bits(const int grid[3])
{
    int bits = 1;
    while (bits < HILBERT_BITS &&
           (grid[0] > 1 << bits || grid[1] > 1 << bits || grid[2] > 1 << bits))
        bits++;
    return bits;
}

/*
 * Returns the cell along an axis. Uses the kernels' arithmetic, so that particles near the edge of
 * a cell are in the same cell.
 */
static int cell_along(double coordinate, double box, int grid, enum precision precision)
{
    int cell = precision_info(precision)->real_size == sizeof(float)
                   ? (int)((float)coordinate * (float)(1 / box) * (float)grid)
                   : (int)(coordinate * (1 / box) * grid);
    return cell < 0 ? 0 : cell >= grid ? grid - 1 : cell;
}

static void cell_of(const struct system *system, int64_t i, const int grid[3],
                    enum precision precision, int cell[3])
{
    const double *coordinate[3] = {system->x, system->y, system->z};
    for (int d = 0; d < 3; d++)
        cell[d] = cell_along(coordinate[d][i], system->box[d], grid[d], precision);
}

bool gpu_cells_build(const struct system *system, enum precision precision, double edge,
                     double range, struct gpu_cells *cells, struct error *error)
{
    *cells = (struct gpu_cells){0};
    gpu_grid(system->box, system->n, edge, range, cells->grid, cells->reach);
    cells->cells = product(cells->grid);
    cells->cell = memory_allocate(system->n, sizeof *cells->cell, "cells", error);
    cells->particle = memory_allocate(system->n, sizeof *cells->particle, "cells", error);
    cells->start = memory_allocate_zeroed(cells->cells + 2, sizeof *cells->start, "cells", error);
    if (cells->cell == NULL || cells->particle == NULL || cells->start == NULL) {
        gpu_cells_free(cells);
        return false;
    }
    /*
     * counts are stored two elements later; the prefix sum and the filling turn them into the
     * starts
     */
    int32_t *next = cells->start + 1;
    for (int64_t i = 0; i < system->n; i++) {
        int at[3];
        cell_of(system, i, cells->grid, precision, at);
        cells->cell[i] = (at[2] * cells->grid[1] + at[1]) * cells->grid[0] + at[0];
        next[cells->cell[i] + 1]++;
    }
    for (int64_t c = 0; c < cells->cells; c++)
        next[c + 1] += next[c];
    for (int64_t i = 0; i < system->n; i++)
        cells->particle[next[cells->cell[i]]++] = (int32_t)i;
    return true;
}

void gpu_cells_free(struct gpu_cells *cells)
{
    free(cells->cell);
    free(cells->start);
    free(cells->particle);
    *cells = (struct gpu_cells){0};
}

/* --- the order of particles --- */

/*
 * Returns the position of a cell along a Hilbert curve: J. Skilling, AIP Conf. Proc. 707, 381
 * (2004).
 */
static uint32_t hilbert_key(const int cell[3], int bits)
{
    uint32_t axis[3] = {(uint32_t)cell[0], (uint32_t)cell[1], (uint32_t)cell[2]};
    uint32_t top = 1U << (bits - 1);
    for (uint32_t bit = top; bit > 1; bit >>= 1) {
        uint32_t below = bit - 1;
        for (int d = 0; d < 3; d++) {
            uint32_t changed = axis[d] & bit ? below : (axis[0] ^ axis[d]) & below;
            if (!(axis[d] & bit))
                axis[d] ^= changed;
            axis[0] ^= changed;
        }
    }
    axis[1] ^= axis[0];
    axis[2] ^= axis[1];
    uint32_t flip = 0;
    for (uint32_t bit = top; bit > 1; bit >>= 1)
        if (axis[2] & bit)
            flip ^= bit - 1;
    uint32_t key = 0;
    for (int bit = bits - 1; bit >= 0; bit--)
        for (int d = 0; d < 3; d++)
            key = key << 1 | (((axis[d] ^ flip) >> bit) & 1);
    return key;
}

static int ascending(const void *a, const void *b)
{
    uint64_t first = *(const uint64_t *)a;
    uint64_t second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

/* Sorts numbers that combine key and index. Particles with equal keys then keep their order. */
static void sort_by_key(uint64_t *key, int64_t n, int32_t *order)
{
    qsort(key, (size_t)n, sizeof *key, ascending);
    for (int64_t i = 0; i < n; i++)
        order[i] = (int32_t)(key[i] & UINT32_MAX);
}

static bool sort_by_curve(const struct workload_spec *spec, int32_t *order, struct error *error)
{
    const struct system *system = spec->system;
    double range = spec->cutoff + spec->skin;
    int grid[3];
    int reach[3];
    gpu_grid(system->box, system->n, range / 2, range, grid, reach);
    int bits = gpu_hilbert_bits(grid);
    const int fine[3] = {1 << bits, 1 << bits, 1 << bits};
    uint64_t *key = memory_allocate(system->n, sizeof *key, "sort keys", error);
    if (key == NULL)
        return false;
    for (int64_t i = 0; i < system->n; i++) {
        int cell[3];
        cell_of(system, i, fine, spec->precision, cell);
        key[i] = (uint64_t)hilbert_key(cell, bits) << 32 | (uint64_t)i;
    }
    sort_by_key(key, system->n, order);
    free(key);
    return true;
}

static bool sort_by_cell(const struct workload_spec *spec, int32_t *order, struct error *error)
{
    double range = spec->cutoff + spec->skin;
    struct gpu_cells cells;
    if (!gpu_cells_build(spec->system, spec->precision, range / 2, range, &cells, error))
        return false;
    memcpy(order, cells.particle, (size_t)spec->system->n * sizeof *order);
    gpu_cells_free(&cells);
    return true;
}

/* Sorts numbers that combine cell, type and index. */
static bool sort_by_cell_and_type(const struct workload_spec *spec, int32_t *order,
                                  struct error *error)
{
    const struct system *system = spec->system;
    double range = spec->cutoff + spec->skin;
    uint64_t types = (uint64_t)system_types(system, spec->model);
    struct gpu_cells cells;
    uint64_t *key = memory_allocate(system->n, sizeof *key, "sort keys", error);
    if (key == NULL || !gpu_cells_build(system, spec->precision, range / 2, range, &cells, error)) {
        free(key);
        return false;
    }
    for (int64_t i = 0; i < system->n; i++) {
        uint64_t type = (uint64_t)system_type(system, i);
        key[i] = ((uint64_t)cells.cell[i] * types + type) << 32 | (uint64_t)i;
    }
    gpu_cells_free(&cells);
    sort_by_key(key, system->n, order);
    free(key);
    return true;
}

bool gpu_order(const struct workload_spec *spec, struct system *sorted, struct error *error)
{
    int64_t n = spec->system->n;
    int32_t *order = memory_allocate(n, sizeof *order, "particle order", error);
    if (order == NULL)
        return false;
    for (int64_t i = 0; i < n; i++)
        order[i] = (int32_t)i;
    bool good = (spec->sort != SORT_CELL || sort_by_cell(spec, order, error)) &&
                (spec->sort != SORT_CELL_TYPE || sort_by_cell_and_type(spec, order, error)) &&
                (spec->sort != SORT_HILBERT || sort_by_curve(spec, order, error)) &&
                system_reorder(spec->system, order, sorted, error);
    free(order);
    return good;
}

/* --- neighbor rows --- */

struct search {
    const struct workload_spec *spec;
    const struct system *system;
    const struct gpu_cells *cells;
    const struct topology *topology;
    struct interactions interactions;
    double range2;
};

/* Whether i is the lower particle of a pair. Its row in a half list contains the pair. */
static bool above(const double r[3], int64_t i, int64_t j)
{
    if (r[2] != 0)
        return r[2] > 0;
    if (r[1] != 0)
        return r[1] > 0;
    return r[0] != 0 ? r[0] > 0 : i < j;
}

static bool may_interact(const struct workload_spec *spec, const struct system *sorted, int64_t i,
                         int64_t j, const double r[3])
{
    const struct particle p = reference_particle(sorted, i), q = reference_particle(sorted, j);
    return spec->model->may_interact != NULL &&
           spec->model->may_interact(spec->constants, &p, &q, r);
}

/*
 * Whether a kernel reads the orientation of q for a pair in range. With several kinds of
 * interaction, it does only if q has a moment of inertia and the pair takes branches; a central
 * force takes none.
 */
static bool reads_turn(const struct workload_spec *spec, const struct system *sorted, int64_t q,
                       uint32_t branches)
{
    if (sorted->orientation == NULL || spec->model->interaction_count == 1)
        return sorted->orientation != NULL;
    const int32_t type = sorted->type != NULL ? sorted->type[q] : 0;
    return branches != 0 && spec->model->types[type].inertia[0] > 0;
}

uint32_t gpu_pair(const struct workload_spec *spec, const struct system *sorted, int64_t i,
                  int64_t j, const double r[3])
{
    struct pair_result result;
    double r2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    if (r2 >= spec->cutoff * spec->cutoff)
        return 0;
    const uint32_t in_range =
        GPU_PAIR_IN_RANGE | (may_interact(spec, sorted, i, j, r) ? GPU_PAIR_MAY_INTERACT : 0);
    const bool interacts =
        reference_pair(sorted, spec->model, spec->constants, spec->cutoff, i, j, r, &result);
    const uint32_t turn = reads_turn(spec, sorted, j, result.branches) ? GPU_PAIR_READS_TURN : 0;
    if (!interacts)
        return in_range | turn;
    bool turns = result.torque[0] != 0 || result.torque[1] != 0 || result.torque[2] != 0;
    return in_range | turn | GPU_PAIR_INTERACTS | (turns ? GPU_PAIR_TURNS : 0) |
           (result.branches & spec->model->diverging);
}

/* Returns the kind of interaction of a pair. */
static int kind_of(const struct search *search, int64_t i, int64_t j)
{
    const int32_t *type = search->system->type;
    return type == NULL ? search->interactions.of[0]
                        : search->interactions.of[MODEL_TYPES * type[i] + type[j]];
}

/*
 * Writes the entries of row i for the cells [first, end) along x, in the image shifted by `shift`.
 * Only counts them if `entry` is NULL.
 */
static int64_t visit_run(const struct search *search, int64_t i, int64_t first, int64_t end,
                         const double shift[3], int kind, uint32_t *entry, int32_t *other)
{
    const struct system *s = search->system;
    const struct gpu_cells *cells = search->cells;
    int64_t found = 0;
    for (int32_t k = cells->start[first]; k < cells->start[end]; k++) {
        int32_t j = cells->particle[k];
        const double r[3] = {s->x[j] - s->x[i] + shift[0], s->y[j] - s->y[i] + shift[1],
                             s->z[j] - s->z[i] + shift[2]};
        double r2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
        if (r2 >= search->range2 || j == i || (kind >= 0 && kind_of(search, i, j) != kind))
            continue;
        const bool apart = topology_excludes(search->topology, i, j);
        if (apart && search->spec->exclusion_method == EXCLUSION_USUAL)
            continue;
        if (entry != NULL) {
            entry[found] = apart ? 0 : gpu_pair(search->spec, s, i, j, r);
            other[found] = above(r, i, j) ? ~j : j; /* the sign marks entries of the half list until
                                                     * that list is made */
        }
        found++;
    }
    return found;
}

static int wrapped(int cell, int grid)
{
    return cell < 0 ? cell + grid : cell >= grid ? cell - grid : cell;
}

static double shift_of(int cell, int grid, double box)
{
    return cell < 0 ? -box : cell >= grid ? box : 0;
}

/*
 * Writes the entries of a kind of interaction; a negative kind selects all kinds. Visits rows of
 * cells by z and y. Each row begins with the cells inside the box.
 */
static int64_t visit_cells(const struct search *search, int64_t i, int kind, uint32_t *entry,
                           int32_t *other)
{
    const struct gpu_cells *cells = search->cells;
    const int *grid = cells->grid;
    int32_t own = cells->cell[i];
    const int centre[3] = {own % grid[0], own / grid[0] % grid[1], own / grid[0] / grid[1]};
    const double *box = search->system->box;
    int64_t found = 0;
    for (int z = centre[2] - cells->reach[2]; z <= centre[2] + cells->reach[2]; z++) {
        for (int y = centre[1] - cells->reach[1]; y <= centre[1] + cells->reach[1]; y++) {
            int64_t row = ((int64_t)wrapped(z, grid[2]) * grid[1] + wrapped(y, grid[1])) * grid[0];
            int first = centre[0] - cells->reach[0];
            int end = centre[0] + cells->reach[0] + 1;
            const int runs[3][2] = {{first > 0 ? first : 0, end < grid[0] ? end : grid[0]},
                                    {first < 0 ? first + grid[0] : grid[0], grid[0]},
                                    {0, end > grid[0] ? end - grid[0] : 0}};
            for (int k = 0; k < 3; k++) {
                const double shift[3] = {k == 0   ? 0
                                         : k == 1 ? -box[0]
                                                  : box[0],
                                         shift_of(y, grid[1], box[1]),
                                         shift_of(z, grid[2], box[2])};
                found += visit_run(search, i, row + runs[k][0], row + runs[k][1], shift, kind,
                                   entry != NULL ? entry + found : NULL,
                                   other != NULL ? other + found : NULL);
            }
        }
    }
    return found;
}

/* Writes a row. Sorts its entries by kind of interaction if the rows of the list are sorted. */
static int64_t visit_row(const struct search *search, int64_t i, uint32_t *entry, int32_t *other)
{
    int64_t found = 0;
    if (entry == NULL || search->interactions.structure != INTERACTIONS_SORTED)
        return visit_cells(search, i, -1, entry, other);
    for (int kind = 0; kind < search->interactions.kinds; kind++)
        found += visit_cells(search, i, kind, entry + found, other + found);
    return found;
}

static bool allocate_rows(int64_t n, struct pair_rows *rows, struct error *error)
{
    *rows = (struct pair_rows){.n = n};
    rows->start = memory_allocate_zeroed(n + 1, sizeof *rows->start, "rows to replay", error);
    return rows->start != NULL;
}

static bool allocate_entries(int64_t entries, struct pair_rows *rows, struct error *error)
{
    rows->pair = memory_allocate(entries, sizeof *rows->pair, "rows to replay", error);
    rows->other = memory_allocate(entries, sizeof *rows->other, "rows to replay", error);
    return rows->pair != NULL && rows->other != NULL;
}

static bool fill_full(const struct search *search, struct pair_rows *full, struct error *error)
{
    int64_t n = full->n;
#pragma omp parallel for schedule(dynamic, 256)
    for (int64_t i = 0; i < n; i++)
        full->start[i + 1] = visit_row(search, i, NULL, NULL);
    for (int64_t i = 0; i < n; i++)
        full->start[i + 1] += full->start[i];
    if (!allocate_entries(full->start[n], full, error))
        return false;
#pragma omp parallel for schedule(dynamic, 256)
    for (int64_t i = 0; i < n; i++)
        visit_row(search, i, full->pair + full->start[i], full->other + full->start[i]);
    return true;
}

/* Fills the half list, with entries in the order of the full list. */
static bool fill_half(struct pair_rows *full, struct pair_rows *half, struct error *error)
{
    int64_t n = full->n;
    if (!allocate_entries(full->start[n] / 2, half, error))
        return false;
    int64_t kept = 0;
    for (int64_t i = 0; i < n; i++) {
        for (int64_t k = full->start[i]; k < full->start[i + 1]; k++) {
            if (full->other[k] >= 0)
                continue;
            full->other[k] = ~full->other[k];
            half->other[kept] = full->other[k];
            half->pair[kept++] = full->pair[k];
        }
        half->start[i + 1] = kept;
    }
    return true;
}

static struct pair_types types_of(const struct search *search)
{
    const struct model *model = search->spec->model;
    struct pair_types types = {.count = model->type_count,
                               .unloaded = interactions_unloaded(model, search->spec->constants)};
    if (types.unloaded >= 0)
        types.type = search->system->type;
    memcpy(types.kind, search->interactions.of, sizeof types.kind);
    return types;
}

bool pair_rows_build(const struct workload_spec *spec, const struct system *sorted,
                     struct pair_rows *full, struct pair_rows *half, struct error *error)
{
    double range = spec->cutoff + spec->skin;
    double range2 = range * range;
    struct gpu_cells cells = {0};
    struct topology topology = {0};
    *full = *half = (struct pair_rows){0};
    bool good = topology_build(sorted, &topology, error) &&
                gpu_cells_build(sorted, spec->precision, range / 2, range, &cells, error) &&
                allocate_rows(sorted->n, full, error) && allocate_rows(sorted->n, half, error);
    if (good) {
        struct search search = {.spec = spec,
                                .system = sorted,
                                .cells = &cells,
                                .topology = &topology,
                                .range2 =
                                    precision_info(spec->precision)->real_size == sizeof(float)
                                        ? (double)(float)range2
                                        : range2};
        full->real_size = half->real_size = precision_info(spec->precision)->real_size;
        full->sum_size = half->sum_size = precision_info(spec->precision)->sum_size;
        full->oriented = half->oriented = sorted->orientation != NULL;
        interactions_of(spec->model, spec->constants, spec->interactions, &search.interactions);
        full->types = half->types = types_of(&search);
        good = fill_full(&search, full, error) && fill_half(full, half, error);
    }
    gpu_cells_free(&cells);
    topology_free(&topology);
    if (!good) {
        pair_rows_free(full);
        pair_rows_free(half);
    }
    return good;
}

void pair_rows_free(struct pair_rows *rows)
{
    free(rows->start);
    free(rows->pair);
    free(rows->other);
    *rows = (struct pair_rows){0};
}
