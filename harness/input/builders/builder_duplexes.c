/*
 * Duplexes of eight base pairs of oxDNA1 (models/oxdna.h) in a cubic box: AGCGTGAC from the 3' end
 * and its complement. The defaults are 2.7 mM, a density of 0.01608 nucleotides, and T* = 0.1,
 * which is 300 K. N is a multiple of 16.
 *
 * Up to SAMPLES duplexes are thermalised separately (harness/input/builders/duplexes.h), then
 * turned at random and set on sites of a simple cubic lattice. If there are more sites than
 * duplexes, random ones are used. Systems of more duplexes repeat these conformations, each with
 * another rotation. No two duplexes touch; builder_solution.c makes systems in which they do.
 *
 * Nucleotides are numbered strand by strand from the 3' end, the strands duplex by duplex. The
 * result has the same bytes for every number of threads. It also has the same bytes on all machines
 * if the functions of their C libraries give the same bits. At the end all numbers are rounded to
 * single precision.
 */
#include "harness/input/builders/duplexes.h"
#include "harness/input/builders/tiles.h"
#include "harness/physics/shared/rotation.h"

#include <stdlib.h>

enum { SAMPLES = 16, STREAM_ORDER = 1 };

/* XORed into the seed, so that the random rotations differ from the thermostat's random numbers */
static const uint64_t turn_key = 0x5455524e;

/** Places the samples on sites of the lattice, each as often as needed. */
static bool place(const struct system_spec *spec, const struct system *samples, int64_t along,
                  struct system *system, struct error *error)
{
    uint32_t *site =
        tiles_shuffle((uint32_t)(along * along * along), spec->seed, STREAM_ORDER, error);
    if (site == NULL)
        return false;
    double edge = system->box[0] / (double)along;
    int64_t count = samples->n / DUPLEX_NUCLEOTIDES;
#pragma omp parallel for schedule(static)
    for (int64_t m = 0; m < system->n / DUPLEX_NUCLEOTIDES; m++) {
        struct duplex duplex;
        double centre[3], q[4];
        duplexes_take(samples, m % count, &duplex, centre);
        duplexes_site(site[m], along, edge, centre);
        rotation_random(philox_draw(spec->seed ^ turn_key, 0, (uint32_t)m, 0), q);
        duplexes_put(system, m, q, centre, &duplex);
    }
    free(site);
    duplexes_round(system);
    return true;
}

static bool check(const struct system_spec *spec, struct error *error)
{
    struct system outline;
    return duplexes_check(spec, spec->n / DUPLEX_NUCLEOTIDES, tiles_box(spec, &outline), error);
}

static bool build(const struct system_spec *spec, struct system *system, struct error *error)
{
    int64_t duplexes = spec->n / DUPLEX_NUCLEOTIDES;
    struct system samples;
    tiles_box(spec, system);
    if (!duplexes_add_strands(system, error) ||
        !duplexes_sample(spec, duplexes < SAMPLES ? duplexes : SAMPLES, &samples, error))
        return false;
    bool placed = place(spec, &samples, duplexes_along(duplexes), system, error);
    system_free(&samples);
    return placed;
}

const struct builder builder_duplexes = {
    .name = "duplexes",
    .summary = "octamer duplexes of DNA at 2.7 mM on a lattice, thermalised",
    .parameters = duplexes_parameters,
    .bonded = DUPLEX_BONDS,
    .excluded = DUPLEX_BONDS,
    .density = 0.01608,
    .temperature = 0.1,
    .temperatures = {0.01, 0.11, "0.01 to 0.11 (330 K) for duplexes, which melt above"},
    .check = check,
    .build = build,
};
