#include "harness/physics/kinetic.h"

enum { BLOCKS = 256 }; /* blocks that are summed separately, on every backend */

static const struct particle_type *type_of(const struct system *system,
                                           const struct particle_type *types, int64_t i)
{
    return &types[system->type != NULL ? system->type[i] : 0];
}

static void add_energy(const struct system *system, const struct particle_type *type, bool oriented,
                       int64_t i, struct kinetic *sum)
{
    for (int d = 0; d < 3; d++) {
        double v = system->velocity[3 * i + d];
        sum->translation += type->mass * v * v / 2;
        if (!oriented || type->inertia[d] == 0)
            continue;
        double l = system->spin[3 * i + d];
        sum->rotation += l * l / type->inertia[d] / 2;
    }
}

struct kinetic kinetic_energies(const struct system *system, const struct particle_type *types,
                                bool oriented)
{
    struct kinetic part[BLOCKS] = {{0}}, sum = {0};
#pragma omp parallel for schedule(static) if (system->n >= SYSTEM_PARALLEL)
    for (int b = 0; b < BLOCKS; b++) {
        struct kinetic own = {0};
        for (int64_t i = system->n * b / BLOCKS; i < system->n * (b + 1) / BLOCKS; i++)
            add_energy(system, type_of(system, types, i), oriented, i, &own);
        part[b] = own;
    }
    for (int b = 0; b < BLOCKS; b++) {
        sum.translation += part[b].translation;
        sum.rotation += part[b].rotation;
    }
    return sum;
}

void kinetic_place(const struct system *system, int64_t i, double r[3])
{
    r[0] = system->x[i] - system->box[0] / 2;
    r[1] = system->y[i] - system->box[1] / 2;
    r[2] = system->z[i] - system->box[2] / 2;
}

void kinetic_common_motion(const struct system *system, const struct particle_type *types,
                           bool turns, struct common_motion *motion)
{
    double part[BLOCKS][MOTION_SUMS] = {{0}}, sum[MOTION_SUMS] = {0};
#pragma omp parallel for schedule(static) if (system->n >= SYSTEM_PARALLEL)
    for (int b = 0; b < BLOCKS; b++)
        for (int64_t i = system->n * b / BLOCKS; i < system->n * (b + 1) / BLOCKS; i++) {
            double r[3];
            kinetic_place(system, i, r);
            common_motion_add(type_of(system, types, i)->mass, r, system->velocity + 3 * i,
                              part[b]);
        }
    for (int b = 0; b < BLOCKS; b++)
        for (int k = 0; k < MOTION_SUMS; k++)
            sum[k] += part[b][k];
    common_motion_find(sum, turns, motion);
}

struct kinetic kinetic_degrees(const struct system *system, const struct particle_type *types,
                               bool oriented)
{
    struct kinetic degrees = {.translation = 3 * (double)(system->n - system->site_count) -
                                             (double)system->constraint_count};
    for (int64_t i = 0; oriented && i < system->n; i++)
        for (int d = 0; d < 3; d++)
            degrees.rotation += type_of(system, types, i)->inertia[d] != 0;
    return degrees;
}

bool kinetic_turns(const struct particle_type *type)
{
    return type->inertia[0] != 0 || type->inertia[1] != 0 || type->inertia[2] != 0;
}

void kinetic_scale(struct system *system, bool oriented, double translation, double rotation)
{
#pragma omp parallel for schedule(static) if (system->n >= SYSTEM_PARALLEL)
    for (int64_t k = 0; k < 3 * system->n; k++) {
        system->velocity[k] *= translation;
        if (oriented)
            system->spin[k] *= rotation;
    }
}
