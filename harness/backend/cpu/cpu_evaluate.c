#include "harness/backend/cpu/cpu_members.h"

#include "harness/backend/cpu/cpu_run.h"
#include "harness/base/machine/guarded.h"
#include "harness/physics/forces.h"

#include <string.h>

/* Fills the outputs with huge numbers, so that a missing force is detected. Then runs one call. */
static void run_poisoned(struct prepared *prepared, bool energy)
{
    size_t bytes = (size_t)((prepared->arguments.n + 1) * cpu_prepared_vector(prepared));
    memset(prepared->force, 0x7f, bytes);
    if (prepared->torque != NULL)
        memset(prepared->torque, 0x7f, bytes);
    cpu_run(prepared, energy);
}

/*
 * Returns the energy of the terms that `terms` selects, or the virial. `of` receives the values of
 * the particles, in the order of the system; NULL: not requested.
 */
static double run_energy(struct prepared *prepared, unsigned terms, double *of)
{
    const struct workload *workload = prepared->workload;
    prepared->arguments.terms = terms;
    run_poisoned(prepared, true);
    for (int64_t k = 0; of != NULL && k < workload->sorted.n; k++)
        of[workload->order[k]] =
            precision_sum(workload->spec.precision, prepared->force, VECTOR * k + 3);
    return precision_energy(workload->spec.precision, prepared->force, prepared->arguments.n);
}

/* Copies the forces of the last step into the order of the system. */
static void read_moved(const struct workload *workload, const struct force_sums *sums,
                       struct forces *forces)
{
    for (int64_t k = 0; k < workload->sorted.n; k++) {
        const int64_t i = workload->order[k];
        forces->x[i] = sums->force[3 * k];
        forces->y[i] = sums->force[3 * k + 1];
        forces->z[i] = sums->force[3 * k + 2];
        if (sums->torque != NULL)
            memcpy(&forces->torque[3 * i], &sums->torque[3 * k], 3 * sizeof(double));
    }
}

bool cpu_last_forces(struct prepared *prepared, struct forces *forces, struct error *error)
{
    (void)error;
    const struct workload *workload = prepared->workload;
    forces->n = workload->sorted.n;
    if (prepared->moved_by != NULL) {
        read_moved(workload, prepared->moved_by, forces);
        return true;
    }
    enum precision precision = workload->spec.precision;
    for (int64_t k = 0; k < workload->sorted.n; k++) {
        int64_t i = workload->order[k];
        forces->x[i] = precision_sum(precision, prepared->force, VECTOR * k);
        forces->y[i] = precision_sum(precision, prepared->force, VECTOR * k + 1);
        forces->z[i] = precision_sum(precision, prepared->force, VECTOR * k + 2);
        for (int d = 0; d < 3 && prepared->torque != NULL; d++)
            forces->torque[3 * i + d] = precision_sum(precision, prepared->torque, VECTOR * k + d);
    }
    return true;
}

/* Fails if a kernel has written outside an array. */
static bool check_arrays(const struct prepared *prepared, struct error *error)
{
    const struct workload *workload = prepared->workload;
    const struct {
        void *array;
        const char *name;
    } arrays[] = {{prepared->force, "forces"},
                  {prepared->torque, "torques"},
                  {prepared->scratch, "buffers"},
                  {workload->position, "positions"},
                  {workload->orientation, "orientations"}};
    bool good = true;
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        if (!guarded_was_intact(arrays[k].array))
            good = error_set(error, EXIT_VERIFICATION, "the kernel writes outside of its %s",
                             arrays[k].name);
    return good;
}

bool cpu_evaluate(struct prepared *prepared, struct forces *forces, struct error *error)
{
    if (!cpu_prepared_ensure(prepared, error))
        return false;
    const struct workload *workload = prepared->workload;
    prepared->moved_by = NULL;
    cpu_prepared_arguments(prepared);
    run_poisoned(prepared, false);
    if (!cpu_last_forces(prepared, forces, error))
        return false;
    forces->energy = run_energy(prepared, ~0U, forces->energy_of);
    forces->terms[0] = forces->energy;
    const int terms = system_terms(workload->spec.system, workload->spec.model);
    /* a model with one term adds its energy even if the term is not selected */
    const bool one = terms > 1 && workload->spec.model->term_count == 1;
    const double always = one ? run_energy(prepared, 0, NULL) : 0;
    for (int t = 0; t < terms && terms > 1; t++)
        forces->terms[t] = run_energy(prepared, 1U << t, NULL) - (t > 0 ? always : 0);
    forces->virial = run_energy(prepared, TERMS_VIRIAL, forces->virial_of);
    return check_arrays(prepared, error);
}
