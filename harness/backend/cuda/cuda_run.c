#include "harness/backend/cuda/cuda_run.h"

#include "harness/backend/cuda/driver/cuda_kernel.h"

static bool launch_step(struct prepared *prepared, const struct step *step, bool energy,
                        struct error *error)
{
    return cuda_launch_shared(
        prepared->workload->device->stream, energy ? step->energy : step->kernel, step->blocks,
        step->block, step->shared_bytes, &prepared->arguments, sizeof prepared->arguments, error);
}

bool cuda_run_bonded(struct prepared *prepared, bool energy, struct error *error)
{
    return prepared->bonded.kernel == NULL ||
           launch_step(prepared, &prepared->bonded, energy, error);
}

static bool enqueue_clear(struct prepared *prepared, struct error *error)
{
    return cuda_check(cu.cuMemsetD8Async(prepared->force.address, 0, (size_t)prepared->force.bytes,
                                         prepared->workload->device->stream),
                      "clearing forces", error);
}

bool cuda_run(struct prepared *prepared, bool energy, struct error *error)
{
    const bool starts = prepared->bonded_starts;
    if (prepared->strategy->clears_forces &&
        !(starts ? cuda_run_bonded(prepared, energy, error) : enqueue_clear(prepared, error)))
        return false;
    for (int k = 0; k < prepared->steps; k++)
        if (!launch_step(prepared, &prepared->step[k], energy, error))
            return false;
    return starts || cuda_run_bonded(prepared, energy, error);
}
