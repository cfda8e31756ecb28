#include "harness/backend/cpu/cpu_run.h"

#include "harness/backend/cpu/cpu_table.h"

/** Clears an array of sums with the threads that the kernel uses. */
static void clear(const struct prepared *prepared, void *vectors)
{
    const struct cpu_arguments *arguments = &prepared->arguments;
    prepared->kernel->clear(vectors, (arguments->n + 1) * cpu_prepared_vector(prepared),
                            arguments->threads);
}

void cpu_run_pairs(const struct prepared *prepared, bool energy)
{
    const struct cpu_kernel *kernel = prepared->kernel;
    if (prepared->strategy->clears_forces) {
        clear(prepared, prepared->force);
        if (prepared->torque != NULL)
            clear(prepared, prepared->torque);
    }
    cpu_table_use(prepared->table, prepared->workload->table);
    (energy ? kernel->force_energy : kernel->force)(&prepared->arguments);
}

void cpu_run_bonded(const struct prepared *prepared, bool energy)
{
    const struct cpu_kernel *bonded = prepared->bonded;
    cpu_table_use(prepared->bonded_table, prepared->workload->table);
    (energy ? bonded->force_energy : bonded->force)(&prepared->arguments);
}

void cpu_run(const struct prepared *prepared, bool energy)
{
    cpu_run_pairs(prepared, energy);
    if (prepared->bonded != NULL)
        cpu_run_bonded(prepared, energy);
}
