#include "harness/backend/cuda/cuda_members.h"

#include "harness/backend/cuda/cuda_run.h"

#include <string.h>

enum { GRAPH_CALLS = 1024 };

/*
 * Time limit of a held stream, longer than enqueuing a sample takes. A stream that the host cannot
 * release in time costs this time once per case.
 */
static const double hold_seconds = 1;

static bool enqueue_force(void *prepared, int64_t index, struct error *error)
{
    (void)index;
    return cuda_run(prepared, false, error);
}

static bool enqueue_energies(void *prepared, int64_t index, struct error *error)
{
    (void)index;
    return cuda_run(prepared, true, error);
}

static bool enqueue_bonded_alone(void *prepared, int64_t index, struct error *error)
{
    (void)index;
    return cuda_run_bonded(prepared, false, error);
}

/* Launches equal graphs of at most GRAPH_CALLS calls: too few launches to fill the queue. */
static bool launch_calls(struct prepared *prepared, cuda_call *call, int64_t calls,
                         const struct cuda_graph *graph, int64_t together, struct error *error)
{
    CUstream stream = prepared->workload->device->stream;
    for (; together > 1 && calls >= together; calls -= together)
        if (!cuda_graph_launch(graph, stream, error))
            return false;
    for (; calls > 0; calls--)
        if (!call(prepared, 0, error))
            return false;
    return true;
}

/* Times calls; `waits`: the calls need the host while they run, so the stream must not be held. */
static bool time_calls(struct prepared *prepared, cuda_call *call, int64_t calls, bool waits,
                       struct cuda_graph *graph, double *nanoseconds, struct error *error)
{
    struct device *device = prepared->workload->device;
    int64_t together = calls / (1 + (calls - 1) / GRAPH_CALLS);
    bool hold = !waits && !prepared->gaps;
    if (together > 1 && !cuda_graph_capture(graph, device->stream, call, prepared, together, error))
        return false;
    bool enqueued = (!hold || cuda_block_hold(&device->block, device->stream, &device->sources,
                                              device->architecture, hold_seconds, error)) &&
                    cuda_timer_begin(device, error) &&
                    launch_calls(prepared, call, calls, graph, together, error) &&
                    cuda_timer_stop(device, error);
    cuda_block_release(&device->block);
    if (!enqueued || !cuda_timer_read(device, nanoseconds, error))
        return false;
    if (hold)
        prepared->gaps = cuda_block_expired(&device->block);
    return true;
}

bool cuda_time_force(struct prepared *prepared, int64_t calls, double *nanoseconds,
                     struct error *error)
{
    return time_calls(prepared, enqueue_force, calls, false, &prepared->force_calls, nanoseconds,
                      error);
}

bool cuda_time_energies(struct prepared *prepared, int64_t calls, double *nanoseconds,
                        struct error *error)
{
    return time_calls(prepared, enqueue_energies, calls, false, &prepared->energy_calls,
                      nanoseconds, error);
}

bool cuda_time_bonded(struct prepared *prepared, int64_t calls, double *nanoseconds,
                      struct error *error)
{
    return time_calls(prepared, enqueue_bonded_alone, calls, false, &prepared->bonded_calls,
                      nanoseconds, error);
}

bool cuda_time_gaps(const struct prepared *prepared)
{
    return prepared->gaps;
}

static bool enqueue_build(void *context, int64_t index, struct error *error)
{
    struct prepared *prepared = context;
    (void)index;
    return cuda_list_rebuild(&prepared->workload->particles, prepared->list, error);
}

static bool enqueue_binning(void *context, int64_t index, struct error *error)
{
    struct prepared *prepared = context;
    (void)index;
    return cuda_list_bin(&prepared->workload->particles, prepared->list, error);
}

bool cuda_time_build(struct prepared *prepared, double *nanoseconds, struct error *error)
{
    return time_calls(prepared, enqueue_build, 1, cuda_list_waits(prepared->list), NULL,
                      nanoseconds, error);
}

bool cuda_time_binning(struct prepared *prepared, double *nanoseconds, double part[BINNING_PARTS],
                       struct error *error)
{
    struct cuda_list *list = prepared->list;
    double before[BINNING_PARTS];
    memcpy(before, list->bins.part, sizeof before);
    if (!time_calls(prepared, enqueue_binning, 1, cuda_list_waits(list), NULL, nanoseconds, error))
        return false;
    for (int k = 0; k < BINNING_PARTS; k++)
        part[k] += list->bins.part[k] - before[k];
    return true;
}
