/*
 * Duplexes of eight base pairs, AGCGTGAC from the 3' end and its complement, of oxDNA1
 * (models/oxdna.h) in a cubic box; the defaults are 2.7 mM, a density of 0.01608 nucleotides, and
 * T* = 0.1, which is 300 K. N is a multiple of 16.
 *
 * Up to SAMPLES duplexes start as ideal B-DNA: pairs 0.39 apart along the axis, each turned by
 * 35.9 degrees from the last, nucleotides 0.6 from the axis with their bases towards it. That is
 * near the model's minimum, and Brownian dynamics (harness/physics/thermostat.h) then finds the
 * rest and the fluctuations of the temperature. The duplexes are turned at random and set on sites
 * of a simple cubic lattice, chosen at random where there are more sites than duplexes. Systems of
 * more duplexes repeat these conformations, turned each in its own way.
 *
 * Nucleotides are numbered strand by strand from the 3' end, the strands duplex by duplex. The same
 * bytes for every number of threads, and wherever the C library's functions give the same bits. At
 * the end all numbers are rounded to single precision.
 */
#include "harness/base/memory.h"
#include "harness/input/builder.h"
#include "harness/input/system_spec.h"
#include "harness/input/tiles.h"
#include "harness/physics/equilibrate.h"
#include "harness/physics/shared/rotation.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum {
    PAIRS = 8,
    NUCLEOTIDES = 2 * PAIRS,
    BONDS = NUCLEOTIDES - 2,
    SAMPLES = 16,
    STREAM_ORDER = 1
};

static const char *const goes_by[] = {"sequence", NULL};

/* bases as models/oxdna.h numbers them, from the 3' end: AGCGTGAC */
static const int32_t sequence[PAIRS] = {0, 2, 1, 2, 3, 2, 0, 1};

/* the seed's bits that tell rotations from the thermostat's numbers */
static const uint64_t turn_key = 0x5455524e;

static const double rise = 0.3897628551303122;
static const double twist = 35.9 * M_PI / 180;
static const double radius = 0.6;  /* of the centres around the axis */
static const double spacing = 5.2; /* of the lattice, at least: duplexes do not touch */
static const double thermal = 8;   /* edge of a sample's share of the box while it is thermalised */
static const double time_step = 0.003;
static const double skin = 0.3;
static const int64_t steps = 6000;

static bool check_state(const struct system_spec *spec, struct error *error)
{
    if (spec->n % NUCLEOTIDES != 0)
        return error_set(
            error, EXIT_USAGE,
            "n: expected a multiple of %d, the nucleotides of a duplex, found %" PRId64,
            NUCLEOTIDES, spec->n);
    if (spec->temperature < 0.01 || spec->temperature > 0.11)
        return error_set(error, EXIT_USAGE,
                         "temperature: expected 0.01 to 0.11 (330 K) for duplexes, which melt "
                         "above, found %g",
                         spec->temperature);
    return true;
}

/** An ideal duplex around its middle: 16 positions and orientations. */
static void ideal(double position[NUCLEOTIDES][3], double orientation[NUCLEOTIDES][4])
{
    /* turns the base's axis and its normal around: what the complement is */
    static const double around[4] = {0, 0, 1, 0};
    for (int k = 0; k < PAIRS; k++) {
        int other = NUCLEOTIDES - 1 - k;
        double angle = k * twist;
        const double turned[4] = {cos(angle / 2), 0, 0, sin(angle / 2)};
        for (int d = 0; d < 4; d++)
            orientation[k][d] = turned[d];
        rotation_product(turned, around, orientation[other]);
        position[k][0] = -radius * cos(angle);
        position[k][1] = -radius * sin(angle);
        position[k][2] = position[other][2] = (k - (PAIRS - 1) / 2.0) * rise;
        position[other][0] = -position[k][0];
        position[other][1] = -position[k][1];
    }
}

/** Writes duplex `m` of a system, turned by q, with its middle at `centre`. */
static void put(struct system *system, int64_t m, const double q[4], const double centre[3],
                double position[NUCLEOTIDES][3], double orientation[NUCLEOTIDES][4])
{
    const double back[4] = {q[0], -q[1], -q[2], -q[3]};
    for (int k = 0; k < NUCLEOTIDES; k++) {
        int64_t i = NUCLEOTIDES * m + k;
        double turned[3];
        rotation_to_body(back, position[k], turned);
        system->x[i] = system_wrap(centre[0] + turned[0], system->box[0]);
        system->y[i] = system_wrap(centre[1] + turned[1], system->box[1]);
        system->z[i] = system_wrap(centre[2] + turned[2], system->box[2]);
        rotation_product(q, orientation[k], system->orientation + 4 * i);
    }
}

/** Reads duplex `m` of a system around its middle. */
static void take(const struct system *system, int64_t m, double position[NUCLEOTIDES][3],
                 double orientation[NUCLEOTIDES][4])
{
    const double *const at[3] = {system->x + NUCLEOTIDES * m, system->y + NUCLEOTIDES * m,
                                 system->z + NUCLEOTIDES * m};
    for (int d = 0; d < 3; d++) {
        double mean = 0;
        for (int k = 0; k < NUCLEOTIDES; k++) {
            position[k][d] = system_nearest(at[d][k] - at[d][0], system->box[d]);
            mean += position[k][d] / NUCLEOTIDES;
        }
        for (int k = 0; k < NUCLEOTIDES; k++)
            position[k][d] -= mean;
    }
    for (int k = 0; k < NUCLEOTIDES; k++)
        for (int d = 0; d < 4; d++)
            orientation[k][d] = system->orientation[4 * (NUCLEOTIDES * m + k) + d];
}

