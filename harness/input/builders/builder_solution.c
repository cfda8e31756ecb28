/*
 * A solution of DNA duplexes (harness/input/builders/duplexes.h) after diffusion, in a cubic box.
 * The defaults are 2.7 mM, a density of 0.01608 nucleotides, and T* = 0.1, which is 300 K. N is a
 * multiple of 16.
 *
 * Up to TILE duplexes, thermalised separately, start on sites of a simple cubic lattice. Each then
 * moves as a whole by Metropolis Monte Carlo, with the model's energy between duplexes. This ends
 * when their mean distance from their sites is the distance between sites. By then neighbors have
 * changed, some duplexes repel each other and some stack end on end. Long and short steps
 * alternate, because only short steps let ends stack. Then the duplexes that touch bend in Brownian
 * dynamics of all nucleotides. Diffusion by dynamics alone would take a thousand times as long.
 *
 * More duplexes are copies of such a box (harness/input/builders/tiles.h), without some whole
 * duplexes, chosen at random. Nucleotides are numbered strand by strand from the 3' end, the
 * strands duplex by duplex. The result has the same bytes for every number of threads. It also has
 * the same bytes on all machines if the functions of their C libraries give the same bits. At the
 * end all numbers are rounded to single precision.
 */
#include "harness/base/memory.h"
#include "harness/base/random.h"
#include "harness/input/builders/duplexes.h"
#include "harness/input/builders/tiles.h"
#include "harness/physics/reference.h"
#include "harness/physics/shared/rotation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TILE = 512,
    SAMPLES = 16, /* thermalised duplexes */
    STREAM_ORDER = 1,
    STREAM_MOVES = 2,
    SWEEPS_LEAST = 4000,
    SWEEPS_MOST = 100000,
    BENDING = 200 /* steps of dynamics */
};

/* XORed into the seed, so that the random rotations differ from the thermostat's random numbers */
static const uint64_t turn_key = 0x5455524e;

/*
 * longest displacement along an axis, and longest rotation about it in radians. Element 0 is for
 * long steps, element 1 for short ones
 */
static const double stride[2] = {1, 0.1};

/* A duplex that moves as a rigid body. */
struct walker {
    struct duplex shape;
    double q[4];
    double walked[3]; /* displacement from its start */
};

struct walk {
    struct system *box;
    const struct model *model;
    double constants[MODEL_CONSTANTS];
    double range, temperature;
    double reach; /* largest distance of centres with nucleotides in range */
    int64_t count;
    struct walker *walker;
    double (*centre)[3]; /* centres of all duplexes: a separate array, because the moves mostly read
                            centres */
};

/* Returns the interaction energy of two duplexes. */
static double energy_between(const struct walk *walk, int64_t first, int64_t second)
{
    const struct system *s = walk->box;
    double energy = 0;
    for (int64_t i = DUPLEX_NUCLEOTIDES * first; i < DUPLEX_NUCLEOTIDES * (first + 1); i++) {
        for (int64_t j = DUPLEX_NUCLEOTIDES * second; j < DUPLEX_NUCLEOTIDES * (second + 1); j++) {
            const double r[3] = {system_nearest(s->x[j] - s->x[i], s->box[0]),
                                 system_nearest(s->y[j] - s->y[i], s->box[1]),
                                 system_nearest(s->z[j] - s->z[i], s->box[2])};
            struct pair_result result;
            if (reference_pair(s, walk->model, walk->constants, walk->range, i, j, r, &result))
                for (int t = 0; t < walk->model->term_count; t++)
                    energy += result.terms[t];
        }
    }
    return energy;
}

/* Whether two duplexes are so far apart along one axis that no nucleotides are in range. */
static bool is_beyond_reach(const struct walk *walk, int64_t first, int64_t second, int d)
{
    double apart = fabs(walk->centre[first][d] - walk->centre[second][d]);
    return apart > walk->reach && walk->box->box[d] - apart > walk->reach;
}

