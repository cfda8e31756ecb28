#include "harness/physics/pressure.h"

#include "harness/base/memory.h"
#include "harness/physics/state.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 256 }; /* blocks of molecules that are summed separately, on every backend */

/**
 * Computes the displacements of a molecule's members from the first. Sums masses and masses times
 * displacements. If `force` is not NULL, also sums momenta and forces.
 */
static void walk(const struct molecules *molecules, int64_t molecule, const struct system *system,
                 const struct particle_type *types, const double *force, double *offset,
                 struct molecule_sums *sums)
{
    static const double none[3] = {0, 0, 0};
    for (int32_t k = molecules->start[molecule]; k < molecules->start[molecule + 1]; k++) {
        const struct molecule_member *member = &molecules->member[k];
        const int64_t i = member->particle;
        double *place = offset + 3 * (int64_t)k;
        const double *before = offset + 3 * (int64_t)member->from;
        double apart[3];
        system_displacement(system, molecules->member[member->from].particle, i, apart);
        for (int d = 0; d < 3; d++)
            place[d] = member->from == k ? 0 : before[d] + apart[d];
        molecule_add(member->massive * types[system_type(system, i)].mass, place,
                     force != NULL && system->velocity != NULL ? system->velocity + 3 * i : none,
                     force != NULL ? force + 3 * i : none, sums);
    }
}

void pressure_sum(const struct molecules *molecules, const struct system *system,
                  const struct particle_type *types, const double *force, double *offset,
                  struct molecular_sums *sums)
{
    struct molecular_sums part[BLOCKS] = {{{0}, {0}}};
#pragma omp parallel for schedule(static) if (system->n >= SYSTEM_PARALLEL)
    for (int b = 0; b < BLOCKS; b++)
        for (int64_t m = molecules->count * b / BLOCKS; m < molecules->count * (b + 1) / BLOCKS;
             m++) {
            struct molecule_sums of = {0};
            walk(molecules, m, system, types, force, offset, &of);
            molecule_end(&of, &part[b]);
        }
    *sums = (struct molecular_sums){{0}, {0}};
    for (int b = 0; b < BLOCKS; b++)
        for (int d = 0; d < 3; d++) {
            sums->momentum2[d] += part[b].momentum2[d];
            sums->inner[d] += part[b].inner[d];
        }
}

bool pressure_inner_virial(const struct system *system, const struct particle_type *types,
                           const double *force, double inner[3], struct error *error)
{
    struct molecules molecules = {0};
    struct molecular_sums sums;
    double *offset = memory_allocate(3 * system->n, sizeof *offset, "molecules", error);
    const bool good = offset != NULL && molecules_build(system, &molecules, error);
    if (good) {
        pressure_sum(&molecules, system, types, force, offset, &sums);
        memcpy(inner, sums.inner, sizeof sums.inner);
    }
    molecules_free(&molecules);
    free(offset);
    return good;
}

void pressure_scale(const struct molecules *molecules, const double scale[3], bool single,
                    const struct particle_type *types, struct system *system, double *offset)
{
    double *const axis[3] = {system->x, system->y, system->z};
    double box[3];
    for (int d = 0; d < 3; d++)
        box[d] = state_rounded(0, single, scale[d] * system->box[d]);
#pragma omp parallel for schedule(static) if (system->n >= SYSTEM_PARALLEL)
    for (int64_t m = 0; m < molecules->count; m++) {
        struct molecule_sums of = {0};
        walk(molecules, m, system, types, NULL, offset, &of);
        const int32_t first = molecules->member[molecules->start[m]].particle;
        for (int d = 0; d < 3; d++) {
            const double from =
                axis[d][first] + molecule_shift(scale[d], axis[d][first], of.place[d], of.mass);
            for (int32_t k = molecules->start[m]; k < molecules->start[m + 1]; k++)
                axis[d][molecules->member[k].particle] =
                    state_coordinate(0, single, from + offset[3 * (int64_t)k + d], box[d]);
        }
    }
    for (int d = 0; d < 3; d++)
        system->box[d] = box[d];
}
