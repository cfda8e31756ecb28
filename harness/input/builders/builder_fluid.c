/*
 * A Lennard-Jones fluid (epsilon = sigma = m = 1) at a density and temperature, in a cubic box.
 *
 * Up to TILE particles start from random places and run molecular dynamics by velocity Verlet, with
 * the force cut at 2.5. Andersen's heat bath (H. C. Andersen, J. Chem. Phys. 72, 2384 (1980))
 * replaces the velocity of random particles. Scaling all velocities would fail: the few particles
 * that start on top of each other would keep the heat, and most particles of a gas would stay too
 * cold. The force is capped where the energy is at least 30 times the temperature. Thus the
 * particles of the random start separate softly; in the fluid no pair comes so close.
 *
 * More particles are k x k x k copies of such a box, with the smallest k for which a box has at
 * most TILE. Each copied particle has a small random displacement, so that no two copies are alike.
 * Up to k^3 - 1 surplus particles, chosen at random, are left out. The box has exactly the volume n
 * / density, and the copied box is denser by that surplus, less than one particle. The particles
 * are numbered at random, as they would be after a long run without sorting.
 *
 * The result has the same bytes on every machine: it needs only IEEE additions, products, quotients
 * and square roots in a fixed order, compiled without contraction. The number of threads has no
 * effect, because every displacement has its own random stream. At the end all numbers are rounded
 * to single precision.
 *
 * State points inside the liquid-vapor coexistence stay one homogeneous, metastable phase during
 * the run, or begin to separate: choose a temperature above 1.3 at medium densities.
 */
#include "harness/base/memory.h"
#include "harness/base/random.h"
#include "harness/input/builders/builder.h"
#include "harness/input/builders/tiles.h"
#include "harness/particles/cells.h"
#include "harness/particles/system_spec.h"

#include <math.h>
#include <stdlib.h>

enum { TILE = 2048, COOLING_STEPS = 200 };

/* streams of random numbers; the streams of copied particles start at STREAM_COPIES */
enum { STREAM_START, STREAM_ORDER, STREAM_COPIES };

static const double cutoff = 2.5;
static const double skin = 0.4;
static const double time_step = 0.005; /* time step up to temperature 1; shorter above */
static const double cooling = 0.1;     /* collisions of a particle with the heat bath per step */
static const double collisions = 0.01; /* collisions per step after COOLING_STEPS */
/*
 * distance of overlap, as a fraction of the cap's distance: thermal motion brings no pair so close
 */
static const double inside = 0.9;
static const double cap_energy = 30;    /* energy of the cap, in temperatures (at least 1.5) */
static const double longest_move = 0.1; /* longest move in a step, while particles of the random
                                         * start separate */
static const double jitter = 0.015;     /* largest displacement of a copied particle, per axis */

/** One box of the molecular dynamics: arrays of three coordinates per particle. */
struct fluid {
    int n;
    double box;
    double *position, *velocity, *force;
    struct system listed; /* positions when the pairs were listed */
    int32_t *pairs;       /* index pairs of particles */
    int64_t count, room;
};

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double limit(double a, double bound)
{
    return a > bound ? bound : a < -bound ? -bound : a;
}

/**
 * Rounds to the nearest whole number: after adding 1.5 * 2^52 no bits are left for a fraction.
 * Loops with it vectorize, because there is no branch or library call.
 */
static double nearest_integer(double a)
{
    const double shift = 0x1.8p52;
    return a + shift - shift;
}

static double nearest_image(double difference, double box, double per_box)
{
    return difference - box * nearest_integer(difference * per_box);
}

/** Makes room for `more` pairs. */
static bool reserve(struct fluid *fluid, int64_t more, struct error *error)
{
    if (fluid->count + more <= fluid->room)
        return true;
    int64_t room = 2 * (fluid->count + more) + 64 * fluid->n;
    int32_t *pairs = memory_allocate(2 * room, sizeof *pairs, "pairs of the builder", error);
    if (pairs == NULL)
        return false;
    for (int64_t k = 0; k < 2 * fluid->count; k++)
        pairs[k] = fluid->pairs[k];
    free(fluid->pairs);
    fluid->pairs = pairs;
    fluid->room = room;
    return true;
}

static bool list_cell_pairs(struct fluid *fluid, const struct cells *cells, int64_t cell,
                            int64_t other, struct error *error)
{
    const struct system *at = &fluid->listed;
    double per_box = 1 / fluid->box;
    double range2 = (cutoff + skin) * (cutoff + skin);
    int64_t end = cells->start[other + 1];
    for (int64_t p = cells->start[cell]; p < cells->start[cell + 1]; p++) {
        int64_t q = cell == other ? p + 1 : cells->start[other];
        if (!reserve(fluid, end - q, error))
            return false;
        int32_t i = cells->particle[p];
        for (; q < end; q++) {
            int32_t j = cells->particle[q];
            double x = nearest_image(at->x[j] - at->x[i], fluid->box, per_box);
            double y = nearest_image(at->y[j] - at->y[i], fluid->box, per_box);
            double z = nearest_image(at->z[j] - at->z[i], fluid->box, per_box);
            fluid->pairs[2 * fluid->count] = i;
            fluid->pairs[2 * fluid->count + 1] = j;
            fluid->count += x * x + y * y + z * z < range2;
        }
    }
    return true;
}

