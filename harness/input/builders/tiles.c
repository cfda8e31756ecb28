#include "harness/input/builders/tiles.h"
#include "harness/particles/system_spec.h"

#include "harness/base/memory.h"
#include "harness/base/random.h"
#include "harness/physics/shared/rotation.h"

#include <stdlib.h>

/* XORed into the seed, so that initial orientations differ from a thermostat's random numbers */
static const uint64_t start_key = 0x5354415254;

double tiles_cube_root(double a)
{
    /*
     * Newton's iteration from above decreases until rounding stops it. cbrt() is not used: its last
     * bits differ between C libraries.
     */
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
    const double edge = (float)tiles_cube_root((double)spec->n / spec->density);
    for (int d = 0; d < 3; d++)
        system->box[d] = spec->box[0] > 0 ? (float)spec->box[d] : edge;
    return system->box[0];
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

int tiles_along_most(int64_t n, int most)
{
    int k = 1;
    while ((int64_t)k * k * k * most < n)
        k++;
    return k;
}

int tiles_along_least(int64_t n, int least)
{
    int k = 1;
    while ((int64_t)(k + 1) * (k + 1) * (k + 1) * least <= n)
        k++;
    return k;
}

bool tiles_plan(const struct system_spec *spec, int along, double box, uint64_t stream,
                struct tiles *tiles, struct error *error)
{
    int64_t copies = (int64_t)along * along * along;
    *tiles = (struct tiles){
        .along = along, .particles = (int)((spec->n + copies - 1) / copies), .edge = box / along};
    if (along == 1)
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

void tiles_lattice(struct system *box)
{
    int64_t along = 1;
    while (along * along * along < box->n)
        along++;
    const double spacing = box->box[0] / (double)along;
    for (int64_t i = 0; i < box->n; i++) {
        box->x[i] = (double)(i % along) * spacing;
        box->y[i] = (double)(i / along % along) * spacing;
        box->z[i] = (double)(i / along / along) * spacing;
    }
}

void tiles_copy(const struct system *box, const struct tiles *tiles, struct system *system)
{
    const double edge = system->box[0];
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < system->n; i++) {
        double shift[3];
        const int64_t k = tiles_particle(tiles, i, shift);
        system->x[i] = tiles_single(box->x[k] + shift[0], edge);
        system->y[i] = tiles_single(box->y[k] + shift[1], edge);
        system->z[i] = tiles_single(box->z[k] + shift[2], edge);
        for (int d = 0; d < 4 && system->orientation != NULL; d++)
            system->orientation[4 * i + d] = (float)box->orientation[4 * k + d];
        if (system->type != NULL)
            system->type[i] = box->type[k];
    }
}

bool tiles_build(const struct system_spec *spec, int along, uint64_t stream,
                 tiles_equilibrate *equilibrate, struct system *system, struct error *error)
{
    struct tiles tiles;
    struct system box;
    if (!system_add(system, SYSTEM_ORIENTATION, error) ||
        !tiles_plan(spec, along, tiles_box(spec, system), stream, &tiles, error))
        return false;
    bool built = system_allocate(tiles.particles, &box, error);
    if (built) {
        for (int d = 0; d < 3; d++)
            box.box[d] = tiles.edge;
        built = system_add(&box, SYSTEM_ORIENTATION, error);
        if (built) {
            tiles_lattice(&box);
            for (int64_t i = 0; i < box.n; i++)
                rotation_random(philox_draw(spec->seed ^ start_key, 0, (uint32_t)i, 0),
                                box.orientation + 4 * i);
            built = equilibrate(spec, &box, error);
        }
        if (built)
            tiles_copy(&box, &tiles, system);
        system_free(&box);
    }
    tiles_free(&tiles);
    return built;
}

void tiles_free(struct tiles *tiles)
{
    free(tiles->order);
    *tiles = (struct tiles){0};
}
