#include "harness/backend/cuda/cuda_members.h"
#include "harness/backend/cuda/cuda_moving.h"

#include "harness/backend/cuda/cuda_run.h"
#include "harness/base/memory.h"

#include <stdlib.h>

static bool read_outputs(const struct prepared *prepared, void *force, struct error *error)
{
    const struct workload *workload = prepared->workload;
    return cuda_buffer_read(&prepared->force, force,
                            cuda_workload_outputs(workload) * workload->particles.n,
                            cuda_workload_sums(workload), error);
}

/* Fills the outputs with huge numbers, so that a missing force is detected. Then runs one call. */
static bool run_poisoned(struct prepared *prepared, bool energy, void *force, struct error *error)
{
    const struct workload *workload = prepared->workload;
    CUstream stream = workload->device->stream;
    return cuda_check(cu.cuMemsetD8Async(prepared->force.address, 0x7f,
                                         (size_t)prepared->force.bytes, stream),
                      "filling forces", error) &&
           cuda_run(prepared, energy, error) &&
           cuda_check(cu.cuStreamSynchronize(stream), "running a kernel", error) &&
           read_outputs(prepared, force, error);
}

/*
 * Computes the energy of the terms that `terms` selects, or the virial. `of` receives the values of
 * the particles, in the order of the system; NULL: not requested. `force` is memory for the
 * outputs.
 */
static bool run_energy(struct prepared *prepared, unsigned terms, void *force, double *energy,
                       double *of, struct error *error)
{
    const struct workload *workload = prepared->workload;
    prepared->arguments.terms = terms;
    if (!run_poisoned(prepared, true, force, error))
        return false;
    *energy = precision_energy(workload->spec.precision, force, workload->particles.n);
    for (int64_t i = 0; of != NULL && i < workload->particles.n; i++)
        of[workload->order[i]] = precision_sum(workload->spec.precision, force, 4 * i + 3);
    return true;
}

/* Allocates host memory for the outputs of a kernel. */
static void *allocate_outputs(const struct workload *workload, struct error *error)
{
    return memory_allocate(cuda_workload_outputs(workload) * workload->particles.n,
                           cuda_workload_sums(workload), "forces", error);
}

/* Copies outputs into the order of the system. */
static void put_in_order(const struct workload *workload, const void *force, struct forces *forces)
{
    const enum precision precision = workload->spec.precision;
    const int64_t n = workload->particles.n;
    forces->n = n;
    for (int64_t i = 0; i < n; i++) {
        int32_t to = workload->order[i];
        forces->x[to] = precision_sum(precision, force, 4 * i);
        forces->y[to] = precision_sum(precision, force, 4 * i + 1);
        forces->z[to] = precision_sum(precision, force, 4 * i + 2);
        for (int d = 0; d < 3 && workload->spec.model->oriented && forces->torque != NULL; d++)
            forces->torque[3 * (int64_t)to + d] = precision_sum(precision, force, 4 * (n + i) + d);
    }
}

bool cuda_last_forces(struct prepared *prepared, struct forces *forces, struct error *error)
{
    const struct workload *workload = prepared->workload;
    void *force = allocate_outputs(workload, error);
    const bool fine =
        force != NULL &&
        cuda_check(cu.cuStreamSynchronize(workload->device->stream), "running a kernel", error) &&
        read_outputs(prepared, force, error);
    if (fine)
        put_in_order(workload, force, forces);
    free(force);
    return fine && (prepared->fused_last == NULL ||
                    cuda_moving_forces(prepared->fused_last, forces, error));
}

bool cuda_evaluate(struct prepared *prepared, struct forces *forces, struct error *error)
{
    const struct workload *workload = prepared->workload;
    void *force = allocate_outputs(workload, error);
    if (force == NULL)
        return false;
    prepared->fused_last = NULL;
    bool fine = run_poisoned(prepared, false, force, error);
    if (fine)
        put_in_order(workload, force, forces);
    fine = fine &&
           cuda_check(cu.cuMemsetD8Async(prepared->counter.address, 0, 8, workload->device->stream),
                      "clearing a counter", error) &&
           run_energy(prepared, ~0U, force, &forces->energy, forces->energy_of, error) &&
           cuda_buffer_read(&prepared->counter, &prepared->atomics, 1, 8, error);
    forces->terms[0] = forces->energy;
    const int terms = system_terms(workload->spec.system, workload->spec.model);
    /* a model with one term adds its energy even if the term is not selected */
    double always = 0;
    if (fine && terms > 1 && workload->spec.model->term_count == 1)
        fine = run_energy(prepared, 0, force, &always, NULL, error);
    for (int t = 0; t < terms && terms > 1 && fine; t++) {
        fine = run_energy(prepared, 1U << t, force, &forces->terms[t], NULL, error);
        forces->terms[t] -= t > 0 ? always : 0;
    }
    fine = fine &&
           run_energy(prepared, TERMS_VIRIAL, force, &forces->virial, forces->virial_of, error);
    prepared->arguments.terms = ~0U;
    free(force);
    return fine;
}
