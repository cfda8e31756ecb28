#include "harness/measure/memory_estimate.h"
#include "harness/base/machine/free_memory.h"
#include "harness/input/system_create.h"
#include "harness/measure/observe/motion_check.h"
#include "harness/measure/observe/verify.h"
#include "harness/physics/reference_of_steps.h"

#include <math.h>

/* Adds the estimated memory for preparing and verifying a case. */
static void add_case(const struct backend *backend, const struct case_spec *spec,
                     const struct system *system, struct memory_need *need)
{
    const struct workload_spec workload = case_workload(spec, system);
    backend->estimate_case(&workload, spec->strategy, spec->tuning, need);
    footprint_use(&need->host, 2 * verify_bytes(system->n, spec->model));
}

/*
 * Adds the estimated memory for moving particles and verifying the motion: a separate workload, and
 * copies of the system.
 */
static void add_motion(const struct backend *backend, const struct case_spec *spec,
                       const struct system *system, struct memory_need *need)
{
    const struct workload_spec workload = case_workload(spec, system);
    footprint_keep(&need->host, system_bytes(system, spec->model));
    backend->estimate_load(&workload, need);
    backend->estimate_case(&workload, spec->strategy, spec->tuning, need);
    backend->estimate_motion(&workload, need);
    const double referred = system_bytes(system, spec->model) +
                            reference_footprint(system, spec->model, spec->range).peak;
    footprint_use(&need->host, referred + motion_check_bytes(system, spec->model));
    footprint_use(&need->host, referred + reference_of_steps_bytes(system) +
                                   2 * verify_bytes(system->n, spec->model));
}

void estimate_memory(const struct backend *backend, const struct case_spec *spec,
                     const struct system *system, struct memory_need *need)
{
    const struct workload_spec workload = case_workload(spec, system);
    bool moves = spec->dynamics.steps > 0 || spec->sampling.step > 0;
    footprint_add(&need->host, system_footprint(system, spec->model));
    footprint_keep(&need->host, system_bytes(system, spec->model)); /* rounded copy of the system */
    footprint_add(&need->host, reference_footprint(system, spec->model, spec->range));
    backend->estimate_load(&workload, need);
    add_case(backend, spec, system, need);
    if (spec->sampling.cold && backend->estimate_flush != NULL)
        backend->estimate_flush(spec->threads, need);
    if (moves && backend->start != NULL)
        add_motion(backend, spec, system, need);
}

/*
 * Whether the estimated peak memory is free. `held` is used memory that the case will use or that
 * will be freed.
 */
static bool suffices(const struct opened *opened, const struct memory_need *need, double held,
                     struct error *error)
{
    const struct backend *backend = opened->backend;
    double on_device =
        backend->free_memory != NULL ? backend->free_memory(opened->device) : INFINITY;
    return free_memory_suffices("this machine", need->host.peak, free_memory() + held, error) &&
           free_memory_suffices("the device", need->device.peak, on_device, error);
}

bool fits_alone(const struct runner *runner, const struct opened *opened,
                const struct case_spec *spec, struct error *error)
{
    struct system outline;
    struct memory_need need = {0};
    const struct system *system = inputs_peek(&runner->inputs, spec);
    if (system == NULL && !system_outline(&spec->system, &outline))
        return true;
    system = system != NULL ? system : &outline;
    if (!system_check_range(system, spec->range + spec->skin, error))
        return true; /* building the system will report the error */
    estimate_memory(opened->backend, spec, system, &need);
    return suffices(opened, &need, inputs_bytes(&runner->inputs), error);
}

bool fits_with_group(const struct group *group, const struct case_spec *spec, struct error *error)
{
    struct memory_need need = {0};
    add_case(group->opened->backend, spec, &group->runner->inputs.rounded, &need);
    return suffices(group->opened, &need, 0, error);
}

bool fits_again(const struct group *group, const struct case_spec *spec, struct error *error)
{
    struct memory_need need = {0};
    estimate_memory(group->opened->backend, spec, &group->runner->inputs.rounded, &need);
    return suffices(group->opened, &need, 0, error);
}