static bool list_cells(struct fluid *fluid, const struct cells *cells, struct error *error)
{
    for (int64_t cell = 0; cell < cells->cells; cell++) {
        if (cells->start[cell] == cells->start[cell + 1])
            continue;
        int64_t around[CELLS_AROUND];
        const int count = cells_around(cells, cell, around);
        for (int k = 0; k < count; k++)
            if (around[k] >= cell && !list_cell_pairs(fluid, cells, cell, around[k], error))
                return false;
    }
    return true;
}

static bool list_pairs(struct fluid *fluid, struct error *error)
{
    for (int i = 0; i < fluid->n; i++) {
        double *r = &fluid->position[3 * i];
        fluid->listed.x[i] = r[0] = system_wrap(r[0], fluid->box);
        fluid->listed.y[i] = r[1] = system_wrap(r[1], fluid->box);
        fluid->listed.z[i] = r[2] = system_wrap(r[2], fluid->box);
    }
    struct cells cells;
    /* a cell has at least the volume per particle, so there are never more cells than particles */
    double share = fluid->box * fluid->box * fluid->box / fluid->n;
    if (!cells_build(&fluid->listed, larger(cutoff + skin, tiles_cube_root(share)), &cells, error))
        return false;
    fluid->count = 0;
    bool listed = list_cells(fluid, &cells, error);
    cells_free(&cells);
    return listed;
}

static bool list_is_stale(const struct fluid *fluid)
{
    for (int i = 0; i < fluid->n; i++) {
        const double *r = &fluid->position[3 * i];
        double x = r[0] - fluid->listed.x[i];
        double y = r[1] - fluid->listed.y[i];
        double z = r[2] - fluid->listed.z[i];
        if (x * x + y * y + z * z > skin * skin / 4)
            return true;
    }
    return false;
}

/**
 * Returns the squared distance of a pair with this energy: solves 4 (s^2 - s) = energy for s =
 * r^-6.
 */
static double distance2_of(double energy)
{
    return 1 / tiles_cube_root((1 + sqrt(1 + energy)) / 2);
}

/** Adds the forces. Pairs closer than the cap repel as at the cap. */
static void add_forces(struct fluid *fluid, double cap2)
{
    for (int k = 0; k < 3 * fluid->n; k++)
        fluid->force[k] = 0;
    double per_box = 1 / fluid->box;
    for (int64_t p = 0; p < fluid->count; p++) {
        int i = 3 * fluid->pairs[2 * p], j = 3 * fluid->pairs[2 * p + 1];
        double r[3], r2 = 0;
        for (int d = 0; d < 3; d++) {
            r[d] =
                nearest_image(fluid->position[j + d] - fluid->position[i + d], fluid->box, per_box);
            r2 += r[d] * r[d];
        }
        double inverse2 = 1 / larger(r2, cap2);
        double inverse6 = inverse2 * inverse2 * inverse2;
        double over_r = (48 * inverse6 - 24) * inverse6 * inverse2;
        over_r = r2 < cutoff * cutoff ? over_r : 0; /* a branch would be mispredicted too often */
        for (int d = 0; d < 3; d++) {
            fluid->force[i + d] -= over_r * r[d];
            fluid->force[j + d] += over_r * r[d];
        }
    }
}

/** Draws a velocity at the temperature. */
static void draw_velocity(struct fluid *fluid, int i, double temperature, struct random *random)
{
    for (int d = 0; d < 3; d++)
        fluid->velocity[3 * i + d] = sqrt(temperature) * random_normal(random);
}

static void kick(struct fluid *fluid, double step)
{
    for (int k = 0; k < 3 * fluid->n; k++)
        fluid->velocity[k] += step / 2 * fluid->force[k];
}

static void move(struct fluid *fluid, double step)
{
    for (int k = 0; k < 3 * fluid->n; k++)
        fluid->position[k] += limit(step * fluid->velocity[k], longest_move);
}

/* Returns the squared distance of the closest pair of the list. */
static double closest2(const struct fluid *fluid)
{
    const double per_box = 1 / fluid->box;
    double closest = INFINITY;
    for (int64_t p = 0; p < fluid->count; p++) {
        const double *a = &fluid->position[3 * fluid->pairs[2 * p]];
        const double *b = &fluid->position[3 * fluid->pairs[2 * p + 1]];
        double r2 = 0;
        for (int d = 0; d < 3; d++) {
            const double r = nearest_image(b[d] - a[d], fluid->box, per_box);
            r2 += r * r;
        }
        closest = r2 < closest ? r2 : closest;
    }
    return closest;
}

