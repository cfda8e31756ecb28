#include "harness/physics/forces.h"

#include "harness/base/memory.h"
#include "harness/physics/reference.h"

#include <stdlib.h>

bool forces_allocate(int64_t n, bool oriented, struct force_sums *forces, struct error *error)
{
    *forces = (struct force_sums){
        .force = memory_allocate(3 * n, sizeof(double), "forces", error),
        .energy = memory_allocate(n, sizeof(double), "energies", error),
    };
    if (oriented)
        forces->torque = memory_allocate(3 * n, sizeof(double), "torques", error);
    if (forces->force != NULL && forces->energy != NULL && (!oriented || forces->torque != NULL))
        return true;
    forces_free(forces);
    return false;
}

static double sum_terms(const struct model *model, const double terms[MODEL_TERMS])
{
    double sum = 0;
    for (int k = 0; k < model->term_count; k++)
        sum += terms[k];
    return sum;
}

void forces_compute(const struct system *system, const struct model *model, const double *constants,
                    double range, const struct rows *rows, const struct topology *topology,
                    struct force_sums *forces)
{
    const double *box = system->box;
#pragma omp parallel for schedule(static) if (system->n >= SYSTEM_PARALLEL)
    for (int64_t i = 0; i < system->n; i++) {
        struct reference_share sum = {0};
        double energy = 0;
        for (int64_t k = rows->start[i]; k < rows->start[i] + rows->count[i]; k++) {
            int64_t j = rows->entry[k];
            const double r[3] = {system_nearest(system->x[j] - system->x[i], box[0]),
                                 system_nearest(system->y[j] - system->y[i], box[1]),
                                 system_nearest(system->z[j] - system->z[i], box[2])};
            struct pair_result result;
            if (!reference_pair(system, model, constants, range, i, j, r, &result))
                continue;
            for (int d = 0; d < 3; d++) {
                sum.force[d] -= result.force[d];
                sum.torque[d] += result.torque[d];
            }
            energy += sum_terms(model, result.terms) / 2;
        }
        if (topology->start != NULL)
            reference_bonded(system, model, constants, topology, i, &sum);
        for (int d = 0; d < 3; d++) {
            forces->force[3 * i + d] = sum.force[d];
            if (forces->torque != NULL)
                forces->torque[3 * i + d] = sum.torque[d];
        }
        forces->energy[i] = energy + sum_terms(model, sum.terms);
    }
}

double forces_energy(const struct force_sums *forces, int64_t n)
{
    double energy = 0;
    for (int64_t i = 0; i < n; i++)
        energy += forces->energy[i];
    return energy;
}

void forces_free(struct force_sums *forces)
{
    free(forces->force);
    free(forces->torque);
    free(forces->energy);
    *forces = (struct force_sums){0};
}
