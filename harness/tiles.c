#include "harness/tiles.h"

#include "harness/memory.h"
#include "harness/random.h"

#include <stdlib.h>

double tiles_cube_root(double a)
{
    /* Newton's iteration from above falls until rounding stops it; no libm agrees on cbrt */
    double root = a > 1 ? a : 1;
    for (;;) {
        double next = (2 * root + a / (root * root)) / 3;
        if (next >= root)
            return root;
        root = next;
    }
}

double tiles_box(const struct system_spec *spec, struct system *system)
{
    double box = (float)tiles_cube_root((double)spec->n / spec->density);
    for (int d = 0; d < 3; d++)
        system->box[d] = box;
    return box;
}

uint32_t *tiles_shuffle(uint32_t count, uint64_t seed, uint64_t stream, struct error *error)
{
    uint32_t *order = memory_allocate(count, sizeof *order, "the order of the particles", error);
    if (order == NULL)
        return NULL;
    for (uint32_t k = 0; k < count; k++)
        order[k] = k;
    struct random random = random_start(seed, stream);
    for (uint32_t k = count; k > 1; k--) {
        uint32_t other = random_below(&random, k), last = order[k - 1];
        order[k - 1] = order[other];
        order[other] = last;
    }
    return order;
}

bool tiles_plan(const struct system_spec *spec, int most, double box, uint64_t stream,
                struct tiles *tiles, struct error *error)
{
    int k = 1;
    while ((int64_t)k * k * k * most < spec->n)
        k++;
    int64_t copies = (int64_t)k * k * k;
    *tiles = (struct tiles){
        .along = k, .particles = (int)((spec->n + copies - 1) / copies), .edge = box / k};
    if (k == 1)
        return true;
    tiles->order = tiles_shuffle((uint32_t)(copies * tiles->particles), spec->seed, stream, error);
    return tiles->order != NULL;
}

int64_t tiles_particle(const struct tiles *tiles, int64_t i, double shift[3])
{
    if (tiles->order == NULL) {
        shift[0] = shift[1] = shift[2] = 0;
        return i;
    }
    uint32_t along = (uint32_t)tiles->along, particles = (uint32_t)tiles->particles;
    uint32_t copy = tiles->order[i] / particles;
    shift[0] = copy % along * tiles->edge;
    shift[1] = copy / along % along * tiles->edge;
    shift[2] = copy / along / along * tiles->edge;
    return tiles->order[i] % particles;
}

double tiles_single(double coordinate, double box)
{
    double rounded = (float)system_wrap(coordinate, box);
    return rounded < box ? rounded : 0;
}

void tiles_free(struct tiles *tiles)
{
    free(tiles->order);
    *tiles = (struct tiles){0};
}