/* Refuses a final state with particles that are still close enough for the cap. */
static bool check_apart(const struct fluid *fluid, const struct system_spec *spec, double cap2,
                        struct error *error)
{
    const double closest = closest2(fluid);
    return closest > inside * inside * cap2 ||
           error_set(error, EXIT_USAGE,
                     "density: %g is too high for a fluid at the temperature %g: two particles "
                     "remain at a distance of %.3g; lower the density, or raise the temperature",
                     spec->density, spec->temperature, sqrt(closest));
}

static bool equilibrate(struct fluid *fluid, const struct system_spec *spec, struct error *error)
{
    struct random random = random_start(spec->seed, STREAM_START);
    for (int i = 0; i < fluid->n; i++) {
        for (int d = 0; d < 3; d++)
            fluid->position[3 * i + d] = fluid->box * random_uniform(&random);
        draw_velocity(fluid, i, spec->temperature, &random);
    }
    if (!list_pairs(fluid, error))
        return false;
    double cap2 = distance2_of(cap_energy * larger(spec->temperature, 1.5));
    double step = time_step / sqrt(larger(spec->temperature, 1));
    add_forces(fluid, cap2);
    /* rarer collisions need a longer run */
    double steps = 1000 + limit(100 / spec->density, 2000);
    for (int k = 0; k < steps; k++) {
        kick(fluid, step);
        move(fluid, step);
        if (list_is_stale(fluid) && !list_pairs(fluid, error))
            return false;
        add_forces(fluid, cap2);
        kick(fluid, step);
        for (int i = 0; i < fluid->n; i++)
            if (random_uniform(&random) < (k < COOLING_STEPS ? cooling : collisions))
                draw_velocity(fluid, i, spec->temperature, &random);
    }
    return check_apart(fluid, spec, cap2, error);
}

/** Fills the system with the copies of the box, jittered, in random order. */
static void copy_tiles(const struct fluid *fluid, const struct tiles *tiles, uint64_t seed,
                       struct system *system)
{
    double box = system->box[0];
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < system->n; i++) {
        double shift[3], moved[3];
        const double *origin = &fluid->position[3 * tiles_particle(tiles, i, shift)];
        struct random random = random_start(seed, STREAM_COPIES + (uint64_t)tiles->order[i]);
        for (int d = 0; d < 3; d++)
            moved[d] = origin[d] + shift[d] + jitter * (2 * random_uniform(&random) - 1);
        system->x[i] = tiles_single(moved[0], box);
        system->y[i] = tiles_single(moved[1], box);
        system->z[i] = tiles_single(moved[2], box);
    }
}

static void copy_box(const struct fluid *fluid, struct system *system)
{
    double box = system->box[0];
    for (int i = 0; i < fluid->n; i++) {
        system->x[i] = tiles_single(fluid->position[3 * i], box);
        system->y[i] = tiles_single(fluid->position[3 * i + 1], box);
        system->z[i] = tiles_single(fluid->position[3 * i + 2], box);
    }
}

static bool allocate(struct fluid *fluid, struct error *error)
{
    double **const arrays[] = {&fluid->position, &fluid->velocity, &fluid->force};
    for (int k = 0; k < 3; k++) {
        *arrays[k] = memory_allocate(3 * fluid->n, sizeof(double), "the builder's box", error);
        if (*arrays[k] == NULL)
            return false;
    }
    if (!system_allocate(fluid->n, &fluid->listed, error))
        return false;
    for (int d = 0; d < 3; d++)
        fluid->listed.box[d] = fluid->box;
    return true;
}

static void release(struct fluid *fluid)
{
    free(fluid->position);
    free(fluid->velocity);
    free(fluid->force);
    system_free(&fluid->listed);
    free(fluid->pairs);
}

static bool build(const struct system_spec *spec, struct system *system, struct error *error)
{
    double box = tiles_box(spec, system);
    struct tiles tiles;
    if (!tiles_plan(spec, tiles_along_most(spec->n, TILE), box, STREAM_ORDER, &tiles, error))
        return false;
    struct fluid fluid = {.n = tiles.particles, .box = tiles.edge};
    bool built = allocate(&fluid, error) && equilibrate(&fluid, spec, error);
    if (built && tiles.along == 1)
        copy_box(&fluid, system);
    else if (built)
        copy_tiles(&fluid, &tiles, spec->seed, system);
    tiles_free(&tiles);
    release(&fluid);
    return built;
}

const struct builder builder_fluid = {
    .name = "fluid",
    .summary = "an equilibrated Lennard-Jones fluid in a cubic box",
    .density = 0.8442,
    .temperature = 1.44,
    .densities = {1e-6, 2, "1e-6 to 2 for a fluid"},
    .temperatures = {0.1, 100, "0.1 to 100 for a fluid"},
    .alike = true,
    .build = build,
};
