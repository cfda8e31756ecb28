#include "harness/measure/mover.h"

#include <stddef.h>

bool mover_start(struct mover *mover, const struct backend *backend, struct device *device,
                 const struct case_spec *spec, const struct system *loaded,
                 const struct motion *motion, struct system *state, struct error *error)
{
    const struct workload_spec load = case_workload(spec, loaded);
    *mover = (struct mover){.backend = backend};
    return backend->load(device, &load, &mover->workload, error) &&
           backend->prepare(mover->workload, spec->strategy, spec->tuning, &mover->prepared,
                            error) &&
           backend->start(mover->prepared, motion, state, &mover->moving, error);
}

void mover_stop(struct mover *mover)
{
    if (mover->moving != NULL)
        mover->backend->stop(mover->moving);
    if (mover->prepared != NULL)
        mover->backend->release(mover->prepared);
    if (mover->workload != NULL)
        mover->backend->unload(mover->workload);
    *mover = (struct mover){0};
}
