#include "harness/input/builders/duplexes.h"

#include "harness/input/builders/tiles.h"
#include "harness/physics/equilibrate.h"
#include "harness/physics/shared/rotation.h"

#include <inttypes.h>
#include <math.h>

enum { PAIRS = DUPLEX_NUCLEOTIDES / 2, BONDS = DUPLEX_NUCLEOTIDES - 2 };

const char *const duplexes_parameters[] = {"sequence", NULL};

/* bases of AGCGTGAC from the 3' end, as numbers of models/oxdna.h */
static const int32_t sequence[PAIRS] = {0, 2, 1, 2, 3, 2, 0, 1};

static const double rise = 0.3897628551303122;
static const double twist = 35.9 * M_PI / 180;
static const double radius = 0.6; /* distance of the nucleotides' centres from the axis */
static const double thermal = 8;  /* edge of the box of a sample while it is thermalised */
static const double time_step = 0.003;
static const double skin = 0.3;
static const int64_t steps = 6000;

int64_t duplexes_along(int64_t duplexes)
{
    int64_t along = 1;
    while (along * along * along < duplexes)
        along++;
    return along;
}

bool duplexes_check(const struct system_spec *spec, int64_t duplexes, double edge,
                    struct error *error)
{
    if (!builder_check_molecules(spec, DUPLEX_NUCLEOTIDES, DUPLEX_NUCLEOTIDES,
                                 ", the nucleotides of a duplex", error))
        return false;
    return edge >= DUPLEX_SPACING * (double)duplexes_along(duplexes) ||
           error_set(error, EXIT_USAGE,
                     "density: %g is too high for %" PRId64 " duplexes on a lattice of spacing %g",
                     spec->density, duplexes, DUPLEX_SPACING);
}

/** Makes an ideal duplex around the origin: 16 positions and orientations. */
static void make_ideal(struct duplex *duplex)
{
    /* half a turn about y: reverses axis and normal of a base, for its complement */
    static const double around[4] = {0, 0, 1, 0};
    for (int k = 0; k < PAIRS; k++) {
        int other = DUPLEX_NUCLEOTIDES - 1 - k;
        double angle = k * twist;
        const double turned[4] = {cos(angle / 2), 0, 0, sin(angle / 2)};
        for (int d = 0; d < 4; d++)
            duplex->orientation[k][d] = turned[d];
        rotation_product(turned, around, duplex->orientation[other]);
        duplex->position[k][0] = -radius * cos(angle);
        duplex->position[k][1] = -radius * sin(angle);
        duplex->position[k][2] = duplex->position[other][2] = (k - (PAIRS - 1) / 2.0) * rise;
        duplex->position[other][0] = -duplex->position[k][0];
        duplex->position[other][1] = -duplex->position[k][1];
    }
}

void duplexes_put(struct system *system, int64_t m, const double q[4], const double centre[3],
                  const struct duplex *duplex)
{
    const double back[4] = {q[0], -q[1], -q[2], -q[3]};
    for (int k = 0; k < DUPLEX_NUCLEOTIDES; k++) {
        int64_t i = DUPLEX_NUCLEOTIDES * m + k;
        double turned[3];
        rotation_to_body(back, duplex->position[k], turned);
        system->x[i] = system_wrap(centre[0] + turned[0], system->box[0]);
        system->y[i] = system_wrap(centre[1] + turned[1], system->box[1]);
        system->z[i] = system_wrap(centre[2] + turned[2], system->box[2]);
        rotation_product(q, duplex->orientation[k], system->orientation + 4 * i);
    }
}