/** Gives the system bases, room for orientations, and the bonds of its strands. */
static bool add_strands(struct system *system, struct error *error)
{
    int64_t duplexes = system->n / NUCLEOTIDES;
    if (!system_add_types(system, error) || !system_add_orientations(system, error) ||
        !system_add_bonded(system, BONDS * duplexes, error))
        return false;
    struct bonded *bond = system->bonded;
    for (int64_t i = 0; i < system->n; i++) {
        int k = (int)(i % NUCLEOTIDES);
        system->type[i] = k < PAIRS ? sequence[k] : 3 - sequence[NUCLEOTIDES - 1 - k];
        if (k % PAIRS != 0)
            *bond++ = (struct bonded){.member = {(int32_t)i, (int32_t)i - 1, -1, -1}};
    }
    return true;
}

static void centre_of(int64_t site, int64_t along, double edge, double centre[3])
{
    centre[0] = ((double)(site % along) + 0.5) * edge;
    centre[1] = ((double)(site / along % along) + 0.5) * edge;
    centre[2] = ((double)(site / along / along) + 0.5) * edge;
}

static bool thermalise(const struct system_spec *spec, struct system *samples, struct error *error)
{
    const struct model *model = model_find("oxdna");
    double parameters[MODEL_PARAMETERS], constants[MODEL_CONSTANTS];
    builder_parameters(spec, goes_by, model, parameters);
    parameters[model_parameter(model, "temperature")] = spec->temperature;
    if (!model->derive(parameters, constants, error))
        return false;
    struct dynamics dynamics = {
        .system = samples,
        .model = model,
        .constants = constants,
        .range = model->range(parameters),
        .skin = skin,
        .dt = time_step,
        .thermostat = {.temperature = spec->temperature,
                       .diffusion = 0.2 * spec->temperature,
                       .interval = 10,
                       .seed = spec->seed},
    };
    return equilibrate(&dynamics, steps, error);
}

/** Builds duplexes of the temperature in a box of their own. */
static bool sample(const struct system_spec *spec, int64_t count, struct system *samples,
                   struct error *error)
{
    double position[NUCLEOTIDES][3], orientation[NUCLEOTIDES][4];
    static const double straight[4] = {1, 0, 0, 0};
    int64_t along = 1;
    while (along * along * along < count)
        along++;
    if (!system_allocate(NUCLEOTIDES * count, samples, error))
        return false;
    for (int d = 0; d < 3; d++)
        samples->box[d] = thermal * (double)along;
    bool sampled = add_strands(samples, error);
    if (sampled) {
        ideal(position, orientation);
        for (int64_t m = 0; m < count; m++) {
            double centre[3];
            centre_of(m, along, thermal, centre);
            put(samples, m, straight, centre, position, orientation);
        }
        sampled = thermalise(spec, samples, error);
    }
    if (!sampled)
        system_free(samples);
    return sampled;
}

static void round_to_single(struct system *system)
{
    double box = system->box[0];
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < system->n; i++) {
        system->x[i] = tiles_single(system->x[i], box);
        system->y[i] = tiles_single(system->y[i], box);
        system->z[i] = tiles_single(system->z[i], box);
        for (int d = 0; d < 4; d++)
            system->orientation[4 * i + d] = (float)system->orientation[4 * i + d];
    }
}

/** Sets the samples, over and over, on sites of the lattice. */
static bool place(const struct system_spec *spec, const struct system *samples, int64_t along,
                  struct system *system, struct error *error)
{
    uint32_t *site =
        tiles_shuffle((uint32_t)(along * along * along), spec->seed, STREAM_ORDER, error);
    if (site == NULL)
        return false;
    double edge = system->box[0] / (double)along;
    int64_t count = samples->n / NUCLEOTIDES;
#pragma omp parallel for schedule(static)
    for (int64_t m = 0; m < system->n / NUCLEOTIDES; m++) {
        double position[NUCLEOTIDES][3], orientation[NUCLEOTIDES][4], centre[3], q[4];
        take(samples, m % count, position, orientation);
        centre_of(site[m], along, edge, centre);
        rotation_random(philox_draw(spec->seed ^ turn_key, 0, (uint32_t)m, 0), q);
        put(system, m, q, centre, position, orientation);
    }
    free(site);
    round_to_single(system);
    return true;
}

static bool build(const struct system_spec *spec, struct system *system, struct error *error)
{
    if (!check_state(spec, error))
        return false;
    int64_t duplexes = spec->n / NUCLEOTIDES, along = 1;
    while (along * along * along < duplexes)
        along++;
    if (tiles_box(spec, system) < spacing * (double)along)
        return error_set(error, EXIT_USAGE,
                         "density: %g is too high for %" PRId64
                         " duplexes on a lattice of spacing %g",
                         spec->density, duplexes, spacing);
    struct system samples;
    if (!add_strands(system, error) ||
        !sample(spec, duplexes < SAMPLES ? duplexes : SAMPLES, &samples, error))
        return false;
    bool placed = place(spec, &samples, along, system, error);
    system_free(&samples);
    return placed;
}

const struct builder builder_duplexes = {
    .name = "duplexes",
    .summary = "octamer duplexes of DNA at 2.7 mM on a lattice, thermalised",
    .parameters = goes_by,
    .bonded = (double)BONDS / NUCLEOTIDES,
    .density = 0.01608,
    .temperature = 0.1,
    .build = build,
};