/* Returns the energy of a duplex with all others. */
static double energy_of(const struct walk *walk, int64_t m)
{
    double energy = 0;
    for (int64_t k = 0; k < walk->count; k++)
        if (k != m && !is_beyond_reach(walk, m, k, 0) && !is_beyond_reach(walk, m, k, 1) &&
            !is_beyond_reach(walk, m, k, 2))
            energy += energy_between(walk, m, k);
    return energy;
}

static void put_walker(const struct walk *walk, int64_t m)
{
    const struct walker *w = &walk->walker[m];
    duplexes_put(walk->box, m, w->q, walk->centre[m], &w->shape);
}

/* Draws a random number, uniform between -1 and 1. */
static double either_way(struct random *random)
{
    return 2 * random_uniform(random) - 1;
}

/* Moves and turns a duplex, or rejects the move, by Metropolis' criterion. */
static void try_move(const struct walk *walk, int64_t m, double longest, struct random *random)
{
    struct walker *w = &walk->walker[m];
    double *centre = walk->centre[m];
    const struct walker before = *w;
    const double centre_before[3] = {centre[0], centre[1], centre[2]};
    const double energy = energy_of(walk, m);
    double turn[4] = {1};
    for (int d = 0; d < 3; d++) {
        const double step = longest * either_way(random);
        w->walked[d] += step;
        centre[d] = system_wrap(centre[d] + step, walk->box->box[d]);
        turn[d + 1] = longest / 2 * either_way(random);
    }
    rotation_normalize(turn);
    rotation_product(turn, before.q, w->q);
    rotation_normalize(w->q);
    put_walker(walk, m);
    const double rise = energy_of(walk, m) - energy, chance = random_uniform(random);
    if (isfinite(rise) && chance < exp(-rise / walk->temperature))
        return;
    *w = before;
    memcpy(centre, centre_before, sizeof centre_before);
    put_walker(walk, m);
}

/* Returns the mean square displacement of the duplexes from their starts. */
static double mean_square(const struct walk *walk)
{
    double sum = 0;
    for (int64_t m = 0; m < walk->count; m++)
        for (int d = 0; d < 3; d++)
            sum += walk->walker[m].walked[d] * walk->walker[m].walked[d];
    return sum / (double)walk->count;
}

static bool diffuse(const struct walk *walk, double apart, uint64_t seed, struct error *error)
{
    struct random random = random_start(seed, STREAM_MOVES);
    for (int sweep = 0; sweep < SWEEPS_MOST; sweep++) {
        for (int64_t m = 0; m < walk->count; m++)
            try_move(walk, m, stride[sweep % 2], &random);
        if (sweep >= SWEEPS_LEAST && mean_square(walk) >= apart * apart)
            return true;
    }
    return error_set(
        error, EXIT_USAGE,
        "density: the duplexes of a solution cannot move past each other: expected a lower one");
}

/* Places the samples on sites of a lattice, each as often as needed. */
static void start_walk(struct walk *walk, const struct system *samples, int64_t along,
                       uint64_t seed)
{
    double extent = 0; /* largest distance of a nucleotide from its duplex's centre */
    for (int64_t m = 0; m < walk->count; m++) {
        struct walker *w = &walk->walker[m];
        duplexes_take(samples, m % (samples->n / DUPLEX_NUCLEOTIDES), &w->shape, walk->centre[m]);
        for (int k = 0; k < DUPLEX_NUCLEOTIDES; k++) {
            const double *at = w->shape.position[k];
            extent = fmax(extent, sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]));
        }
        duplexes_site(m, along, walk->box->box[0] / (double)along, walk->centre[m]);
        rotation_random(philox_draw(seed ^ turn_key, 0, (uint32_t)m, 0), w->q);
        put_walker(walk, m);
    }
    walk->reach = 2 * extent + walk->range;
}

/* Fills a box with duplexes on strands that are already set. Moves the duplexes until they have
 * diffused. */
