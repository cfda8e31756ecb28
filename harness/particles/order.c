#include "harness/particles/order.h"
#include "harness/particles/sort_order.h"

#include "harness/base/memory.h"
#include "harness/particles/cells.h"

#include <stdlib.h>
#include <string.h>

enum { AXES = 3, VERTICES = 8 };

/** A walk along the Hilbert curve: the cells that it visits, and the order of particles so far. */
struct walk {
    const struct cells *cells;
    int32_t *order;
    int64_t written;
};

static unsigned rotate_left(unsigned vertex, unsigned by)
{
    return (vertex << by | vertex >> (AXES - by)) & (VERTICES - 1);
}

static unsigned gray(unsigned k)
{
    return k ^ k >> 1;
}

/** Returns the vertex at which the curve enters the k-th child of a cube. */
static unsigned child_entry(unsigned k)
{
    return k == 0 ? 0 : gray((k - 1) & ~1U);
}

/** Returns the axis along which the curve runs in the k-th child of a cube. */
static unsigned child_axis(unsigned k)
{
    unsigned from = k == 0 ? 0 : k % 2 == 0 ? k - 1 : k;
    return (unsigned)__builtin_ctz(~from) % AXES;
}

/**
 * Visits the cube of `edge` cells (a power of two) at `corner`. The curve enters it at vertex
 * `entry` and leaves it along `axis`. Skips cells outside the grid.
 */
static void visit(struct walk *walk, const int corner[AXES], int edge, unsigned entry,
                  unsigned axis)
{
    const struct cells *cells = walk->cells;
    for (int d = 0; d < AXES; d++)
        if (corner[d] >= cells->count[d])
            return;
    if (edge == 1) {
        int64_t cell =
            ((int64_t)corner[2] * cells->count[1] + corner[1]) * cells->count[0] + corner[0];
        for (int64_t k = cells->start[cell]; k < cells->start[cell + 1]; k++)
            walk->order[walk->written++] = cells->particle[k];
        return;
    }
    for (unsigned k = 0; k < VERTICES; k++) {
        unsigned vertex = rotate_left(gray(k), (axis + 1) % AXES) ^ entry;
        int child[AXES];
        for (unsigned d = 0; d < AXES; d++)
            child[d] = corner[d] + (vertex >> d & 1 ? edge / 2 : 0);
        visit(walk, child, edge / 2, entry ^ rotate_left(child_entry(k), (axis + 1) % AXES),
              (axis + child_axis(k) + 1) % AXES);
    }
}

/** Sorts the particles of each cell by type, stably, by insertion: cells have few particles. */
static void sort_types(const struct cells *cells, const int32_t *type, int32_t *order)
{
    for (int64_t cell = 0; cell < cells->cells; cell++) {
        int64_t begin = cells->start[cell], end = cells->start[cell + 1];
        for (int64_t k = begin + 1; k < end; k++) {
            int32_t i = order[k];
            int64_t to = k;
            for (; to > begin && type[order[to - 1]] > type[i]; to--)
                order[to] = order[to - 1];
            order[to] = i;
        }
    }
}

int32_t *order_places(const int32_t *order, int64_t n, const char *what, struct error *error)
{
    int32_t *place = memory_allocate(n, sizeof *place, what, error);
    for (int64_t k = 0; place != NULL && k < n; k++)
        place[order[k]] = (int32_t)k;
    return place;
}

struct footprint order_footprint(const struct system *system, enum sort_order sort, double edge)
{
    struct footprint all = {0};
    footprint_keep(&all, (double)system->n * sizeof(int32_t));
    if (sort != SORT_NONE)
        footprint_use(&all, cells_footprint(system, edge).peak);
    return all;
}

bool order_create(const struct system *system, enum sort_order sort, double edge, int32_t **order,
                  struct error *error)
{
    *order = memory_allocate(system->n, sizeof **order, "particle order", error);
    if (*order == NULL)
        return false;
    if (sort == SORT_NONE) {
        for (int64_t i = 0; i < system->n; i++)
            (*order)[i] = (int32_t)i;
        return true;
    }

    struct cells cells;
    if (!cells_build(system, edge, &cells, error)) {
        free(*order);
        *order = NULL;
        return false;
    }
    if (sort != SORT_HILBERT) {
        memcpy(*order, cells.particle, (size_t)system->n * sizeof **order);
        if (sort == SORT_CELL_TYPE && system->type != NULL)
            sort_types(&cells, system->type, *order);
    } else {
        int cube = 1;
        while (cube < cells.count[0] || cube < cells.count[1] || cube < cells.count[2])
            cube *= 2;
        struct walk walk = {.cells = &cells, .order = *order};
        visit(&walk, (const int[AXES]){0, 0, 0}, cube, 0, 0);
    }
    cells_free(&cells);
    return true;
}