void duplexes_take(const struct system *system, int64_t m, struct duplex *duplex, double centre[3])
{
    const double *const at[3] = {system->x + DUPLEX_NUCLEOTIDES * m,
                                 system->y + DUPLEX_NUCLEOTIDES * m,
                                 system->z + DUPLEX_NUCLEOTIDES * m};
    for (int d = 0; d < 3; d++) {
        double mean = 0;
        for (int k = 0; k < DUPLEX_NUCLEOTIDES; k++) {
            duplex->position[k][d] = system_nearest(at[d][k] - at[d][0], system->box[d]);
            mean += duplex->position[k][d] / DUPLEX_NUCLEOTIDES;
        }
        for (int k = 0; k < DUPLEX_NUCLEOTIDES; k++)
            duplex->position[k][d] -= mean;
        centre[d] = at[d][0] + mean;
    }
    for (int k = 0; k < DUPLEX_NUCLEOTIDES; k++)
        for (int d = 0; d < 4; d++)
            duplex->orientation[k][d] = system->orientation[4 * (DUPLEX_NUCLEOTIDES * m + k) + d];
}

bool duplexes_add_strands(struct system *system, struct error *error)
{
    int64_t duplexes = system->n / DUPLEX_NUCLEOTIDES;
    if (!system_add(system, SYSTEM_TYPE, error) || !system_add(system, SYSTEM_ORIENTATION, error) ||
        !system_add_list(system, SYSTEM_BONDED, BONDS * duplexes, error))
        return false;
    struct bonded *bond = system->bonded;
    for (int64_t i = 0; i < system->n; i++) {
        int k = (int)(i % DUPLEX_NUCLEOTIDES);
        system->type[i] = k < PAIRS ? sequence[k] : 3 - sequence[DUPLEX_NUCLEOTIDES - 1 - k];
        if (k % PAIRS != 0)
            *bond++ = (struct bonded){.member = {(int32_t)i, (int32_t)i - 1, -1, -1}};
    }
    return system_exclude_bonds(system, 0, error);
}

void duplexes_site(int64_t site, int64_t along, double edge, double centre[3])
{
    centre[0] = ((double)(site % along) + 0.5) * edge;
    centre[1] = ((double)(site / along % along) + 0.5) * edge;
    centre[2] = ((double)(site / along / along) + 0.5) * edge;
}

double duplexes_model(const struct system_spec *spec, double constants[MODEL_CONSTANTS],
                      struct error *error)
{
    const struct model *model = model_find("oxdna");
    double parameters[MODEL_PARAMETERS];
    builder_parameters(spec, duplexes_parameters, model, parameters);
    parameters[model_parameter(model, "temperature")] = spec->temperature;
    return model->derive(parameters, constants, error) ? model->range(parameters) : NAN;
}

bool duplexes_move(const struct system_spec *spec, struct system *system, int64_t count,
                   struct error *error)
{
    const struct model *model = model_find("oxdna");
    double constants[MODEL_CONSTANTS];
    const double range = duplexes_model(spec, constants, error);
    if (isnan(range))
        return false;
    struct dynamics dynamics = {
        .system = system,
        .model = model,
        .constants = constants,
        .range = range,
        .skin = skin,
        .dt = time_step,
        .thermostat = {.temperature = spec->temperature,
                       .diffusion = 0.2 * spec->temperature,
                       .interval = 10,
                       .seed = spec->seed},
    };
    return equilibrate(&dynamics, count, error);
}

bool duplexes_sample(const struct system_spec *spec, int64_t count, struct system *samples,
                     struct error *error)
{
    struct duplex ideal;
    static const double straight[4] = {1, 0, 0, 0};
    int64_t along = 1;
    while (along * along * along < count)
        along++;
    if (!system_allocate(DUPLEX_NUCLEOTIDES * count, samples, error))
        return false;
    for (int d = 0; d < 3; d++)
        samples->box[d] = thermal * (double)along;
    bool sampled = duplexes_add_strands(samples, error);
    if (sampled) {
        make_ideal(&ideal);
        for (int64_t m = 0; m < count; m++) {
            double centre[3];
            duplexes_site(m, along, thermal, centre);
            duplexes_put(samples, m, straight, centre, &ideal);
        }
        sampled = duplexes_move(spec, samples, steps, error);
    }
    if (!sampled)
        system_free(samples);
    return sampled;
}

void duplexes_round(struct system *system)
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