static bool mix(const struct system_spec *spec, const struct system *samples, int64_t along,
                struct system *box, struct error *error)
{
    struct walk walk = {.box = box,
                        .model = model_find("oxdna"),
                        .temperature = spec->temperature,
                        .count = box->n / DUPLEX_NUCLEOTIDES};
    walk.range = duplexes_model(spec, walk.constants, error);
    if (isnan(walk.range))
        return false;
    walk.walker = memory_allocate_zeroed(walk.count, sizeof *walk.walker, "duplexes", error);
    walk.centre = memory_allocate_zeroed(walk.count, sizeof *walk.centre, "duplexes", error);
    bool mixed = walk.walker != NULL && walk.centre != NULL;
    if (mixed) {
        start_walk(&walk, samples, along, spec->seed);
        mixed = diffuse(&walk, box->box[0] / (double)along, spec->seed, error) &&
                duplexes_move(spec, box, BENDING, error);
    }
    free(walk.walker);
    free(walk.centre);
    return mixed;
}

/* Builds a box of `duplexes` duplexes, which is then copied. */
static bool build_tile(const struct system_spec *spec, int64_t duplexes, double edge,
                       struct system *box, struct error *error)
{
    struct system samples;
    if (!system_allocate(DUPLEX_NUCLEOTIDES * duplexes, box, error))
        return false;
    for (int d = 0; d < 3; d++)
        box->box[d] = edge;
    bool built = duplexes_add_strands(box, error) &&
                 duplexes_sample(spec, duplexes < SAMPLES ? duplexes : SAMPLES, &samples, error);
    if (built) {
        built = mix(spec, &samples, duplexes_along(duplexes), box, error);
        system_free(&samples);
    }
    if (!built)
        system_free(box);
    return built;
}

/* Copies whole duplexes. A duplex that crosses a face of the box is first joined. */
static void copy(const struct system *box, const struct tiles *tiles, struct system *system)
{
    static const double unturned[4] = {1, 0, 0, 0};
#pragma omp parallel for schedule(static)
    for (int64_t m = 0; m < system->n / DUPLEX_NUCLEOTIDES; m++) {
        struct duplex duplex;
        double shift[3], centre[3];
        duplexes_take(box, tiles_particle(tiles, m, shift), &duplex, centre);
        for (int d = 0; d < 3; d++)
            centre[d] += shift[d];
        duplexes_put(system, m, unturned, centre, &duplex);
    }
    duplexes_round(system);
}

static bool check(const struct system_spec *spec, struct error *error)
{
    struct system outline;
    int64_t duplexes = spec->n / DUPLEX_NUCLEOTIDES;
    int64_t along = tiles_along_most(duplexes, TILE), copies = along * along * along;
    return duplexes_check(spec, (duplexes + copies - 1) / copies,
                          tiles_box(spec, &outline) / (double)along, error);
}

static bool build(const struct system_spec *spec, struct system *system, struct error *error)
{
    struct system_spec whole = *spec; /* spec with duplexes as particles, which are copied whole */
    struct tiles tiles;
    struct system box;
    whole.n = spec->n / DUPLEX_NUCLEOTIDES;
    int along = tiles_along_most(whole.n, TILE);
    if (!duplexes_add_strands(system, error) ||
        !tiles_plan(&whole, along, tiles_box(spec, system), STREAM_ORDER, &tiles, error))
        return false;
    bool built = build_tile(spec, tiles.particles, tiles.edge, &box, error);
    if (built) {
        copy(&box, &tiles, system);
        system_free(&box);
    }
    tiles_free(&tiles);
    return built;
}

const struct builder builder_solution = {
    .name = "solution",
    .summary = "octamer duplexes of DNA at 2.7 mM that have diffused, some of them in touch",
    .model = "oxdna",
    .parameters = duplexes_parameters,
    .bonded = DUPLEX_BONDS,
    .excluded = DUPLEX_BONDS,
    .density = 0.01608,
    .temperature = 0.1,
    .temperatures = {0.01, 0.11, "0.01 to 0.11 (330 K) for duplexes, which melt above"},
    .check = check,
    .build = build,
};
