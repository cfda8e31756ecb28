#include "harness/backend/cuda/cuda_members.h"

#include "harness/backend/cuda/cuda_moving.h"
#include "harness/backend/cuda/cuda_run.h"
#include "harness/backend/cuda/driver/cuda_counters.h"

/* Force calls over which hardware counters are read. */
struct counted_call {
    struct prepared *prepared;
    struct moving *moving;
    enum motion_part part;
};

static bool call_once(void *context, struct error *error)
{
    const struct counted_call *call = context;
    const struct workload *workload = call->prepared->workload;
    bool fine = call->part == MOTION_LIST
                    ? cuda_list_rebuild(&workload->particles, call->prepared->list, error)
                : call->part == MOTION_INTEGRATION ? cuda_steps_pause(&call->moving->steps, error)
                                                   : cuda_run(call->prepared, false, error);
    return fine &&
           cuda_check(cu.cuStreamSynchronize(workload->device->stream), "running a kernel", error);
}

bool cuda_count(struct prepared *prepared, struct moving *moving, enum motion_part part,
                const char *const *metrics, int count, double *values, int *passes,
                struct error *error)
{
    const struct device *device = prepared->workload->device;
    struct counted_call call = {prepared, moving, part};
    return cuda_counters_measure(device->context, device->index, metrics, count, call_once, &call,
                                 values, passes, error);
}
