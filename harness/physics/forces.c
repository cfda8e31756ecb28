#include "harness/physics/forces.h"

#include "harness/base/memory.h"
#include "harness/physics/reference.h"

#include <stdlib.h>

bool forces_allocate(int64_t n, const struct model *model, bool computed, struct force_sums *forces,
                     struct error *error)
{
    bool embodied = computed && model->body_bytes > 0;
    *forces = (struct force_sums){
        .force = memory_allocate(3 * n, sizeof(double), "forces", error),
        .energy = memory_allocate(n, sizeof(double), "energies", error),
    };
    if (model->oriented)
        forces->torque = memory_allocate(3 * n, sizeof(double), "torques", error);
    if (embodied)
        forces->body = memory_allocate(n, (int64_t)model->body_bytes, "bodies", error);
    if (forces->force != NULL && forces->energy != NULL &&
        (!model->oriented || forces->torque != NULL) && (!embodied || forces->body != NULL))
        return true;
    forces_free(forces);
    return false;
}

static double sum_terms(const double terms[MODEL_TERMS])
{
    double sum = 0;
    for (int k = 0; k < MODEL_TERMS; k++)
        sum += terms[k];
    return sum;
}

static char *body(const struct force_sums *forces, const struct model *model, int64_t i)
{
    return forces->body != NULL ? forces->body + (size_t)i * model->body_bytes : NULL;
}

static void make_bodies(const struct system *system, const struct model *model,
                        const double *constants, struct force_sums *forces)
{
#pragma omp parallel for schedule(static) if (system->n >= SYSTEM_PARALLEL)
    for (int64_t i = 0; i < system->n; i++) {
        const struct particle particle = reference_particle(system, i);
        model->make_body(constants, &particle, body(forces, model, i));
    }
}

void forces_compute(const struct system *system, const struct model *model, const double *constants,
                    double range, const struct rows *rows, const struct topology *topology,
                    struct force_sums *forces)
{
    const double *box = system->box;
    if (forces->body != NULL)
        make_bodies(system, model, constants, forces);
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
            if (r[0] * r[0] + r[1] * r[1] + r[2] * r[2] >= range * range ||
                !model->pair_of_bodies(constants, system_row(system, i, j), body(forces, model, i),
                                       body(forces, model, j), r, &result))
                continue;
            for (int d = 0; d < 3; d++) {
                sum.force[d] -= result.force[d];
                sum.torque[d] += result.torque[d];
            }
            energy +=
                forces->virial
                    ? (r[0] * result.force[0] + r[1] * result.force[1] + r[2] * result.force[2]) / 2
                    : sum_terms(result.terms) / 2;
        }
        if (topology->start != NULL)
            reference_bonded(system, model, constants, topology, i, &sum);
        for (int d = 0; d < 3; d++) {
            forces->force[3 * i + d] = sum.force[d];
            if (forces->torque != NULL)
                forces->torque[3 * i + d] = sum.torque[d];
        }
        forces->energy[i] =
            energy + (forces->virial ? reference_trace(sum.tensor) : sum_terms(sum.terms));
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
    free(forces->body);
    *forces = (struct force_sums){0};
}
